#pragma once

#include <cstdint>

namespace tuplepack::formats {

/// Types of Arrow, by their numbers in Schema.fbs.
struct ArrowType {
  static constexpr std::uint8_t null = 1, integer = 2, decimal = 3, binary = 4, utf8 = 5, boolean = 6, fixed_point = 7,
                                date = 8, time_of_day = 9, timestamp = 10, interval = 11, list = 12, structure = 13,
                                united = 14, fixed_bytes = 15, fixed_list = 16, map = 17, duration = 18,
                                large_binary = 19, large_utf8 = 20, large_list = 21, run_ends = 22, binary_view = 23,
                                utf8_view = 24, list_view = 25, large_list_view = 26;
};

}  // namespace tuplepack::formats

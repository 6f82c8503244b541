#pragma once

#include <array>
#include <string_view>

namespace tuplepack::formats {

/// What the columns of sources and of destinations are called, in any case.
inline constexpr std::array<std::string_view, 8> source_names{"src", "source", "from", "u", "user_id", "user"};
inline constexpr std::array<std::string_view, 8> destination_names{"dst", "destination", "target",  "to",
                                                                   "v",   "i",           "item_id", "item"};

}  // namespace tuplepack::formats

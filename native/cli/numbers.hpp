#pragma once

#include <cstdint>
#include <string_view>

namespace tuplepack::cli {

/// The whole text as a number. They throw Failure, naming the option and the text.
[[nodiscard]] std::int64_t whole_number(std::string_view text, std::string_view option);
[[nodiscard]] double number(std::string_view text, std::string_view option);  ///< finite

}  // namespace tuplepack::cli

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tuplepack {

/// Text from a file or a user as a terminal may show it, on one line: bytes that are not UTF-8 and ASCII control
/// characters as \xNN, other characters that control a terminal, end a line or change the direction of text as \uNNNN.
/// length  at most so many bytes of it; … follows where it is longer
[[nodiscard]] std::string visible(std::string_view text, std::size_t length = std::string_view::npos);

/// A CSV field: visible(), and quoted where needed.
[[nodiscard]] std::string csv_field(std::string_view text);

}  // namespace tuplepack

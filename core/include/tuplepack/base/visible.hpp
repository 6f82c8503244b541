#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack {

/// Text from a file or a user as a terminal may show it, on one line: bytes that are not UTF-8 and ASCII control
/// characters as \xNN, other characters that control a terminal, end a line or change the direction of text as \uNNNN.
/// length  maximum length in bytes; longer text is truncated with …
[[nodiscard]] std::string visible(std::string_view text, std::size_t length = std::string_view::npos);

/// A CSV field: visible(), and quoted where needed.
[[nodiscard]] std::string csv_field(std::string_view text);

/// A word of a command that is printed to be copied, as a POSIX shell reads it: in quotes where it would read something
/// else. What visible() escapes is written $'…', with octal numbers, so that it does not drive the terminal either.
[[nodiscard]] std::string shell_word(std::string_view text);

/// Words with blanks between them.
[[nodiscard]] std::string shell_command(std::span<const std::string> words);

}  // namespace tuplepack

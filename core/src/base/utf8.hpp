#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack {

/// Bytes of the well-formed UTF-8 sequence that the text begins with, or 0. Overlong forms and surrogates are not
/// well-formed.
[[nodiscard]] std::size_t sequence_length(std::string_view text);

/// The character of a well-formed sequence.
[[nodiscard]] unsigned decoded(std::string_view sequence);

/// Whether every byte belongs to a well-formed UTF-8 sequence.
[[nodiscard]] bool is_utf8(std::string_view text);

/// Appends a character, up to U+10FFFF, in UTF-8.
void append_utf8(std::string& bytes, std::uint32_t character);

/// Whether a character drives a terminal, ends a line or changes the direction of text: C0, DEL, C1, the line
/// separators and Unicode's Bidi_Control.
[[nodiscard]] bool is_control(unsigned character);

inline constexpr std::string_view hex_digits = "0123456789abcdef";

/// \uNNNN, of a character in the basic plane, as all control characters are.
[[nodiscard]] std::string unicode_escape(unsigned character);

}  // namespace tuplepack

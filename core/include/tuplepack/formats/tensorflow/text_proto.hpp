#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/base/text_place.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// Text-format protocol buffers, without knowing their messages (https://protobuf.dev/reference/protobuf/textformat-spec).

enum class TextProtoKind : std::uint8_t {
  message,     ///< { … } or < … >
  string,      ///< "…" or '…', or several after each other
  number,      ///< 5, -0x1F, 017, 1.5e3f, …
  word,        ///< an enumeration's value, true, -inf, …
  empty_list,  ///< [ ]
};

/// A field and its value. A list, `a: [1, 2]`, is a field for each of its values.
struct TextProtoField {
  std::string name;  ///< of an extension with brackets: "[package.name]"
  TextProtoKind kind{};
  std::string text;                    ///< of a string its bytes; of a number or a word as it stands, without blanks
  std::vector<TextProtoField> fields;  ///< of a message
  bool in_list = false;
  TextPlace place;        ///< of the name
  TextPlace value_place;  ///< of the value
};

/// How deep messages may nest.
inline constexpr int max_text_proto_depth = 100;

/// Fields in the order of the text, repeated ones as often as they come.
/// errors  malformed, with line and column
[[nodiscard]] Result<std::vector<TextProtoField>> parse_text_proto(std::string_view text);

/// The text of fields, one per line, that parse_text_proto() reads back.
[[nodiscard]] std::string text_proto(std::span<const TextProtoField> fields);

/// A number's text as an integer: decimal, octal or hexadecimal.
/// errors  not_an_integer · too_large (beyond 64 bits)
[[nodiscard]] Result<std::int64_t> text_proto_integer(std::string_view number);

}  // namespace tuplepack::formats

#pragma once

#include "formats/text/number.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/base/limits.hpp"
#include "tuplepack/formats/text/text_pieces.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tuplepack::formats {

/// The token that a text begins with, for messages: cut if it is long.
[[nodiscard]] std::string_view json_token(std::string_view text);

/// JSON text, and where in the input it stands.
struct JsonText {
  std::string_view bytes;
  std::int64_t first_line = 1;
  std::int64_t first_column = 1;

  /// The token that begins at an offset, for messages.
  [[nodiscard]] std::string_view token(std::size_t offset) const {
    return json_token(bytes.substr(std::min(offset, bytes.size())));
  }

  /// The text without its first bytes.
  [[nodiscard]] JsonText from(std::size_t offset) const;

  /// An error with the line and column of an offset.
  [[nodiscard]] tl::unexpected<Error> fail_at(std::size_t offset, ErrorCode code, std::string message) const;
  /// The error of a token that the syntax does not allow; reason: "expected a value".
  [[nodiscard]] tl::unexpected<Error> syntax_error(std::size_t offset, std::string_view expected) const;
  [[nodiscard]] tl::unexpected<Error> wrong_number(std::size_t offset, ErrorCode wrong) const {
    return fail_at(offset, wrong, describe_wrong(wrong, token(offset)));
  }
};

/// A number, or anything else that is neither array nor object and counts as a wrong number.
struct JsonScalar {
  Number number;
  std::optional<std::string_view> string{};  // the content, when it is one
};

/// One step through JSON text.
struct JsonEvent {
  enum class Kind { scalar, open, close, key };

  Kind kind;
  std::size_t offset;     // where its token begins
  std::string_view text;  // from there on, as far as it is in memory: at least its token
  JsonScalar scalar;      // of a scalar; of a key, its string is the name
  const JsonText& held;   // what is in memory of the input, of which `text` is the end

  /// An error with the line and column of the token.
  [[nodiscard]] tl::unexpected<Error> fail(ErrorCode code, std::string message) const {
    return held.fail_at(held.bytes.size() - text.size(), code, std::move(message));
  }
};

using JsonEventSink = std::function<Result<void>(const JsonEvent&)>;

/// Parses one JSON value and hands over its events. Does not recurse, so that depth costs no stack.
/// errors  malformed · too_large (beyond max_json_depth, max_json_members or max_json_token), with line and column, and
///         what the sink returned
[[nodiscard]] Result<void> read_json(const JsonText& text, const JsonEventSink& sink);

/// The same for text that comes in pieces. Memory holds one piece and the token that it begins with.
[[nodiscard]] Result<void> read_json(TextPieces pieces, const JsonEventSink& sink);

/// The same for a visitor of four functions, each returning Result<void>:
///   scalar(const JsonScalar&, offset)   open(char bracket, offset)   close()   key(std::string_view, offset)
template <typename Visitor>
[[nodiscard]] Result<void> visit_json(const JsonText& text, Visitor& visitor) {
  return read_json(text, [&](const JsonEvent& event) -> Result<void> {
    switch (event.kind) {
      case JsonEvent::Kind::scalar: return visitor.scalar(event.scalar, event.offset);
      case JsonEvent::Kind::open: return visitor.open(event.text.front(), event.offset);
      case JsonEvent::Kind::close: return visitor.close();
      case JsonEvent::Kind::key: return visitor.key(*event.scalar.string, event.offset);
    }
    return {};
  });
}

}  // namespace tuplepack::formats

#pragma once

#include "tuplepack/base/byte_order_mark.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/base/text_place.hpp"

#include <string>
#include <string_view>

namespace tuplepack::formats {

/// Reads the tokens of a text-format protocol buffer, one after the other.
class TextProtoCursor {
 public:
  explicit TextProtoCursor(std::string_view text) : text_(without_byte_order_mark(text)) {}

  /// Goes to the next token, over blanks and comments.
  void skip_blanks();

  /// Where it stands.
  [[nodiscard]] TextPlace place() const;
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  /// The next byte; 0 at the end.
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  [[nodiscard]] bool at_word() const;
  [[nodiscard]] bool at_string() const { return peek() == '"' || peek() == '\''; }

  /// Takes this byte and the blanks after it, if it is next.
  bool take(char c);

  /// Letters, digits and underscores. Takes the blanks after it, as the next ones.
  /// assumes  at_word()
  std::string word();

  /// A number without its sign, as it stands.
  /// errors  malformed
  Result<std::string> number();

  /// Strings that follow each other, joined, without quotes and escapes.
  /// assumes  at_string()
  /// errors  malformed
  Result<std::string> strings();

  /// The error of what stands here: "expected … but found …".
  [[nodiscard]] tl::unexpected<Error> unexpected(const std::string& expected) const;
  [[nodiscard]] tl::unexpected<Error> fail_here(std::string message) const;

 private:
  void advance(std::size_t bytes);
  Result<void> string(std::string& bytes);
  Result<void> escape(std::string& bytes);
  Result<unsigned> hex_digits(std::size_t least, std::size_t most);
  Result<unsigned> unicode(std::size_t digits);

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t line_begin_ = 0;
  std::int64_t line_ = 1;
};

}  // namespace tuplepack::formats

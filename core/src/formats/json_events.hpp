#pragma once

#include "number.hpp"
#include "text.hpp"
#include "tuplepack/packing/histogram.hpp"

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

namespace tuplepack {

/// JSON text, and where in the input it stands.
struct JsonText {
  std::string_view bytes;
  std::int64_t first_line = 1;

  /// The token that begins at an offset, for messages.
  [[nodiscard]] std::string_view token(std::size_t offset) const;

  /// An error with the line and column of an offset.
  [[nodiscard]] tl::unexpected<Error> fail_at(std::size_t offset, ErrorCode code, std::string message) const;
  [[nodiscard]] tl::unexpected<Error> wrong_number(std::size_t offset, ErrorCode wrong) const {
    return fail_at(offset, wrong, describe_wrong(wrong, token(offset)));
  }
};

/// A number, or anything else that is neither array nor object and counts as a wrong number.
struct JsonScalar {
  Number number;
  const std::string* string = nullptr;  // when it is one
};

/// What nlohmann::json asks of a SAX consumer, boiled down for a visitor of four functions, each returning
/// Result<void>:
///   scalar(const JsonScalar&, offset)   open(char bracket, offset)   close()   key(const std::string&, offset)
template <typename Visitor>
class JsonEvents {
 public:
  JsonEvents(const JsonText& text, Visitor& visitor)
      : text_(text), visitor_(visitor), reached_(text.bytes.data()), last_(text.bytes.data()) {}

  /// Reads through the text and records how far the parser has come: its own events do not say where they happen.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    Iterator(const char* at, const char** reached) : at_(at), reached_(reached) {}
    reference operator*() const { return *at_; }
    Iterator& operator++() {
      *reached_ = ++at_;
      return *this;
    }
    Iterator operator++(int) {
      Iterator before = *this;
      ++*this;
      return before;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const char* at_;
    const char** reached_;
  };

  [[nodiscard]] Result<void> run() {
    const char* begin = text_.bytes.data();
    const Iterator first(begin, &reached_);
    const Iterator last(begin + text_.bytes.size(), &reached_);
    nlohmann::json::sax_parse(first, last, this);
    return std::move(result_);
  }

  bool null() { return not_a_number(nullptr); }
  bool boolean(bool) { return not_a_number(nullptr); }
  bool string(std::string& value) { return not_a_number(&value); }
  bool binary(nlohmann::json::binary_t&) { return not_a_number(nullptr); }
  bool number_integer(std::int64_t value) {
    return value < 0 ? scalar({.number = {.value = 0, .wrong = ErrorCode::negative}}) : scalar({.number = {value}});
  }
  bool number_unsigned(std::uint64_t value) {
    if (value > static_cast<std::uint64_t>(max_exact)) {
      return scalar({.number = {.value = 0, .wrong = ErrorCode::too_large}});
    }
    return scalar({.number = {.value = static_cast<std::int64_t>(value)}});
  }
  bool number_float(double, const std::string& digits) { return scalar({.number = parse_number(digits)}); }
  bool start_object(std::size_t) { return pass(visitor_.open('{', token_begin())); }
  bool start_array(std::size_t) { return pass(visitor_.open('[', token_begin())); }
  bool end_object() { return end(); }
  bool end_array() { return end(); }
  bool key(std::string& name) { return pass(visitor_.key(name, token_begin())); }

  /// Only a number that overflows a double has an id of its own; everything else is a broken syntax.
  bool parse_error(std::size_t, const std::string&, const nlohmann::json::exception& what) {
    static constexpr int number_overflow = 406;
    const std::string_view message = what.what();
    if (message.find("unexpected end of input") != std::string_view::npos) {
      result_ = text_.fail_at(text_.bytes.size(), ErrorCode::malformed, "the JSON ends too early");
      return false;
    }
    const std::size_t offset = token_begin();
    if (what.id == number_overflow) {
      const ErrorCode wrong = parse_number(text_.token(offset)).wrong.value_or(ErrorCode::not_an_integer);
      result_ = text_.wrong_number(offset, wrong);
    } else {
      result_ = text_.fail_at(offset, ErrorCode::malformed,
                              "invalid JSON at " + quote(text_.token(offset)) + ": " + reason(message));
    }
    return false;
  }

 private:
  JsonText text_;
  Visitor& visitor_;
  const char* reached_;  // as far as the parser has read: the end of a token, or one byte on after a number
  const char* last_;     // the same at the event before
  Result<void> result_;

  /// What the library has to say beyond the place and the text: it reads "… - unexpected X; expected Y" or
  /// "… - what is wrong; last read: X".
  static std::string reason(std::string_view message) {
    static constexpr std::string_view expected = "; expected ";
    const std::size_t wish = message.find(expected);
    if (wish != std::string_view::npos) return visible(message.substr(wish + 2), 100);
    message = message.substr(0, message.find("; last read"));
    const std::size_t dash = message.rfind(" - ");
    return visible(dash == std::string_view::npos ? message : message.substr(dash + 3), 100);
  }

  /// Where the token begins that the parser has just read: only blanks and a separator lie between it and the last.
  std::size_t token_begin() {
    const auto skips = [&](char c) {
      return c == ' ' || c == '\t' || c == '\r' || c == '\n' || ((c == ',' || c == ':') && last_ + 1 < reached_);
    };
    const bool nothing_new = last_ == reached_;
    while (last_ < reached_ && skips(*last_)) ++last_;
    if (nothing_new && last_ > text_.bytes.data()) --last_;
    const auto begin = static_cast<std::size_t>(last_ - text_.bytes.data());
    last_ = reached_;
    return begin;
  }
  bool pass(Result<void> result) {
    result_ = std::move(result);
    return result_.has_value();
  }
  bool scalar(const JsonScalar& value) { return pass(visitor_.scalar(value, token_begin())); }
  bool not_a_number(const std::string* string) {
    return scalar({.number = {.value = 0, .wrong = ErrorCode::not_an_integer}, .string = string});
  }
  bool end() {
    last_ = reached_;
    return pass(visitor_.close());
  }
};

/// Parses one JSON value and shows it to the visitor. Does not recurse, so that depth costs no stack.
/// errors  malformed, with line and column, and what the visitor returned
template <typename Visitor>
[[nodiscard]] Result<void> visit_json(const JsonText& text, Visitor& visitor) {
  return JsonEvents<Visitor>(text, visitor).run();
}

}  // namespace tuplepack

#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace tuplepack::formats {

/// A double written with at most six decimals, rounded half away from zero: the same text on all platforms, and no
/// digits that only restate rounding errors. Negative numbers and NaN become 0.0, numbers over 10^12 become 10^12.
struct SixDecimals {
  double value = 0;
};

/// Appends JSON to a string, piece by piece; commas and colons are added as needed.
///
///     json.object([&] {
///       json.field("packs", 12);
///       json.array("cells", [&] { for (const Cell& cell : cells) json.value(cell.cost); });
///     });
///
/// Contract: inside an object every value follows a key, and every object and array is closed.
class JsonWriter {
 public:
  explicit JsonWriter(std::string& out) : out_(out) {}

  /// Booleans, integers, doubles, strings, nullptr, optionals (null if empty) and ranges of these (arrays).
  /// Doubles use the shortest round-trip representation; NaN and infinity become null. Control and
  /// bidirectional formatting characters are escaped, bytes that are not UTF-8 become U+FFFD.
  template <typename Value>
  void value(const Value& value) {
    if constexpr (std::same_as<Value, bool> || std::same_as<Value, double> || std::same_as<Value, SixDecimals> ||
                  std::same_as<Value, std::nullptr_t>) {
      write(value);
    } else if constexpr (std::integral<Value>) {
      write(static_cast<std::int64_t>(value));
    } else if constexpr (std::convertible_to<const Value&, std::string_view>) {
      write(std::string_view(value));
    } else if constexpr (requires { value.has_value(); }) {
      if (value) {
        this->value(*value);
      } else {
        write(nullptr);
      }
    } else {
      array([&] {
        for (const auto& element : value) this->value(element);
      });
    }
  }

  /// A value that is JSON text already.
  void text(std::string_view json) { token(json); }

  /// An object or an array whose content the function writes.
  void object(std::invocable auto&& members) {
    open('{');
    members();
    close('}');
  }
  void array(std::invocable auto&& elements) {
    open('[');
    elements();
    close(']');
  }

  void key(std::string_view name);

  /// A key and its value.
  template <typename Value>
  void field(std::string_view name, const Value& value) {
    key(name);
    this->value(value);
  }
  void object(std::string_view name, std::invocable auto&& members) {
    key(name);
    object(members);
  }
  void array(std::string_view name, std::invocable auto&& elements) {
    key(name);
    array(elements);
  }

  /// What is written next, be it a key, a value or a closing bracket, starts on a new line, indented by one space.
  void new_line() { new_line_ = true; }

 private:
  enum class Place { first, after_key, following };

  void write(bool value);
  void write(std::int64_t value);
  void write(double value);
  void write(SixDecimals number);
  void write(std::string_view text);
  void write(std::nullptr_t);
  void open(char bracket);
  void close(char bracket);
  void separate();
  void break_line();
  void token(std::string_view text);

  std::string& out_;
  Place place_ = Place::first;
  bool new_line_ = false;
};

/// An object and the newline that ends it.
[[nodiscard]] std::string json_line(std::invocable<JsonWriter&> auto&& members) {
  std::string text;
  JsonWriter json(text);
  json.object([&] { members(json); });
  text += '\n';
  return text;
}

}  // namespace tuplepack::formats

#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include <emscripten/val.h>

namespace tuplepack::wasm {

using emscripten::val;

// ---- JavaScript to C++: what is not of the type asked for ends the call, and is called `what` in the error ----

/// Ends a call; becomes its error.
struct Failure {
  Error error;
};

[[noreturn]] void refuse(ErrorCode code, std::string message);

template <typename T>
T value(Result<T>&& result) {
  if (!result) throw Failure{result.error()};
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

/// undefined or null.
[[nodiscard]] bool is_missing(const val& given);

[[nodiscard]] double real(const val& given, std::string_view what);
[[nodiscard]] std::int64_t whole(const val& given, std::string_view what);
[[nodiscard]] bool flag(const val& given, std::string_view what);
[[nodiscard]] std::string text(const val& given, std::string_view what);

/// An array or typed array; none when it is missing. Nothing is converted: null, '7' and 7n are refused.
[[nodiscard]] std::vector<std::int64_t> wholes(const val& given, std::string_view what);
/// The same, of any numbers.
[[nodiscard]] std::vector<double> reals(const val& given, std::string_view what);
/// A BigInt64Array.
[[nodiscard]] std::vector<std::int64_t> bigints(const val& given, std::string_view what);
/// Whole numbers of 0 … 2^31 − 1.
[[nodiscard]] std::vector<std::int32_t> indices(const val& given, std::string_view what);
[[nodiscard]] std::vector<std::string> texts(const val& given, std::string_view what);

/// A string's UTF-8, or a Uint8Array.
[[nodiscard]] std::string bytes(const val& given, std::string_view what);

/// How many elements an array has; not more than memory could hold.
[[nodiscard]] std::size_t length_of(const val& array, std::string_view what);

// ---- C++ to JavaScript ----

[[nodiscard]] inline double number(std::int64_t whole) {
  return static_cast<double>(whole);
}

[[nodiscard]] val text_value(std::string_view text);

/// A typed array of its own: a view of the memory would die when that grows.
template <typename T>
[[nodiscard]] val typed_array(std::span<const T> values) {
  return val(emscripten::typed_memory_view(values.size(), values.data())).template call<val>("slice");
}

[[nodiscard]] val float64_array(std::span<const std::int64_t> values);
/// Whole numbers of 64 bits, exact. (Embind has no view of these.)
[[nodiscard]] val bigint64_array(std::span<const std::int64_t> values);
[[nodiscard]] val number_array(std::span<const double> values);
[[nodiscard]] val number_array(std::span<const std::int64_t> values);
[[nodiscard]] val text_array(std::span<const std::string> values);
/// Names that are known when the program is built.
[[nodiscard]] val name_array(std::span<const std::string_view> names);

void push(const val& array, const val& element);

/// An object that is being filled. Each kind of property is one function, where val would have one for every length of
/// key.
class Object {
 public:
  Object& number(const char* key, double value) { return put(key, val(value)); }
  Object& whole(const char* key, std::int64_t value) { return number(key, static_cast<double>(value)); }
  Object& flag(const char* key, bool value) { return put(key, val(value)); }
  Object& text(const char* key, std::string_view value) { return put(key, text_value(value)); }
  Object& put(const char* key, const val& value);
  operator val() const { return object_; }

 private:
  val object_ = val::object();
};

}  // namespace tuplepack::wasm

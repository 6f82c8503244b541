#include "values.hpp"

#include "tuplepack/packing/histogram.hpp"

#include <array>
#include <cmath>
#include <initializer_list>
#include <new>

namespace tuplepack::wasm {

void refuse(ErrorCode code, std::string message) {
  throw Failure{{code, std::move(message)}};
}

// ---- JavaScript to C++ ----

bool is_missing(const val& given) {
  return given.isUndefined() || given.isNull();
}

static bool is_whole(double number) {
  return std::trunc(number) == number && std::abs(number) <= static_cast<double>(max_exact);
}

static std::int64_t whole(double number, std::string_view what) {
  if (!(std::trunc(number) == number)) refuse(ErrorCode::not_an_integer, std::string(what) + " is not a whole number");
  if (!is_whole(number)) refuse(ErrorCode::too_large, std::string(what) + " is beyond 2^53");
  return static_cast<std::int64_t>(number);
}

std::int64_t whole(const val& given, std::string_view what) {
  if (!given.isNumber()) refuse(ErrorCode::not_an_integer, std::string(what) + " is not a number");
  return whole(given.as<double>(), what);
}

double real(const val& given, std::string_view what) {
  if (!given.isNumber()) refuse(ErrorCode::malformed, std::string(what) + " is not a number");
  return given.as<double>();
}

bool flag(const val& given, std::string_view what) {
  if (!given.isTrue() && !given.isFalse()) {
    refuse(ErrorCode::malformed, std::string(what) + " is neither true nor false");
  }
  return given.isTrue();
}

std::string text(const val& given, std::string_view what) {
  if (!given.isString()) refuse(ErrorCode::malformed, std::string(what) + " is not a string");
  return given.as<std::string>();
}

std::size_t length_of(const val& array, std::string_view what) {
  const std::int64_t elements = whole(array["length"], std::string(what) + ".length");
  if (elements < 0) refuse(ErrorCode::negative, std::string(what) + ".length is negative");
  if (elements > PTRDIFF_MAX) throw std::bad_alloc();
  return static_cast<std::size_t>(elements);
}

static std::string element(std::string_view what, std::size_t i) {
  return std::string(what) + "[" + std::to_string(i) + "]";
}

/// Copies into memory of the caller: what Emscripten allocates for as<std::string>() it does not check.
template <typename T>
static void copy(const val& array, std::size_t length, T* out) {
  val(emscripten::typed_memory_view(length, out)).template call<void>("set", array);
}

/// A typed array holds nothing but numbers, unless they are BigInt.
static bool is_numeric(const val& array) {
  if (val::global("ArrayBuffer").call<bool>("isView", array)) return array[0U].isNumber();
  const val every = val::global("Array")["prototype"]["every"];
  return every.call<bool>("call", array, val::global("Number")["isFinite"]);
}

/// `check` refuses an element that is not a number of the kind asked for.
static std::vector<double> numbers(const val& given, std::string_view what,
                                   void (*check)(const val& element, std::string_view what)) {
  if (is_missing(given)) return {};
  if (given.isString() || !given["length"].isNumber()) {
    refuse(ErrorCode::malformed, std::string(what) + " is not an array");
  }
  std::vector<double> result(length_of(given, what));
  if (result.empty()) return result;
  if (!is_numeric(given)) {
    for (std::size_t i = 0; i < result.size(); ++i) check(given[i], element(what, i));
  }
  // Only numbers are left: anything else would have been converted, null and '' to 0 and '7' to 7.
  copy(given, result.size(), result.data());
  return result;
}

std::vector<std::int64_t> wholes(const val& given, std::string_view what) {
  const auto all = numbers(given, what, [](const val& one, std::string_view name) { (void)whole(one, name); });
  std::vector<std::int64_t> result(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (!is_whole(all[i])) (void)whole(all[i], element(what, i));
    result[i] = static_cast<std::int64_t>(all[i]);
  }
  return result;
}

std::vector<double> reals(const val& given, std::string_view what) {
  return numbers(given, what, [](const val& one, std::string_view name) { (void)real(one, name); });
}

/// As `new`, which the other modules have no use for: one core.mjs fits them all.
static val made(const char* type, std::initializer_list<val> arguments) {
  val list = val::array();
  for (const val& argument : arguments) push(list, argument);
  return val::global("Reflect").call<val>("construct", val::global(type), list);
}

std::vector<std::int64_t> bigints(const val& given, std::string_view what) {
  std::vector<std::int64_t> result(length_of(given, what));
  const std::span bytes = std::as_writable_bytes(std::span(result));
  const val seen = made("Uint8Array", {given["buffer"], given["byteOffset"], given["byteLength"]});
  if (!result.empty()) copy(seen, bytes.size(), reinterpret_cast<std::uint8_t*>(bytes.data()));
  return result;
}

std::vector<std::int32_t> indices(const val& given, std::string_view what) {
  const auto numbers = wholes(given, what);
  std::vector<std::int32_t> result;
  result.reserve(numbers.size());
  for (const std::int64_t index : numbers) {
    if (index < 0 || index > INT32_MAX) refuse(ErrorCode::too_large, std::string(what) + " are not below 2^31");
    result.push_back(static_cast<std::int32_t>(index));
  }
  return result;
}

std::vector<std::string> texts(const val& given, std::string_view what) {
  std::vector<std::string> result;
  if (is_missing(given)) return result;
  if (!given.isArray()) refuse(ErrorCode::malformed, std::string(what) + " is not an array");
  const std::size_t length = length_of(given, what);
  for (std::size_t i = 0; i < length; ++i) result.push_back(text(given[i], element(what, i)));
  return result;
}

std::string bytes(const val& given, std::string_view what) {
  if (given.isString()) return given.as<std::string>();
  if (!given.instanceof (val::global("Uint8Array"))) {
    refuse(ErrorCode::malformed, std::string(what) + " is not a Uint8Array");
  }
  std::string result(length_of(given, what), '\0');
  copy(given, result.size(), reinterpret_cast<std::uint8_t*>(result.data()));
  return result;
}

// ---- C++ to JavaScript ----

val text_value(std::string_view text) {
  return val(std::string(text));
}

val float64_array(std::span<const std::int64_t> values) {
  const std::vector<double> numbers(values.begin(), values.end());
  return typed_array<double>(numbers);
}

val bigint64_array(std::span<const std::int64_t> values) {
  const std::span bytes(reinterpret_cast<const std::uint8_t*>(values.data()), values.size_bytes());
  return made("BigInt64Array", {typed_array<std::uint8_t>(bytes)["buffer"]});
}

void push(const val& array, const val& element) {
  array.call<void>("push", element);
}

val number_array(std::span<const double> values) {
  val array = val::array();
  for (const double number : values) push(array, val(number));
  return array;
}

val number_array(std::span<const std::int64_t> values) {
  const std::vector<double> numbers(values.begin(), values.end());
  return number_array(numbers);
}

val text_array(std::span<const std::string> values) {
  val array = val::array();
  for (const std::string& text : values) push(array, val(text));
  return array;
}

val name_array(std::span<const std::string_view> names) {
  val array = val::array();
  for (const std::string_view name : names) push(array, text_value(name));
  return array;
}

Object& Object::put(const char* key, const val& value) {
  object_.set(key, value);
  return *this;
}

}  // namespace tuplepack::wasm

#include "tuplepack/formats/numpy/npy_type.hpp"

#include "base/utf8.hpp"
#include "formats/text/number.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstring>
#include <type_traits>

namespace tuplepack::formats {

template <typename T, bool swapped>
static T element_at(const char* bytes) {
  std::array<char, sizeof(T)> element;
  std::memcpy(element.data(), bytes, sizeof(T));
  if constexpr (swapped) std::reverse(element.begin(), element.end());
  T value;
  std::memcpy(&value, element.data(), sizeof(T));
  return value;
}

namespace {

/// A float of 16 bits, as its bits.
struct Half {
  std::uint16_t bits;
};

}  // namespace

static double value_of(Half half) {
  const auto exponent = static_cast<int>(half.bits >> 10U & 31U);
  const auto mantissa = static_cast<int>(half.bits & 1023U);
  const double size = exponent == 31  ? (mantissa == 0 ? HUGE_VAL : std::nan(""))
                      : exponent == 0 ? std::ldexp(mantissa, -24)
                                      : std::ldexp(mantissa + 1024, exponent - 25);
  return (half.bits & 0x8000U) != 0 ? -size : size;
}

template <typename T>
static T value_of(T value) {
  return value;
}

template <typename T, bool swapped>
static void decode(const char* bytes, std::size_t n, std::int64_t* out) {
  for (std::size_t i = 0; i < n; ++i) {
    const auto value = value_of(element_at<T, swapped>(bytes + i * sizeof(T)));
    using Value = std::remove_const_t<decltype(value)>;
    if constexpr (std::is_floating_point_v<Value>) {
      const bool in_range = value >= 0 && value < Value(0x1p62);  // false for NaN as well
      const auto whole = in_range ? static_cast<std::int64_t>(value) : -1;
      out[i] = static_cast<Value>(whole) == value ? whole : -1;
    } else {
      out[i] = static_cast<std::int64_t>(value);
    }
  }
}

template <typename T, bool swapped>
static std::string text_of(const char* element) {
  const auto value = value_of(element_at<T, swapped>(element));
  if constexpr (!std::is_floating_point_v<std::remove_const_t<decltype(value)>>) {
    return std::to_string(value);
  } else if (std::isfinite(value)) {
    std::string text;
    JsonWriter(text).value(static_cast<double>(value));
    return text;
  } else {
    return std::isnan(value) ? "nan" : value < 0 ? "-inf" : "inf";
  }
}

template <typename T, bool swapped>
static double number_of(const char* element) {
  return static_cast<double>(value_of(element_at<T, swapped>(element)));
}

template <typename T>
static NpyType type_of(bool big_endian) {
  const bool swapped = big_endian != (std::endian::native == std::endian::big);
  if (swapped)
    return {.width = sizeof(T), .decode = decode<T, true>, .text = text_of<T, true>, .number = number_of<T, true>};
  return {.width = sizeof(T), .decode = decode<T, false>, .text = text_of<T, false>, .number = number_of<T, false>};
}

/// "i8" of "<i8".
static std::string_view without_order(std::string_view name) {
  const bool has_order = !name.empty() && std::string_view("<>|=").find(name[0]) != std::string_view::npos;
  return has_order ? name.substr(1) : name;
}

std::string npy_type_name(std::string_view type) {
  const std::string_view code = without_order(type);
  if (code.empty()) return quote(type);
  const Number width = parse_number(code.substr(1));
  const std::string bits = width.wrong || width.value > 64 ? "" : std::to_string(8 * width.value);
  switch (code[0]) {
    case 'i': return "int" + bits;
    case 'u': return "uint" + bits;
    case 'f': return "float" + bits;
    case 'c': return "complex" + bits;
    case 'b': return "bool";
    case 'U':
    case 'S': return "text";
    case 'O': return "Python objects";
    case 'M':
    case 'm': return "times";
    default: return quote(type);
  }
}

static tl::unexpected<Error> structured(std::string_view name) {
  return fail(ErrorCode::unsupported, "a structured array " + quote(name) + "; give a plain array");
}

Result<std::int64_t> npy_number_width(std::string_view name) {
  const std::string_view code = without_order(name);
  if (name.starts_with('[')) return structured(name);
  if (code == "f2") return 2;
  if (code == "b1") return 1;
  if (const auto whole = npy_type(name)) return static_cast<std::int64_t>(whole->width);
  if (code.starts_with('O')) {
    return fail(ErrorCode::unsupported,
                "the array holds Python objects, not numbers; convert it with .astype('int64'), 'float32' or str");
  }
  return fail(ErrorCode::unsupported, "the array holds " + npy_type_name(name) +
                                          ", not numbers: bool, integers, or floats of 16, 32 or 64 bits");
}

bool npy_is_text(std::string_view name) {
  const std::string_view code = without_order(name);
  return npy_element_width(name).has_value() && (code[0] == 'U' || code[0] == 'S');
}

bool npy_is_unsigned(std::string_view name) {
  return without_order(name).starts_with('u');
}

bool npy_is_integer(std::string_view name) {
  return without_order(name).starts_with('i') || npy_is_unsigned(name);
}

bool npy_is_time(std::string_view name) {
  const std::string_view code = without_order(name);
  return code.starts_with('M') || code.starts_with('m');
}

bool npy_is_date(std::string_view name) {
  return without_order(name).starts_with('M');
}

std::string_view npy_time_unit(std::string_view name) {
  const std::size_t bracket = name.find('[');
  if (!npy_is_time(name) || bracket == std::string_view::npos || !name.ends_with(']')) return "";
  return name.substr(bracket + 1, name.size() - bracket - 2);
}

std::string describe_npy_times(std::string_view name) {
  if (!npy_is_time(name)) return "";
  const std::string unit = visible(npy_time_unit(name), 40);
  return (npy_is_date(name) ? "datetime64" : "timedelta64") + (unit.empty() ? "" : "[" + unit + "]") +
         ", and counted in that unit" + (npy_is_date(name) ? " since 1970" : "");
}

static bool is_character(std::uint32_t c) {
  return c != 0 && c <= 0x10FFFF && (c < 0xD800 || c >= 0xE000);
}

Result<std::string> npy_text(std::string_view name, std::string_view element) {
  const auto wrong = [] {
    return fail(ErrorCode::malformed, "the text is not valid Unicode, or contains a zero character");
  };
  const auto characters = std::min(element.find_last_not_of('\0') + 1, element.size());  // npos + 1 is 0
  if (without_order(name)[0] == 'S') {
    if (element.substr(0, characters).find('\0') != std::string_view::npos) return wrong();
    return std::string(element.substr(0, characters));
  }
  const bool swapped = name.starts_with('>') != (std::endian::native == std::endian::big);
  std::string text;
  const std::size_t width = sizeof(std::uint32_t), end = (characters + width - 1) / width * width;
  for (std::size_t at = 0; at < end; at += width) {
    const char* const bytes = element.data() + at;
    const std::uint32_t character =
        swapped ? element_at<std::uint32_t, true>(bytes) : element_at<std::uint32_t, false>(bytes);
    if (!is_character(character)) return wrong();
    append_utf8(text, character);
  }
  return text;
}

std::optional<std::int64_t> npy_element_width(std::string_view name) {
  const std::string_view code = without_order(name);
  if (code.empty()) return std::nullopt;
  const std::string_view unit = code.substr(1);
  const Number width = parse_number(unit.substr(0, unit.find('[')));  // as of "M8[ns]"
  constexpr std::int64_t widest = std::int64_t{1} << 24;
  if (width.wrong || width.value > widest || code[0] == 'O') return std::nullopt;
  return code[0] == 'U' ? 4 * width.value : width.value;
}

Result<NpyType> npy_type(std::string_view name) {
  const std::string_view code = without_order(name);
  const bool big = name.starts_with('>');
  if (name.starts_with('[')) return structured(name);
  if (code == "i1") return type_of<std::int8_t>(big);
  if (code == "i2") return type_of<std::int16_t>(big);
  if (code == "i4") return type_of<std::int32_t>(big);
  if (code == "i8") return type_of<std::int64_t>(big);
  if (code == "u1") return type_of<std::uint8_t>(big);
  if (code == "u2") return type_of<std::uint16_t>(big);
  if (code == "u4") return type_of<std::uint32_t>(big);
  if (code == "u8") return type_of<std::uint64_t>(big);
  if (code == "f4") return type_of<float>(big);
  if (code == "f8") return type_of<double>(big);
  const char kind = code.empty() ? '\0' : code[0];
  const bool converts = kind == 'f' || kind == 'b' || kind == 'O';
  return fail(ErrorCode::unsupported, "the array holds " + npy_type_name(name) + ", not whole numbers" +
                                          (converts ? "; convert it with .astype('int64')" : "") +
                                          (kind == 'O' ? ", or str if it holds text" : ""));
}

Result<NpyType> npy_size_type(std::string_view name) {
  return without_order(name) == "f2" ? type_of<Half>(name.starts_with('>')) : npy_type(name);
}

}  // namespace tuplepack::formats

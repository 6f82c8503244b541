#include "npy_type.hpp"

#include "number.hpp"
#include "text.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace tuplepack {

template <typename T, bool swapped>
static void decode(const char* bytes, std::size_t n, std::int64_t* out) {
  for (std::size_t i = 0; i < n; ++i) {
    std::array<char, sizeof(T)> element;
    std::memcpy(element.data(), bytes + i * sizeof(T), sizeof(T));
    if constexpr (swapped) std::reverse(element.begin(), element.end());
    T value;
    std::memcpy(&value, element.data(), sizeof(T));
    out[i] = static_cast<std::int64_t>(value);
  }
}

template <typename T>
static NpyType integer_type(bool big_endian) {
  const bool swapped = big_endian != (std::endian::native == std::endian::big);
  return {.width = sizeof(T), .is_signed = T(-1) < T(0), .decode = swapped ? decode<T, true> : decode<T, false>};
}

/// "float64", or the code itself where numpy has no such name.
static std::string spelled_out(char kind, std::string_view bytes, std::string_view code) {
  const Number width = parse_number(bytes);
  const std::string bits = width.wrong || width.value > 64 ? "" : std::to_string(8 * width.value);
  switch (kind) {
    case 'f': return "float" + bits;
    case 'c': return "complex" + bits;
    case 'b': return "bool";
    case 'U':
    case 'S': return "text";
    case 'O': return "Python objects";
    case 'M':
    case 'm': return "times";
    default: return quote(code);
  }
}

/// "i8" of "<i8".
static std::string_view without_order(std::string_view name) {
  const bool has_order = !name.empty() && (name[0] == '<' || name[0] == '>' || name[0] == '|');
  return has_order ? name.substr(1) : name;
}

Result<std::int64_t> npy_number_width(std::string_view name) {
  const std::string_view code = without_order(name);
  if (code == "f2" || code == "f4" || code == "f8") return code[1] - '0';
  if (code == "b1") return 1;
  if (const auto integer = npy_type(name)) return static_cast<std::int64_t>(integer->width);
  const std::string type = code.empty() ? quote(name) : spelled_out(code[0], code.substr(1), name);
  return fail(ErrorCode::unsupported,
              "the array holds " + type + ", not numbers: bool, integers, or floats of 16, 32 or 64 bits");
}

Result<NpyType> npy_type(std::string_view name) {
  const std::string_view code = without_order(name);
  const bool big = name.starts_with('>');
  if (code == "i1") return integer_type<std::int8_t>(big);
  if (code == "i2") return integer_type<std::int16_t>(big);
  if (code == "i4") return integer_type<std::int32_t>(big);
  if (code == "i8") return integer_type<std::int64_t>(big);
  if (code == "u1") return integer_type<std::uint8_t>(big);
  if (code == "u2") return integer_type<std::uint16_t>(big);
  if (code == "u4") return integer_type<std::uint32_t>(big);
  if (code == "u8") return integer_type<std::uint64_t>(big);
  const char kind = code.empty() ? '\0' : code[0];
  const std::string type = spelled_out(kind, code.empty() ? code : code.substr(1), name);
  const bool converts = kind == 'f' || kind == 'b';
  return fail(ErrorCode::unsupported,
              "the array holds " + type + ", not integers" + (converts ? "; convert it with .astype('int64')" : ""));
}

}  // namespace tuplepack

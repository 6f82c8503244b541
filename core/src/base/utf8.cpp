#include "utf8.hpp"

namespace tuplepack {

std::size_t sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const auto follows = [&](std::size_t i) { return (byte(i) & 0xc0U) == 0x80U; };
  const unsigned lead = byte(0);
  if (text.empty()) return 0;
  if (lead < 0x80U) return 1;
  if (lead >= 0xc2U && lead <= 0xdfU) return follows(1) ? 2 : 0;
  if (lead >= 0xe0U && lead <= 0xefU) {
    const bool overlong = lead == 0xe0U && byte(1) < 0xa0U;
    const bool surrogate = lead == 0xedU && byte(1) >= 0xa0U;
    return follows(1) && follows(2) && !overlong && !surrogate ? 3 : 0;
  }
  if (lead >= 0xf0U && lead <= 0xf4U) {
    const bool overlong = lead == 0xf0U && byte(1) < 0x90U;
    const bool beyond = lead == 0xf4U && byte(1) >= 0x90U;
    return follows(1) && follows(2) && follows(3) && !overlong && !beyond ? 4 : 0;
  }
  return 0;
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

unsigned decoded(std::string_view sequence) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned>(static_cast<unsigned char>(sequence[i])); };
  switch (sequence.size()) {
    case 1: return byte(0);
    case 2: return (byte(0) & 0x1fU) << 6U | (byte(1) & 0x3fU);
    case 3: return (byte(0) & 0x0fU) << 12U | (byte(1) & 0x3fU) << 6U | (byte(2) & 0x3fU);
    default: return (byte(0) & 0x07U) << 18U | (byte(1) & 0x3fU) << 12U | (byte(2) & 0x3fU) << 6U | (byte(3) & 0x3fU);
  }
}

bool is_control(unsigned character) {
  const auto between = [&](unsigned first, unsigned last) { return character >= first && character <= last; };
  return character < 0x20U || between(0x7fU, 0x9fU) || character == 0x061cU || between(0x200eU, 0x200fU) ||
         between(0x2028U, 0x202eU) || between(0x2066U, 0x2069U);
}

std::string unicode_escape(unsigned character) {
  std::string text = "\\u";
  for (const unsigned shift : {12U, 8U, 4U, 0U}) text += hex_digits[character >> shift & 15U];
  return text;
}

void append_utf8(std::string& bytes, std::uint32_t character) {
  const auto add = [&](unsigned byte) { bytes += static_cast<char>(static_cast<unsigned char>(byte)); };
  const auto follow = [&](unsigned shift) { add(0x80U | (character >> shift & 0x3fU)); };
  if (character < 0x80U) return add(character);
  if (character < 0x800U) {
    add(0xc0U | character >> 6U);
  } else if (character < 0x10000U) {
    add(0xe0U | character >> 12U);
    follow(6);
  } else {
    add(0xf0U | character >> 18U);
    follow(12);
    follow(6);
  }
  follow(0);
}

}  // namespace tuplepack

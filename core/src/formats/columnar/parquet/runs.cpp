#include "runs.hpp"

#include "formats/bytes/little_endian.hpp"

#include <array>
#include <cstring>

namespace tuplepack::formats {

/// The 64 bits from a byte on; zeros follow the last byte.
static std::uint64_t word_at(std::string_view bytes, std::size_t at) {
  if (at + sizeof(std::uint64_t) <= bytes.size()) return little_endian<std::uint64_t>(bytes.data() + at);
  std::array<char, sizeof(std::uint64_t)> padded{};
  if (at < bytes.size()) std::memcpy(padded.data(), bytes.data() + at, bytes.size() - at);
  return little_endian<std::uint64_t>(padded.data());
}

void unpack_bits(std::string_view bytes, unsigned width, std::span<std::uint64_t> out) {
  const std::uint64_t mask = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
  std::size_t bit = 0;
  for (std::uint64_t& value : out) {
    const unsigned shift = bit % 8;
    value = word_at(bytes, bit / 8) >> shift;
    if (shift + width > 64) value |= word_at(bytes, bit / 8 + 8) << (64 - shift);
    value &= mask;
    bit += width;
  }
}

template <typename T>
static bool read_all_runs(RunReader reader, std::span<T> out) {
  constexpr std::size_t at_once = 256;
  std::array<std::uint64_t, at_once> unpacked{};
  LevelRun run;
  while (!out.empty() && reader.next(run)) {
    const std::span<T> these = out.first(std::min(run.count, out.size()));
    out = out.subspan(these.size());
    if (!run.packed) {
      std::fill(these.begin(), these.end(), static_cast<T>(run.value));
      continue;
    }
    for (std::size_t first = 0; first < these.size(); first += at_once) {
      const std::size_t some = std::min(at_once, these.size() - first);
      unpack_bits(run.bits.substr(first * reader.width() / 8), reader.width(), std::span(unpacked).first(some));
      for (std::size_t i = 0; i < some; ++i) these[first + i] = static_cast<T>(unpacked[i]);
    }
  }
  return out.empty();
}

bool read_runs(RunReader reader, std::span<std::uint8_t> out) {
  return read_all_runs(reader, out);
}

bool read_runs(RunReader reader, std::span<std::uint32_t> out) {
  return read_all_runs(reader, out);
}

}  // namespace tuplepack::formats

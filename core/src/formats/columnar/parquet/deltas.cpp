#include "deltas.hpp"

#include "formats/tensorflow/wire.hpp"
#include "runs.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

static bool cut_varint(std::string_view& bytes, std::uint64_t& value) {
  const char* at = bytes.data();
  const char* const end = at + bytes.size();
  if (!take_varint(at, end, value)) return false;
  bytes = {at, static_cast<std::size_t>(end - at)};
  return true;
}

static bool cut_zigzag(std::string_view& bytes, std::uint64_t& value) {
  if (!cut_varint(bytes, value)) return false;
  value = (value >> 1U) ^ (~(value & 1U) + 1);
  return true;
}

/// Appends the sums of differences that are packed in `width` bits each, after `least` was taken off.
static void add_sums(std::string_view packed, unsigned width, std::uint64_t least, std::size_t count,
                     std::vector<std::int64_t>& values) {
  constexpr std::size_t at_once = 256;
  std::array<std::uint64_t, at_once> deltas{};
  auto sum = static_cast<std::uint64_t>(values.back());
  for (std::size_t first = 0; first < count; first += at_once) {
    const auto some = std::span(deltas).first(std::min(at_once, count - first));
    unpack_bits(packed.substr(first * width / 8), width, some);
    for (const std::uint64_t delta : some) values.push_back(static_cast<std::int64_t>(sum += delta + least));
  }
}

/// A block: the least difference, the width of each miniblock, and the miniblocks.
static bool add_block(std::string_view& bytes, std::size_t miniblocks, std::size_t in_miniblock, std::size_t& left,
                      std::vector<std::int64_t>& values) {
  std::uint64_t least = 0;
  if (!cut_zigzag(bytes, least) || bytes.size() < miniblocks) return false;
  const std::string_view widths = bytes.substr(0, miniblocks);
  bytes.remove_prefix(miniblocks);
  for (std::size_t i = 0; i < miniblocks && left > 0; ++i) {
    const auto width = static_cast<unsigned char>(widths[i]);
    const std::size_t count = std::min(in_miniblock, left);
    if (width > 64) return false;
    const std::size_t min_size = (count * width + 7) / 8;  // some writers leave out the padding at the very end
    if (bytes.size() < min_size) return false;
    add_sums(bytes.substr(0, std::min(bytes.size(), in_miniblock * width / 8)), width, least, count, values);
    bytes.remove_prefix(std::min(bytes.size(), in_miniblock * width / 8));
    left -= count;
  }
  return true;
}

bool read_deltas(std::string_view& bytes, std::size_t count, std::vector<std::int64_t>& values) {
  constexpr std::uint64_t largest_block = std::uint64_t{1} << 24;
  std::uint64_t block = 0, miniblocks = 0, total = 0, first = 0;
  if (!cut_varint(bytes, block) || !cut_varint(bytes, miniblocks) || !cut_varint(bytes, total)) return false;
  if (!cut_zigzag(bytes, first) || total < count) return false;
  if (count == 0) return true;
  if (miniblocks == 0 || block > largest_block || block % miniblocks != 0 || block / miniblocks % 8 != 0) return false;
  if (block == 0) return false;
  values.push_back(static_cast<std::int64_t>(first));
  for (std::size_t left = count - 1; left > 0;) {
    const auto in_miniblock = static_cast<std::size_t>(block / miniblocks);
    if (!add_block(bytes, static_cast<std::size_t>(miniblocks), in_miniblock, left, values)) return false;
  }
  return true;
}

/// Cuts off `length` bytes; false when there are fewer.
static bool cut_bytes(std::string_view& bytes, std::int64_t length, std::string_view& cut) {
  if (length < 0 || static_cast<std::uint64_t>(length) > bytes.size()) return false;
  cut = bytes.substr(0, static_cast<std::size_t>(length));
  bytes.remove_prefix(cut.size());
  return true;
}

bool read_delta_lengths(std::string_view bytes, std::size_t count, ColumnRows& values) {
  std::vector<std::int64_t> lengths;
  if (!read_deltas(bytes, count, lengths)) return false;
  std::string_view cut;
  for (const std::int64_t length : lengths) {
    if (!cut_bytes(bytes, length, cut)) return false;
    values.text += cut;
    values.text_ends.push_back(values.text.size());
  }
  return true;
}

bool read_delta_texts(std::string_view bytes, std::size_t count, ColumnRows& values) {
  constexpr std::size_t max_text = std::size_t{1} << 30;  // a text may repeat the one before it for a byte or two
  std::vector<std::int64_t> shared, lengths;
  if (!read_deltas(bytes, count, shared) || !read_deltas(bytes, count, lengths)) return false;
  std::size_t before = values.text.size();  // where the text before begins
  std::string_view cut;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t begin = values.text.size();
    if (shared[i] < 0 || static_cast<std::uint64_t>(shared[i]) > begin - before || begin > max_text) return false;
    if (!cut_bytes(bytes, lengths[i], cut)) return false;
    values.text.append(values.text, before, static_cast<std::size_t>(shared[i]));
    values.text += cut;
    values.text_ends.push_back(values.text.size());
    before = begin;
  }
  return true;
}

}  // namespace tuplepack::formats

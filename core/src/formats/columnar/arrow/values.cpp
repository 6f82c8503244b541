// Lengths of lists, integers, decimals, bits and texts out of buffers.
#include "values.hpp"

#include <algorithm>
#include <cstdint>

namespace tuplepack::formats {

// ---- lengths ----

template <typename Offset>
static bool add_differences(std::string_view offsets, std::size_t rows, std::vector<std::int64_t>& lengths) {
  if (rows == 0) return true;
  if (offsets.size() / sizeof(Offset) <= rows) return false;
  const std::size_t first = lengths.size();
  lengths.resize(first + rows);
  std::int64_t* const out = lengths.data() + first;
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    const std::uint64_t length =
        static_cast<std::uint64_t>(std::int64_t{little_endian<Offset>(offsets.data() + (i + 1) * sizeof(Offset))}) -
        static_cast<std::uint64_t>(std::int64_t{little_endian<Offset>(offsets.data() + i * sizeof(Offset))});
    out[i] = static_cast<std::int64_t>(length);
    bits |= length;
  }
  return static_cast<std::int64_t>(bits) >= 0;
}

template <typename Size>
static bool add_sizes(std::string_view sizes, std::size_t rows, std::vector<std::int64_t>& lengths) {
  if (sizes.size() / sizeof(Size) < rows) return false;
  std::int64_t bits = 0;
  for (std::size_t i = 0; i < rows; ++i) {
    lengths.push_back(little_endian<Size>(sizes.data() + i * sizeof(Size)));
    bits |= lengths.back();
  }
  return bits >= 0;
}

bool is_wide(const ArrowField& field) {
  return field.type == ArrowType::large_list || field.type == ArrowType::large_list_view ||
         field.type == ArrowType::large_binary || field.type == ArrowType::large_utf8;
}

Result<void> add_list_lengths(BatchBuffers& buffers, const ArrowField& field, ValueRange range,
                              std::vector<std::int64_t>& lengths) {
  if (field.type == ArrowType::fixed_list) {
    if (field.width < 0) return corrupt_batch("negative list length");
    lengths.resize(lengths.size() + range.count, field.width);
    return {};
  }
  const bool views = field.type == ArrowType::list_view || field.type == ArrowType::large_list_view;
  const auto bytes = buffers.buffer(field, views ? 2 : 1);
  if (!bytes) return tl::unexpected(bytes.error());
  const std::size_t width = is_wide(field) ? sizeof(std::int64_t) : sizeof(std::int32_t);
  const std::string_view from = bytes->substr(std::min(range.first, bytes->size() / width) * width);
  bool added = false;
  if (views) {
    added = is_wide(field) ? add_sizes<std::int64_t>(from, range.count, lengths)
                           : add_sizes<std::int32_t>(from, range.count, lengths);
  } else {
    added = is_wide(field) ? add_differences<std::int64_t>(from, range.count, lengths)
                           : add_differences<std::int32_t>(from, range.count, lengths);
  }
  if (!added) return corrupt_batch("offsets are missing or not monotonic");
  return {};
}

// ---- values ----

template <typename Stored, typename Value>
static bool add_stored(std::string_view bytes, ValueRange range, std::vector<Value>& values) {
  const std::size_t size = bytes.size() / sizeof(Stored);
  if (range.first > size || range.count > size - range.first) return false;
  for (std::size_t i = range.first; i < range.first + range.count; ++i) {
    values.push_back(static_cast<Value>(little_endian<Stored>(bytes.data() + i * sizeof(Stored))));
  }
  return true;
}

static bool add_integers(const ArrowField& field, std::string_view bytes, ValueRange range, ColumnRows& rows) {
  auto& values = rows.integers;
  rows.is_unsigned = !field.is_signed;
  switch (field.is_signed ? field.width : -field.width) {
    case 8: return add_stored<std::int8_t>(bytes, range, values);
    case 16: return add_stored<std::int16_t>(bytes, range, values);
    case 32: return add_stored<std::int32_t>(bytes, range, values);
    case -8: return add_stored<std::uint8_t>(bytes, range, values);
    case -16: return add_stored<std::uint16_t>(bytes, range, values);
    case -32: return add_stored<std::uint32_t>(bytes, range, values);
    default: return add_stored<std::int64_t>(bytes, range, values);
  }
}

static bool add_texts(std::string_view text, std::string_view offsets, bool wide, ValueRange range, ColumnRows& rows) {
  const std::size_t width = wide ? sizeof(std::int64_t) : sizeof(std::int32_t);
  const std::size_t size = offsets.size() / width;
  if (range.count == 0) return true;
  if (range.first >= size || range.count >= size - range.first) return false;
  for (std::size_t i = range.first; i < range.first + range.count; ++i) {
    const char* const at = offsets.data() + i * width;
    const std::int64_t begin = wide ? little_endian<std::int64_t>(at) : little_endian<std::int32_t>(at);
    const std::int64_t end = wide ? little_endian<std::int64_t>(at + width) : little_endian<std::int32_t>(at + width);
    if (begin < 0 || end < begin || static_cast<std::uint64_t>(end) > text.size()) return false;
    rows.text += text.substr(static_cast<std::size_t>(begin), static_cast<std::size_t>(end - begin));
    rows.text_ends.push_back(rows.text.size());
  }
  return true;
}

static bool add_bits(std::string_view bits, ValueRange range, ColumnRows& rows) {
  const std::size_t size = bits.size() * 8;
  if (range.first > size || range.count > size - range.first) return false;
  for (std::size_t i = range.first; i < range.first + range.count; ++i)
    rows.integers.push_back(bit_at(bits, i) ? 1 : 0);
  return true;
}

Result<FieldValues> values_of(BatchBuffers& buffers, const ArrowField& field) {
  FieldValues found{.field = field, .valid = {}, .bytes = {}, .text = {}};
  const auto valid = buffers.validity(field);
  if (!valid) return tl::unexpected(valid.error());
  const auto bytes = buffers.buffer(field, 1);
  if (!bytes) return tl::unexpected(bytes.error());
  found.valid = *valid;
  found.bytes = *bytes;
  switch (field.type) {
    case ArrowType::integer:
    case ArrowType::timestamp:
    case ArrowType::decimal:
    case ArrowType::boolean: return found;
    default: break;
  }
  const auto text = buffers.buffer(field, 2);
  if (!text) return tl::unexpected(text.error());
  found.text = *text;
  return found;
}

bool add_range(const FieldValues& from, ValueRange range, ColumnRows& rows) {
  const std::size_t before = rows.values();
  bool added = false;
  switch (from.field.type) {
    case ArrowType::integer:
    case ArrowType::timestamp: added = add_integers(from.field, from.bytes, range, rows); break;
    case ArrowType::decimal:
      added = from.field.width == 1 ? add_stored<float>(from.bytes, range, rows.decimals)
                                    : add_stored<double>(from.bytes, range, rows.decimals);
      break;
    case ArrowType::boolean: added = add_bits(from.bytes, range, rows); break;
    default: added = add_texts(from.text, from.bytes, is_wide(from.field), range, rows);
  }
  if (!added || (from.valid.empty() && rows.present.empty())) return added;
  rows.present.resize(before, 1);
  for (std::size_t i = range.first; i < range.first + range.count; ++i) {
    rows.present.push_back(from.valid.empty() || bit_at(from.valid, i) ? 1 : 0);
  }
  return true;
}

}  // namespace tuplepack::formats

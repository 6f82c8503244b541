#include "record_entry.hpp"

#include "wire.hpp"

#include <algorithm>
#include <cstring>
#include <variant>

namespace tuplepack::formats {

// ---- values of a column ----

namespace {

/// Rows of a dimension, or values: [begin, end).
struct ColumnRange {
  std::uint64_t begin = 0, end = 0;
};

}  // namespace

/// Of a row: the rows of the dimension before ragged dimension number `depth`, or its values where there is none.
static ColumnRange column_range(const graph::FeatureColumn& column, std::size_t depth, std::uint64_t row) {
  if (column.ragged.empty()) return {.begin = row * column.width, .end = (row + 1) * column.width};
  ColumnRange range{.begin = row, .end = row + 1};
  std::size_t seen = 0;
  for (const graph::TensorDimension& dimension : column.feature->shape) {
    if (dimension.size >= 0) {
      range.begin *= static_cast<std::uint64_t>(dimension.size);
      range.end *= static_cast<std::uint64_t>(dimension.size);
    } else {
      if (seen == depth) break;
      const std::vector<std::uint64_t>& totals = column.ragged[seen++];
      range = {.begin = totals[range.begin], .end = totals[range.end]};
    }
  }
  return range;
}

// ---- varints ----

static char* put_varint_at(char* at, std::uint64_t value) {
  for (; value > 127; value >>= 7U) *at++ = static_cast<char>((value & 127U) | 128U);
  *at++ = static_cast<char>(value);
  return at;
}

static std::uint32_t any_bits(std::span<const std::uint32_t> values) {
  std::uint32_t bits = 0;
  for (const std::uint32_t value : values) bits |= value;
  return bits;
}

/// bits  of any of them: where none has many, there is less to count
static std::size_t varints_size(std::span<const std::uint32_t> values, std::uint32_t bits) {
  std::uint32_t more = 0;  // bytes beyond the first of each
  for (unsigned shift = 7; shift < 32 && bits >> shift != 0; shift += 7) {
    for (const std::uint32_t value : values) more += value >> shift != 0 ? 1U : 0U;
  }
  return values.size() + more;
}

/// Without branches for numbers below 2^28, of which up to four bytes are written. The record continues behind them, with
/// its checksum at least.
static char* put_varints_at(char* at, std::span<const std::uint32_t> values, std::uint32_t bits) {
  if (bits >> 7U == 0) {
    for (const std::uint32_t value : values) *at++ = static_cast<char>(value);
    return at;
  }
  if (bits >> 14U == 0) {
    for (const std::uint32_t value : values) {
      const std::uint32_t more = value >> 7U != 0 ? 1U : 0U;
      at[0] = static_cast<char>((value & 0x7fU) | more << 7U);
      at[1] = static_cast<char>(value >> 7U);
      at += 1 + more;
    }
    return at;
  }
  for (const std::uint32_t value : values) {
    if (value >> 28U != 0) {
      at = put_varint_at(at, value);
      continue;
    }
    const std::uint32_t more =
        (value >> 7U != 0 ? 1U : 0U) + (value >> 14U != 0 ? 1U : 0U) + (value >> 21U != 0 ? 1U : 0U);
    const std::uint32_t sevens =
        (value & 0x7fU) | (value << 1U & 0x7f00U) | (value << 2U & 0x7f0000U) | (value << 3U & 0x7f000000U);
    const std::uint32_t bytes = sevens | (0x808080U & ((1U << 8U * more) - 1));
    std::memcpy(at, &bytes, sizeof(bytes));
    at += 1 + more;
  }
  return at;
}

// ---- entries ----

std::size_t delimited_size(std::size_t content) {
  return 1 + varint_size(content) + content;
}

/// The ranges of values of all rows, in their order. Rows lie anywhere in memory: those that come soon are asked for.
template <typename Value, typename Visit>
static void visit_ranges(const RecordEntry& entry, const Value* values, const Visit& visit) {
  const graph::FeatureColumn& column = *entry.column;
  if (!column.ragged.empty()) {
    for (const std::uint32_t row : entry.rows) {
      const ColumnRange range = column_range(column, entry.depth, row);
      visit(range.begin, range.end);
    }
    return;
  }
  constexpr std::size_t ahead = 6, line = 64;
  const std::size_t width = column.width, n = entry.rows.size();
  for (std::size_t i = 0; i < n; ++i) {
    const auto* const next = reinterpret_cast<const char*>(values + entry.rows[std::min(i + ahead, n - 1)] * width);
    for (std::size_t byte = 0; byte < width * sizeof(Value); byte += line) __builtin_prefetch(next + byte);
    visit(entry.rows[i] * width, (entry.rows[i] + std::size_t{1}) * width);
  }
}

template <typename Visit>
static void visit_integers(const RecordEntry& entry, const Visit& visit) {
  if (entry.content == RecordEntry::Content::lengths) {
    const std::uint64_t* const totals = entry.column->ragged[entry.depth].data();
    visit_ranges(entry, totals, [&](std::uint64_t begin, std::uint64_t end) {
      for (std::uint64_t i = begin; i < end; ++i) visit(totals[i + 1] - totals[i]);
    });
    return;
  }
  const std::int64_t* const values = std::get<std::span<const std::int64_t>>(entry.column->values).data();
  visit_ranges(entry, values, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) visit(static_cast<std::uint64_t>(values[i]));
  });
}

template <typename Visit>
static void visit_texts(const RecordEntry& entry, const Visit& visit) {
  const std::string_view* const texts = std::get<std::span<const std::string_view>>(entry.column->values).data();
  visit_ranges(entry, texts, [&](std::uint64_t begin, std::uint64_t end) {
    for (std::uint64_t i = begin; i < end; ++i) visit(texts[i]);
  });
}

static std::size_t floats_size(const RecordEntry& entry) {
  if (entry.column->ragged.empty()) return entry.rows.size() * entry.column->width * sizeof(float);
  std::size_t values = 0;
  for (const std::uint32_t row : entry.rows) {
    const ColumnRange range = column_range(*entry.column, entry.depth, row);
    values += range.end - range.begin;
  }
  return values * sizeof(float);
}

void measure_entry(RecordEntry& entry) {
  if (entry.content == RecordEntry::Content::numbers) {
    entry.bits = any_bits(entry.rows);
    entry.payload = varints_size(entry.rows, entry.bits);
  } else if (entry.kind == 2) {
    entry.payload = floats_size(entry);
  } else {
    entry.payload = 0;
    if (entry.kind == 1)
      visit_texts(entry, [&](std::string_view text) { entry.payload += delimited_size(text.size()); });
    if (entry.kind == 3) visit_integers(entry, [&](std::uint64_t value) { entry.payload += varint_size(value); });
  }
  entry.list = entry.kind == 1 || entry.payload == 0 ? entry.payload : delimited_size(entry.payload);
  entry.feature = delimited_size(entry.list);
  entry.entry = delimited_size(entry.name.size()) + delimited_size(entry.feature);
}

char* put_head_at(char* at, std::size_t field, std::size_t size) {
  *at++ = static_cast<char>(field << 3U | static_cast<unsigned>(WireType::bytes));
  return put_varint_at(at, size);
}

static char* put_text_at(char* at, std::string_view text) {
  at = put_head_at(at, 1, text.size());
  return std::copy(text.begin(), text.end(), at);  // an empty text may have no address
}

static char* put_floats_at(char* at, const RecordEntry& entry) {
  const float* const floats = std::get<std::span<const float>>(entry.column->values).data();
  visit_ranges(entry, floats, [&](std::uint64_t begin, std::uint64_t end) {
    const std::size_t bytes = (end - begin) * sizeof(float);
    if (bytes > 0) std::memcpy(at, floats + begin, bytes);
    at += bytes;
  });
  return at;
}

char* put_entry_at(char* at, const RecordEntry& entry) {
  at = put_head_at(at, 1, entry.entry);
  at = put_text_at(at, entry.name);
  at = put_head_at(at, 2, entry.feature);
  at = put_head_at(at, entry.kind, entry.list);
  if (entry.payload == 0) return at;
  if (entry.kind == 1) {
    visit_texts(entry, [&](std::string_view text) { at = put_text_at(at, text); });
    return at;
  }
  at = put_head_at(at, 1, entry.payload);
  if (entry.content == RecordEntry::Content::numbers) return put_varints_at(at, entry.rows, entry.bits);
  if (entry.kind == 2) return put_floats_at(at, entry);
  visit_integers(entry, [&](std::uint64_t value) { at = put_varint_at(at, value); });
  return at;
}

}  // namespace tuplepack::formats

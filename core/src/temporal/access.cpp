// Gao et al. 2024, §4.2, steps II and III.

#include "tuplepack/temporal/access.hpp"

#include "ids.hpp"
#include "tuplepack/base/float16.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>

namespace tuplepack::temporal {

Result<AccessVolume> access_volume(std::int64_t requested, std::int64_t unique, std::int64_t width) {
  assert(width >= 1 && unique >= 0 && unique <= requested);
  if (requested > max_exact / (width + 4)) {
    return fail(ErrorCode::too_large, std::to_string(requested) + " rows of " + std::to_string(width) +
                                          " bytes with their inverse are 2^53 bytes or more");
  }
  return AccessVolume{.requested_bytes = requested * width,
                      .unique_bytes = unique * width + 4 * requested,
                      .redundancy = requested == 0 ? 1 : static_cast<double>(requested) / static_cast<double>(unique)};
}

Result<Rows> make_rows(std::span<const std::byte> bytes, std::int64_t width) {
  if (width < 1) {
    return fail(ErrorCode::limit_not_positive,
                "the width of rows is " + std::to_string(width) + " bytes; it must be at least 1");
  }
  if (static_cast<std::int64_t>(bytes.size()) % width != 0) {
    return fail(ErrorCode::malformed,
                std::to_string(bytes.size()) + " bytes are not a multiple of the row width " + std::to_string(width));
  }
  return Rows{bytes, width};
}

/// Prefetches a row that is copied soon. The hardware prefetcher takes care of the rest of long rows.
static void prefetch(std::span<const std::byte> row) {
  constexpr std::size_t line = 64, most = 1024;
  for (std::size_t at = 0; at < std::min(row.size(), most); at += line) __builtin_prefetch(row.data() + at);
}

/// Calls copy(row, i) for the row of each index, with prefetching.
template <typename Index, typename Copy>
static void for_each_row(const Rows& rows, std::span<const Index> indices, const Copy& copy) {
  constexpr std::size_t ahead = 8;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (i + ahead < indices.size()) prefetch(rows[static_cast<std::int64_t>(indices[i + ahead])]);
    copy(rows[static_cast<std::int64_t>(indices[i])], i);
  }
}

template <typename Index>
static void copy_rows(const Rows& rows, std::span<const Index> indices, std::span<std::byte> out) {
  assert(out.size() == indices.size() * static_cast<std::size_t>(rows.width));
  for_each_row(rows, indices, [&](std::span<const std::byte> row, std::size_t i) {
    std::memcpy(out.data() + i * row.size(), row.data(), row.size());
  });
}

static void convert_rows(const Rows& rows, std::span<const std::uint32_t> indices, std::span<std::byte> out) {
  const std::size_t floats = static_cast<std::size_t>(rows.width) / sizeof(float);
  assert(rows.width % std::int64_t{sizeof(float)} == 0);
  assert(out.size() == indices.size() * floats * sizeof(BFloat16));
  for_each_row(rows, indices, [&](std::span<const std::byte> row, std::size_t i) {
    const std::byte* from = row.data();
    std::byte* to = out.data() + i * floats * sizeof(BFloat16);
    for (std::size_t f = 0; f < floats; ++f) {
      float value = 0;
      std::memcpy(&value, from + f * sizeof value, sizeof value);
      const BFloat16 converted = to_bfloat16(value);
      std::memcpy(to + f * sizeof converted, &converted, sizeof converted);
    }
  });
}

Result<void> gather(const Rows& table, std::span<const std::int64_t> ids, std::span<std::byte> out) {
  if (table.width == 0) return {};
  if (auto checked = check_ids(ids, table.count(), "rows of the table"); !checked) return checked;
  copy_rows(table, ids, out);
  return {};
}

void reconstruct(std::span<const Field> fields, std::span<const std::uint32_t> inverse) {
  for (const Field& field : fields) {
    if (field.to_bfloat16) {
      convert_rows(field.unique, inverse, field.out);
    } else {
      copy_rows(field.unique, inverse, field.out);
    }
  }
}

}  // namespace tuplepack::temporal

// Gao et al. 2024, §4.2, step I. Ids are bounded, so they index a table directly, without sorting or hashing; few ids of
// a large table are hashed instead.

#include "base/name_table.hpp"
#include "base/order.hpp"
#include "base/random.hpp"
#include "ids.hpp"
#include "tuplepack/temporal/access.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <limits>

namespace tuplepack::temporal {

static constexpr NameTable<UniqueOrder, 2> unique_order_names{
    {{UniqueOrder::sorted, "sorted"}, {UniqueOrder::first, "first"}}};

std::string_view name(UniqueOrder order) {
  return name_in(unique_order_names, order);
}

Result<UniqueOrder> unique_order_by_name(std::string_view name) {
  return value_in(unique_order_names, name);
}

std::vector<std::string_view> unique_orders() {
  return names_in(unique_order_names);
}

/// The first stamp of a batch that needs up to `count` of them.
static std::uint32_t first_stamp(UniqueTable& table, std::size_t count) {
  if (count > std::numeric_limits<std::uint32_t>::max() - table.next_stamp) {
    std::fill(table.stamps.begin(), table.stamps.end(), 0);
    table.next_stamp = 1;
  }
  return table.next_stamp;
}

/// Ids get the next stamp at their first occurrence. Entries are prefetched.
static std::uint32_t stamp_in_order(UniqueTable& table, std::uint32_t first, std::span<const std::int64_t> ids,
                                    std::span<std::int64_t> unique, std::span<std::uint32_t> inverse) {
  constexpr std::size_t ahead = 32;
  std::uint32_t found = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    if (i + ahead < ids.size()) __builtin_prefetch(&table.stamps[static_cast<std::size_t>(ids[i + ahead])], 1);
    std::uint32_t& entry = table.stamps[static_cast<std::size_t>(ids[i])];
    std::uint32_t stamp = entry;
    if (stamp < first) {
      stamp = first + found;
      entry = stamp;
      unique[found++] = ids[i];
    }
    inverse[i] = stamp - first;
  }
  return found;
}

/// A bit for each of 8 words that is not zero. With few ids most groups are empty; within the others, a branch per word
/// would be unpredictable.
static unsigned used_words(const std::uint64_t* words) {
  std::uint64_t any = 0;
  for (std::size_t j = 0; j < 8; ++j) any |= words[j];
  if (any == 0) return 0;
  unsigned used = 0;
  for (std::size_t j = 0; j < 8; ++j) used |= (words[j] != 0 ? 1U : 0U) << j;
  return used;
}

/// Sets a bit for each id that occurs, visits the bits in order, which gives the sorted ids and their stamps, and then
/// looks up the stamp of each request.
static std::uint32_t stamp_sorted(UniqueTable& table, std::uint32_t first, std::span<const std::int64_t> ids,
                                  std::span<std::int64_t> unique, std::span<std::uint32_t> inverse) {
  for (const std::int64_t id : ids) table.words[static_cast<std::size_t>(id >> 6)] |= std::uint64_t{1} << (id & 63);
  std::uint32_t found = 0;
  for (std::size_t group = 0; group < table.words.size(); group += 8) {
    for (unsigned used = used_words(&table.words[group]); used != 0; used &= used - 1) {
      const std::size_t w = group + static_cast<std::size_t>(std::countr_zero(used));
      for (std::uint64_t word = table.words[w]; word != 0; word &= word - 1) {
        const std::size_t id = w * 64 + static_cast<std::size_t>(std::countr_zero(word));
        table.stamps[id] = first + found;
        unique[found++] = static_cast<std::int64_t>(id);
      }
      table.words[w] = 0;
    }
  }
  for (std::size_t i = 0; i < ids.size(); ++i) inverse[i] = table.stamps[static_cast<std::size_t>(ids[i])] - first;
  return found;
}

Result<std::int64_t> unique_inverse(UniqueTable& table, std::span<const std::int64_t> ids, UniqueOrder order,
                                    std::span<std::int64_t> unique, std::span<std::uint32_t> inverse) {
  assert(ids.size() < std::size_t{1} << 31 && unique.size() >= ids.size() && inverse.size() == ids.size());
  const auto count = static_cast<std::int64_t>(table.stamps.size());
  if (auto checked = check_ids(ids, count, "ids of the table"); !checked) {
    return tl::unexpected<Error>(std::move(checked.error()));
  }
  const std::uint32_t first = first_stamp(table, ids.size());
  const std::uint32_t found = order == UniqueOrder::first ? stamp_in_order(table, first, ids, unique, inverse)
                                                          : stamp_sorted(table, first, ids, unique, inverse);
  table.next_stamp = first + found;
  return found;
}

/// Hashes ids into a table at most half full, with linear probing.
/// result  how many are different, in the order of first occurrence
static std::uint32_t hash_in_order(std::span<const std::int64_t> ids, std::span<std::int64_t> unique,
                                   std::span<std::uint32_t> inverse) {
  constexpr std::uint32_t empty = std::numeric_limits<std::uint32_t>::max();
  const std::size_t slots = std::bit_ceil(2 * ids.size() + 1);
  std::vector<std::uint32_t> found(slots, empty);  // indices of unique
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::size_t slot = Random::mix(static_cast<std::uint64_t>(ids[i])) & (slots - 1);
    while (found[slot] != empty && unique[found[slot]] != ids[i]) slot = (slot + 1) & (slots - 1);
    if (found[slot] == empty) {
      found[slot] = count;
      unique[count++] = ids[i];
    }
    inverse[i] = found[slot];
  }
  return count;
}

/// Puts unique ids in ascending order.
static void sort_unique(std::span<std::int64_t> unique, std::span<std::uint32_t> inverse) {
  const auto order =
      sorted_numbers(unique.size(), [&](std::uint32_t a, std::uint32_t b) { return unique[a] < unique[b]; });
  std::vector<std::int64_t> sorted(unique.size());
  std::vector<std::uint32_t> rank(unique.size());
  for (std::uint32_t r = 0; r < order.size(); ++r) {
    sorted[r] = unique[order[r]];
    rank[order[r]] = r;
  }
  std::copy(sorted.begin(), sorted.end(), unique.begin());
  for (std::uint32_t& place : inverse) place = rank[place];
}

Result<std::int64_t> unique_inverse(std::int64_t rows, std::span<const std::int64_t> ids, UniqueOrder order,
                                    std::span<std::int64_t> unique, std::span<std::uint32_t> inverse) {
  assert(ids.size() < std::size_t{1} << 31 && unique.size() >= ids.size() && inverse.size() == ids.size());
  if (auto checked = check_ids(ids, rows, "ids of the table"); !checked) {
    return tl::unexpected<Error>(std::move(checked.error()));
  }
  const std::uint32_t count = hash_in_order(ids, unique, inverse);
  if (order == UniqueOrder::sorted) sort_unique(unique.first(count), inverse);
  return count;
}

}  // namespace tuplepack::temporal

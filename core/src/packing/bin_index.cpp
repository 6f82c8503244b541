#include "bin_index.hpp"

#include <algorithm>

namespace tuplepack::packing {

BinIndex::BinIndex(std::size_t component_count) : k_(component_count), slots_(64, none) {}

/// The slot that holds a size, or the free one where it belongs.
std::size_t BinIndex::slot_of(std::span<const std::int64_t> size) const {
  std::uint64_t hash = 0;
  for (const std::int64_t s : size) {
    hash = (hash ^ static_cast<std::uint64_t>(s)) * 0x9e3779b97f4a7c15U;
    hash ^= hash >> 29;
  }
  const std::size_t mask = slots_.size() - 1;
  for (std::size_t slot = hash & mask;; slot = (slot + 1) & mask) {
    const std::uint32_t number = slots_[slot];
    if (number == none) return slot;
    const std::int64_t* const other = sizes_.data() + number * k_;
    std::size_t c = 0;
    while (c < k_ && size[c] == other[c]) ++c;  // a call of memcmp would cost more than the few comparisons
    if (c == k_) return slot;
  }
}

/// Makes room for one more size. Sizes that are looked up directly count too, so it may take several doublings.
void BinIndex::grow() {
  std::size_t size = slots_.size();
  while (2 * (count() + 1) > size) size *= 2;
  slots_.assign(size, none);
  for (std::size_t number = 0; number < count(); ++number) {
    slots_[slot_of(std::span(sizes_).subspan(number * k_, k_))] = static_cast<std::uint32_t>(number);
  }
}

std::uint32_t BinIndex::insert(std::span<const std::int64_t> size) {
  if (const std::uint32_t found = find(size); found != none) return found;
  const auto number = static_cast<std::uint32_t>(count());
  if (k_ == 1 && static_cast<std::uint64_t>(size[0]) < direct_end) {
    const auto length = static_cast<std::size_t>(size[0]);
    if (length >= direct_.size())
      direct_.resize(std::max(length + 1, std::min<std::size_t>(2 * direct_.size(), direct_end)), none);
    direct_[length] = number;
    sizes_.push_back(size[0]);
    return number;
  }
  if (2 * (count() + 1) > slots_.size()) grow();
  slots_[slot_of(size)] = number;
  sizes_.insert(sizes_.end(), size.begin(), size.end());
  return number;
}

}  // namespace tuplepack::packing

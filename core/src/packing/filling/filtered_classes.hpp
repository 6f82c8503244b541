#pragma once

#include "open_classes.hpp"

#include <cassert>
#include <span>
#include <type_traits>

namespace tuplepack::packing {

/// Does what OpenClasses does, for TieOrder::oldest_first. It is quicker in several components, where few of many classes
/// have the room for an item, and which do shows only when all components are compared.
///
/// The sizes of each component are divided into 16 levels, about equally frequent. For each level there is one bit for
/// every class: whether its room reaches the level. The intersection of a few words so leaves the classes of a block of
/// 64 that may have the room.
template <std::size_t K>
class FilteredClasses {
 public:
  /// A class in place; valid until the next insert or erase.
  struct Position {
    std::size_t block;
    std::size_t index;
  };

  explicit FilteredClasses(TieOrder ties) {
    assert(ties == TieOrder::oldest_first);
    (void)ties;
  }

  /// Before the first class comes in.
  /// sizes   of the items to come, in any order; they decide what the levels are, not what is found
  void choose_levels(std::span<const Sizes<K>> sizes) {
    constexpr std::size_t max_samples = 1024;
    const std::size_t step = sizes.size() / max_samples + 1;
    std::vector<std::int64_t> sample;
    for (std::size_t c = 0; c < K; ++c) {
      sample.clear();
      for (std::size_t i = 0; i < sizes.size(); i += step) sample.push_back(sizes[i][c]);
      std::sort(sample.begin(), sample.end());
      for (std::size_t l = 0; l < top_level; ++l)
        levels_[c][l] = sample.empty() ? 0 : sample[(l + 1) * sample.size() / (top_level + 1)];
    }
  }

  [[nodiscard]] bool is_end(Position position) const { return position.block == blocks_.size(); }
  [[nodiscard]] const OpenClass<K>& operator[](Position position) const {
    return entries_[blocks_[position.block].slot * block_size + position.index];
  }

  /// The first class with from ≤ score ≤ until whose room holds `size` in every component, or the end.
  [[nodiscard]] Position find(std::int64_t from, std::int64_t until, const Sizes<K>& size) {
    std::array<const Word*, K> filters{};
    const std::size_t filter_count = choose_filters(size, filters);
    const std::size_t first = first_block_from(from);
    std::size_t b = first;
    std::size_t found = block_size;
    for (; b < blocks_.size() && found == block_size; ++b) {
      if (b > first && blocks_[b - 1].last > until) break;
      const std::size_t slot = blocks_[b].slot;
      Word possible = used_[slot];
      for (std::size_t f = 0; f < filter_count && possible != 0; ++f) possible &= filters[f][slot];
      if (possible != 0) found = first_in(slot, possible, from, until, size);
    }
    work_ += work_per_search + static_cast<std::int64_t>((b - first) * (2 + filter_count / 2));
    return found == block_size ? Position{blocks_.size(), 0} : Position{b - 1, found};
  }

  /// What was searched since the last call, in about nanoseconds.
  [[nodiscard]] std::int64_t take_work() { return std::exchange(work_, 0); }

  void insert(const OpenClass<K>& entry) {
    if (blocks_.empty()) blocks_.push_back({.last = entry.score, .slot = new_slot()});
    std::size_t b = std::min(first_block_from(entry.score + 1), blocks_.size() - 1);
    if (used_[blocks_[b].slot] == ~Word{0}) {
      split(b);
      if (blocks_[b].last <= entry.score) ++b;
    }
    blocks_[b].last = std::max(blocks_[b].last, entry.score);
    put(blocks_[b].slot, entry, inserted_++);
  }

  void replace(Position position, const OpenClass<K>& entry) {
    erase(position);
    insert(entry);
  }

  void erase(Position position) {
    const std::size_t slot = blocks_[position.block].slot;
    take(slot, position.index);
    if (used_[slot] != 0) return;
    free_.push_back(slot);
    blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(position.block));
  }

 private:
  using Word = std::uint64_t;
  static constexpr std::size_t block_size = 64;
  static constexpr std::size_t top_level = 15;
  static constexpr std::int64_t work_per_search = 10 * K;

  /// Classes that come before those of the next block: the bits of used_[slot] tell which of the 64 places it has.
  struct Block {
    std::int64_t last;  ///< no score is larger
    std::size_t slot;
  };

  std::array<std::array<std::int64_t, top_level>, K> levels_{};  // ascending
  std::vector<Block> blocks_;
  std::vector<std::size_t> free_;                                    // slots that are not in use
  std::vector<Word> used_;                                           // by slot
  std::vector<OpenClass<K>> entries_;                                // slots × 64
  std::vector<std::uint64_t> age_;                                   // of these: how many were inserted before
  std::array<std::array<std::vector<Word>, top_level>, K> reaches_;  // by slot: whose room is at levels_[c][l] or above
  std::uint64_t inserted_ = 0;
  std::int64_t work_ = 0;

  [[nodiscard]] std::size_t level_of(std::size_t c, std::int64_t size) const {
    std::size_t level = 0;
    for (const std::int64_t least : levels_[c]) level += size >= least ? 1 : 0;
    return level;
  }

  /// What a class must reach for an item.
  /// result  how many of the filters apply
  [[nodiscard]] std::size_t choose_filters(const Sizes<K>& size, std::array<const Word*, K>& filters) const {
    std::size_t count = 0;
    for (std::size_t c = 0; c < K; ++c) {
      const std::size_t level = level_of(c, size[c]);
      if (level > 0) filters[count++] = reaches_[c][level - 1].data();
    }
    return count;
  }

  [[nodiscard]] bool is_before(std::size_t a, std::size_t b) const {
    return entries_[a].score != entries_[b].score ? entries_[a].score < entries_[b].score : age_[a] < age_[b];
  }

  /// The first of the possible classes in a slot that has the room, or the end.
  [[nodiscard]] std::size_t first_in(std::size_t slot, Word possible, std::int64_t from, std::int64_t until,
                                     const Sizes<K>& size) {
    std::size_t first = block_size;
    for (; possible != 0; possible &= possible - 1) {
      const auto i = static_cast<std::size_t>(__builtin_ctzll(possible));
      const OpenClass<K>& entry = entries_[slot * block_size + i];
      work_ += 2;
      if (entry.score < from || entry.score > until) continue;
      if (first != block_size && is_before(slot * block_size + first, slot * block_size + i)) continue;
      if (fits(size, entry.room)) first = i;
    }
    return first;
  }

  [[nodiscard]] std::size_t first_block_from(std::int64_t from) const {
    const auto is_below = [](const Block& block, std::int64_t score) { return block.last < score; };
    return static_cast<std::size_t>(std::lower_bound(blocks_.begin(), blocks_.end(), from, is_below) - blocks_.begin());
  }

  [[nodiscard]] std::size_t new_slot() {
    if (!free_.empty()) {
      const std::size_t slot = free_.back();
      free_.pop_back();
      return slot;
    }
    used_.push_back(0);
    entries_.resize(used_.size() * block_size);
    age_.resize(used_.size() * block_size);
    for (auto& component : reaches_) {
      for (auto& level : component) level.push_back(0);
    }
    return used_.size() - 1;
  }

  void put(std::size_t slot, const OpenClass<K>& entry, std::uint64_t age) {
    const auto i = static_cast<std::size_t>(__builtin_ctzll(~used_[slot]));
    entries_[slot * block_size + i] = entry;
    age_[slot * block_size + i] = age;
    const Word bit = Word{1} << i;
    used_[slot] |= bit;
    for (std::size_t c = 0; c < K; ++c) {
      for (std::size_t l = level_of(c, entry.room[c]); l > 0; --l) reaches_[c][l - 1][slot] |= bit;
    }
  }

  void take(std::size_t slot, std::size_t i) {
    const Word bit = Word{1} << i;
    used_[slot] &= ~bit;
    const OpenClass<K>& entry = entries_[slot * block_size + i];
    for (std::size_t c = 0; c < K; ++c) {
      for (std::size_t l = level_of(c, entry.room[c]); l > 0; --l) reaches_[c][l - 1][slot] &= ~bit;
    }
  }

  /// Moves the later half of a full block into a new one behind it.
  void split(std::size_t b) {
    const std::size_t slot = blocks_[b].slot;
    std::array<std::size_t, block_size> order{};
    for (std::size_t i = 0; i < block_size; ++i) order[i] = slot * block_size + i;
    std::sort(order.begin(), order.end(), [this](std::size_t x, std::size_t y) { return is_before(x, y); });
    const std::size_t upper = new_slot();
    for (std::size_t i = block_size / 2; i < block_size; ++i) {
      put(upper, OpenClass<K>(entries_[order[i]]), age_[order[i]]);
      take(slot, order[i] % block_size);
    }
    const Block behind{.last = blocks_[b].last, .slot = upper};
    blocks_[b].last = entries_[order[block_size / 2 - 1]].score;
    blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(b + 1), behind);
  }
};

/// WebAssembly does without the filters, which would make the modules of the page larger.
template <std::size_t K>
inline constexpr bool are_filtered = K > 3 && sizeof(void*) >= 8;
template <std::size_t K>
using SearchedClasses = std::conditional_t<are_filtered<K>, FilteredClasses<K>, OpenClasses<K>>;

}  // namespace tuplepack::packing

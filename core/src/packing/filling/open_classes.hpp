#pragma once

#include "tuplepack/packing/histogram.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace tuplepack::packing {

/// Sizes of up to K components; those beyond the problem's own are 0 everywhere and so never decide anything.
template <std::size_t K>
using Sizes = std::array<std::int64_t, K>;

/// Enough for every problem, and for usual ones, where packing is a third faster; in each the number of items can be a
/// component more. WebAssembly does without a second copy of the code.
inline constexpr std::size_t max_sizes = max_components + 1;
inline constexpr std::size_t usual_sizes = sizeof(void*) < 8 ? max_sizes : 9;

template <std::size_t K>
[[nodiscard]] bool fits(const Sizes<K>& size, const Sizes<K>& room) {
  bool all = true;
  for (std::size_t c = 0; c < K; ++c) all &= size[c] <= room[c];
  return all;
}

/// A class of equal open packs: its place in the search order, its number, and the room each pack has left.
template <std::size_t K>
struct OpenClass {
  std::int64_t score;
  std::uint32_t id;
  Sizes<K> room;
};

/// Which of several classes with equal scores is found first.
enum class TieOrder { oldest_first, newest_first };

/// Classes of equal open packs, ordered by score and, among equals, by the time they were inserted.
///
/// Kept in blocks of up to 64 classes. A block knows an upper bound on the room of its classes per component, and so
/// does every group of 16 blocks, so that a search for a class with enough room skips most of them.
template <std::size_t K>
class OpenClasses {
 public:
  /// A class in place; valid until the next insert or erase.
  struct Position {
    std::size_t block;
    std::size_t index;
  };

  explicit OpenClasses(TieOrder ties) : ties_(ties) {}

  [[nodiscard]] bool is_end(Position position) const { return position.block == blocks_.size(); }
  [[nodiscard]] const OpenClass<K>& operator[](Position position) const {
    return entries(blocks_[position.block])[position.index];
  }

  /// The first class with from ≤ score ≤ until whose room holds `size` in every component, or the end.
  [[nodiscard]] Position find(std::int64_t from, std::int64_t until, const Sizes<K>& size) {
    const std::size_t first_block = first_block_from(from);
    for (std::size_t b = first_block; b < blocks_.size(); ++b) {
      work_ += work_per_block;
      if (!fits(size, groups_[b / group_size])) b |= group_size - 1;  // on to the next group
      if (b >= blocks_.size() || !fits(size, blocks_[b].most_room)) continue;
      work_ += work_per_search;
      const OpenClass<K>* const entry = entries(blocks_[b]);
      const std::size_t count = blocks_[b].count;
      std::size_t i = b == first_block ? first_from(blocks_[b], from) : 0;
      if (entry[i].score > until) break;
      while (i < count && !fits(size, entry[i].room)) ++i;
      if (i < count) return entry[i].score <= until ? Position{b, i} : end();
      if (blocks_[b].stale) {
        update_most_room(blocks_[b]);
        update_groups(b / group_size, b / group_size + 1);
      }
    }
    return end();
  }

  /// What was searched since the last call, in about nanoseconds.
  [[nodiscard]] std::int64_t take_work() { return std::exchange(work_, 0); }

  void insert(const OpenClass<K>& entry) {
    if (blocks_.empty()) add_block(0);
    const std::int64_t before = place_of(entry);
    std::size_t b = std::min(first_block_from(before), blocks_.size() - 1);
    if (blocks_[b].count == block_size) {
      split(b);
      if (blocks_[b].last < before) ++b;
    }
    Block& block = blocks_[b];
    OpenClass<K>* const at = entries(block) + first_from(block, before);
    OpenClass<K>* const behind = entries(block) + block.count;
    std::copy_backward(at, behind, behind + 1);
    *at = entry;
    ++block.count;
    block.last = behind->score;
    raise(block.most_room, entry.room);
    raise(groups_[b / group_size], entry.room);
  }

  /// Takes a class out and puts another in; cheaper than both apart where the new one comes a little earlier.
  void replace(Position position, const OpenClass<K>& entry) {
    Block& block = blocks_[position.block];
    OpenClass<K>* const first = entries(block);
    const std::int64_t before = place_of(entry);
    const bool is_earlier = before <= first[position.index].score;
    if (!is_earlier || (position.block > 0 && blocks_[position.block - 1].last >= before)) {
      erase(position);
      insert(entry);
      return;
    }
    const std::size_t to = first_from(block, before);
    std::copy_backward(first + to, first + position.index, first + position.index + 1);
    first[to] = entry;
    block.last = first[block.count - 1].score;
    block.stale = true;
    raise(block.most_room, entry.room);
    raise(groups_[position.block / group_size], entry.room);
  }

  void erase(Position position) {
    Block& block = blocks_[position.block];
    OpenClass<K>* const first = entries(block);
    std::copy(first + position.index + 1, first + block.count, first + position.index);
    first[block.count - 1].score = vacant;
    block.stale = true;
    if (--block.count > 0) {
      block.last = first[block.count - 1].score;
    } else {
      free_.push_back(block.begin);
      blocks_.erase(blocks_.begin() + static_cast<std::ptrdiff_t>(position.block));
      update_groups(position.block / group_size, groups_.size());
    }
  }

 private:
  static constexpr std::size_t block_size = 64;
  static constexpr std::size_t group_size = 16;  // a power of two
  static constexpr std::int64_t vacant = std::numeric_limits<std::int64_t>::max();
  static constexpr std::int64_t work_per_block = 2 + K;  // looked at
  static constexpr std::int64_t work_per_search = 20 * K;

  /// `count` > 0 classes at storage_[begin], …; the scores behind them are `vacant`
  struct Block {
    std::int64_t last;   ///< the largest score
    Sizes<K> most_room;  ///< no class has more, in any component
    std::size_t begin;
    std::size_t count;
    bool stale;  ///< the class that had most room may be gone
  };

  TieOrder ties_;
  std::vector<Block> blocks_;
  std::vector<Sizes<K>> groups_;  // ⌈blocks / group_size⌉ or more: no class of the group's blocks has more room
  std::vector<OpenClass<K>> storage_;
  std::vector<std::size_t> free_;  // blocks of the storage that are not in use
  std::int64_t work_ = 0;

  [[nodiscard]] Position end() const { return {blocks_.size(), 0}; }
  [[nodiscard]] OpenClass<K>* entries(const Block& block) { return storage_.data() + block.begin; }
  [[nodiscard]] const OpenClass<K>* entries(const Block& block) const { return storage_.data() + block.begin; }

  // Binary searches without branches, because nobody could predict them.

  [[nodiscard]] std::size_t first_block_from(std::int64_t from) const {
    const Block* const block = blocks_.data();
    std::size_t first = 0;
    for (std::size_t n = blocks_.size(); n > 0;) {
      const std::size_t half = (n + 1) / 2;
      first += block[first + half - 1].last < from ? half : 0;
      n -= half;
    }
    return first;
  }

  [[nodiscard]] std::size_t first_from(const Block& block, std::int64_t from) const {
    const OpenClass<K>* const entry = entries(block);
    std::size_t first = 0;
    for (std::size_t half = block_size / 2; half > 0; half /= 2)
      first += entry[first + half - 1].score < from ? half : 0;
    return first + (entry[first].score < from ? 1 : 0);
  }

  // Scores are integers, so "behind all equals" is "before the next score".
  [[nodiscard]] std::int64_t place_of(const OpenClass<K>& entry) const {
    return ties_ == TieOrder::oldest_first ? entry.score + 1 : entry.score;
  }

  static void raise(Sizes<K>& most, const Sizes<K>& room) {
    for (std::size_t c = 0; c < K; ++c) most[c] = std::max(most[c], room[c]);
  }

  void update_groups(std::size_t first, std::size_t last) {
    for (std::size_t g = first; g < last; ++g) {
      groups_[g] = {};
      const std::size_t end = std::min((g + 1) * group_size, blocks_.size());
      for (std::size_t b = g * group_size; b < end; ++b) raise(groups_[g], blocks_[b].most_room);
    }
  }

  /// The caller fills the block, and then updates the groups from there on.
  void add_block(std::size_t b) {
    if (free_.empty()) {
      free_.push_back(storage_.size());
      storage_.resize(storage_.size() + block_size, OpenClass<K>{vacant, 0, {}});
    }
    blocks_.insert(blocks_.begin() + static_cast<std::ptrdiff_t>(b), Block{0, {}, free_.back(), 0, false});
    free_.pop_back();
    groups_.resize(std::max(groups_.size(), (blocks_.size() + group_size - 1) / group_size));
  }

  void update_most_room(Block& block) {
    block.most_room = {};
    block.stale = false;
    for (std::size_t i = 0; i < block.count; ++i) raise(block.most_room, entries(block)[i].room);
  }

  /// Moves the upper half of a full block into a new one behind it.
  void split(std::size_t b) {
    add_block(b + 1);
    Block& lower = blocks_[b];
    Block& upper = blocks_[b + 1];
    lower.count = block_size / 2;
    upper.count = block_size - lower.count;
    std::copy_n(entries(lower) + lower.count, upper.count, entries(upper));
    for (std::size_t i = lower.count; i < block_size; ++i) entries(lower)[i].score = vacant;
    upper.last = lower.last;
    lower.last = entries(lower)[lower.count - 1].score;
    update_most_room(lower);
    update_most_room(upper);
    update_groups(b / group_size, groups_.size());
  }
};

}  // namespace tuplepack::packing

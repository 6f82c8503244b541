#include "look_ahead.hpp"

#include "base/arithmetic.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack {

LookAhead::LookAhead(const Limits& room, std::size_t most)
    : room_(room),
      k_(room.sizes.size()),
      most_(most),
      levels_(room.sizes),
      queue_(most),
      held_(most),
      sizes_(most * k_) {
  for (std::size_t slot = most; slot > 0; --slot) free_.push_back(static_cast<std::uint32_t>(slot - 1));
}

void LookAhead::hold(const Piece& piece) {
  const std::uint32_t slot = free_.back();
  free_.pop_back();
  held_[slot] = {.item = piece.item, .begin = piece.begin};
  std::copy(piece.sizes, piece.sizes + k_, sizes_.begin() + static_cast<std::ptrdiff_t>(slot * k_));
  queue_.push(slot, levels_.of(piece.sizes));
}

void LookAhead::take(std::uint32_t slot, PackWriter& out) {
  out.put({.item = held_[slot].item, .begin = held_[slot].begin, .sizes = sizes_of(slot)});
  queue_.erase(slot);
  free_.push_back(slot);
}

/// No fewer packs hold the held pieces, by the sums of their components and the depth.
std::size_t LookAhead::fewest_packs() const {
  std::vector<std::int64_t> sums(k_);
  (void)queue_.at_least(0, [&](std::uint32_t slot) {
    for (std::size_t c = 0; c < k_; ++c) sums[c] += sizes_of(slot)[c];
    return false;
  });
  std::int64_t packs = divide_up(static_cast<std::int64_t>(held()), room_.depth);
  for (std::size_t c = 0; c < k_; ++c) packs = std::max(packs, divide_up(sums[c], room_.sizes[c]));
  return static_cast<std::size_t>(packs);
}

/// Packs all held pieces, largest first: each goes into the fullest pack with room for it or, if spread over so many
/// packs, into the emptiest. The packs come fullest first; for those complete by the depth,
/// only half the room left counts.
LookAhead::Packs LookAhead::plan(std::size_t spread) const {
  Packs packs;
  LevelQueue open(held());
  LevelQueue done(held());
  std::vector<std::int64_t> left;
  const auto open_pack = [&] {
    packs.emplace_back();
    left.insert(left.end(), room_.sizes.begin(), room_.sizes.end());
    open.push(static_cast<std::uint32_t>(packs.size() - 1), Levels::count - 1);
  };
  while (packs.size() < spread) open_pack();
  const auto place = [&](std::uint32_t slot) {
    const std::int64_t* const size = sizes_of(slot);
    const auto takes = [&](std::uint32_t pack) { return fits(size, left.data() + pack * k_, k_); };
    std::uint32_t pack = spread > 0 ? open.at_most(Levels::count - 1, takes) : open.at_least(levels_.of(size), takes);
    if (pack == LevelQueue::none) {
      open_pack();
      pack = static_cast<std::uint32_t>(packs.size() - 1);
    }
    open.erase(pack);
    packs[pack].push_back(slot);
    for (std::size_t c = 0; c < k_; ++c) left[pack * k_ + c] -= size[c];
    if (static_cast<std::int64_t>(packs[pack].size()) < room_.depth) {
      open.push(pack, levels_.of(left.data() + pack * k_));
    } else {
      // The depth leaves this room unused, whatever comes; a pack of small pieces may still be planned better.
      done.push(pack, levels_.of(left.data() + pack * k_) / 2);
    }
    return false;
  };
  (void)queue_.at_most(Levels::count - 1, place);
  (void)open.at_least(0, [&](std::uint32_t pack) {
    done.push(pack, open.level_of(pack));
    return false;
  });
  Packs fullest_first;
  (void)done.at_least(0, [&](std::uint32_t pack) {
    if (!packs[pack].empty()) fullest_first.push_back(std::move(packs[pack]));
    return false;
  });
  return fullest_first;
}

/// Where the depth leaves much room unused, the largest pieces should not share a pack.
LookAhead::Packs LookAhead::best_plan() const {
  Packs best = plan(0);
  const std::size_t fewest = fewest_packs();
  const bool depth_counts =
      divide_up(static_cast<std::int64_t>(held()), room_.depth) * 2 > static_cast<std::int64_t>(fewest);
  if (best.size() > fewest && depth_counts) {
    Packs spread = plan(fewest);
    if (spread.size() < best.size()) return spread;
  }
  return best;
}

/// Builds all packs or the fuller half, and leaves the pieces of the others for a later plan.
void LookAhead::build(const Packs& packs, bool half, PackWriter& out) {
  const std::size_t built = half ? (packs.size() + 1) / 2 : packs.size();
  for (std::size_t p = 0; p < built; ++p) {
    for (const std::uint32_t slot : packs[p]) take(slot, out);
    out.close();
  }
}

void LookAhead::add(const Piece& piece, PackWriter& out) {
  if (free_.empty()) build(best_plan(), true, out);
  hold(piece);
}

void LookAhead::finish(PackWriter& out) {
  if (held() > 0) build(best_plan(), false, out);
}

/// In queue order, so that restoring rebuilds the same queue.
void LookAhead::save(std::vector<std::int64_t>& numbers) const {
  numbers.push_back(static_cast<std::int64_t>(held()));
  (void)queue_.at_least(0, [&](std::uint32_t slot) {
    numbers.push_back(held_[slot].item);
    numbers.push_back(held_[slot].begin);
    numbers.insert(numbers.end(), sizes_of(slot), sizes_of(slot) + k_);
    return false;
  });
}

void LookAhead::restore(SavedNumbers& saved, std::int64_t items) {
  const std::int64_t count = saved.next(0, static_cast<std::int64_t>(most_));
  for (std::int64_t i = 0; i < count; ++i) {
    const Piece piece = saved.piece(items, room_.sizes);
    if (saved.bad()) return;
    hold(piece);
  }
}

}  // namespace tuplepack

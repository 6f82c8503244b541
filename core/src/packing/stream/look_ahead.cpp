#include "look_ahead.hpp"

#include <algorithm>

namespace tuplepack {

LookAhead::LookAhead(const Limits& room, std::size_t most)
    : room_(room),
      k_(room.sizes.size()),
      most_(most),
      levels_(room.sizes),
      queue_(most),
      held_(most),
      sizes_(most * k_),
      left_(k_) {
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
  for (std::size_t c = 0; c < k_; ++c) left_[c] -= sizes_of(slot)[c];
  queue_.erase(slot);
  free_.push_back(slot);
}

void LookAhead::build(PackWriter& out) {
  left_ = room_.sizes;
  for (std::int64_t items = 0; items < room_.depth; ++items) {
    const std::uint32_t slot = queue_.at_most(
        levels_.of(left_.data()), [&](std::uint32_t candidate) { return fits(sizes_of(candidate), left_.data(), k_); });
    if (slot == LevelQueue::none) break;
    take(slot, out);
  }
  out.close();
}

void LookAhead::add(const Piece& piece, PackWriter& out) {
  if (free_.empty()) build(out);
  hold(piece);
}

void LookAhead::finish(PackWriter& out) {
  while (held() > 0) build(out);
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

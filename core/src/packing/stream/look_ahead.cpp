#include "look_ahead.hpp"

#include "base/arithmetic.hpp"
#include "tuplepack/packing/pack.hpp"

#include <algorithm>
#include <string>
#include <utility>

namespace tuplepack::packing {

LookAhead::LookAhead(const Limits& room, std::size_t most, Effort effort)
    : room_(room),
      k_(room.sizes.size()),
      most_(most),
      effort_(effort),
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

/// The level of the room that is left in a planned pack. Where the depth leaves it unused, whatever comes, only half of it
/// counts: a pack of small pieces may still be planned better.
std::uint32_t LookAhead::level_of_complete(const std::vector<std::uint32_t>& pack, const std::int64_t* left) const {
  return levels_.of(left) / (static_cast<std::int64_t>(pack.size()) < room_.depth ? 1 : 2);
}

/// Packs all held pieces, largest first: each goes into the fullest pack with room for it. The packs come fullest first;
/// for those complete by the depth, only half the room left counts.
LookAhead::Packs LookAhead::plan() const {
  Packs packs;
  LevelQueue open(held());
  LevelQueue done(held());
  std::vector<std::int64_t> left;
  const auto place = [&](std::uint32_t slot) {
    const std::int64_t* const size = sizes_of(slot);
    const auto takes = [&](std::uint32_t pack) { return fits(size, left.data() + pack * k_, k_); };
    std::uint32_t pack = open.at_least(levels_.of(size), takes);
    if (pack == LevelQueue::none) {
      pack = static_cast<std::uint32_t>(packs.size());
      packs.emplace_back();
      left.insert(left.end(), room_.sizes.begin(), room_.sizes.end());
      open.push(pack, Levels::count - 1);
    }
    open.erase(pack);
    packs[pack].push_back(slot);
    for (std::size_t c = 0; c < k_; ++c) left[pack * k_ + c] -= size[c];
    if (static_cast<std::int64_t>(packs[pack].size()) < room_.depth) {
      open.push(pack, levels_.of(left.data() + pack * k_));
    } else {
      done.push(pack, level_of_complete(packs[pack], left.data() + pack * k_));
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
    fullest_first.push_back(std::move(packs[pack]));
    return false;
  });
  return fullest_first;
}

/// The pieces that are held, by size: those of a bin of their histogram one after the other.
std::vector<std::uint32_t> LookAhead::held_by_size() const {
  std::vector<std::uint32_t> slots;
  (void)queue_.at_least(0, [&](std::uint32_t slot) {
    slots.push_back(slot);
    return false;
  });
  std::stable_sort(slots.begin(), slots.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(sizes_of(a), sizes_of(a) + k_, sizes_of(b), sizes_of(b) + k_);
  });
  return slots;
}

/// Packs all held pieces by the methods of offline packing: by auto where they are the whole stream, else usually in
/// much less time. The packs come fullest first.
LookAhead::Packs LookAhead::plan_by_methods(bool is_all) const {
  constexpr std::int64_t work_for_a_piece = 20'000;  // in about nanoseconds
  const std::vector<std::uint32_t> slots = held_by_size();
  std::vector<std::int64_t> sizes;
  for (const std::uint32_t slot : slots) sizes.insert(sizes.end(), sizes_of(slot), sizes_of(slot) + k_);
  const auto histogram =
      make_histogram(std::vector<std::string>(k_), sizes, std::vector<std::int64_t>(slots.size(), 1));
  if (!histogram) return {};
  PackOptions options{.method = "auto"};
  if (!is_all && effort_ == Effort::quick) options.work = work_for_a_piece * static_cast<std::int64_t>(held());
  const auto packed = pack(*histogram, room_, options);
  if (!packed) return {};
  const Plan& plan = packed->plan;
  std::vector<std::size_t> next{0};  // bins: the first of `slots` that is left
  for (const std::int64_t count : histogram->counts) next.push_back(next.back() + static_cast<std::size_t>(count));
  LevelQueue by_room(static_cast<std::size_t>(pack_count(plan)));
  Packs packs;
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    for (std::int64_t repeat = 0; repeat < plan.repeats[s]; ++repeat) {
      std::vector<std::int64_t> left = room_.sizes;
      packs.emplace_back();
      for (auto r = static_cast<std::size_t>(plan.offsets[s]); r < static_cast<std::size_t>(plan.offsets[s + 1]); ++r) {
        for (std::int64_t copy = 0; copy < plan.copies[r]; ++copy) packs.back().push_back(slots[next[plan.bins[r]]++]);
        for (std::size_t c = 0; c < k_; ++c) left[c] -= plan.copies[r] * histogram->size(plan.bins[r])[c];
      }
      by_room.push(static_cast<std::uint32_t>(packs.size() - 1), level_of_complete(packs.back(), left.data()));
    }
  }
  Packs fullest_first;
  (void)by_room.at_least(0, [&](std::uint32_t pack) {
    fullest_first.push_back(std::move(packs[pack]));
    return false;
  });
  return fullest_first;
}

/// The first plan is made in no time, and often no plan is better.
LookAhead::Packs LookAhead::best_plan(bool is_all) const {
  Packs best = plan();
  if (best.size() <= fewest_packs()) return best;
  Packs fewer = plan_by_methods(is_all);
  return !fewer.empty() && fewer.size() < best.size() ? fewer : best;
}

/// Builds the first packs and leaves the pieces of the others for a later plan.
void LookAhead::build(std::span<const std::vector<std::uint32_t>> packs, PackWriter& out) {
  for (const std::vector<std::uint32_t>& pack : packs) {
    for (const std::uint32_t slot : pack) take(slot, out);
    out.close();
  }
}

void LookAhead::add(const Piece& piece, PackWriter& out) {
  constexpr std::size_t many = 32;  // packs, of whose items a plan can choose well
  if (free_.empty()) {
    const Packs packs = best_plan(false);
    const std::size_t kept = std::min(packs.size() / 2, std::max(packs.size() / 3, many));
    build(std::span(packs).first(packs.size() - kept), out);
  }
  hold(piece);
}

void LookAhead::finish(PackWriter& out) {
  if (held() > 0) build(best_plan(out.packs() == 0), out);
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

}  // namespace tuplepack::packing

#include "reachable.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::packing {

/// The largest number that divides the sizes of a component in all bins; 0 if all are 0.
static std::int64_t common_unit(const Histogram& histogram, std::size_t component) {
  std::int64_t unit = 0;
  for (std::size_t bin = 0; bin < histogram.bins() && unit != 1; ++bin)
    unit = std::gcd(unit, histogram.size(bin)[component]);
  return unit;
}

/// The components get axes in turn, as long as there are cells enough to tell amounts apart; too many amounts are
/// rounded.
void ReachableTable::choose_axes(const Limits& limits, std::span<const std::uint32_t> order, const Shape& shape) {
  constexpr std::int64_t useful = word_bits;
  std::int64_t cells = shape.cells;  // for each row
  for (const std::size_t c : order) {
    const std::int64_t exact = common_unit(histogram_, c);
    if (exact == 0) continue;
    const std::int64_t steps = limits.sizes[c] / exact;
    if (axes_.size() == shape.axes || cells < useful) {
      carried_.push_back(c);
      continue;
    }
    const std::int64_t rounded = steps / cells + 1;
    axes_.push_back({.component = c, .unit = exact * rounded});
    if (rounded > 1) carried_.push_back(c);
    cells /= steps / rounded + 1;
  }
  if (axes_.empty()) axes_.push_back({.component = order[0], .unit = limits.sizes[order[0]] + 1});  // items of no size
}

ReachableTable::ReachableTable(const Histogram& histogram, const Limits& limits, std::span<const std::uint32_t> order,
                               const Shape& shape)
    : histogram_(histogram) {
  choose_axes(limits, order, shape);
  steps_.reserve(histogram.bins() * axes_.size());
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    for (const Axis& axis : axes_)
      steps_.push_back(static_cast<std::size_t>((histogram.size(bin)[axis.component] + axis.unit / 2) / axis.unit));
  }
  room_.resize(axes_.size());
  strides_.resize(axes_.size());
}

void ReachableTable::clear(std::span<const std::int64_t> room, std::int64_t slots,
                           std::span<const std::int64_t> enough) {
  const std::size_t last_axis = axes_.size() - 1;
  for (std::size_t a = 0; a <= last_axis; ++a)
    room_[a] = static_cast<std::size_t>(room[axes_[a].component] / axes_[a].unit);
  words_ = room_[last_axis] / word_bits + 1;
  last_word_ = ~Word{0} >> (word_bits - 1 - room_[last_axis] % word_bits);
  strides_[last_axis] = 1;
  std::size_t rows = 1;
  for (std::size_t a = last_axis; a-- > 0;) {
    strides_[a] = rows * words_ * word_bits;
    rows *= room_[a] + 1;
  }
  enough_ = 0;
  for (std::size_t a = 0; a <= last_axis; ++a) {
    const auto steps = static_cast<std::size_t>(enough[axes_[a].component] / axes_[a].unit);
    enough_ += std::min(steps, room_[a]) * strides_[a];
  }
  const std::size_t words = rows * words_;
  reached_.assign(words, 0);
  open_.assign(words, 0);
  used_.assign(rows, 0);
  if (added_.size() < words * word_bits) {
    added_.resize(words * word_bits);
    left_.resize(added_.size() * (carried_.size() + 1));
  }
  for (std::size_t i = 0; i < carried_.size(); ++i) left_[i] = room[carried_[i]];
  left_[carried_.size()] = slots;
  reached_[0] = 1;
  open_[0] = slots > 0 ? 1 : 0;
  used_[0] = 1;
  best_ = 0;
  work_ += static_cast<std::int64_t>(words / 4);
}

/// Makes a cell reached by one item more than another, unless something that is carried forbids it.
void ReachableTable::reach(std::size_t cell, std::size_t from, std::uint32_t bin) {
  work_ += 5;
  const std::size_t carried = carried_.size();
  const std::int64_t* const before = &left_[from * (carried + 1)];
  std::int64_t* const after = &left_[cell * (carried + 1)];
  const auto size = histogram_.size(bin);
  for (std::size_t i = 0; i < carried; ++i) {
    after[i] = before[i] - size[carried_[i]];
    if (after[i] < 0) return;
  }
  after[carried] = before[carried] - 1;
  added_[cell] = bin;
  const Word bit = Word{1} << cell % word_bits;
  reached_[cell / word_bits] |= bit;
  if (after[carried] > 0) {
    open_[cell / word_bits] |= bit;
    used_[cell / word_bits / words_] = 1;
  }
  fresh_.push_back(cell);
  best_ = std::max(best_, cell);
}

/// From the last word to the first, so that what is reached now is not read again.
void ReachableTable::shift_row(std::size_t to, std::size_t from, std::uint32_t bin) {
  if (used_[from / word_bits / words_] == 0) return;
  const std::size_t shift = steps(bin).back();
  const std::size_t whole = shift / word_bits;
  const std::size_t part = shift % word_bits;
  const Word* const source = &open_[from / word_bits];
  const Word* const target = &reached_[to / word_bits];
  work_ += 4 + 2 * static_cast<std::int64_t>(words_);
  for (std::size_t w = words_; w-- > whole;) {
    Word bits = source[w - whole] << part;
    if (part > 0 && w > whole) bits |= source[w - whole - 1] >> (word_bits - part);
    if (w + 1 == words_) bits &= last_word_;
    for (bits &= ~target[w]; bits != 0; bits &= bits - 1) {
      const std::size_t cell = to + w * word_bits + static_cast<std::size_t>(__builtin_ctzll(bits));
      reach(cell, cell - to + from - shift, bin);
    }
  }
}

/// The rows of one axis, and of those behind it, also from the last to the first.
void ReachableTable::shift_rows(std::size_t axis, std::size_t to, std::size_t from, std::uint32_t bin) {
  if (axis + 1 == axes_.size()) return shift_row(to, from, bin);
  const std::size_t shift = steps(bin)[axis];
  work_ += static_cast<std::int64_t>(room_[axis] + 1);
  for (std::size_t amount = room_[axis] + 1; amount-- > shift;)
    shift_rows(axis + 1, to + amount * strides_[axis], from + (amount - shift) * strides_[axis], bin);
}

bool ReachableTable::has_room(std::size_t cell, std::uint32_t bin) const {
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    const std::size_t amount = cell / strides_[a];
    if (amount + steps(bin)[a] > room_[a]) return false;
    cell -= amount * strides_[a];
  }
  return true;
}

void ReachableTable::add(std::uint32_t bin, std::int64_t count) {
  std::size_t shift = 0;
  for (std::size_t a = 0; a < axes_.size(); ++a) {
    if (steps(bin)[a] > room_[a]) return;
    shift += steps(bin)[a] * strides_[a];
  }
  work_ += 8;
  if (shift == 0 || count == 0) return;
  fresh_.clear();
  shift_rows(0, 0, 0, bin);
  work_ += 4 * static_cast<std::int64_t>(fresh_.size());
  for (std::int64_t copies = 2; copies <= count && !fresh_.empty(); ++copies) {
    fresher_.swap(fresh_);
    fresh_.clear();
    for (const std::size_t from : fresher_) {
      const std::size_t cell = from + shift;
      if (left_[from * (carried_.size() + 1) + carried_.size()] == 0 || !has_room(from, bin)) continue;
      if ((reached_[cell / word_bits] >> cell % word_bits & 1) == 0) reach(cell, from, bin);
    }
    work_ += 4 * static_cast<std::int64_t>(fresher_.size());
  }
}

std::vector<Run> ReachableTable::best() const {
  std::vector<Run> runs;
  for (std::size_t cell = best_; cell != 0;) {
    const std::uint32_t bin = added_[cell];
    if (!runs.empty() && runs.back().bin == bin) {
      ++runs.back().copies;
    } else {
      runs.push_back({.bin = bin, .copies = 1});
    }
    for (std::size_t a = 0; a < axes_.size(); ++a) cell -= steps(bin)[a] * strides_[a];
  }
  return runs;
}

}  // namespace tuplepack::packing

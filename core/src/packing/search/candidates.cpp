#include "candidates.hpp"

#include "base/arithmetic.hpp"
#include "tuplepack/packing/bound.hpp"

#include <algorithm>

namespace tuplepack::packing {

void rule_out(Search& search, RuledOut what) {
  if (search.ruled_out.size() < max_ruled_out) search.ruled_out.push_back(std::move(what));
  ++search.boxes_ruled_out;
}

void rule_out(Search& search, const Candidate& candidate) {
  rule_out(
      search,
      {.first = candidate.limits, .last = candidate.limits, .bound = candidate.bound, .at_most = candidate.at_most});
}

std::vector<std::int64_t> Candidates::limits(const Corner& corner) const {
  std::vector<std::int64_t> limits;
  for (std::size_t c = 0; c < space_.ranges.size(); ++c) limits.push_back(space_.ranges[c][corner[c]]);
  return limits;
}

/// The bounds that cost no look at the bins.
LowerBound Candidates::quick_bound(std::span<const std::int64_t> limits) const {
  LowerBound best{
      .packs = divide_up(space_.real.items, space_.depth), .name = "depth", .component = {}, .parameter = 0};
  for (std::size_t c = 0; c < limits.size(); ++c) {
    const std::int64_t packs = divide_up(space_.real.sums[c], limits[c]);
    if (packs > best.packs) best = {.packs = packs, .name = "total", .component = c, .parameter = 0};
  }
  return best;
}

void Candidates::raise(Box& box, const LowerBound& bound) const {
  if (bound.packs <= box.bound.packs) return;
  box.bound = bound;
  box.at_most = space_.measure(bound.packs, limits(box.first));
}

bool Candidates::comes_later(const Box& a, const Box& b) const {
  if (order_ == Order::most_promising && (a.at_most < b.at_most || a.at_most > b.at_most)) {
    return a.at_most < b.at_most;
  }
  return a.cost != b.cost ? a.cost > b.cost : a.first > b.first;
}

void Candidates::push(Box box) {
  box.cost = space_.cost(limits(box.first));
  // A bound for the box that this one was cut from holds here too, but says less of a smaller first corner.
  box.at_most = space_.measure(box.bound.packs, limits(box.first));
  raise(box, quick_bound(limits(box.last)));
  boxes_.push_back(box);
  std::push_heap(boxes_.begin(), boxes_.end(), [this](const Box& a, const Box& b) { return comes_later(a, b); });
}

/// In the component that is relatively longest.
void Candidates::split(const Box& box) {
  std::size_t longest = 0;
  double most = 0;
  for (std::size_t c = 0; c < space_.ranges.size(); ++c) {
    const Range& range = space_.ranges[c];
    const double ratio = static_cast<double>(range[box.last[c]]) / static_cast<double>(range[box.first[c]]);
    if (box.first[c] < box.last[c] && ratio > most) {
      most = ratio;
      longest = c;
    }
  }
  const std::int64_t middle = box.first[longest] + (box.last[longest] - box.first[longest]) / 2;
  Box lower = box;
  lower.last[longest] = middle;
  lower.is_bounded = false;
  Box upper = box;
  upper.first[longest] = middle + 1;
  push(lower);
  push(upper);
}

/// The smallest limits of a box. The bound is one for the largest, by which smaller ones may promise more than is possible.
Candidate Candidates::candidate(const Box& box) const {
  return {.limits = limits(box.first),
          .cost = box.cost,
          .bound = box.bound,
          .measure = 0,
          .at_most = std::min(box.at_most, 1.0)};
}

/// Looks at the first box: rules it out, cuts it, puts it back with a better bound, or finds it to be one candidate.
std::optional<Candidate> Candidates::step(double least) {
  const auto later = [this](const Box& a, const Box& b) { return comes_later(a, b); };
  std::pop_heap(boxes_.begin(), boxes_.end(), later);
  Box box = boxes_.back();
  boxes_.pop_back();
  if (box.at_most >= least && !box.is_bounded) {
    ++search_.boxes;
    const double before = box.at_most;
    raise(box, lower_bound(histogram_, {.sizes = limits(box.last), .depth = space_.depth}));
    box.is_bounded = true;
    if (order_ == Order::most_promising && box.at_most < before && box.at_most >= least) {
      push(box);
      return std::nullopt;
    }
  }
  if (box.at_most < least) {
    rule_out(search_,
             {.first = limits(box.first), .last = limits(box.last), .bound = box.bound, .at_most = box.at_most});
    return std::nullopt;
  }
  if (box.first != box.last) {
    split(box);
    return std::nullopt;
  }
  return candidate(box);
}

Candidates::Candidates(const Histogram& histogram, const SearchSpace& space, Order order, Search& search)
    : histogram_(histogram), space_(space), order_(order), search_(search) {
  search.ranges = space.ranges;
  if (space.ranges.empty()) return;
  Box all;
  for (std::size_t c = 0; c < space.ranges.size(); ++c) all.last[c] = space.ranges[c].size() - 1;
  all.bound = quick_bound(limits(all.last));
  push(all);
}

}  // namespace tuplepack::packing

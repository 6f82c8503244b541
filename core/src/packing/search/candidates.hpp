#pragma once

#include "space.hpp"
#include "tuplepack/base/limits.hpp"

#include <array>

namespace tuplepack::packing {

/// The limits of a space one after the other, without those that a bound rules out.
///
/// They are kept as boxes of neighbours. The first box is looked at: when a bound for its largest limits rules all of
/// it out, it is gone; else it is cut in two, until only one candidate is left in it. So only boxes near the answer are
/// ever cut small, and there may be far more limits than memory.
class Candidates {
 public:
  enum class Order {
    cheapest,        ///< by cost, then lexicographically
    most_promising,  ///< by what the bounds allow, the largest measure first; then as above
  };

  /// ruled_out  gets what is ruled out, and the counts of boxes
  Candidates(const Histogram& histogram, const SearchSpace& space, Order order, Search& search);

  /// The first candidate that no bound shown so far keeps below a measure of `least`, and takes it away. None when
  /// there is no other, or when `pause` returns true (asked for every box), or at max_boxes.
  template <typename Pause>
  std::optional<Candidate> next(double least, const Pause& pause) {
    while (!boxes_.empty() && search_.boxes < max_boxes && !pause()) {
      if (auto candidate = step(least)) return candidate;
    }
    return std::nullopt;
  }

  [[nodiscard]] bool is_exhausted() const { return boxes_.empty(); }
  /// The first limits that were not looked at. Not exhausted.
  [[nodiscard]] Candidate front() const { return candidate(boxes_.front()); }
  [[nodiscard]] std::int64_t min_cost() const { return boxes_.front().cost; }  ///< not exhausted
  [[nodiscard]] double at_most() const { return boxes_.front().at_most; }      ///< not exhausted; most promising first

 private:
  using Corner = std::array<std::int64_t, max_components>;  // places in the ranges

  struct Box {
    Corner first{};
    Corner last{};
    std::int64_t cost = 0;  // of the first corner
    double at_most = 1;     // the measure of the first corner with as many packs as the last one needs
    LowerBound bound{};     // of the last corner
    bool is_bounded = false;
  };

  const Histogram& histogram_;
  const SearchSpace& space_;
  Order order_;
  Search& search_;
  std::vector<Box> boxes_;  // a heap, first in front

  std::optional<Candidate> step(double least);
  void raise(Box& box, const LowerBound& bound) const;
  void push(Box box);
  void split(const Box& box);
  [[nodiscard]] Candidate candidate(const Box& box) const;
  [[nodiscard]] bool comes_later(const Box& a, const Box& b) const;
  [[nodiscard]] std::vector<std::int64_t> limits(const Corner& corner) const;
  [[nodiscard]] LowerBound quick_bound(std::span<const std::int64_t> limits) const;
};

/// Notes in a search that limits are ruled out.
void rule_out(Search& search, RuledOut what);
void rule_out(Search& search, const Candidate& candidate);

}  // namespace tuplepack::packing

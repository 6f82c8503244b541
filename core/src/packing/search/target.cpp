// Limits that no bound rules out are packed by a quick method, the cheapest first, until one reaches the target. The
// cheaper ones that were left open on the way are then packed by slower methods.

#include "candidates.hpp"
#include "solver.hpp"

#include <algorithm>
#include <string>

namespace tuplepack::packing {

namespace {

class TargetSearch {
 public:
  TargetSearch(const Histogram& histogram, const SearchSpace& space, const SearchOptions& options, double least)
      : space_(space),
        least_(least),
        candidates_(histogram, space, Candidates::Order::cheapest, search_),
        solver_(histogram, space, options, search_) {}

  Search run() {
    find_quickly();
    for (std::size_t effort = 1; effort < search_efforts.size(); ++effort) settle(effort);
    improve_found();
    search_.complete = !search_.found.empty() || candidates_.is_exhausted();
    if (!search_.complete) search_.looked_at_below = candidates_.min_cost();
    return std::move(search_);
  }

 private:
  const SearchSpace& space_;
  double least_;
  Search search_;  // open: by rising cost
  Candidates candidates_;
  Solver solver_;

  void find_quickly() {
    while (auto candidate = candidates_.next(least_, [&] { return solver_.is_stopped(); })) {
      solver_.attempt(*candidate, 0, least_, true);
      search_.open.push_back(std::move(*candidate));
      if (take_if_reached(search_.open.size() - 1) || try_hard_now_and_then()) return;
    }
  }

  /// The first plan that reaches the target is by the quickest method; packed by quick, limits may need fewer packs.
  void improve_found() {
    constexpr std::size_t by_quick = 1;
    if (!search_.found.empty()) solver_.attempt(search_.found[0], by_quick, least_, false);
  }

  /// Quick methods alone may leave more and more candidates open where slow ones would have reached the target.
  bool try_hard_now_and_then() {
    constexpr std::size_t patience = 8;
    const std::size_t n = search_.open.size();
    if (n < patience || (n & (n - 1)) != 0) return false;
    const auto promises_less = [](const Candidate& a, const Candidate& b) { return a.at_most < b.at_most; };
    const auto best = std::max_element(search_.open.begin(), search_.open.end(), promises_less);
    const auto at = static_cast<std::size_t>(best - search_.open.begin());
    for (std::size_t effort = 1; effort < first_timed_effort; ++effort) {
      solver_.attempt(search_.open[at], effort, least_, true);
      if (take_if_reached(at)) return true;
    }
    return false;
  }

  /// Makes an open candidate the answer if it has a plan that is good enough. Then only cheaper ones are still open.
  bool take_if_reached(std::size_t at) {
    if (search_.open[at].packs == any_number_of_packs) return false;
    search_.found.clear();
    search_.found.push_back(std::move(search_.open[at]));
    search_.open.resize(at);
    return true;
  }

  /// Packs all that are open by one method, until one reaches the target.
  void settle(std::size_t effort) {
    for (std::size_t at = 0; at < search_.open.size() && !solver_.is_stopped(); ++at) {
      solver_.attempt(search_.open[at], effort, least_, true);
      if (take_if_reached(at)) break;
      share_bound(at);
    }
    leave_out_what_is_ruled_out();
  }

  /// What is shown for large limits holds for smaller ones.
  void share_bound(std::size_t from) {
    const Candidate& large = search_.open[from];
    for (Candidate& other : search_.open) {
      if (other.bound.packs >= large.bound.packs) continue;
      bool is_smaller = true;
      for (std::size_t c = 0; c < large.limits.size(); ++c) is_smaller &= other.limits[c] <= large.limits[c];
      if (!is_smaller) continue;
      other.bound = large.bound;
      other.certificate = large.certificate;
      other.at_most = space_.measure(other.bound.packs, other.limits);
    }
  }

  void leave_out_what_is_ruled_out() {
    std::vector<Candidate> left;
    for (Candidate& candidate : search_.open) {
      if (candidate.at_most >= least_) {
        left.push_back(std::move(candidate));
      } else {
        rule_out(search_, candidate);
      }
    }
    search_.open = std::move(left);
  }
};

}  // namespace

Result<Search> search_target(const Histogram& histogram, double target, const SearchOptions& options) {
  if (!(target > 0)) return fail(ErrorCode::limit_not_positive, "the target is not positive");
  if (target > 1) return fail(ErrorCode::too_large, "the target must not exceed 1");
  const auto space = search_space(histogram, options);
  if (!space) return tl::unexpected(space.error());
  return TargetSearch(histogram, *space, options, target * (1 - same_efficiency)).run();
}

}  // namespace tuplepack::packing

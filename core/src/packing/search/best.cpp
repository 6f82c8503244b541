// The front and the best limits: every candidate that no bound keeps below the best measure so far is packed as well as
// it can be. The front comes to the candidates by cost; for the best limits alone, those that promise most come first,
// and the search ends when none promises more than what was found.

#include "candidates.hpp"
#include "solver.hpp"

#include <algorithm>

namespace tuplepack {

/// What a measure must be to be above another.
static double above(double measure) {
  return std::max(measure * (1 + same_efficiency), same_efficiency);
}

/// Replaces what is not among the best any more: the last best, or on a front limits of the same cost.
static void add(Search& search, Candidate candidate, bool keep_all) {
  if (!search.found.empty() && (!keep_all || search.found.back().cost == candidate.cost)) {
    Candidate& last = search.found.back();
    if (last.at_most >= above(candidate.measure)) search.open.push_back(std::move(last));
    search.found.pop_back();
  }
  search.found.push_back(std::move(candidate));
}

static Search improve(const Histogram& histogram, const SearchSpace& space, const SearchOptions& options,
                      Candidates::Order order, bool keep_all) {
  Search search;
  Candidates candidates(histogram, space, order, search);
  Solver solver(histogram, space, options, search);
  double least = 0;
  while (auto candidate = candidates.next(least, [&] { return solver.is_stopped(); })) {
    solver.solve(*candidate, least);
    const bool is_better = candidate->packs != any_number_of_packs;
    const bool may_be_better = candidate->at_most >= least;
    if (is_better) {
      least = above(candidate->measure);
      add(search, std::move(*candidate), keep_all);
    } else if (may_be_better) {
      search.open.push_back(std::move(*candidate));
    } else {
      rule_out(search, {.first = candidate->limits,
                        .last = candidate->limits,
                        .bound = candidate->bound,
                        .at_most = candidate->at_most});
    }
  }
  search.complete = candidates.is_exhausted();
  if (!search.complete) {
    if (order == Candidates::Order::cheapest) search.looked_at_below = candidates.least_cost();
    search.at_most = candidates.at_most();
    if (search.found.empty()) {  // stopped before anything was packed
      Candidate first = candidates.front();
      solver.pack_at_once(first);
      search.found.push_back(std::move(first));
    }
  }
  return search;
}

Result<Search> search_front(const Histogram& histogram, const SearchOptions& options) {
  const auto space = search_space(histogram, options);
  if (!space) return tl::unexpected(space.error());
  return improve(histogram, *space, options, Candidates::Order::cheapest, true);
}

Result<Search> search_best(const Histogram& histogram, const SearchOptions& options) {
  const auto space = search_space(histogram, options);
  if (!space) return tl::unexpected(space.error());
  Search search = improve(histogram, *space, options, Candidates::Order::most_promising, false);
  const double best = search.found.empty() ? 0 : search.found[0].measure;
  const auto cannot_be_better = [&](const Candidate& one) { return one.at_most < above(best); };
  search.open.erase(std::remove_if(search.open.begin(), search.open.end(), cannot_be_better), search.open.end());
  search.at_most = std::max(search.at_most, best);
  for (const Candidate& found : search.found) search.at_most = std::max(search.at_most, found.at_most);
  for (const Candidate& open : search.open) search.at_most = std::max(search.at_most, open.at_most);
  search.at_most = std::min(search.at_most, 1.0);
  return search;
}

}  // namespace tuplepack

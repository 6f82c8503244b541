// The front and the best limits: every candidate that no bound keeps below the best measure so far is packed as well as
// it can be. The front comes to the candidates by cost; for the best limits alone, those that promise most come first,
// and the search ends when none promises more than what was found. A search that is timed then turns to what is not
// settled again, for as long as it may.

#include "candidates.hpp"
#include "solver.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace tuplepack::packing {

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

/// Sorts again what was found and what is open, once plans and bounds of what was open have changed.
static void sort_out(Search& search, bool keep_all) {
  std::vector<Candidate> all = std::exchange(search.found, {});
  std::move(search.open.begin(), search.open.end(), std::back_inserter(all));
  search.open.clear();
  std::stable_sort(all.begin(), all.end(), [](const Candidate& a, const Candidate& b) { return a.cost < b.cost; });
  double least = 0;
  for (Candidate& candidate : all) {
    if (candidate.packs != any_number_of_packs && candidate.measure >= least) {
      least = above(candidate.measure);
      add(search, std::move(candidate), keep_all);
    } else if (candidate.at_most >= least) {
      search.open.push_back(std::move(candidate));
    } else {
      rule_out(search, candidate);
    }
  }
}

/// The measure that puts a candidate among the found ones.
static double needed(const Search& search, const Candidate& candidate, bool keep_all) {
  double least = 0;
  for (const Candidate& found : search.found) {
    const bool counts = !keep_all || found.cost <= candidate.cost;
    if (counts && &found != &candidate) least = std::max(least, above(found.measure));
  }
  return least;
}

/// A candidate that is open, or found without a proof that its plan is the best one; null: all the rest was tried.
static Candidate* unsettled(Search& search, const std::set<std::vector<std::int64_t>>& tried) {
  for (std::vector<Candidate>* candidates : {&search.found, &search.open}) {
    for (Candidate& candidate : *candidates) {
      if (candidate.packs != candidate.bound.packs && tried.count(candidate.limits) == 0) return &candidate;
    }
  }
  return nullptr;
}

/// Packs what is not settled for as long as the search may take.
static void try_again(Search& search, Solver& solver, bool keep_all) {
  for (std::size_t effort = first_timed_effort; effort < search_efforts.size(); ++effort) {
    std::set<std::vector<std::int64_t>> tried;
    Candidate* candidate = nullptr;
    while (!solver.is_stopped() && (candidate = unsettled(search, tried)) != nullptr) {
      tried.insert(candidate->limits);
      solver.attempt(*candidate, effort, needed(search, *candidate, keep_all), false);
      sort_out(search, keep_all);
    }
  }
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
      rule_out(search, *candidate);
    }
  }
  search.complete = candidates.is_exhausted();
  if (search.complete) {
    if (options.is_timed) try_again(search, solver, keep_all);
  } else {
    if (order == Candidates::Order::cheapest) {
      search.looked_at_below = candidates.min_cost();
    } else {
      search.at_most = candidates.at_most();
    }
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

}  // namespace tuplepack::packing

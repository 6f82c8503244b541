#pragma once

#include "space.hpp"

#include <array>

namespace tuplepack::packing {

/// How hard a candidate is tried.
struct SearchEffort {
  const char* method;
  bool is_timed = false;    ///< the method works until it has a proof or is stopped; only for a search that is timed
  bool is_patient = false;  ///< and is not stopped to turn to other candidates
};

/// The quick ones first.
inline constexpr std::array<SearchEffort, 5> search_efforts{
    {{.method = "lpfhp"},
     {.method = "quick"},
     {.method = "optimal"},
     {.method = "optimal", .is_timed = true},
     {.method = "optimal", .is_timed = true, .is_patient = true}}};

/// The first effort of searches that are timed.
inline constexpr std::size_t first_timed_effort = 3;

/// Packs candidates, and keeps to the pace that the caller asks for.
class Solver {
 public:
  Solver(const Histogram& histogram, const SearchSpace& space, const SearchOptions& options, Search& search)
      : histogram_(histogram), space_(space), options_(options), search_(search) {}

  /// Packs with one effort, and keeps the plan in the candidate if it is better and has a measure of `least` or more.
  /// until_reached  ends as soon as there is such a plan, and not only when it is proven to be the best one
  void attempt(Candidate& candidate, std::size_t effort, double least, bool until_reached);

  /// Packs with rising effort, but not until stopped, until the best plan is known, or known to have a measure below
  /// `least`.
  void solve(Candidate& candidate, double least);

  /// Packs by the quickest method, without asking.
  void pack_at_once(Candidate& candidate) const;

  /// Whether the search is to end; asks.
  [[nodiscard]] bool is_stopped();

 private:
  const Histogram& histogram_;
  const SearchSpace& space_;
  const SearchOptions& options_;
  Search& search_;
  std::int64_t attempts_ = 0;
  bool stopped_ = false;

  [[nodiscard]] SearchPace pace(std::string_view step);
  void keep(Candidate& candidate, Packed packed, std::string_view method) const;
};

}  // namespace tuplepack::packing

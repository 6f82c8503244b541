#pragma once

#include "space.hpp"

#include <array>

namespace tuplepack {

/// The methods that candidates are packed by, the quick ones first. The last one proves bounds too.
inline constexpr std::array<const char*, 3> efforts{"lpfhp", "auto", "optimal"};

/// Packs candidates, and keeps to the pace that the caller asks for.
class Solver {
 public:
  Solver(const Histogram& histogram, const SearchSpace& space, const SearchOptions& options, Search& search)
      : histogram_(histogram), space_(space), options_(options), search_(search) {}

  /// Packs by one method, and keeps the plan in the candidate if it is better and has a measure of `least` or more.
  /// until_reached  ends as soon as there is such a plan, and not only when it is proven to be the best one
  void attempt(Candidate& candidate, std::size_t effort, double least, bool until_reached);

  /// Packs by one method after the other until the best plan is known, or known to have a measure below `least`.
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

  [[nodiscard]] bool goes_on(std::string_view step);
  void keep(Candidate& candidate, Packed packed, std::string_view method) const;
};

}  // namespace tuplepack

#pragma once

#include "tuplepack/packing/pack.hpp"
#include "tuplepack/packing/range.hpp"

#include <functional>
#include <optional>
#include <string_view>
#include <vector>

namespace tuplepack::packing {

// Automatic search for limits (the future work of Krell et al. 2022, §2.5), over all possible packings rather than those of
// one method. Every search walks through the limits of a grid in boxes of neighbours, and prunes a box as soon as a lower
// bound for its largest limits, taken at its smallest, proves that none in it is efficient enough.

/// Where a search is.
struct SearchProgress {
  std::string_view step;      ///< the method that packs, or "bounds"
  std::int64_t boxes = 0;     ///< looked at so far
  std::int64_t attempts = 0;  ///< limits that were packed so far
  std::int64_t open = 0;      ///< limits neither ruled out nor reached so far
};

/// What a search is to do next.
enum class SearchPace {
  go_on,
  next,  ///< leave the limits that are being packed open, and continue with others
  stop,  ///< end with what is known
};

/// The pace of a search for a time: limits that take a tenth of it are left for later, and others have their turn.
class TimedPace {
 public:
  /// share  of the time that has passed, 0 … 1
  [[nodiscard]] SearchPace after(const SearchProgress& progress, double share) {
    constexpr double turn = 0.1;
    if (share >= 1) return SearchPace::stop;
    if (progress.attempts != attempts_) began_ = share;
    attempts_ = progress.attempts;
    return share - began_ < turn ? SearchPace::go_on : SearchPace::next;
  }

 private:
  std::int64_t attempts_ = 0;
  double began_ = 0;  // the attempt
};

struct SearchOptions {
  std::vector<Range> ranges;            ///< k; the limits to choose from
  std::vector<std::int64_t> weights{};  ///< k, each ≥ 1: limits cost Σ weight · limit; empty: 1 everywhere
  std::int64_t depth = unlimited_depth;
  bool per_component = false;  ///< measure limits by the least of their efficiencies, and not by the harmonic mean
  bool is_timed = false;       ///< keep_going stops the search in any case: it ends by itself only when nothing is open
  std::function<SearchPace(const SearchProgress&)> keep_going{};  ///< asked every few milliseconds; may be empty
};

/// From the largest item on up to four times that, in multiples of a number for each component (empty: 1 everywhere).
/// errors  component_mismatch · limit_not_positive (a multiple below 1)
[[nodiscard]] Result<std::vector<Range>> usual_ranges(const Histogram& histogram,
                                                      std::span<const std::int64_t> multiples = {});

/// Limits, and what is known of the best plan for them.
struct Candidate {
  std::vector<std::int64_t> limits;
  std::int64_t cost = 0;
  LowerBound bound;
  std::optional<Certificate> certificate{};  ///< proves the bound, if a method showed it; else see certify()
  std::int64_t packs = any_number_of_packs;  ///< of the best plan found; any_number_of_packs: none was
  Packed packed{};                           ///< that plan; empty where there is none
  std::string_view method{};                 ///< what pack() makes such a plan by, with as many packs or fewer
  std::vector<double> efficiency{};          ///< k, of that plan
  double measure = 0;                        ///< of that plan: harmonic mean, or least, of the efficiencies; 0: no plan
  double at_most = 1;                        ///< no plan for these limits has a measure above this

  /// Packs that could be saved at most.
  [[nodiscard]] std::int64_t gap() const { return packs - bound.packs; }
};

/// Limits that are ruled out: all from `first` up to `last`, component by component. None needs fewer packs than
/// `last`, so none fewer than `bound`; with that many packs, `first` has the measure `at_most`, and larger limits have
/// less.
struct RuledOut {
  std::vector<std::int64_t> first;
  std::vector<std::int64_t> last;
  LowerBound bound;
  double at_most = 0;
};

struct Search {
  std::vector<Range> ranges;        ///< k, without limits that some item is over; none where no limits are left
  std::vector<Candidate> found;     ///< see the searches
  std::vector<Candidate> open;      ///< limits that may be better than what was found; those of `found` are not listed
  std::vector<RuledOut> ruled_out;  ///< the first max_ruled_out
  std::int64_t boxes_ruled_out = 0;
  std::int64_t boxes = 0;            ///< looked at
  bool complete = true;              ///< all limits that matter were looked at; false: stopped, or max_boxes reached
  std::int64_t looked_at_below = 0;  ///< not complete: all limits that cost less were looked at (not for the best)
  double at_most = 0;                ///< no limits of the ranges have a measure above this (only for the best)

  /// Whether no other limits can change the answer.
  [[nodiscard]] bool proved() const { return complete && open.empty(); }
};

/// The maximum number of boxes that a search visits.
inline constexpr std::int64_t max_boxes = std::int64_t{1} << 20;
inline constexpr std::size_t max_ruled_out = 4096;

/// Efficiencies count as equal when they differ by less than this, relatively: more than rounding makes of equal ones.
inline constexpr double same_efficiency = 1e-12;

/// The smallest limits whose best plan has a measure of `target` or more. Among limits of equal cost the first in
/// lexicographic order.
/// result  found: the limits and a plan that reaches the target, as good as `quick` makes it, or nothing. open: cheaper
///         limits that were neither reached nor ruled out, by rising cost; where nothing was found, any. Everything else
///         that is cheaper is ruled out, so that the answer is proved when nothing is open.
/// errors  see validate for ranges and limits · component_mismatch, limit_not_positive (weights) · too_large (cost, or
///         a target above 1) · limit_not_positive (a target of 0 or less)
/// cost    bounds for every box, quick packing for limits that no bound rules out; slow methods only for limits that
///         are cheaper than what quick ones found
[[nodiscard]] Result<Search> search_target(const Histogram& histogram, double target, const SearchOptions& options);

/// All limits whose measure beats that of all that cost less or the same and come before them: the Pareto front of cost
/// and efficiency.
/// result  found: by rising cost and measure; a point whose plan is not proven optimal has packs above its bound.
///         open: limits that may lie on the front, by rising cost. Stopped at once: as search_best, but the cheapest
/// errors  as search_target
[[nodiscard]] Result<Search> search_front(const Histogram& histogram, const SearchOptions& options);

/// The limits of the largest measure. Among equals one of those whose bounds promise most.
/// result  found: one, or none when no limits hold the largest items. A search that is stopped before it packed anything
///         returns the most promising limits by bound, packed by the fastest method. open: limits whose bound is above that
///         measure
/// errors  as search_target
[[nodiscard]] Result<Search> search_best(const Histogram& histogram, const SearchOptions& options);

/// Limits that grow together.
struct Proportions {
  std::vector<std::int64_t> shape;      ///< k, each ≥ 1: the limits are as these to each other, each rounded up
  std::vector<std::int64_t> multiples;  ///< k, each ≥ 1: to multiples of these
};

/// The smallest limits of these proportions for which a plan has so many packs or fewer. Of one component they are the
/// smallest of all; ranges are not asked for.
/// result  found: the limits and such a plan, or nothing: the depth does not allow so few packs. ruled_out: smaller
///         limits that are shown to be too small. open: those in between, neither reached nor ruled out; at most
///         max_ruled_out are listed, and the search is not complete if there are more. The answer is proved when nothing
///         is open
/// errors  component_mismatch, limit_not_positive (proportions, weights, packs, depth) · empty · too_large
/// cost    `auto` for about as many limits as what is left between bound and quick plan has binary digits; if the search
///         is timed, then `optimal` for what is open until it is stopped
[[nodiscard]] Result<Search> search_packs(const Histogram& histogram, std::int64_t packs,
                                          const Proportions& proportions, const SearchOptions& options);

/// The packs that hold `per_pack` items on average, or more where that leaves a remainder; at least one.
[[nodiscard]] std::int64_t packs_of_items(const Histogram& histogram, std::int64_t per_pack);

/// The totals, without zeros: packs are equally full in all components if their limits are in these proportions.
[[nodiscard]] std::vector<std::int64_t> usual_shape(const Histogram& histogram);

}  // namespace tuplepack::packing

#pragma once

#include "tuplepack/packing/certificate.hpp"
#include "tuplepack/packing/heuristic.hpp"
#include "tuplepack/packing/plan.hpp"

#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <string_view>

namespace tuplepack::packing {

struct Packed;

/// What a long search has so far.
struct PackProgress {
  std::string_view step;             ///< what it is doing
  std::int64_t packs = 0;            ///< of the best plan so far; 0 while there is none
  std::int64_t bound = 0;            ///< the best lower bound so far
  std::int64_t work = 0;             ///< done since the last question, in about nanoseconds
  const Packed* improved = nullptr;  ///< that plan, once, with the first call that reports its packs; valid during
                                     ///< the call. A caller that stops a search has received every improvement
};

inline constexpr std::int64_t any_number_of_packs = std::numeric_limits<std::int64_t>::max();

struct PackOptions {
  std::string method = "auto";  ///< a name of methods()
  Heuristic heuristic{};        ///< ignored by methods that do not order by size, and by quick and auto, which try all
  std::optional<bool> distribute{};  ///< split counts to put several items of one bin into a pack at once; default: as
                                     ///< the method has it; quick and auto try both
  bool paper = false;                ///< the published listings' choices exactly
  std::int64_t fewer_than = any_number_of_packs;  ///< only a plan with fewer packs is of interest: a method may return
                                                  ///< an empty one as soon as it sees that its own will have as many
  std::int64_t bound = 0;                         ///< a known lower bound on the number of packs: methods that stop at
                                                  ///< lower_bound() then need not compute it
  double gap_percent = 0;  ///< a method that reports its bound stops once the plan has at most so many percent more
                           ///< packs than that; 0: it does not
  std::function<bool(const PackProgress&)> keep_going{};  ///< asked every few milliseconds, if given; false stops the
                                                          ///< method, which then returns the best plan so far
  std::int64_t work = 0;  ///< auto: ends after so much, in about nanoseconds, and takes other steps than usual: of many
                          ///< small plans each is nearly as good for 20 µs an item. 0: as usual
  bool is_timed = false;  ///< keep_going enforces a time limit: a method need not
                          ///< end by itself while a gap remains
  std::int64_t ask_every = 4'000'000;  ///< work between two such questions, in about nanoseconds

  /// Whether any plan is wanted, because the caller has none yet.
  [[nodiscard]] bool needs_plan() const { return fewer_than == any_number_of_packs; }
};

/// Why a method returned.
enum class Ended {
  finished,     ///< it came to its own end
  optimal,      ///< no plan has fewer packs
  within_gap,   ///< the plan is as close to the lower bound as PackOptions::gap_percent asks
  stopped,      ///< keep_going returned false; the caller, who knows why, may say one of the following instead
  time_limit,   ///< the time given to it was over
  interrupted,  ///< the user stopped it
};
/// "finished", "optimal", "within-gap", "stopped", "time-limit" or "interrupted".
[[nodiscard]] std::string_view name(Ended ended);

/// A plan and what made it: for `quick` and `auto`, the winner's choices.
struct Packed {
  Plan plan;
  std::string method;
  Heuristic heuristic;
  bool distribute = false;
  bool paper = false;
  std::optional<Proof> proof{};  ///< from a method that proves how far from the optimum its plan can be at most
  Ended ended = Ended::finished;
  std::int64_t cases = 0;  ///< of branch and price that were solved
};

/// One row per packing method. Menus, help and bindings fill themselves from this table.
struct Method {
  std::string_view name;
  std::string_view summary;
  bool uses_heuristic = false;
  bool uses_distribute = false;
  bool published = false;       ///< has a `paper` variant
  bool tried_by_quick = false;  ///< `quick` packs by it in every way
  bool searches = false;        ///< may take long, and `quick` does without
  bool is_large = false;        ///< a small build does without it
  bool (*distribute_by_default)(std::size_t component_count, bool paper) = nullptr;  ///< null: never
  Plan (*pack)(const Histogram&, const Limits&, const PackOptions&) = nullptr;       ///< null where there is
  Packed (*choose)(const Histogram&, const Limits&,
                   const PackOptions&) = nullptr;                      ///< also reports a proof and how it ended
  Result<void> (*applies)(const Histogram&, const Limits&) = nullptr;  ///< an error says why not; null: always

  /// Whether the method is compiled into the small (quick) build, which plans for one or two components.
  [[nodiscard]] constexpr bool is_quick() const { return !searches && !is_large; }
};
[[nodiscard]] std::span<const Method> methods();

/// The method of a name; null if there is none.
[[nodiscard]] const Method* find_method(std::string_view name);

/// Packs a histogram into packs of at most `limits.sizes` per component and `limits.depth` items.
/// histogram  bins with k sizes each and a count; no bin may exceed a limit
/// result     every item in exactly one strategy; equal strategies merged; strategies in order of first use
/// errors     unknown_name (method) · unsupported (the method does not apply, or is not in this build) · see validate
/// cost       O(bins · open classes) at worst, usually O(bins · log); the number of items does not matter
[[nodiscard]] Result<Packed> pack(const Histogram& histogram, const Limits& limits, const PackOptions& options = {});

/// Every combination of method, heuristic and distribute that differs on this histogram, as `compare` lists them, of
/// the methods that apply always. With `paper` only the published ones.
[[nodiscard]] std::vector<PackOptions> combinations(std::size_t component_count, bool paper);

/// Packs on one component and ignores the limits of the others ("node base" and "edge base" of Krell et al. 2022, Table
/// 2). The limits of the result are the asked one for `component` and the largest pack built for the others: what one
/// would have to allocate.
struct Baseline {
  Packed packed;
  Limits limits;
};
/// errors  unknown_name (component ≥ k or method) · see validate, for the one component
[[nodiscard]] Result<Baseline> pack_on_component(const Histogram& histogram, const Limits& limits,
                                                 std::size_t component, const PackOptions& options = {});

}  // namespace tuplepack::packing

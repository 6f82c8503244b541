#pragma once

#include "levels.hpp"
#include "packing/bin_index.hpp"
#include "pieces.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace tuplepack::packing {

/// Chooses the strategy of a plan that a new pack follows, and the items that the pack waits for.
class Guide {
 public:
  /// assumes  check() accepts the plan for the histogram and the limits
  Guide(const StreamGuide& plan, std::span<const std::int64_t> limits);

  /// The start of a pack: its strategy, and the run of it that the first piece belongs to.
  struct Start {
    std::uint32_t strategy;
    std::uint32_t run;
  };
  /// For a pack without a strategy.
  static constexpr Start unknown{.strategy = 0xffffffffU, .run = 0};

  /// Of the strategies with a place for a piece of these sizes, the one chosen least often relative to its repeat
  /// count; ties go to the first in the plan. A size that the plan lacks counts as the next larger one, if that is
  /// larger by at most a sixteenth of a pack.
  [[nodiscard]] Start choose(std::span<const std::int64_t> sizes) const;
  void count(Start start) { ++chosen_[start.strategy]; }
  [[nodiscard]] bool has(Start start) const;

  [[nodiscard]] std::size_t runs_of(std::uint32_t strategy) const {
    return static_cast<std::size_t>(plan_.offsets[strategy + 1] - plan_.offsets[strategy]);
  }
  /// Items of a run that a newly opened pack still waits for.
  [[nodiscard]] std::int64_t missing(Start start, std::size_t run) const {
    return plan_.copies[run_of(start, run)] - (run == start.run ? 1 : 0);
  }
  [[nodiscard]] const std::int64_t* sizes(Start start, std::size_t run) const {
    return sizes_.data() + plan_.bins[run_of(start, run)] * k_;
  }

  void save(std::vector<std::int64_t>& numbers) const;
  void restore(SavedNumbers& saved);
  /// A hash to tell guides apart.
  [[nodiscard]] std::int64_t fingerprint() const;

 private:
  struct Sized {
    std::uint32_t level;
    std::uint32_t bin;
  };
  std::size_t k_;
  std::vector<std::int64_t> sizes_;  // bins × k
  Plan plan_;                        // the runs of each strategy from the largest to the smallest
  Levels levels_;
  BinIndex index_;
  std::vector<Sized> by_level_;
  std::vector<std::size_t> start_offsets_;  // bins + 1
  std::vector<Start> starts_;               // where each bin occurs
  std::vector<std::int64_t> chosen_;        // strategies

  [[nodiscard]] std::size_t run_of(Start start, std::size_t run) const {
    return static_cast<std::size_t>(plan_.offsets[start.strategy]) + run;
  }
  void sort_runs();
  void list_starts(std::size_t bins);
  [[nodiscard]] std::uint32_t bin_for(std::span<const std::int64_t> sizes) const;
};

}  // namespace tuplepack::packing

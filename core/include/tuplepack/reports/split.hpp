#pragma once

#include "tuplepack/temporal/split.hpp"

#include <cstdint>
#include <optional>
#include <vector>

namespace tuplepack::reports {

/// What bounds the loss of batches: a threshold, or a fixed batch size whose largest loss is the threshold.
struct SplitRequest {
  std::optional<std::int64_t> loss{};
  std::int64_t batch_size = 0;  ///< if no loss is given
  temporal::SplitOptions options{};
};

/// ε: the requested loss, or the largest loss of batches of the fixed size.
/// errors  negative (the loss) · limit_not_positive (the batch size)
[[nodiscard]] Result<std::int64_t> loss_threshold(const temporal::Events& events, const SplitRequest& request);

/// Batches of bounded loss, and fixed batches of the same worst-case loss to compare with.
struct SplitComparison {
  temporal::EventStatistics events;
  temporal::SplitOptions options;
  std::int64_t threshold = 0;
  std::int64_t fixed_size = 0;
  temporal::Split fixed;
  temporal::Split bounded;
  temporal::Split as_many{};       ///< fixed batches, about as many as bounded ones
  std::int64_t within_a_time = 0;  ///< bounded batches that begin within events of one time

  /// The share of fixed batches that bounded ones save; negative when there are more of them.
  [[nodiscard]] double reduction() const;
  /// The share of interactions that are self-loops.
  [[nodiscard]] double self_loop_share() const;
  /// The mean distance between two interactions of a node, in bounded batches.
  [[nodiscard]] double distance_in_batches() const;
  /// The first bounded batch of each part that cuts divide the events into, and the number of batches.
  [[nodiscard]] std::vector<std::int64_t> parts() const;
  /// Bounded batches above the threshold, which cannot be divided.
  [[nodiscard]] std::int64_t exceeding() const;
  /// The share of node updates that follow another update of the same node in their batch, and so read a stale state.
  [[nodiscard]] double stale(const temporal::Split& batches) const;
};

/// Fills in everything but `bounded`, which is split(events, threshold, options), so that callers can time that alone, and what
/// describes it.
/// errors  as loss_threshold
[[nodiscard]] Result<SplitComparison> fixed_comparison(const temporal::Events& events, const SplitRequest& request);

/// Fills in what describes `bounded`.
void describe_bounded(const temporal::Events& events, SplitComparison& comparison);

/// Events per batch.
[[nodiscard]] double mean_size(const temporal::Split& batches);

}  // namespace tuplepack::reports

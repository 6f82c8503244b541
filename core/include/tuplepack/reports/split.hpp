#pragma once

#include "tuplepack/temporal/split.hpp"

#include <optional>

namespace tuplepack {

/// What bounds the loss of batches: a number, or the size of fixed batches that lose as much.
struct SplitRequest {
  std::optional<std::int64_t> loss{};
  std::int64_t batch_size = 0;  ///< where no loss is given
  SplitOptions options{};
};

/// ε: the loss that is asked for, or the largest one of fixed batches.
/// errors  negative (the loss) · limit_not_positive (the batch size)
[[nodiscard]] Result<std::int64_t> loss_threshold(const Events& events, const SplitRequest& request);

/// Batches of bounded loss beside fixed ones that lose as much in the worst of them.
struct SplitComparison {
  EventStatistics events;
  SplitOptions options;
  std::int64_t threshold = 0;
  std::int64_t fixed_size = 0;
  Split fixed;
  Split bounded;

  /// The share of fixed batches that bounded ones save; negative when there are more of them.
  [[nodiscard]] double reduction() const;
  /// The share of interactions that are self-loops.
  [[nodiscard]] double self_loop_share() const;
  /// The mean distance between two interactions of a node, in bounded batches.
  [[nodiscard]] double distance_in_batches() const;
  /// Bounded batches above the threshold: they cannot be divided.
  [[nodiscard]] std::int64_t exceeding() const;
  /// The share of nodes' interactions that follow another one of the node in their batch, and so see a stale state.
  [[nodiscard]] double stale(const Split& batches) const;
};

/// Everything but `bounded`, which is split(events, threshold, options): callers time that alone.
/// errors  as loss_threshold
[[nodiscard]] Result<SplitComparison> fixed_comparison(const Events& events, const SplitRequest& request);

/// Events per batch.
[[nodiscard]] double mean_size(const Split& batches);

}  // namespace tuplepack

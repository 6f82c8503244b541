#pragma once

#include "tuplepack/temporal/events.hpp"

#include <string_view>

/// Batches of consecutive interactions that lose a bounded amount of information (Gao et al. 2024, §4.1).
///
/// A model that keeps a state per node updates it once per batch: all but one of a node's interactions in the batch see
/// a state that is too old. The loss score β of a batch is their number, Σ over its nodes of (interactions − 1).
namespace tuplepack {

/// How a self-loop counts as interactions of its node.
enum class LossScore : std::uint8_t {
  eq7,  ///< once: β = Σ (interactions that contain the node − 1)
  eq8,  ///< twice: β = 2 · interactions − nodes of the batch
};
[[nodiscard]] std::string_view name(LossScore score);
[[nodiscard]] Result<LossScore> loss_score_by_name(std::string_view name);

/// Whether interactions of one time may go to different batches.
enum class Ties : std::uint8_t {
  split,  ///< they may: a batch ends anywhere
  keep,   ///< they may not: times rise strictly from batch to batch (Eq. 12)
};
[[nodiscard]] std::string_view name(Ties ties);
[[nodiscard]] Result<Ties> ties_by_name(std::string_view name);

struct SplitOptions {
  LossScore score = LossScore::eq7;
  Ties ties = Ties::split;
};

/// Batch b is the events [offsets[b], offsets[b + 1]).
struct Split {
  std::vector<std::int64_t> offsets;  ///< [batches + 1], from 0 to E
  std::vector<std::int64_t> losses;   ///< [batches]: β of each

  [[nodiscard]] std::int64_t batches() const { return static_cast<std::int64_t>(losses.size()); }
  [[nodiscard]] std::int64_t largest_loss() const;
  [[nodiscard]] std::int64_t largest_batch() const;  ///< in events
};

/// The fewest batches whose losses do not exceed a threshold: each batch takes as many events as fit. β never falls
/// when a batch grows, so no other split has fewer batches. Events that cannot be divided form a batch even where they
/// exceed the threshold by themselves: a self-loop under eq8 with a threshold of 0, and with Ties::keep all events of
/// one time.
/// threshold  ε ≥ 0
/// errors     negative (the threshold)
/// cost       O(E + nodes), a single pass; 4 bytes per node
[[nodiscard]] Result<Split> split(const Events& events, std::int64_t threshold, const SplitOptions& options = {});

/// Batches of a fixed size, the last one smaller if need be, with their losses. The largest of these as a threshold
/// makes split() lose no more in any batch than they do.
/// errors  limit_not_positive (the batch size)
[[nodiscard]] Result<Split> split_fixed(const Events& events, std::int64_t batch_size,
                                        LossScore score = LossScore::eq7);

/// The fixed batch size to compare a threshold with: no batch of this size loses more than the threshold, and some
/// batch of the next size does, or there is no next. (Larger sizes may fit again, depending on where their batches
/// begin.) 1 where no size fits.
/// assumes  threshold ≥ 0
/// cost     O((E + nodes) · log E)
[[nodiscard]] std::int64_t fixed_size_within(const Events& events, std::int64_t threshold,
                                             LossScore score = LossScore::eq7);

}  // namespace tuplepack

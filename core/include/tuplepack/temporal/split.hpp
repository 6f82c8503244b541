#pragma once

#include "tuplepack/temporal/events.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

/// Batches of consecutive interactions with bounded information loss (Gao et al. 2024, §4.1).
///
/// A model that keeps a state per node updates it once per batch: all but one of a node's interactions in the batch see
/// a stale state. The loss score β of a batch is their number, Σ over its nodes of (interactions − 1).
namespace tuplepack::temporal {

/// How often a self-loop counts as an interaction of its node.
enum class LossScore : std::uint8_t {
  eq7,  ///< once: β = Σ (interactions that contain the node − 1)
  eq8,  ///< twice: β = 2 · interactions − nodes of the batch
};
[[nodiscard]] std::string_view name(LossScore score);
[[nodiscard]] Result<LossScore> loss_score_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> loss_scores();  ///< the names of all, in display order

/// Whether interactions at the same time may be in different batches.
enum class Ties : std::uint8_t {
  split,  ///< yes: a batch may end anywhere
  keep,   ///< no: times increase strictly from batch to batch (Eq. 12)
};
[[nodiscard]] std::string_view name(Ties ties);
[[nodiscard]] Result<Ties> ties_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> tie_policies();  ///< the names of all, in display order

struct SplitOptions {
  LossScore score = LossScore::eq7;
  Ties ties = Ties::split;
  std::vector<std::int64_t>
      cuts{};  ///< ascending: events that a batch begins with whatever the loss, as find_cuts finds
};

/// Batch b is the events [offsets[b], offsets[b + 1]).
struct Split {
  std::vector<std::int64_t> offsets;  ///< [batches + 1], from 0 to E
  std::vector<std::int64_t> losses;   ///< [batches]: β of each

  [[nodiscard]] std::int64_t batches() const { return static_cast<std::int64_t>(losses.size()); }
  [[nodiscard]] std::int64_t largest_loss() const;
  [[nodiscard]] std::int64_t largest_batch() const;  ///< in events
};

/// Where the parts of a list begin that no batch straddles: those to train, to validate and to test on.
/// at      ascending, all of one kind: shares of the events, above 0 and below 1; or times, whose events are the last of a
///         part. Times are compared as doubles: whole ones beyond 2^53 within their rounding
/// result  the first event of each part but the first
/// errors  malformed: not ascending, of both kinds, or of a kind that does not show; out_of_range: a part has no events
/// cost    O(log E) each
[[nodiscard]] Result<std::vector<std::int64_t>> find_cuts(const Events& events, std::span<const double> at);

/// How many batches begin within events of one time, which Eq. 12 rules out; none with Ties::keep, but for cuts.
[[nodiscard]] std::int64_t batches_within_a_time(const Events& events, const Split& batches);

/// The fewest batches whose losses do not exceed a threshold: each batch takes as many events as fit. β never decreases
/// as a batch grows, so the greedy split is optimal. Indivisible events form a batch even where they exceed the
/// threshold on their own: a self-loop under eq8 with a threshold of 0, and, with Ties::keep, the events at one time.
/// threshold  ε ≥ 0
/// errors     negative (the threshold)
/// cost       O(E + nodes), a single pass; 4 bytes per node
[[nodiscard]] Result<Split> split(const Events& events, std::int64_t threshold, const SplitOptions& options = {});

/// Batches of a fixed size (the last may be smaller) with their losses. Use the largest loss as the threshold of
/// split() to match their worst case.
/// errors  limit_not_positive (the batch size)
[[nodiscard]] Result<Split> split_fixed(const Events& events, std::int64_t batch_size,
                                        LossScore score = LossScore::eq7);

/// The fixed batch size to compare a threshold with: no batch of this size exceeds the threshold, and some batch of the
/// next size does, or there is no next size. (Even larger sizes may fit again, depending on where their batches begin.)
/// 1 where no size fits.
/// assumes  threshold ≥ 0
/// cost     O((E + nodes) · log E)
[[nodiscard]] std::int64_t fixed_size_within(const Events& events, std::int64_t threshold,
                                             LossScore score = LossScore::eq7);

}  // namespace tuplepack::temporal

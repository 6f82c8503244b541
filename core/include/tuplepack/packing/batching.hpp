#pragma once

#include "tuplepack/packing/limits.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack::packing {

// Baseline batching policies: batches of items in random order, each padded to a fixed shape. These are the policies of
// TensorFlow GNN; jraph's dynamically_batch() is greedy too. Shapes are without the room for a padding graph.

enum class BatchPolicy : std::uint8_t {
  tight,        ///< a fixed number of items, and room for the largest: tight_shape()
  fit_or_skip,  ///< a fixed number of items, and batches that do not fit are skipped: fit_or_skip_shape()
  greedy,       ///< as many consecutive items as fit
};
/// "tight", "fit-or-skip", "greedy".
[[nodiscard]] std::string_view name(BatchPolicy policy);
[[nodiscard]] Result<BatchPolicy> batch_policy_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> batch_policies();

/// The worst-case shape of a batch: `batch` times the largest size (find_tight_size_constraints()).
/// maxima  k
/// errors  too_large (beyond max_exact)
[[nodiscard]] Result<std::vector<std::int64_t>> tight_shape(std::span<const std::int64_t> maxima, std::int64_t batch);

struct FitOrSkipOptions {
  std::int64_t batch = 1;       ///< items, ≥ 1
  double success_ratio = 0.99;  ///< of random batches that fit, as TensorFlow GNN's runner has it
  std::int64_t draws = 10'000;  ///< random batches to fit the shape, and the same number to validate it
  std::int64_t thresholds = 1000;
  std::uint64_t seed = 0;
};

/// A shape that nearly all batches of random items fit, as learn_fit_or_skip_size_constraints() learns it: of each
/// component a quantile, whose distance from the largest is in proportion to the component's standard deviation; the
/// tightest ones that the share asked for fits. Items are drawn with replacement, where TensorFlow GNN draws from a
/// shuffled buffer.
/// sizes   items × k, at least one item and fewer than 2^32
/// assumes sums of `batch` items are exact
/// cost    O(draws · batch · k)
[[nodiscard]] std::vector<std::int64_t> fit_or_skip_shape(std::span<const std::int64_t> sizes, std::size_t k,
                                                          const FitOrSkipOptions& options);

/// Draws that take no more than about a second for large batches.
[[nodiscard]] std::int64_t usual_draws(std::int64_t batch);

/// The shape of the batches of a policy. That of greedy ones is for `batch` items on average, and for the largest at least.
/// sizes   as for fit_or_skip_shape()
/// errors  too_large (`batch` of the largest items are beyond max_exact)
[[nodiscard]] Result<std::vector<std::int64_t>> batch_shape(BatchPolicy policy, std::span<const std::int64_t> sizes,
                                                            std::size_t k, const FitOrSkipOptions& options);

/// How many batches there are when each takes the next items, in this order, until one does not fit (next fit).
/// sizes   items × k, none of them over a limit
[[nodiscard]] std::int64_t greedy_batches(std::span<const std::int64_t> sizes, const Limits& limits);

/// Batches of items under a policy.
struct BatchedItems {
  std::string_view policy;          ///< name() of it
  std::vector<std::int64_t> shape;  ///< k
  std::int64_t batches = 0;         ///< without those that are skipped
  std::int64_t dropped = 0;         ///< items in batches that are skipped
  std::vector<double> efficiency;   ///< k: size in the batches / (batches · shape)
};

struct BatchingOptions {
  std::int64_t batch = 1;       ///< items in a batch of a fixed number, 1 to max_batch_items
  std::uint64_t seed = 0;       ///< of the order
  double success_ratio = 0.99;  ///< see FitOrSkipOptions
};
inline constexpr std::int64_t max_batch_items = 65536;
/// Larger inputs are subsampled to this many items, and the results are scaled.
inline constexpr std::int64_t max_batched_items = 1 << 20;

/// Tight: batches of a fixed number of items, padded to tight_shape().
/// Fit or skip: such batches, padded to fit_or_skip_shape(); those that do not fit are skipped, and their items dropped.
/// Greedy: as many consecutive items as the limits allow (dynamic_batch()).
/// limits  of the greedy batches
/// errors  those of validate · limit_not_positive, too_large (options.batch; shapes beyond max_exact)
[[nodiscard]] Result<std::vector<BatchedItems>> batch_items(const Histogram& histogram, const Limits& limits,
                                                            const BatchingOptions& options);

}  // namespace tuplepack::packing

#pragma once

#include "temporal_bench.hpp"

#include <span>
#include <vector>

namespace tuplepack::bench {

/// The tables 3 to 6 of Gao et al. 2024 for these lists of events, a row for each list:
///   3  access to rows of features: every requested row, and the three steps
///   4  each step alone
///   5  passes of the TGN-like training step with and without the pipeline
///   6  such passes over batches of a fixed size, and of the same loss bound
/// Rows have as many floats as each event has features in its file, or 172. Lists are cut to some ten thousand events, so that
/// all take seconds. Times of 3 and 4 are of one core without a transfer, those of 5 and 6 wall time of two threads; each is
/// the median of rounds. Throws std::runtime_error.
[[nodiscard]] std::vector<PaperTable> measure_paper_tables(std::span<const NamedEvents> lists,
                                                           const ShareOptions& options, const Say& progress);

}  // namespace tuplepack::bench

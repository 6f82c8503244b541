#pragma once

#include "bench/measuring/share_report.hpp"
#include "tuplepack/graph/partition/chunks.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::bench {

/// A pass over the edges of a graph on the disk.
struct PassCase {
  std::string graph;
  std::int64_t edges = 0;
  std::string pass{};                    ///< "parse csv", "write" or "dispatch"
  std::int64_t parts = 0;                ///< of dispatch
  std::int64_t bytes = 0;                ///< of text that is parsed, or of files that are written
  double seconds = 0;                    ///< processor time, in user and system mode
  std::optional<std::int64_t> memory{};  ///< bytes, at most; none where the system does not tell
  std::optional<double> write_share{};   ///< of dispatch: its bytes per second over those of writing alone

  [[nodiscard]] double rate() const { return seconds > 0 ? static_cast<double>(bytes) / seconds : 0; }
};

/// Passes over directed R-MAT graphs with 16 edges per node, in a temporary folder that is removed: parsing their edges
/// as text, and dispatching them to parts at random, beside writing as many bytes to as many files. Scale 20 to 8 parts
/// (quick: scale 10); if `large`, also scale 22, 67 million edges, to 64 parts: 6 GB on the disk. One thread.
/// Throws std::runtime_error when a pass fails.
[[nodiscard]] std::vector<PassCase> bench_passes(bool large, const ShareOptions& options, const Say& progress);

/// Writes a directed R-MAT graph with 16 edges per node as chunks, arrays in 8 files. Node ids are shuffled.
/// Throws std::runtime_error.
graph::ChunkedGraph write_rmat(int scale, const std::string& folder);

}  // namespace tuplepack::bench

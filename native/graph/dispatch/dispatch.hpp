#pragma once

#include "graph/dispatch/plan.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

// A graph's nodes with their features, and its edges, written as parts that are trained on by one machine each, as DGL's
// dispatch_data.py writes them: the owner of an edge's target owns the edge.
//
//   OUT/metadata.json   what DGL loads the parts by
//   OUT/partN/…         see part_files.hpp
//   OUT/manifest.json   sizes and hashes of all files, written last
//
// The edges are read once and spilled into a file per part; then each part is written from its file. Reading order is the
// order of new ids, so nothing is sorted.

struct DispatchSource {
  const ChunkedGraph& graph;
  std::string folder;  ///< of the chunked graph, or its metadata file
  NodeParts assignment;
};

struct DispatchOptions {
  PartFiling filing{};
  StoredEdges stored;
  std::int64_t memory = 2'000'000'000;  ///< bytes to work in, on each rank
  bool local = false;                   ///< the folder is on each machine's own disk: it gets the parts of its ranks
};

/// Told what is being done, and how much of it; false stops the work.
using DispatchProgress = std::function<bool(std::string_view step, double fraction)>;

struct DispatchSize {
  DispatchPlan plan;
  std::vector<std::int64_t> part_bytes;
  std::int64_t bytes = 0;            ///< of all files
  std::int64_t temporary_bytes = 0;  ///< on the disk besides, at most
  std::int64_t memory = 0;           ///< bytes, at most
};

/// What dispatch would write, without writing. Reads the edges as count_parts says. Collective.
[[nodiscard]] Result<DispatchSize> measure_dispatch(const DispatchSource& source, const DispatchOptions& options,
                                                    const DispatchProgress& progress);

struct Dispatched {
  std::string manifest;  ///< the text of manifest.json
  std::int64_t resumed_parts = 0;
  bool was_complete = false;  ///< nothing was done: `size` is empty
  DispatchSize size;
};

/// Writes the parts into a folder. A run that was killed is continued: parts that it finished are kept. After an error,
/// and when stopped, parts that are finished are left for the next run; if there are none, nothing is. Collective: ranks
/// divide the edges and features among them, and the parts; the bytes are the same for any number of them.
/// errors  the same on all ranks: those of reading the graph and its features · system (too little room on the disk, …) ·
///         unsupported (too little memory; a folder with other content; a feature of a type that DGL does not have) · stopped
[[nodiscard]] Result<Dispatched> dispatch(const DispatchSource& source, const DispatchOptions& options,
                                          const std::string& folder, const DispatchProgress& progress);

}  // namespace tuplepack::graph

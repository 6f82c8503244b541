#pragma once

#include "cli/output/long_job.hpp"
#include "cli/requests/node_ids.hpp"
#include "graph/chunk/chunk_writer.hpp"
#include "tuplepack/formats/edges/edge_text.hpp"

#include <array>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// How the files of edges are read.
struct EdgeFileOptions {
  std::vector<std::string> columns;                    ///< see choose_edge_columns
  formats::EdgeText text = formats::EdgeText::detect;  ///< the format of those that are text
  bool one_numbering = false;                          ///< of users and items, too
  formats::UndirectedEdges undirected = formats::UndirectedEdges::once;
};

struct SpooledEdges {
  graph::EdgeSpool spool;
  std::array<std::int64_t, 2> nodes{};  ///< at least, at either end: what the files say, or the largest id + 1
};

/// Reads the files of an edge type, one after the other, into a new spool: text, also gzipped or from standard input, .npy
/// and .npz. A .npy array of one dimension has sources, and the next file their destinations. Throws Failure.
/// types     the names of the node types of sources and of destinations
/// limits    of sources and destinations
/// ids       of either end, which number and collect them, whatever they are; null: ids are numbers
[[nodiscard]] SpooledEdges read_edge_files(std::span<const std::string> paths, const std::array<std::string, 2>& types,
                                           std::span<const formats::IdLimit, 2> limits,
                                           const std::array<NodeIds*, 2>& ids, const EdgeFileOptions& options,
                                           const std::string& spool_path, LongJob& job);

}  // namespace tuplepack::cli

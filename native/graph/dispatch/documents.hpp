#pragma once

#include "graph/dispatch/plan.hpp"
#include "graph/dispatch/written_file.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

#include <string>
#include <vector>

namespace tuplepack::graph {

/// What decides which bytes dispatch writes.
struct DispatchIdentity {
  const ChunkedGraph& graph;
  std::int64_t parts = 0;
  PartFiling filing{};
  StoredEdges stored;
  std::string metadata_hash;    ///< of the file
  std::string assignment_hash;  ///< of the parts of all nodes, 16 bits each
  std::string chunks_hash;      ///< of the names, sizes and content of the files of edges and features; see identify()
};

/// metadata.json as DGL reads it.
[[nodiscard]] std::string metadata_text(const DispatchIdentity& identity, const DispatchPlan& plan);

/// What graph it is, as the member `graph`.
void write_graph(formats::JsonWriter& json, const GraphSchema& schema);

/// The sizes of a part as an object.
/// bytes  of its files
void write_part_sizes(formats::JsonWriter& json, const PartSizes& sizes, std::int64_t bytes);

/// How manifest.json begins, and all of it: tuplepack.dispatch/1.
/// files  of every part, then metadata.json
[[nodiscard]] std::string manifest_beginning(const DispatchIdentity& identity);
/// The same up to the content of the files of edges and features.
[[nodiscard]] std::string manifest_beginning_without_content(const DispatchIdentity& identity);
[[nodiscard]] std::string manifest_text(const DispatchIdentity& identity, const DispatchPlan& plan,
                                        const std::vector<std::int64_t>& part_bytes,
                                        const std::vector<WrittenFile>& files);

}  // namespace tuplepack::graph

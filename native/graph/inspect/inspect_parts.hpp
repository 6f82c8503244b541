#pragma once

#include "graph/chunk/edge_reader.hpp"
#include "tuplepack/formats/dgl/dgl.hpp"
#include "tuplepack/graph/partition/parts.hpp"
#include "tuplepack/graph/partition/quality.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// A feature in a partitioned graph.
struct StoredFeature {
  std::string name;  ///< "type/feature"
  formats::TensorType type{};
  std::int64_t columns = -1;  ///< −1: one dimension
  std::int64_t row_bytes = 0;
};

struct PartsInspection {
  PartitionedGraph graph;
  PartitionQuality quality;               ///< of the edges that parts own; its HALO are the nodes that are stored
  std::vector<std::int64_t> outer_edges;  ///< by part: stored edges that other parts own
  std::vector<std::int64_t> bytes;        ///< by part: of its files
  std::vector<std::int64_t> halo_types;   ///< parts × node types
  std::vector<std::int64_t> halo_owners;  ///< parts × parts: HALO nodes of part i that part j owns
  std::vector<StoredFeature> node_features;
  std::vector<StoredFeature> edge_features;
  /// By fanout: entry i × parts + j is how many in-neighbours in part j a node of part i samples on average; see
  /// remote_rows. This and halo_owners are empty with more than max_matrix_parts.
  std::vector<std::vector<double>> neighbours;
};

/// Reads what dispatch or DGL wrote, one part at a time. Nothing is verified but that ids are in range.
/// path     as read_partitioned_graph
/// fanouts  neighbours sampled per hop
/// errors   of the system; those of read_part_metadata, check_ranges and open_part; malformed (an id out of range); `stopped`
[[nodiscard]] Result<PartsInspection> inspect_parts(const std::string& path, const std::vector<std::int64_t>& fanouts,
                                                    const KeepGoing& keep_going = {});

/// The document of a partitioned graph: FOLDER/metadata.json or, as DGL's partition_graph names it, the only other .json
/// file in the folder that describes parts. A path of a file is that of the document itself.
/// errors  empty (there is none) · malformed (there are several: the names of two)
[[nodiscard]] Result<std::string> part_document(const std::string& path);

/// The folder of the parts, from the path of that folder or of its document.
[[nodiscard]] std::string parts_folder(const std::string& path);

/// Reads the document. Where it names the graph of a part in both forms, the file that exists counts. Only parts whose
/// document is not metadata.json may lack the files of original ids, all of them.
/// path    as part_document
/// errors  those of part_document and read_part_metadata · malformed (both forms of a graph exist)
[[nodiscard]] Result<PartitionedGraph> read_partitioned_graph(const std::string& path);

}  // namespace tuplepack::graph

#pragma once

#include "graph/chunk/edge_reader.hpp"
#include "graph/parts/part_view.hpp"
#include "graph/verify/sorted_originals.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/graph/partition/chunks.hpp"
#include "tuplepack/graph/partition/parts.hpp"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// What a check found: the first thing that is wrong, as a sentence; empty if all is right.
using Finding = std::string;

/// The arrays of a part, typed.
struct PartColumns {
  OwnedRange nodes;  ///< new ids that the part owns
  OwnedRange edges;
  Column<std::int64_t> node_id;
  IntegerColumn node_type;  ///< may be empty
  Column<std::uint8_t> inner_node;
  Column<std::int64_t> part_id;  ///< may be empty
  Column<std::int64_t> edge_id;
  IntegerColumn edge_type;  ///< may be empty
  Column<std::uint8_t> inner_edge;
  std::vector<SortedOriginals> node_ids;  ///< original ids, by type; none: the parts have none
  std::vector<SortedOriginals> edge_ids;
  std::vector<std::int64_t>
      column_index;                   ///< of compressed columns where ids do not ascend: by owned edge, where it is
  IntegerColumn converted_edge = {};  ///< of GraphBolt's edges: the edge that each was before; may be empty
  IntegerColumn column_target = {};   ///< its destination; may be empty
};

/// A partitioned graph that is being verified. Each check relies on those before it, which filled in some of this. All
/// ranks make all checks, each of some parts, or of a slice of what all parts have together.
struct PartsCase {
  std::string folder;
  std::string source;  ///< folder of the chunked graph
  ChunkedGraph graph;
  PartitionedGraph parts;
  KeepGoing keep_going;

  bool ours = false;  ///< there is a manifest: this is from dispatch, whose order is fixed; DGL promises less

  std::string note = {};                   ///< by a check: what holds, in place of what its row says
  std::string skipped = {};                ///< by a check: why it does not apply
  bool both = false;                       ///< the manifest says that edges from inner nodes to others are stored too
  std::vector<PartView> views = {};        ///< by check_files
  std::vector<PartColumns> columns = {};   ///< by check_arrays
  std::span<std::uint32_t> new_ids = {};   ///< by global node id, shared by the machine; by check_node_ids
  std::span<std::uint16_t> part_of = {};   ///< by global node id
  std::vector<std::int64_t> leaving = {};  ///< by part: edges from its nodes to those of others; by check_edges
  std::vector<std::uint32_t> in_degrees = {};  ///< by new id, if there are several hops
  std::vector<std::uint64_t> digests = {};  ///< by new id: of the edges into a node, if parts have compressed columns

  /// Where this rank has found something: the order of what the ranks have found.
  std::int64_t place = 0;

  [[nodiscard]] std::size_t size() const { return parts.parts.size(); }
  /// What findings call a file of the folder.
  [[nodiscard]] std::string path_of(const std::string& name) const {
    return (std::filesystem::path(folder) / name).string();
  }
};

/// Collective: what a check has found, at the first place of all.
/// found    by this rank
/// errors   of any rank
[[nodiscard]] Result<Finding> first_finding(Result<Finding> found, std::int64_t place);

/// Whether the check of a part, or of something else that is numbered, falls to this rank.
[[nodiscard]] bool is_own(std::size_t number);

/// Checks the parts that fall to this rank, until there is something wrong.
[[nodiscard]] Result<Finding> first_wrong_part(PartsCase& parts,
                                               const std::function<Result<Finding>(std::size_t part)>& check);

/// "edge 2 of a:to:b (2 → 1)".
[[nodiscard]] std::string describe_edge(const PartsCase& parts, const EdgeBlock& block, std::size_t i);

/// An end of a stored edge that does not stand for the node `expected`.
/// index  of the edge;  local: its end;  edge: its description
[[nodiscard]] Finding wrong_end(const PartsCase& parts, std::size_t part, std::string_view end, std::int64_t index,
                                std::int64_t local, std::uint32_t expected, const std::string& edge);

/// What an edge adds to the digest of its destination.
/// id, source  new
[[nodiscard]] std::uint64_t edge_digest(std::int64_t id, std::int64_t source);

/// Compares the digests of the columns of a part with those of all edges; where one differs, the edges themselves.
[[nodiscard]] Result<Finding> wrong_columns(const PartsCase& parts, std::size_t part);

/// Puts the types of a chunked graph in the order that parts number them in, which need not be that of the chunks where DGL
/// made the parts. Its name for the only type, "_N" or "_N:_E:_N", stands for any. Other names are left for check_metadata.
void order_types(ChunkedGraph& graph, const PartitionedGraph& parts);

/// Parts without original ids. Features and edges are compared as far as that can be done up to the numbering of nodes.
[[nodiscard]] Result<Finding> check_renumbered_ends(PartsCase& parts);
[[nodiscard]] Result<Finding> check_renumbered_node_features(PartsCase& parts);
[[nodiscard]] Result<Finding> check_renumbered_edge_features(PartsCase& parts);

/// "parts/part0/graph.dgl: _ID[3] is 7 instead of 5".
[[nodiscard]] Finding wrong_value(const std::string& file, std::string_view array, std::int64_t index,
                                  std::int64_t found, std::int64_t expected);

[[nodiscard]] Result<Finding> check_metadata(PartsCase& parts);
[[nodiscard]] Result<Finding> check_files(PartsCase& parts);
[[nodiscard]] Result<Finding> check_manifest(PartsCase& parts);
[[nodiscard]] Result<Finding> check_arrays(PartsCase& parts);
[[nodiscard]] Result<Finding> check_node_ids(PartsCase& parts);
[[nodiscard]] Result<Finding> check_edge_ids(PartsCase& parts);
[[nodiscard]] Result<Finding> check_nodes(PartsCase& parts);
[[nodiscard]] Result<Finding> check_edges(PartsCase& parts);
[[nodiscard]] Result<Finding> check_ends(PartsCase& parts);
[[nodiscard]] Result<Finding> check_halo(PartsCase& parts);
[[nodiscard]] Result<Finding> check_node_features(PartsCase& parts);
[[nodiscard]] Result<Finding> check_edge_features(PartsCase& parts);

}  // namespace tuplepack::graph

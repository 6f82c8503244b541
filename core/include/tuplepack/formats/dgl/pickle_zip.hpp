#pragma once

#include "dgl.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::formats {

// A graph that DGL's GraphBolt samples from, dgl.graphbolt.FusedCSCSamplingGraph, in the file that torch.save makes of
// it: a zip archive of a pickle and the bytes of tensors. Neither Python nor torch is needed, and the same graph gives
// the same bytes.
//
// Sources: DGL, graphbolt/src/fused_csc_sampling_graph.cc (GetState, SetState); PyTorch, torch/serialization.py and
// torch/_utils.py (_rebuild_tensor_v2).

/// The edges that come into each node, as compressed columns: those of node v come from the nodes indices[indptr[v]] …
/// indices[indptr[v + 1] − 1]. DGL expects them in ascending order of types. Names are UTF-8.
struct GraphboltGraph {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
  TensorType indptr = TensorType::int64;    ///< of the elements
  TensorType indices = TensorType::int64;   ///< of the elements
  std::optional<TensorType> type_per_edge;  ///< of the elements; none: there is no such array
  std::vector<std::string> node_types;      ///< by id
  std::vector<std::string> edge_types;      ///< "source:relation:target", by id
  std::vector<Tensor> node_data;            ///< one row per node
  std::vector<Tensor> edge_data;            ///< one row per edge, in the order of indices
};

/// The arrays of the file, in their order: indptr (nodes + 1), indices, type_per_edge if there is one, node data, edge
/// data.
[[nodiscard]] std::vector<Tensor> graphbolt_arrays(const GraphboltGraph& graph);

/// The exact size of the file in bytes.
[[nodiscard]] std::int64_t graphbolt_file_size(const GraphboltGraph& graph);

/// Writes the file from front to back through `write`, in memory that does not grow with the arrays. Arrays begin at
/// multiples of 64 bytes, as torch aligns them. Archives and arrays beyond 4 GiB use zip64.
class GraphboltWriter {
 public:
  GraphboltWriter(const GraphboltGraph& graph, std::function<void(std::span<const std::byte>)> write);
  GraphboltWriter(GraphboltWriter&& other) noexcept;
  GraphboltWriter& operator=(GraphboltWriter&& other) noexcept;
  ~GraphboltWriter();

  /// Appends array data, little-endian, array by array.
  void append(std::span<const std::byte> elements);

  /// Writes the end of the file. Nothing may be appended afterwards.
  /// assumes  all arrays have been appended
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::formats

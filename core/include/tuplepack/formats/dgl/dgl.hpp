#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/bytes/file_layout.hpp"
#include "tuplepack/graph/partition/part_format.hpp"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

// DGL's binary files (dgl.data.utils.save_tensors and dgl.save_graphs), little-endian, without DGL. Where DGL leaves
// uninitialised memory, zeros are written: the same graph gives the same bytes.

/// Element types. The last three exist only in NumPy; DGL's files do not support them.
enum class TensorType : std::uint8_t {
  uint8,
  int8,
  int16,
  int32,
  int64,
  float16,
  float32,
  float64,
  bfloat16,
  uint16,
  uint32,
  uint64
};

/// "float32".
[[nodiscard]] std::string_view name(TensorType type);

/// Bytes of an element.
[[nodiscard]] std::int64_t width(TensorType type);

/// The type of a numpy array of numbers. Bool becomes uint8, as DGL saves it.
/// name    as numpy writes it, e.g. "<f4"
/// errors  unsupported (another type, or big-endian)
[[nodiscard]] Result<TensorType> npy_tensor_type(std::string_view name);

/// The same, of an array that becomes a tensor in a file of DGL.
/// errors  those of npy_tensor_type · unsupported (a type that is only numpy's)
[[nodiscard]] Result<TensorType> tensor_type(std::string_view name);

/// A tensor without its data.
struct Tensor {
  std::string name;
  TensorType type{};
  std::vector<std::int64_t> shape;

  [[nodiscard]] std::int64_t bytes() const;
};

/// A file of named tensors. Its arrays are their data, in this order: piece i ends in array i, even if that is empty.
[[nodiscard]] FileLayout dgl_tensors(std::span<const Tensor> tensors);

/// A homogeneous graph of DGL.
struct DglGraph {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
  graph::EdgeForms forms{};  ///< in which the edges are written
  std::vector<Tensor> node_data;
  std::vector<Tensor> edge_data;
};

/// A file with one graph. Its arrays, of which those of edges are int64:
///   coo  source and destination of every edge
///   csr  nodes + 1 offsets; the destination and the id of every edge, by source
///   csc  nodes + 1 offsets; the source and the id of every edge, by destination
/// of the forms that are written, then the node data, then the edge data by edge id. Piece i ends in array i; one more piece
/// follows.
/// assumes  data with one row per node or edge
[[nodiscard]] FileLayout dgl_graph(const DglGraph& graph);

/// A view of a tensor in an in-memory file.
struct TensorView {
  std::string name;
  TensorType type{};
  std::vector<std::int64_t> shape;
  std::string_view data;
};

/// Reads what dgl_tensors or DGL wrote. The bytes must outlive the result. Safe for any bytes: never takes more memory
/// than a small multiple of the file.
/// errors  malformed, unsupported (an element type); the message names the offset
[[nodiscard]] Result<std::vector<TensorView>> read_dgl_tensors(std::string_view file);

struct DglGraphView {
  std::int64_t nodes = 0;
  graph::EdgeForms forms;   ///< that are in the file
  TensorView sources;       ///< int64, by edge id
  TensorView destinations;  ///< int64, by edge id
  std::shared_ptr<const std::vector<std::int64_t>>
      ends{};  ///< what these two refer to where the file has no coordinates
  std::vector<TensorView> node_data;
  std::vector<TensorView> edge_data;
};

/// Reads a file with one homogeneous graph; labels are skipped. Compressed rows and columns are compared with the coordinates;
/// without coordinates in the file these are made from them. Node ids of coordinates are not compared with the number of
/// nodes.
/// cost    memory of 16 bytes per edge if the file has no coordinates, and of a bit per edge if it has compressed forms
/// errors  as read_dgl_tensors · unsupported (no graph, several, or one with types other than _N and _E; 32-bit ids;
///         another version, or another device than the CPU)
[[nodiscard]] Result<DglGraphView> read_dgl_graph(std::string_view file);

}  // namespace tuplepack::formats

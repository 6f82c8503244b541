#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/bytes/file_layout.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

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

/// A homogeneous graph of DGL, as coordinates.
struct DglGraph {
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
  std::vector<Tensor> node_data;
  std::vector<Tensor> edge_data;
};

/// A file with one graph. Its arrays: int64 source and int64 destination of every edge, then the node data, then the
/// edge data. Piece i ends in array i; one more piece follows.
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
  TensorView sources;       ///< int64
  TensorView destinations;  ///< int64
  std::vector<TensorView> node_data;
  std::vector<TensorView> edge_data;
};

/// Reads a file with one homogeneous graph that has coordinates; compressed rows and columns are skipped, and so
/// are labels. Node ids are not compared with the number of nodes.
/// errors  as read_dgl_tensors · unsupported (no graph, several, or a heterogeneous one; 32-bit ids; another version)
[[nodiscard]] Result<DglGraphView> read_dgl_graph(std::string_view file);

}  // namespace tuplepack

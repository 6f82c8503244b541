#include "tuplepack/formats/dgl/dgl.hpp"

#include "dgl_records.hpp"
#include "formats/text/text.hpp"
#include "tuplepack/formats/numpy/npy_type.hpp"

#include <algorithm>
#include <cassert>
#include <utility>

namespace tuplepack::formats {

static const DglType& dgl_type(TensorType type) {
  const auto is_it = [&](const DglType& one) { return one.type == type; };
  const auto found = std::find_if(dgl_types.begin(), dgl_types.end(), is_it);
  assert(found != dgl_types.end());
  return *found;
}

std::string_view name(TensorType type) {
  return dgl_type(type).name;
}

std::int64_t width(TensorType type) {
  return dgl_type(type).bits / 8;
}

Result<TensorType> npy_tensor_type(std::string_view name) {
  const auto bytes = npy_number_width(name);
  if (!bytes) return tl::unexpected(bytes.error());
  if (name.starts_with('>') && *bytes > 1) {
    return fail(ErrorCode::unsupported, "numbers of type " + quote(name) + " are big-endian");
  }
  if (name.ends_with("b1")) return TensorType::uint8;
  const auto is_it = [&](const DglType& one) { return !one.numpy.empty() && name.ends_with(one.numpy); };
  const auto found = std::find_if(dgl_types.begin(), dgl_types.end(), is_it);
  assert(found != dgl_types.end());
  return found->type;
}

Result<TensorType> tensor_type(std::string_view name) {
  auto type = npy_tensor_type(name);
  if (!type || dgl_type(*type).in_files) return type;
  return fail(ErrorCode::unsupported, "DGL has no tensors of type " + npy_type_name(name) +
                                          "; convert it to a signed type, or use --format npy");
}

std::int64_t Tensor::bytes() const {
  std::int64_t size = width(type);
  for (const std::int64_t extent : shape) size *= extent;
  assert(size >= 0);
  return size;
}

namespace {

/// Appends the values of DGL's files, by default unsigned 64-bit integers, to the last piece of a layout.
class DglWriter {
 public:
  void number(std::uint64_t value, int bytes = 8) {
    for (int i = 0; i < bytes; ++i) text() += static_cast<char>(value >> (8 * i) & 255U);
  }
  void signed_number(std::int64_t value) { number(static_cast<std::uint64_t>(value)); }
  void no() { number(0, 1); }
  void string(std::string_view value) {
    number(value.size());
    text() += value;
  }
  void zeros_to(std::size_t size) { text().resize(size, '\0'); }

  void array_head(TensorType type, std::span<const std::int64_t> shape, std::int64_t bytes) {
    assert(dgl_type(type).in_files);
    number(dgl_magic::array);
    number(0);
    number(dgl_cpu, 4);
    number(0, 4);  // the first one
    number(shape.size(), 4);
    number(dgl_type(type).code, 1);
    number(dgl_type(type).bits, 1);
    number(1, 2);  // lanes
    for (const std::int64_t extent : shape) signed_number(extent);
    signed_number(bytes);
  }
  /// The data follows the piece.
  void array(const Tensor& tensor) {
    array_head(tensor.type, tensor.shape, tensor.bytes());
    layout_.back().array_bytes = tensor.bytes();
    layout_.emplace_back();
  }
  void known_array(std::span<const std::int64_t> values) {
    const auto extent = static_cast<std::int64_t>(values.size());
    array_head(TensorType::int64, std::span(&extent, 1), 8 * extent);
    for (const std::int64_t value : values) signed_number(value);
  }
  void tensors(std::span<const Tensor> tensors) {
    number(tensors.size());
    for (const Tensor& tensor : tensors) {
      string(tensor.name);
      array(tensor);
    }
  }

  FileLayout layout() {
    if (layout_.back().text.empty()) layout_.pop_back();
    return std::move(layout_);
  }

 private:
  FileLayout layout_{FilePiece{}};

  std::string& text() { return layout_.back().text; }
};

}  // namespace

FileLayout dgl_tensors(std::span<const Tensor> tensors) {
  DglWriter writer;
  writer.number(dgl_magic::tensors);
  writer.number(tensors.size());
  writer.tensors(tensors);
  return writer.layout();
}

/// The graph of types: one node type, and one edge type from it to itself.
static void put_meta_graph(DglWriter& writer) {
  writer.number(dgl_magic::meta_graph);
  writer.number(dgl_magic::csr);
  writer.number(1);  // columns
  writer.number(1);  // rows
  writer.known_array(std::array<std::int64_t, 2>{0, 1});
  writer.known_array(std::array<std::int64_t, 1>{0});
  writer.known_array(std::array<std::int64_t, 1>{0});
  writer.no();  // sorted
}

static void put_coordinates(DglWriter& writer, const DglGraph& graph) {
  put_meta_graph(writer);
  writer.number(dgl_magic::coo);
  writer.signed_number(graph.nodes);  // columns
  writer.signed_number(graph.nodes);  // rows
  const Tensor ids{.name = "", .type = TensorType::int64, .shape = {graph.edges}};
  writer.array(ids);       // sources
  writer.array(ids);       // destinations
  writer.known_array({});  // edge ids: in order
  writer.no();             // sorted rows
  writer.no();             // sorted columns
}

/// By source or by destination.
static void put_compressed(DglWriter& writer, const DglGraph& graph) {
  put_meta_graph(writer);
  writer.number(dgl_magic::csr);
  writer.signed_number(graph.nodes);  // columns
  writer.signed_number(graph.nodes);  // rows
  writer.array({.name = "", .type = TensorType::int64, .shape = {graph.nodes + 1}});
  const Tensor ids{.name = "", .type = TensorType::int64, .shape = {graph.edges}};
  writer.array(ids);  // the other ends
  writer.array(ids);  // edge ids
  writer.no();        // sorted
}

static void put_edges(DglWriter& writer, const DglGraph& graph) {
  const auto& [coo, csr, csc] = graph.forms;
  writer.number(dgl_magic::unit_graph);
  writer.signed_number(dgl_is_mask | (coo ? dgl_saves_coo : 0) | (csr ? dgl_saves_csr : 0) | (csc ? dgl_saves_csc : 0));
  writer.signed_number(dgl_is_mask | dgl_saves_coo | dgl_saves_csr | dgl_saves_csc);  // forms it may be converted to
  if (coo) put_coordinates(writer, graph);
  if (csr) put_compressed(writer, graph);
  if (csc) put_compressed(writer, graph);
}

FileLayout dgl_graph(const DglGraph& graph) {
  DglWriter writer;
  writer.number(dgl_magic::graphs);
  writer.number(dgl_graphs_version);
  writer.number(dgl_hetero_graphs);
  writer.number(1);  // graph
  writer.zeros_to(dgl_graphs_head);
  constexpr std::uint64_t begin = dgl_graphs_head + 16;
  writer.number(begin);
  writer.number(0);  // labels

  writer.number(dgl_magic::hetero_graph);
  put_meta_graph(writer);
  writer.number(1);  // edge type
  put_edges(writer, graph);
  writer.number(1);  // node type
  writer.signed_number(graph.nodes);
  writer.number(1);
  writer.tensors(graph.node_data);
  writer.number(1);
  writer.tensors(graph.edge_data);
  writer.number(1);
  writer.string(dgl_node_type);
  writer.number(1);
  writer.string(dgl_edge_type);

  constexpr std::uint64_t index_bytes = 16;  // where each graph begins, as a string that holds a list
  writer.number(index_bytes);
  writer.number(1);
  writer.number(begin);
  writer.number(index_bytes);
  return writer.layout();
}

}  // namespace tuplepack::formats

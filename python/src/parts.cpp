// Files of partitioned graphs.
#include "module.hpp"

#include "errors.hpp"
#include "tuplepack/formats/dgl/dgl.hpp"
#include "tuplepack/formats/dgl/part_metadata.hpp"
#include "tuplepack/formats/dgl/sampling_graph.hpp"

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::python {

namespace {

/// A file in memory, as mmap and bytes hand it over.
class FileBytes {
 public:
  explicit FileBytes(const py::buffer& buffer) : info_(buffer.request()) {}

  [[nodiscard]] std::string_view view() const {
    return {static_cast<const char*>(info_.ptr), static_cast<std::size_t>(info_.size * info_.itemsize)};
  }

 private:
  py::buffer_info info_;
};

}  // namespace

/// numpy has no type for bfloat16.
static py::array array_of(const formats::TensorView& tensor, const std::string& file) {
  if (tensor.type == formats::TensorType::bfloat16) {
    refuse(ErrorCode::unsupported, file + ": " + tensor.name + " is bfloat16, which numpy does not have");
  }
  py::array array(py::dtype(std::string(name(tensor.type))), tensor.shape);
  std::copy(tensor.data.begin(), tensor.data.end(), static_cast<char*>(array.mutable_data()));
  return array;
}

static py::dict arrays_of(const std::vector<formats::TensorView>& tensors, const std::string& file) {
  py::dict arrays;
  for (const formats::TensorView& tensor : tensors) arrays[py::str(tensor.name)] = array_of(tensor, file);
  return arrays;
}

/// Arrays by name.
static py::dict read_tensors(const py::buffer& buffer, const std::string& file) {
  const FileBytes bytes(buffer);
  return arrays_of(value(formats::read_dgl_tensors(bytes.view()), file), file);
}

/// (nodes, sources, targets, node data, edge data)
static py::tuple read_graph(const py::buffer& buffer, const std::string& file) {
  const FileBytes bytes(buffer);
  const formats::DglGraphView graph = value(formats::read_dgl_graph(bytes.view()), file);
  return py::make_tuple(graph.nodes, array_of(graph.sources, file), array_of(graph.destinations, file),
                        arrays_of(graph.node_data, file), arrays_of(graph.edge_data, file));
}

/// Arrays by name: "independent_tensors/indptr", …
static py::dict read_sampling(const py::buffer& buffer, const std::string& file) {
  const FileBytes bytes(buffer);
  return arrays_of(value(formats::read_sampling_graph(bytes.view()), file).tensors, file);
}

/// The ranges of types: (name, [(begin, end), …]) by number.
static py::list ranges_of(const std::vector<graph::PartitionedType>& types) {
  py::list found;
  for (const graph::PartitionedType& type : types) {
    py::list ranges;
    for (const graph::OwnedRange& range : type.ranges) ranges.append(py::make_tuple(range.begin, range.end));
    found.append(py::make_tuple(type.name, ranges));
  }
  return found;
}

static py::dict read_document(const std::string& text, const std::string& file) {
  const graph::PartitionedGraph graph = value(formats::read_part_metadata(text), file);
  value(check_ranges(graph), file);
  py::list parts;
  for (const graph::PartFiles& files : graph.parts) {
    py::dict one;
    one["graph"] = files.graph;
    one["graphbolt"] = files.graphbolt;
    one["coordinates"] = files.coordinates;
    one["node_features"] = files.node_features;
    one["edge_features"] = files.edge_features;
    parts.append(one);
  }
  py::dict found;
  found["name"] = graph.name;
  found["node_types"] = ranges_of(graph.node_types);
  found["edge_types"] = ranges_of(graph.edge_types);
  found["parts"] = parts;
  return found;
}

void define_parts(py::module_& module) {
  module.def("read_dgl_tensors", &read_tensors, py::arg("buffer"), py::arg("file"));
  module.def("read_dgl_graph", &read_graph, py::arg("buffer"), py::arg("file"));
  module.def("read_sampling_graph", &read_sampling, py::arg("buffer"), py::arg("file"));
  module.def("read_part_document", &read_document, py::arg("text"), py::arg("file"));
  module.def("describes_parts", &formats::is_part_metadata, py::arg("text"));
}

}  // namespace tuplepack::python

#include "dgl_fuzz.hpp"
#include "targets.hpp"

using namespace tuplepack;
using namespace tuplepack::tests;

static std::vector<formats::TensorView> all_tensors(const formats::DglGraphView& graph) {
  std::vector<formats::TensorView> tensors{graph.sources, graph.destinations};
  tensors.insert(tensors.end(), graph.node_data.begin(), graph.node_data.end());
  tensors.insert(tensors.end(), graph.edge_data.begin(), graph.edge_data.end());
  return tensors;
}

static void check_rows(std::span<const formats::TensorView> tensors, std::int64_t rows) {
  for (const formats::TensorView& tensor : tensors) require(!tensor.shape.empty() && tensor.shape[0] == rows);
}

/// The input with the zeros of a file's head put in, so that inputs stay short.
static std::string with_head(std::string_view input) {
  constexpr std::size_t fields = 32;
  constexpr std::size_t head = 4096;
  std::string file(input.substr(0, fields));
  if (file.size() == fields) file.resize(head, '\0');
  return file.append(input.substr(std::min(fields, input.size())));
}

/// One input of the reader of graphs: a file without the zeros from byte 32 to 4096.
/// Holds for every input: tensors lie within the file and have a row per node or edge, and the same graph comes out of
/// the file that is written of it; or an error says something.
FUZZ_TARGET(dgl_graph) {
  const std::string file = with_head(std::string_view(reinterpret_cast<const char*>(data), size));
  const auto graph = formats::read_dgl_graph(file);
  if (!graph) {
    check_error(graph.error());
    return 0;
  }
  const std::vector<formats::TensorView> tensors = all_tensors(*graph);
  require(graph->nodes >= 0 && graph->sources.shape == graph->destinations.shape);
  check_tensors(tensors, file);
  check_rows(graph->node_data, graph->nodes);
  check_rows(graph->edge_data, graph->sources.shape[0]);
  const formats::DglGraph same{.nodes = graph->nodes,
                               .edges = graph->sources.shape[0],
                               .node_data = without_data(graph->node_data),
                               .edge_data = without_data(graph->edge_data)};
  const std::string written = file_of(dgl_graph(same), data_of(tensors));
  const auto again = formats::read_dgl_graph(written);
  require(again && again->nodes == graph->nodes && same_tensors(all_tensors(*again), tensors));
  return 0;
}

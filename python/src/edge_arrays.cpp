#include "edge_arrays.hpp"

#include "arrays.hpp"
#include "errors.hpp"

namespace tuplepack::python {

std::vector<std::uint32_t> node_ids(const py::array& given, std::int64_t nodes, const std::string& what) {
  const Wholes wholes(given, what);
  std::vector<std::uint32_t> ids;
  ids.reserve(wholes.values().size());
  for (const std::int64_t id : wholes.values()) {
    if (id < 0 || id >= nodes) {
      refuse(ErrorCode::out_of_range, what + ": node " + std::to_string(id) + " at position " +
                                          std::to_string(ids.size()) + "; there are " + std::to_string(nodes));
    }
    ids.push_back(static_cast<std::uint32_t>(id));
  }
  return ids;
}

graph::EdgeTable edge_table(const py::array& sources, const py::array& targets, std::int64_t source_nodes,
                            std::int64_t target_nodes, const std::string& what) {
  graph::EdgeTable table;
  table.sources = node_ids(sources, source_nodes, what + " sources");
  table.targets = node_ids(targets, target_nodes, what + " targets");
  if (table.sources.size() != table.targets.size()) {
    refuse(ErrorCode::malformed, what + ": sources and targets must have the same length");
  }
  return table;
}

}  // namespace tuplepack::python

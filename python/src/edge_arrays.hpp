#pragma once

#include "tuplepack/graph/sampling/group_edges.hpp"

#include <pybind11/numpy.h>

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::python {

namespace py = pybind11;

/// Ids of nodes as the core has them; raises unless each is below their number.
[[nodiscard]] std::vector<std::uint32_t> node_ids(const py::array& given, std::int64_t nodes, const std::string& what);

/// Edges between nodes of two sets, which may be the same; raises unless there are as many sources as targets.
[[nodiscard]] graph::EdgeTable edge_table(const py::array& sources, const py::array& targets, std::int64_t source_nodes,
                                          std::int64_t target_nodes, const std::string& what);

}  // namespace tuplepack::python

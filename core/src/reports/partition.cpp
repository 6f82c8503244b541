#include "tuplepack/reports/partition.hpp"

namespace tuplepack::reports {

graph::NodeAssignment consecutive_ids(const graph::GraphSchema& schema, std::int64_t parts) {
  const std::int64_t nodes = schema.nodes();
  graph::NodeAssignment assignment{.parts = parts, .part_of = {}, .algorithm = "random"};
  assignment.part_of.reserve(static_cast<std::size_t>(nodes));
  for (std::int64_t part = 0; part < parts; ++part) {
    const auto end = static_cast<std::size_t>((part + 1) * nodes / parts);
    assignment.part_of.resize(end, static_cast<std::uint16_t>(part));
  }
  return assignment;
}

}  // namespace tuplepack::reports

#include "metis.hpp"

#include <metis.h>

#include <algorithm>
#include <limits>
#include <string>

namespace tuplepack::graph {

bool has_metis() {
  return true;
}

static Result<void> check_ids(std::int64_t count, const char* what) {
  constexpr auto most = static_cast<std::int64_t>(std::numeric_limits<idx_t>::max());
  if (count <= most) return {};
  return fail(ErrorCode::unsupported, "METIS supports at most " + std::to_string(most) + " " + what +
                                          ", but the graph has " + std::to_string(count) + "; choose another method");
}

static Result<void> check_metis_input(const Adjacency& adjacency, const PartBalance& balance,
                                      const PartitionOptions& options) {
  if (auto parts = check_parts(options.parts); !parts) return parts;
  if (auto checked = check(balance, adjacency.nodes()); !checked) return checked;
  if (auto nodes = check_ids(adjacency.nodes(), "nodes"); !nodes) return nodes;
  return check_ids(static_cast<std::int64_t>(adjacency.neighbours.size()), "neighbours");
}

namespace {

/// Weights of vertices, row by row. Columns without any weight are left out. A second weight that all nodes have is one
/// column for each class, as DGL balances edges.
struct VertexWeights {
  idx_t columns = 0;
  std::vector<idx_t> values;
};

}  // namespace
static VertexWeights vertex_weights(const NodeWeights& weights, std::int64_t nodes) {
  const std::size_t classes = weights.classes();
  std::vector<std::int64_t> totals(weights.ranged() ? weights.constraints() : classes * 2);
  const auto first_of = [&](const NodeLoad& node) { return weights.ranged() ? node.first : classes + node.of_class; };
  for (std::size_t v = 0; v < static_cast<std::size_t>(nodes); ++v) {
    const NodeLoad node = weights.load_of(v);
    ++totals[node.of_class];
    for (std::size_t i = 0; i < node.weights.size(); ++i) totals[first_of(node) + i] += node.weights[i];
  }
  VertexWeights result;
  std::vector<std::size_t> column(totals.size());
  for (std::size_t i = 0; i < totals.size(); ++i) {
    column[i] = static_cast<std::size_t>(result.columns);
    if (totals[i] > 0) ++result.columns;
  }
  const auto width = static_cast<std::size_t>(result.columns);
  result.values.resize(static_cast<std::size_t>(nodes) * width);
  for (std::size_t v = 0; v < static_cast<std::size_t>(nodes); ++v) {
    const NodeLoad node = weights.load_of(v);
    result.values[v * width + column[node.of_class]] = 1;
    for (std::size_t i = 0; i < node.weights.size(); ++i) {
      const std::size_t constraint = first_of(node) + i;
      if (totals[constraint] > 0) result.values[v * width + column[constraint]] = static_cast<idx_t>(node.weights[i]);
    }
  }
  return result;
}

static std::string metis_failure(int status) {
  if (status == METIS_ERROR_MEMORY) return "METIS ran out of memory";
  return "METIS failed with status " + std::to_string(status);
}

Result<NodeAssignment> metis_partition(const Adjacency& adjacency, const PartBalance& balance,
                                       const PartitionOptions& options, int iterations) {
  if (auto checked = check_metis_input(adjacency, balance, options); !checked) {
    return tl::unexpected<Error>(std::move(checked.error()));
  }
  const std::int64_t nodes = adjacency.nodes();
  NodeAssignment assignment{.parts = options.parts, .part_of = {}, .algorithm = "metis"};
  assignment.part_of.resize(static_cast<std::size_t>(nodes));
  if (options.parts == 1) return assignment;  // METIS 5.1 crashes
  if (nodes <= options.parts) {               // it cannot bisect what is empty, and says so on standard output
    for (std::size_t v = 0; v < assignment.part_of.size(); ++v) assignment.part_of[v] = static_cast<std::uint16_t>(v);
    return assignment;
  }
  VertexWeights weights = vertex_weights(NodeWeights(balance, nodes), nodes);
  std::vector<idx_t> offsets(adjacency.offsets.begin(), adjacency.offsets.end());
  std::vector<idx_t> neighbours(adjacency.neighbours.begin(), adjacency.neighbours.end());
  std::vector<real_t> imbalance(static_cast<std::size_t>(weights.columns), static_cast<real_t>(balance.imbalance));
  std::vector<idx_t> metis_options(METIS_NOPTIONS);
  METIS_SetDefaultOptions(metis_options.data());
  metis_options[METIS_OPTION_OBJTYPE] = METIS_OBJTYPE_CUT;
  metis_options[METIS_OPTION_NITER] = iterations;
  metis_options[METIS_OPTION_SEED] = static_cast<idx_t>(options.seed & 0x7fffffff);
  auto vertices = static_cast<idx_t>(nodes);
  auto parts = static_cast<idx_t>(options.parts);
  std::vector<idx_t> part_of(assignment.part_of.size());
  idx_t cut = 0;
  const int status = METIS_PartGraphKway(&vertices, &weights.columns, offsets.data(), neighbours.data(),
                                         weights.values.data(), nullptr, nullptr, &parts, nullptr, imbalance.data(),
                                         metis_options.data(), &cut, part_of.data());
  if (status != METIS_OK) return fail(ErrorCode::device, metis_failure(status));
  std::transform(part_of.begin(), part_of.end(), assignment.part_of.begin(),
                 [](idx_t part) { return static_cast<std::uint16_t>(part); });
  return assignment;
}

}  // namespace tuplepack::graph

#include "graph/dispatch/sizes.hpp"

#include "graph/dispatch/edge_columns.hpp"
#include "graph/dispatch/feature_pass.hpp"
#include "graph/dispatch/outer_edges.hpp"
#include "graph/dispatch/spill_edges.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/graph/sampling/id_set.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::graph {

// ---- Memory ----

/// The program itself, and blocks of files that are read or written.
static constexpr std::int64_t program_memory = 11 << 20;

/// What MPI takes on each rank, as measured with Open MPI 4.1.
static std::int64_t exchange_memory() {
  if (!ranks::is_distributed()) return 0;
  return ranks::count() == 1 ? 9 << 20 : 13 << 20;
}

/// Bytes that are there all the time: the parts of nodes, of which the ranks of a machine share one copy that counts as
/// memory of each.
static std::int64_t base_memory(std::int64_t nodes) {
  return program_memory + exchange_memory() + nodes * 2;
}

namespace {

/// Bytes of each step, beside those and beside buffers.
struct StepMemory {
  std::int64_t reading = 0;   ///< new ids
  std::int64_t counting = 0;  ///< the nodes of a part
  std::int64_t writing = 0;   ///< the same

  [[nodiscard]] std::int64_t most() const { return std::max({reading, counting, writing}); }
};

}  // namespace

static StepMemory step_memory(std::int64_t nodes, const DispatchOptions& options) {
  const std::int64_t local = LocalNodes::bytes(nodes);
  const std::int64_t frontiers = options.stored.hops > 1 ? 2 * IdSet::bytes(nodes) : 0;
  const std::int64_t degrees = (options.filing.has_columns() ? 4 : 0) + (options.filing.has_rows() ? 4 : 0);
  const std::int64_t columns = nodes * (degrees > 0 ? degrees + 8 : 0);  // and places
  return {.reading = nodes * 4, .counting = local + frontiers, .writing = local + columns};
}

/// Bytes of the steps with buffers, of which each takes no more than `memory` if it can.
static StepMemory buffered_memory(const DispatchSource& source, const DispatchOptions& options, std::int64_t memory) {
  const std::int64_t edges = source.graph.schema.edges(), parts = source.assignment.parts;
  StepMemory steps = step_memory(source.graph.schema.nodes(), options);
  steps.reading += spill_memory(parts, memory, ranks::count(), edges);
  if (options.filing.has_columns() || options.filing.has_rows()) {
    steps.writing +=
        std::min<std::int64_t>(column_memory(memory), edges * static_cast<std::int64_t>(sizeof(std::int64_t)));
  }
  if (!source.graph.node_features.empty() || !source.graph.edge_features.empty()) {
    steps.writing = std::max(steps.writing, feature_memory(parts, memory, ranks::count()));
  }
  return steps;
}

Result<DispatchMemory> divide_memory(const DispatchSource& source, const DispatchOptions& options, bool only_count) {
  const std::int64_t nodes = source.graph.schema.nodes(), parts = source.assignment.parts;
  const std::int64_t base = base_memory(nodes), steps = step_memory(nodes, options).most();
  const auto peak = [&](std::int64_t memory) {
    if (only_count) return base + steps + count_memory(nodes, parts, options.stored, memory);
    return base + buffered_memory(source, options, memory).most();
  };
  const std::int64_t least = peak(0);
  if (least > options.memory) {
    return fail(ErrorCode::unsupported, "--memory " + std::to_string(options.memory) +
                                            " is too small: " + std::to_string(least) + " bytes are needed for " +
                                            std::to_string(nodes) + " nodes and " + std::to_string(parts) + " parts");
  }
  const std::int64_t left = std::max<std::int64_t>(options.memory - base - steps, 0);
  return DispatchMemory{.buffers = left, .peak = peak(left)};
}

// ---- Files ----

/// The files of a part as the manifest lists them, before they have a hash.
static std::vector<WrittenFile> list_files(const DispatchIdentity& identity, const DispatchPlan& plan,
                                           const GraphFeatures& features, std::size_t part) {
  const PartSizes sizes = part_sizes(plan, identity.stored, part);
  std::vector<WrittenFile> files;
  const auto add = [&](const std::string& name, std::int64_t bytes) {
    files.push_back(
        {.path = "part" + std::to_string(part) + "/" + name, .bytes = bytes, .hash = std::string(hash_digits, '0')});
  };
  for (const FeatureFile& file : feature_files(identity.filing.format, features.nodes, sizes.nodes_by_type)) {
    add(file.name, file_size(file.layout));
  }
  for (const FeatureFile& file : feature_files(identity.filing.format, features.edges, sizes.edges_by_type)) {
    add(file.name, file_size(file.layout));
  }
  for (const PartFile& file : part_files(identity.filing, identity.graph.schema, sizes))
    add(file.name, file_size(file));
  return files;
}

static std::int64_t sum_of_sizes(const std::vector<WrittenFile>& files) {
  std::int64_t bytes = 0;
  for (const WrittenFile& file : files) bytes += file.bytes;
  return bytes;
}

DispatchSize total_size(const DispatchIdentity& identity, DispatchPlan plan, const GraphFeatures& features) {
  DispatchSize size;
  std::vector<WrittenFile> files;
  for (std::size_t part = 0; part < static_cast<std::size_t>(identity.parts); ++part) {
    const auto of_part = list_files(identity, plan, features, part);
    size.part_bytes.push_back(sum_of_sizes(of_part));
    files.insert(files.end(), of_part.begin(), of_part.end());
  }
  const auto metadata = static_cast<std::int64_t>(metadata_text(identity, plan).size());
  files.push_back({.path = "metadata.json", .bytes = metadata, .hash = std::string(hash_digits, '0')});
  const std::string manifest = manifest_text(identity, plan, size.part_bytes, files);
  size.bytes = std::accumulate(size.part_bytes.begin(), size.part_bytes.end(),
                               metadata + static_cast<std::int64_t>(manifest.size()));
  size.temporary_bytes = temporary_bytes(identity, plan);
  size.plan = std::move(plan);
  return size;
}

std::int64_t temporary_bytes(const DispatchIdentity& identity, const DispatchPlan& plan) {
  const std::int64_t outer = std::accumulate(plan.outer_edges.begin(), plan.outer_edges.end(), std::int64_t{0});
  return spill_bytes(identity.graph, identity.parts, ranks::count()) + identity.graph.schema.nodes() * 4 +
         outer * static_cast<std::int64_t>(sizeof(OuterEdge));
}

}  // namespace tuplepack::graph

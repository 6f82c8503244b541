#include "graph/dispatch/sizes.hpp"

#include "graph/dispatch/edge_columns.hpp"
#include "graph/dispatch/feature_pass.hpp"
#include "graph/dispatch/outer_edges.hpp"
#include "graph/dispatch/spill.hpp"
#include "tuplepack/graph/node_set.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack {

// ---- Memory ----

/// The program itself, and blocks of files that are read or written.
static constexpr std::int64_t program_memory = 24 << 20;

/// Bytes beside the buffers: of each part of the work, the largest.
static std::int64_t fixed_memory(std::int64_t nodes, const DispatchOptions& options) {
  const std::int64_t owners = nodes * 2, new_ids = nodes * 4;
  const std::int64_t frontiers = options.stored.hops > 1 ? 2 * NodeSet::bytes(nodes) : 0;
  const std::int64_t in_degrees = options.format == PartFormat::graphbolt ? nodes * 4 : 0;
  return program_memory + owners + std::max(new_ids, LocalNodes::bytes(nodes) + std::max(frontiers, in_degrees));
}

Result<DispatchMemory> divide_memory(const DispatchSource& source, const DispatchOptions& options, bool only_count) {
  const std::int64_t nodes = source.graph.schema.nodes(), parts = source.assignment.parts;
  const std::int64_t fixed = fixed_memory(nodes, options);
  const auto buffers = [&](std::int64_t memory) {
    if (only_count) return count_memory(nodes, parts, options.stored, memory);
    const std::int64_t columns = options.format == PartFormat::graphbolt ? column_memory(memory) : 0;
    return std::max({spill_memory(parts, memory), feature_memory(parts, memory), columns});
  };
  const std::int64_t least = fixed + buffers(0);
  if (least > options.memory) {
    return fail(ErrorCode::unsupported, "--memory: " + std::to_string(options.memory) + " bytes, but " +
                                            std::to_string(least) + " are needed for " + std::to_string(nodes) +
                                            " nodes and " + std::to_string(parts) + " parts");
  }
  const std::int64_t left = options.memory - fixed;
  return DispatchMemory{.buffers = left, .peak = fixed + buffers(left)};
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
  for (const FeatureFile& file : feature_files(identity.format, features.nodes, sizes.nodes_by_type)) {
    add(file.name, file_size(file.layout));
  }
  for (const FeatureFile& file : feature_files(identity.format, features.edges, sizes.edges_by_type)) {
    add(file.name, file_size(file.layout));
  }
  for (const PartFile& file : part_files(identity.format, identity.graph.schema, sizes))
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
  return spill_bytes(identity.graph, identity.parts) + identity.graph.schema.nodes() * 4 +
         outer * static_cast<std::int64_t>(sizeof(OuterEdge));
}

}  // namespace tuplepack

#include "graph/dispatch/feature_stage.hpp"

#include "graph/dispatch/edge_owners.hpp"
#include "graph/dispatch/feature_pass.hpp"
#include "graph/dispatch/spill.hpp"

#include <algorithm>

namespace tuplepack::graph {

/// The list of a part's files of features, written when those of all parts are there.
static std::string list_name(std::size_t part) {
  return part_name(part) + ".features";
}

void find_features(const DispatchJob& job, DispatchState& state) {
  std::vector<std::vector<WrittenFile>> files(job.parts());
  std::int64_t missing = 0;
  for (std::size_t part = 0; part < job.parts() && missing == 0; ++part) {
    if (!state.is_due(job, part)) continue;
    const auto list = job.out.read(list_name(part));
    if (list) files[part] = read_list(*list);
    missing = list && are_there(job.out.staging(), files[part], true) ? 0 : 1;
  }
  ranks::maximum(std::span(&missing, 1));
  state.has_features = missing == 0;
  for (std::size_t part = 0; state.has_features && part < job.parts(); ++part) {
    if (state.is_due(job, part)) state.files[part] = std::move(files[part]);
  }
}

static Result<void> write_features_of(const DispatchJob& job, DispatchState& state, const FeatureTables& tables,
                                      const RowOwners& owners, const std::vector<std::vector<std::int64_t>>& counts,
                                      std::string_view step) {
  std::vector<bool> wanted;
  for (const bool finished : state.finished) wanted.push_back(!finished);
  const FeaturePass pass{.tables = tables,
                         .format = job.options.filing.format,
                         .source = job.source.folder,
                         .target = job.out.staging(),
                         .counts = counts,
                         .places = job.places,
                         .wanted = std::move(wanted),
                         .memory = job.memory.buffers};
  auto written = write_features(pass, owners, [&](double fraction) { return job.keep_going(step, fraction); });
  if (!written) return tl::unexpected(written.error());
  for (std::size_t part = 0; part < job.parts(); ++part) {
    state.files[part].insert(state.files[part].end(), (*written)[part].begin(), (*written)[part].end());
  }
  return {};
}

/// What the next run knows them by. The owners of edges are of no use any more.
static Result<void> list_features(const DispatchJob& job, const DispatchState& state) {
  for (std::size_t part = 0; part < job.parts(); ++part) {
    if (!state.is_due(job, part)) continue;
    if (auto written = job.out.write(list_name(part), list_text(state.files[part])); !written) return written;
  }
  for (std::size_t type = 0; type < job.source.graph.schema.edge_types.size(); ++type) {
    job.out.remove(owners_name(type, ranks::rank()));
  }
  return {};
}

Result<void> write_all_features(const DispatchJob& job, const SpilledGraph& spilled, DispatchState& state) {
  if (state.has_features) return {};
  const GraphSchema& schema = job.source.graph.schema;
  std::vector<std::vector<std::int64_t>> nodes, edges;
  for (std::size_t part = 0; part < job.parts(); ++part) {
    PartSizes sizes = part_sizes(spilled.plan, job.options.stored, part);
    nodes.push_back(std::move(sizes.nodes_by_type));
    edges.push_back(std::move(sizes.edges_by_type));
  }
  const auto offsets = schema.node_offsets();
  const RowOwners node_owners = [&](std::size_t feature, const RowSlices& slices) {
    const IdRange rows = slices.of(ranks::rank());
    const auto at = static_cast<std::size_t>(offsets[job.features.nodes.features[feature].type] + rows.begin);
    return Result<std::span<const std::uint16_t>>(
        job.source.assignment.part_of.subspan(at, static_cast<std::size_t>(rows.size())));
  };
  auto written = write_features_of(job, state, job.features.nodes, node_owners, nodes, "writing node features");
  if (!written) return written;
  EdgeOwners owners(spilled.parts, job.features.edges, schema);
  const RowOwners edge_owners = [&](std::size_t feature, const RowSlices& slices) {
    return owners.of_rows(feature, slices);
  };
  written = write_features_of(job, state, job.features.edges, edge_owners, edges, "writing edge features");
  if (!written) return written;
  return ranks::agree(list_features(job, state));
}

}  // namespace tuplepack::graph

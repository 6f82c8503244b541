#include "graph/dispatch/spill_stage.hpp"

#include "graph/dispatch/node_spill.hpp"
#include "graph/dispatch/outer_edges.hpp"
#include "graph/dispatch/spill.hpp"

#include <array>
#include <charconv>

namespace tuplepack {

static KeepGoing step_of(const DispatchProgress& progress, std::string_view step) {
  if (!progress) return {};
  return [&progress, step](double fraction) { return progress(step, fraction); };
}

Result<void> collect_nodes(LocalNodes& local, const std::string& folder, const DispatchPlan& plan, std::size_t part) {
  local.reset(plan.nodes.of(part));
  auto own = read_spill(spill_path(folder, part), {.sources = true}, [&](const SpilledEdges& edges) -> Result<void> {
    local.add(edges.sources);
    return {};
  });
  if (!own) return own;
  if (plan.outer_edges[part] > 0) {
    auto others = read_outer_edges(outer_edges_path(folder, part), [&](std::span<const OuterEdge> edges) {
      for (const OuterEdge& edge : edges) local.add(std::array<std::uint32_t, 2>{edge.source, edge.target});
      return Result<void>();
    });
    if (!others) return others;
  }
  local.number();
  return {};
}

/// Counts the HALO of every part, and writes the files of edges that other parts own.
static Result<void> count_outside(SpilledGraph& graph, StoredEdges stored, const std::string& folder,
                                  const DispatchProgress& progress) {
  DispatchPlan& plan = graph.plan;
  const std::size_t parts = plan.nodes.parts();
  plan.halo_nodes.assign(parts, 0);
  plan.outer_edges.assign(parts, 0);
  LocalNodes local(plan.nodes.total());
  for (std::size_t part = 0; part < parts; ++part) {
    const auto done = static_cast<double>(part);
    const KeepGoing keep_going = [&](double fraction) {
      return !progress || progress("counting the HALO", (done + fraction) / static_cast<double>(parts));
    };
    if (!keep_going(0)) return fail(ErrorCode::stopped, "stopped");
    if (stored.outer()) {
      auto outer = write_outer_edges(folder, plan.nodes, plan.edges, stored, part, keep_going);
      if (!outer) return tl::unexpected(outer.error());
      plan.outer_edges[part] = *outer;
    }
    if (auto collected = collect_nodes(local, folder, plan, part); !collected) return collected;
    plan.halo_nodes[part] = local.halo();
  }
  return {};
}

Result<SpilledGraph> spill_graph(const DispatchSource& source, StoredEdges stored, const std::string& folder,
                                 std::int64_t buffers, const DispatchProgress& progress) {
  const GraphSchema& schema = source.graph.schema;
  SpilledGraph graph;
  {
    const NodeMap map = renumber(source.assignment, schema);
    auto edges = spill_edges(source.graph, source.folder, source.assignment, map, folder, buffers,
                             step_of(progress, "reading edges"));
    if (!edges) return tl::unexpected(edges.error());
    graph.plan.nodes = map.ranges;
    graph.plan.edges = IdRanges(edges->edges, schema.edge_types.size());
    graph.files = std::move(edges->files);
  }
  auto nodes = spill_nodes(source.assignment, schema, folder, buffers);
  if (!nodes) return tl::unexpected(nodes.error());
  graph.files.insert(graph.files.end(), nodes->begin(), nodes->end());
  if (auto counted = count_outside(graph, stored, folder, progress); !counted) return tl::unexpected(counted.error());
  for (std::size_t part = 0; stored.outer() && part < graph.plan.nodes.parts(); ++part) {
    const std::string path = outer_edges_path(folder, part);
    auto hash = hash_of_file(path);
    if (!hash) return tl::unexpected(hash.error());
    graph.files.push_back({.path = path.substr(folder.size() + 1),
                           .bytes = graph.plan.outer_edges[part] * static_cast<std::int64_t>(sizeof(OuterEdge)),
                           .hash = std::move(*hash)});
  }
  return graph;
}

// ---- As text ----

std::string spilled_text(const SpilledGraph& graph) {
  std::string text;
  const auto add = [&](std::int64_t number) { text += std::to_string(number) + "\n"; };
  for (std::size_t part = 0; part < graph.plan.nodes.parts(); ++part) {
    add(graph.plan.halo_nodes[part]);
    add(graph.plan.outer_edges[part]);
    for (std::size_t type = 0; type < graph.plan.edges.types(); ++type) add(graph.plan.edges.of(part, type).size());
  }
  return text + list_text(graph.files);
}

/// Takes a number and the end of its line from a text.
static std::optional<std::int64_t> take_number(std::string_view& text) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto used = static_cast<std::size_t>(end - text.data());
  if (error != std::errc{} || used == text.size() || text[used] != '\n') return std::nullopt;
  text.remove_prefix(used + 1);
  return number;
}

std::optional<SpilledGraph> read_spilled(std::string_view text, const DispatchSource& source) {
  const GraphSchema& schema = source.graph.schema;
  SpilledGraph graph;
  graph.plan.nodes = IdRanges(nodes_by_part(source.assignment, schema), schema.node_types.size());
  std::vector<std::int64_t> edges;
  for (std::int64_t part = 0; part < source.assignment.parts; ++part) {
    for (std::size_t i = 0; i < 2 + schema.edge_types.size(); ++i) {
      const auto number = take_number(text);
      if (!number) return std::nullopt;
      (i == 0 ? graph.plan.halo_nodes : i == 1 ? graph.plan.outer_edges : edges).push_back(*number);
    }
  }
  graph.plan.edges = IdRanges(edges, schema.edge_types.size());
  if (graph.plan.edges.total() != schema.edges()) return std::nullopt;
  graph.files = read_list(text);
  return graph;
}

std::optional<std::size_t> part_of_spill(const WrittenFile& file) {
  std::size_t part = 0;
  if (!file.path.starts_with("part")) return std::nullopt;
  const char* const begin = file.path.data() + 4;
  const auto [end, error] = std::from_chars(begin, file.path.data() + file.path.size(), part);
  return error == std::errc{} ? std::optional(part) : std::nullopt;
}

}  // namespace tuplepack

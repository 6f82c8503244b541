#include "graph/dispatch/spill_stage.hpp"

#include "graph/dispatch/node_spill.hpp"
#include "graph/dispatch/outer_edges.hpp"
#include "graph/dispatch/spill_edges.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace tuplepack::graph {

static KeepGoing step_of(const DispatchProgress& progress, std::string_view step) {
  if (!progress) return {};
  return [&progress, step](double fraction) { return progress(step, fraction); };
}

Result<void> collect_nodes(LocalNodes& local, const SpilledParts& spill, const DispatchPlan& plan, std::size_t part) {
  local.reset(plan.nodes.of(part));
  auto own = read_spill(spill, part, {.sources = true}, [&](const SpilledEdges& edges) -> Result<void> {
    local.add(edges.sources);
    return {};
  });
  if (!own) return own;
  if (plan.outer_edges[part] > 0) {
    auto others = read_outer_edges(outer_edges_path(spill.folder, part), [&](std::span<const OuterEdge> edges) {
      for (const OuterEdge& edge : edges) local.add(std::array<std::uint32_t, 2>{edge.source, edge.target});
      return Result<void>();
    });
    if (!others) return others;
  }
  local.number();
  return {};
}

std::vector<std::string> spilled_names(const SpilledParts& spill, StoredEdges stored, std::size_t part) {
  std::vector<std::string> names{node_spill_name(part)};
  for (int reader = 0; reader < spill.readers; ++reader) names.push_back(spill_name(part, reader));
  if (stored.outer()) names.push_back(outer_edges_name(part));
  return names;
}

/// Edges that other parts own, into a file.
static Result<std::int64_t> spill_outer_edges(SpilledGraph& graph, StoredEdges stored, std::size_t part,
                                              const KeepGoing& keep_going) {
  auto edges = write_outer_edges(graph.parts, graph.plan.nodes, graph.plan.edges, stored, part, keep_going);
  if (!edges) return edges;
  auto hash = hash_of_file(outer_edges_path(graph.parts.folder, part));
  if (!hash) return tl::unexpected(hash.error());
  graph.files.push_back({.path = outer_edges_name(part),
                         .bytes = *edges * static_cast<std::int64_t>(sizeof(OuterEdge)),
                         .hash = std::move(*hash)});
  return edges;
}

/// Counts the HALO of every part of this rank, and writes the files of edges that other parts own.
static Result<void> count_outside(SpilledGraph& graph, StoredEdges stored, std::span<const int> places,
                                  const DispatchProgress& progress) {
  DispatchPlan& plan = graph.plan;
  LocalNodes local(plan.nodes.total());
  const auto own = static_cast<double>(std::count(places.begin(), places.end(), ranks::rank()));
  double done = 0;
  for (std::size_t part = 0; part < places.size(); ++part) {
    if (places[part] != ranks::rank()) continue;
    const KeepGoing keep_going = [&](double fraction) {
      return !progress || progress("counting the HALO", (done + fraction) / own);
    };
    if (!keep_going(0)) return fail(ErrorCode::stopped, "stopped");
    if (stored.outer()) {
      const auto outer = spill_outer_edges(graph, stored, part, keep_going);
      if (!outer) return tl::unexpected(outer.error());
      plan.outer_edges[part] = *outer;
    }
    if (auto collected = collect_nodes(local, graph.parts, plan, part); !collected) return collected;
    plan.halo_nodes[part] = local.halo();
    ++done;
  }
  return {};
}

Result<ranks::SharedArray<std::uint32_t>> renumber_shared(const DispatchSource& source, const IdRanges& nodes) {
  auto ids = ranks::SharedArray<std::uint32_t>::create(source.graph.schema.nodes());
  if (!ids) return ids;
  if (ranks::leads_machine()) renumber(source.assignment, source.graph.schema, nodes, ids->all());
  ids->fence();
  return ids;
}

static Result<SpilledGraph> spill_all_edges(const DispatchSource& source, std::span<const int> places,
                                            const std::string& folder, std::int64_t buffers,
                                            const DispatchProgress& progress) {
  const GraphSchema& schema = source.graph.schema;
  NodeMap map{.ranges = node_ranges(source.assignment, schema), .new_id = {}};
  auto ids = renumber_shared(source, map.ranges);
  if (!ids) return tl::unexpected(ids.error());
  map.new_id = ids->all();
  auto spill = spill_edges({.graph = source.graph,
                            .source = source.folder,
                            .assignment = source.assignment,
                            .map = map,
                            .places = places,
                            .target = folder,
                            .memory = buffers},
                           step_of(progress, "reading edges"));
  ids->release();
  if (!spill) return tl::unexpected(spill.error());
  const std::size_t parts = places.size();
  return SpilledGraph{.plan = {.nodes = std::move(map.ranges),
                               .edges = IdRanges(spill->edges, schema.edge_types.size()),
                               .halo_nodes = std::vector<std::int64_t>(parts),
                               .outer_edges = std::vector<std::int64_t>(parts)},
                      .parts = std::move(spill->parts),
                      .files = std::move(spill->files)};
}

Result<SpilledGraph> spill_graph(const DispatchSource& source, StoredEdges stored, std::span<const int> places,
                                 const std::string& folder, std::int64_t buffers, const DispatchProgress& progress) {
  auto graph = spill_all_edges(source, places, folder, buffers, progress);
  if (!graph) return graph;
  auto nodes = ranks::agree(spill_nodes(source.assignment, source.graph.schema, places, folder, buffers));
  if (!nodes) return tl::unexpected(nodes.error());
  graph->files.insert(graph->files.end(), nodes->begin(), nodes->end());
  auto counted = ranks::agree(count_outside(*graph, stored, places, progress));
  if (!counted) return tl::unexpected(counted.error());
  ranks::sum(graph->plan.halo_nodes);
  ranks::sum(graph->plan.outer_edges);
  return graph;
}

// ---- As text ----

std::string spilled_text(const SpilledGraph& graph) {
  std::string text;
  const auto add = [&](std::int64_t number) { text += std::to_string(number) + "\n"; };
  add(graph.parts.readers);
  for (const std::int64_t first : graph.parts.starts.first) add(first);
  for (std::size_t part = 0; part < graph.plan.nodes.parts(); ++part) {
    add(graph.plan.halo_nodes[part]);
    add(graph.plan.outer_edges[part]);
    for (std::size_t type = 0; type < graph.plan.edges.types(); ++type) add(graph.plan.edges.of(part, type).size());
  }
  return text + list_text(graph.files);
}

/// Takes numbers, each with the end of its line, from a text. Fewer, if it has no more.
static std::vector<std::int64_t> take_numbers(std::string_view& text, std::size_t count) {
  std::vector<std::int64_t> numbers;
  while (numbers.size() < count) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const auto used = static_cast<std::size_t>(end - text.data());
    if (error != std::errc{} || used == text.size() || text[used] != '\n') break;
    text.remove_prefix(used + 1);
    numbers.push_back(number);
  }
  return numbers;
}

std::optional<SpilledGraph> read_spilled(std::string_view text, const DispatchSource& source,
                                         const std::string& folder) {
  const GraphSchema& schema = source.graph.schema;
  const std::size_t types = schema.edge_types.size(), parts = static_cast<std::size_t>(source.assignment.parts);
  if (take_numbers(text, 1) != std::vector<std::int64_t>{ranks::count()}) return std::nullopt;
  const std::size_t starts = types * static_cast<std::size_t>(ranks::count());
  SpilledGraph graph;
  graph.parts = {
      .folder = folder, .readers = ranks::count(), .starts = {.types = types, .first = take_numbers(text, starts)}};
  const auto numbers = take_numbers(text, parts * (2 + types));
  if (graph.parts.starts.first.size() != starts || numbers.size() != parts * (2 + types)) return std::nullopt;
  std::vector<std::int64_t> edges;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const std::size_t column = i % (2 + types);
    (column == 0 ? graph.plan.halo_nodes : column == 1 ? graph.plan.outer_edges : edges).push_back(numbers[i]);
  }
  graph.plan.nodes = node_ranges(source.assignment, schema);
  graph.plan.edges = IdRanges(edges, types);
  if (graph.plan.edges.total() != schema.edges()) return std::nullopt;
  graph.files = read_list(text);
  return graph;
}

}  // namespace tuplepack::graph

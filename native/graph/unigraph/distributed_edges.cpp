#include "graph/unigraph/distributed_edges.hpp"

#include "files/within_memory.hpp"
#include "graph/inspect/inspect_parts.hpp"
#include "graph/parts/part_view.hpp"
#include "graph/unigraph/part_columns.hpp"
#include "ranks/mailbox.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/formats/tables/table.hpp"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <numeric>

namespace tuplepack::graph {

namespace {

/// An edge on its way to the owner of its source.
struct SentEdge {
  std::int64_t time = 0;
  std::uint32_t source = 0;
  std::uint32_t target = 0;
  std::uint32_t row = 0;
  float weight = 0;
};

/// A set of edges, and what is read of each.
struct DistributedSet {
  std::size_t type = 0;  // of edges, in the parts
  bool reversed = false;
  const GraphRequest::Edges* wanted = nullptr;
  const TensorFeature* weight = nullptr;  // null: none is read
  const TensorFeature* time = nullptr;
  std::vector<std::vector<SentEdge>> waiting;  // by rank
  std::vector<SentEdge> received;
};

struct DistributedReading {
  const std::string& folder;
  const DistributedNodes& nodes;
  PartitionedGraph parts;
  std::vector<PartView> views;
  std::vector<std::uint32_t> originals;  // of new node ids: the original type-wise id
  std::vector<DistributedSet> sets;
};

}  // namespace

std::int64_t bytes_of_edges(const TensorSchema& schema, const GraphRequest& request) {
  std::int64_t bytes = 0;
  const auto size = [](const SetMetadata& metadata) { return metadata.cardinality.value_or(0); };
  for (const GraphRequest::Edges& edges : request.edge_sets) {
    const TensorEdgeSet& set = *schema.edge_set(edges.set);
    bytes += size(set.metadata) * (4 + 4 + (edges.weights ? 4 : 0) + (edges.times ? 8 : 0));
    bytes += size(schema.node_set(set.source.name)->metadata) * 8;
  }
  for (const TensorNodeSet& set : schema.node_sets) bytes += size(set.metadata) * 4;
  return bytes;
}

// ---- before edges are sent ----

static Result<void> read_originals(DistributedReading& reading) {
  const PartitionedGraph& graph = reading.parts;
  reading.originals.resize(static_cast<std::size_t>(graph.nodes));
  for (std::size_t part = 0; part < graph.parts.size(); ++part) {
    for (const PartitionedType& type : graph.node_types) {
      const auto ids = owned_originals(reading.views[part].node_ids, type, part);
      if (!ids) return tl::unexpected(ids.error());
      for (std::int64_t row = 0; row < ids->size(); ++row) {
        const std::int64_t id = (*ids)[row];
        if (id < 0 || id >= type.size()) {
          return bad_part(reading.views[part].node_ids.file, "'" + visible(type.name, 200) + "'[" +
                                                                 std::to_string(row) + "] is " + std::to_string(id) +
                                                                 ", which is out of range");
        }
        reading.originals[static_cast<std::size_t>(type.ranges[part].begin + row)] = static_cast<std::uint32_t>(id);
      }
    }
  }
  return {};
}

/// Finds the sets, and their features that are weights and times.
static Result<void> find_sets(DistributedReading& reading, const TensorSchema& schema, const GraphRequest& request,
                              WholeGraph& graph) {
  for (const TensorEdgeSet& set : graph.schema.edge_sets) {
    DistributedSet& found = reading.sets.emplace_back();
    found.type = type_index(reading.parts.edge_types, set.metadata.filename);
    found.reversed = is_reversed(set);
    found.waiting.resize(reading.nodes.ranks);
    found.wanted = &*std::find_if(request.edge_sets.begin(), request.edge_sets.end(),
                                  [&](const GraphRequest::Edges& edges) { return edges.set == set.name; });
    const auto& features = schema.edge_set(set.name)->features;
    if (found.wanted->weights) {
      found.weight = first_named(features, request.weight_names);
      if (found.weight == nullptr || !found.weight->shape.empty()) {
        return no_column(set.name, "weights", request.weight_names);
      }
    }
    if (!found.wanted->times) continue;
    found.time = first_named(features, request.time_names);
    if (found.time == nullptr || !found.time->shape.empty()) return no_column(set.name, "times", request.time_names);
    const bool decimal = example_list(*found.time->type) == ExampleList::floats;
    if (graph.decimal_times && *graph.decimal_times != decimal) {
      return fail(ErrorCode::malformed,
                  "edge set '" + visible(set.name, 200) +
                      "': edge times must be all integers or all floats, but another set differs");
    }
    graph.decimal_times = decimal;
  }
  return {};
}

static Result<void> prepare_reading(DistributedReading& reading, const TensorSchema& schema,
                                    const GraphRequest& request, WholeGraph& graph) {
  auto parts = read_partitioned_graph(reading.folder);
  if (!parts) return tl::unexpected(std::move(parts.error()));
  reading.parts = std::move(*parts);
  if (auto ok = check_ranges(reading.parts); !ok) return tl::unexpected(files::in_file(ok.error(), reading.folder));
  for (std::size_t part = 0; part < reading.parts.parts.size(); ++part) {
    const bool is_sent = part % reading.nodes.ranks == reading.nodes.rank;  // by this rank
    auto view =
        open_part(reading.folder, reading.parts.parts[part], is_sent ? Checksums::compared : Checksums::left_out);
    if (!view) return tl::unexpected(std::move(view.error()));
    reading.views.push_back(std::move(*view));
  }
  if (auto read = read_originals(reading); !read) return read;
  return find_sets(reading, schema, request, graph);
}

// ---- sending ----

static Result<void> send_waiting(std::size_t set, std::vector<SentEdge>& edges, std::uint32_t to,
                                 ranks::Mailbox& mailbox) {
  auto sent = mailbox.send(static_cast<int>(to), ranks::head_of(set), std::as_bytes(std::span(edges)));
  edges.clear();
  return sent;
}

static Result<void> send_edge(DistributedReading& reading, std::size_t index, SentEdge edge, ranks::Mailbox& mailbox) {
  constexpr std::size_t most = 2048;
  DistributedSet& set = reading.sets[index];
  if (set.reversed) std::swap(edge.source, edge.target);
  const std::uint32_t owner = reading.nodes.owner(edge.source);
  set.waiting[owner].push_back(edge);
  return set.waiting[owner].size() < most ? Result<void>() : send_waiting(index, set.waiting[owner], owner, mailbox);
}

/// The weight or the time of an edge.
static Result<void> read_numbers(const DistributedSet& set, const std::vector<const formats::TensorView*>& arrays,
                                 std::size_t row, SentEdge& edge) {
  if (set.weight != nullptr) {
    edge.weight = example_list(*set.weight->type) == ExampleList::floats
                      ? number_at(*arrays[0], row, float{})
                      : static_cast<float>(number_at(*arrays[0], row, std::int64_t{}));
    if (!std::isfinite(edge.weight) || (edge.weight < 0 && !set.wanted->negative_weights)) {
      return fail(ErrorCode::negative, "edge set '" + visible(set.wanted->set, 200) + "': the weight of edge " +
                                           std::to_string(edge.row) + " is " +
                                           (edge.weight < 0 ? "negative" : "not a finite number"));
    }
  }
  if (set.time != nullptr) {
    const auto time = time_at(*arrays[1], row);
    if (!time) {
      return fail(time.error().code, "edge set '" + visible(set.wanted->set, 200) + "': " + time.error().message +
                                         ": that of edge " + std::to_string(edge.row));
    }
    edge.time = *time;
  }
  return {};
}

/// The arrays of weights and times in a part; null where none is read.
static Result<std::vector<const formats::TensorView*>> number_arrays(const DistributedReading& reading,
                                                                     const DistributedSet& set, std::size_t part) {
  const PartitionedType& type = reading.parts.edge_types[set.type];
  std::vector<const formats::TensorView*> arrays;
  for (const TensorFeature* const feature : {set.weight, set.time}) {
    arrays.push_back(nullptr);
    if (feature == nullptr || type.ranges[part].size() == 0) continue;
    const NamedArrays& features = reading.views[part].edge_features;
    const std::string name = type.name + "/" + feature->name;
    arrays.back() = features.find(name);
    if (arrays.back() == nullptr || arrays.back()->shape != std::vector{type.ranges[part].size()}) {
      return bad_part(features.file, "there is no '" + visible(name, 200) + "' of every edge");
    }
  }
  return arrays;
}

/// Sends the edges that a part owns.
static Result<void> send_part(DistributedReading& reading, const OwnerIndex& ranges, std::size_t part,
                              const KeepGoing& keep_going, ranks::Mailbox& mailbox) {
  const PartitionedGraph& graph = reading.parts;
  const PartView& view = reading.views[part];
  const auto nodes = id_column(view.node_data, view.nodes, "node");
  if (!nodes) return tl::unexpected(nodes.error());
  const auto edges = id_column(view.edge_data, view.edges.size(), "edge");
  if (!edges) return tl::unexpected(edges.error());
  const std::size_t types = graph.edge_types.size();
  std::vector<Column<std::int64_t>> originals;
  std::vector<std::vector<std::size_t>> sets_of(types);
  for (std::size_t type = 0; type < types; ++type) {
    auto ids = owned_originals(view.edge_ids, graph.edge_types[type], part);
    if (!ids) return tl::unexpected(std::move(ids.error()));
    originals.push_back(*ids);
  }
  std::vector<std::vector<const formats::TensorView*>> arrays;
  for (std::size_t set = 0; set < reading.sets.size(); ++set) {
    auto found = number_arrays(reading, reading.sets[set], part);
    if (!found) return tl::unexpected(std::move(found.error()));
    arrays.push_back(std::move(*found));
    sets_of[reading.sets[set].type].push_back(set);
  }
  for (const auto [index, source, destination] : view.edges.all()) {
    const std::int64_t id = (*edges)[index];
    if (id < 0 || id >= graph.edges)
      return bad_part(view.graph_file, "edge _ID " + std::to_string(id) + " is out of range");
    const std::size_t entry = ranges.entry_of(id), type = entry % types;
    if (entry / types != part || sets_of[type].empty()) continue;
    if (index % (1 << 16) == 0 && keep_going &&
        !keep_going((static_cast<double>(part) + static_cast<double>(index) / static_cast<double>(view.edges.size())) /
                    static_cast<double>(graph.parts.size()))) {
      return fail(ErrorCode::stopped, "stopped");
    }
    const std::int64_t row = id - graph.edge_types[type].ranges[part].begin, original = originals[type][row];
    const auto found = [&](std::int64_t local) {
      return local >= 0 && local < view.nodes && (*nodes)[local] >= 0 && (*nodes)[local] < graph.nodes;
    };
    if (original < 0 || original >= graph.edge_types[type].size() || !found(source) || !found(destination)) {
      return bad_part(view.graph_file, "edge " + std::to_string(index) + " has an id or a node that is out of range");
    }
    SentEdge edge{.source = reading.originals[static_cast<std::size_t>((*nodes)[source])],
                  .target = reading.originals[static_cast<std::size_t>((*nodes)[destination])],
                  .row = static_cast<std::uint32_t>(original)};
    for (const std::size_t set : sets_of[type]) {
      if (auto read = read_numbers(reading.sets[set], arrays[set], static_cast<std::size_t>(row), edge); !read) {
        return read;
      }
      if (auto sent = send_edge(reading, set, edge, mailbox); !sent) return sent;
    }
  }
  return {};
}

static Result<void> send_edges(DistributedReading& reading, const KeepGoing& keep_going, ranks::Mailbox& mailbox) {
  const OwnerIndex ranges(reading.parts.edge_types);
  for (std::size_t part = reading.nodes.rank; part < reading.views.size(); part += reading.nodes.ranks) {
    if (auto sent = send_part(reading, ranges, part, keep_going, mailbox); !sent) return sent;
    reading.views[part].release();
  }
  for (std::size_t set = 0; set < reading.sets.size(); ++set) {
    for (std::uint32_t to = 0; to < reading.nodes.ranks; ++to) {
      if (auto sent = send_waiting(set, reading.sets[set].waiting[to], to, mailbox); !sent) return sent;
    }
  }
  return {};
}

// ---- what was received ----

/// Groups the edges of a set by the index of their source; those of a source in the order of the table.
static GroupedEdges group_received(DistributedSet& set, const DistributedNodes& nodes, std::size_t sources) {
  const std::vector<SentEdge>& edges = set.received;
  GroupedEdges grouped;
  grouped.offsets.assign(sources + 1, 0);
  for (const SentEdge& edge : edges) ++grouped.offsets[nodes.index(edge.source) + 1];
  std::partial_sum(grouped.offsets.begin(), grouped.offsets.end(), grouped.offsets.begin());
  std::vector<std::uint32_t> order(edges.size());
  std::vector<std::uint64_t> next(grouped.offsets.begin(), grouped.offsets.end() - 1);
  for (std::size_t i = 0; i < edges.size(); ++i) {
    order[static_cast<std::size_t>(next[nodes.index(edges[i].source)]++)] = static_cast<std::uint32_t>(i);
  }
  for (std::size_t source = 0; source < sources; ++source) {
    std::sort(order.begin() + static_cast<std::ptrdiff_t>(grouped.offsets[source]),
              order.begin() + static_cast<std::ptrdiff_t>(grouped.offsets[source + 1]),
              [&](std::uint32_t a, std::uint32_t b) { return edges[a].row < edges[b].row; });
  }
  grouped.targets.reserve(edges.size());
  grouped.rows.reserve(edges.size());
  for (const std::uint32_t i : order) {
    grouped.targets.push_back(edges[i].target);
    grouped.rows.push_back(edges[i].row);
    if (set.weight != nullptr) grouped.weights.push_back(edges[i].weight);
    if (set.time != nullptr) grouped.times.push_back(edges[i].time);
  }
  set.received = {};
  return grouped;
}

static Result<void> group_sets(DistributedReading& reading, WholeGraph& graph) {
  reading.originals = {};
  for (std::size_t i = 0; i < reading.sets.size(); ++i) {
    const EdgesBySource& ends = graph.graph.edge_sets[i];
    graph.edges.push_back(
        group_received(reading.sets[i], reading.nodes, reading.nodes.owned(graph.graph.nodes[ends.source])));
  }
  for (std::size_t i = 0; i < graph.edges.size(); ++i) {
    EdgesBySource& edges = graph.graph.edge_sets[i];
    edges = graph.edges[i].view(edges.source, edges.target);
  }
  return {};
}

Result<void> read_distributed_edges(const TensorSchema& schema, const std::string& folder, const GraphRequest& request,
                                    const DistributedNodes& nodes, WholeGraph& graph, const KeepGoing& keep_going) {
  constexpr std::int64_t memory_in_flight = std::int64_t{1} << 26;
  DistributedReading reading{.folder = folder, .nodes = nodes, .parts = {}, .views = {}, .originals = {}, .sets = {}};
  if (auto ready = ranks::agree(files::within_memory([&] { return prepare_reading(reading, schema, request, graph); }));
      !ready) {
    return ready;
  }
  ranks::Mailbox mailbox(memory_in_flight, [&](int /*from*/, std::span<const std::byte> message) {
    return files::within_memory([&]() -> Result<void> {
      std::vector<SentEdge>& received = reading.sets[ranks::take_head<std::size_t>(message)].received;
      const std::size_t size = received.size();
      received.resize(size + message.size() / sizeof(SentEdge));
      if (!message.empty()) std::memcpy(received.data() + size, message.data(), message.size());
      return {};
    });
  });
  auto sent = mailbox.finish(files::within_memory([&] { return send_edges(reading, keep_going, mailbox); }));
  if (!sent) return sent;
  return ranks::agree(files::within_memory([&] { return group_sets(reading, graph); }));
}

}  // namespace tuplepack::graph

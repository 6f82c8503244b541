#include "tuplepack/formats/tensorflow/random_graph_tensor.hpp"

#include "base/random.hpp"
#include "graph/schema/readout_check.hpp"
#include "graph/schema/schema_findings.hpp"
#include "tuplepack/formats/tensorflow/graph_tensor.hpp"

#include <algorithm>
#include <cassert>
#include <deque>

namespace tuplepack::formats {

// ---- values ----

namespace {

/// Where the values of a GraphTensor lie while it is made.
struct TensorStorage {
  std::deque<std::vector<std::int64_t>> integers;
  std::deque<std::vector<float>> floats;
  std::deque<std::vector<std::string_view>> texts;
  std::int64_t room = std::int64_t{1} << 27U;  // values that it may still take
};

}  // namespace

/// 2–7: nodes of a set, values of a ragged row.
static std::int64_t random_count(Random& random) {
  return 2 + random.below(6);
}

/// Of [0, 1), with as many bits as the type holds exactly.
static float random_fraction(Random& random, graph::FeatureType type) {
  const unsigned bits = type == graph::FeatureType::bfloat16 ? 8 : type == graph::FeatureType::float16 ? 11 : 24;
  return static_cast<float>(random.below(1U << bits)) / static_cast<float>(1U << bits);
}

static std::int64_t random_integer(Random& random, graph::FeatureType type) {
  switch (type) {
    case graph::FeatureType::boolean: return random.below(2);
    case graph::FeatureType::int64:
    case graph::FeatureType::uint64: return 100 + random.below(899);
    default: return 10 + random.below(90);
  }
}

static FeatureValues random_values(Random& random, graph::FeatureType type, std::size_t n, TensorStorage& storage) {
  static constexpr std::string_view letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
  switch (example_list(type)) {
    case graph::ExampleList::bytes: {
      std::vector<std::string_view>& values = storage.texts.emplace_back(n);
      for (std::string_view& value : values) value = letters.substr(random.below(letters.size()), 1);
      return std::span<const std::string_view>(values);
    }
    case graph::ExampleList::floats: {
      std::vector<float>& values = storage.floats.emplace_back(n);
      for (float& value : values) value = random_fraction(random, type);
      return std::span<const float>(values);
    }
    default: {
      std::vector<std::int64_t>& values = storage.integers.emplace_back(n);
      for (std::int64_t& value : values) value = random_integer(random, type);
      return std::span<const std::int64_t>(values);
    }
  }
}

/// rows  nodes or edges of the set, or components
static Result<TensorValues> random_tensor_values(Random& random, const graph::TensorFeature& feature, std::int64_t rows,
                                                 TensorStorage& storage) {
  constexpr std::int64_t max_in_row = 7;
  const auto too_large = [&] {
    return fail(ErrorCode::too_large,
                "a random graph has too many values; the feature " + graph::in_quotes(feature.name) + " has shape " +
                    shape_text(feature.shape),
                feature.place.line, feature.place.column);
  };
  TensorValues made{.name = feature.name, .values = {}, .ragged = {}};
  for (std::size_t i = 0; i < feature.shape.size(); ++i) {
    const std::int64_t size = feature.shape[i].size;
    if (rows > 0 && rows > storage.room / std::max<std::int64_t>(size == -1 ? max_in_row : size, 1)) return too_large();
    if (size >= 0) {
      rows *= size;
      continue;
    }
    std::vector<std::int64_t>& lengths = storage.integers.emplace_back(static_cast<std::size_t>(rows));
    rows = 0;
    for (std::int64_t& length : lengths) rows += length = random_count(random);
    made.ragged.push_back({.dimension = i + 1, .lengths = lengths});
  }
  if (rows > storage.room) return too_large();
  storage.room -= rows;
  made.values = random_values(random, *feature.type, static_cast<std::size_t>(rows), storage);
  return made;
}

static Result<void> add_random_features(Random& random, const std::vector<graph::TensorFeature>& features,
                                        std::int64_t rows, TensorStorage& storage, std::vector<TensorValues>& made) {
  for (const graph::TensorFeature& feature : features) {
    auto values = random_tensor_values(random, feature, rows, storage);
    if (!values) return tl::unexpected(std::move(values.error()));
    made.push_back(std::move(*values));
  }
  return {};
}

// ---- nodes and edges ----

namespace {

struct RandomEdges {
  bool known = false;
  std::vector<std::int64_t> source, target;
};

/// The structure of a graph while it is drawn.
struct RandomStructure {
  static constexpr std::int64_t unknown = -1;

  explicit RandomStructure(const graph::TensorSchema& of) : schema(of) {}

  const graph::TensorSchema& schema;
  std::vector<std::int64_t> nodes{};  // of each node set; a shadow set is known once its edge set is
  std::vector<RandomEdges> edges{};   // of each edge set

  /// How many nodes a set has, by its name.
  [[nodiscard]] std::int64_t nodes_of(const graph::TensorReference& set) const {
    const graph::TensorNodeSet* const found = schema.node_set(set.name);
    assert(found != nullptr);
    return nodes[static_cast<std::size_t>(found - schema.node_sets.data())];
  }
};

}  // namespace

/// An edge set from and to nodes that are known.
static void draw_edges(Random& random, RandomStructure& drawn, std::size_t set) {
  const std::int64_t sources = drawn.nodes_of(drawn.schema.edge_sets[set].source);
  const std::int64_t targets = drawn.nodes_of(drawn.schema.edge_sets[set].target);
  RandomEdges& edges = drawn.edges[set];
  edges.known = true;
  if (sources == 0 || targets == 0) return;
  const std::int64_t least = (sources + targets) * 2 / 3, most = (sources + targets) * 9 / 4;
  const std::int64_t n = least + random.below(static_cast<std::uint32_t>(most - least + 1));
  for (std::int64_t i = 0; i < n; ++i) {
    edges.source.push_back(random.below(static_cast<std::uint32_t>(sources)));
    edges.target.push_back(random.below(static_cast<std::uint32_t>(targets)));
  }
}

/// All edge sets of a readout key, from nodes that are known.
static Result<void> draw_readout(Random& random, RandomStructure& drawn, const std::vector<std::size_t>& sets) {
  const graph::TensorEdgeSet& first = drawn.schema.edge_sets[sets.front()];
  std::vector<std::size_t> usable;
  for (const std::size_t set : sets) {
    drawn.edges[set].known = true;
    if (drawn.nodes_of(drawn.schema.edge_sets[set].source) > 0) usable.push_back(set);
  }
  if (usable.empty()) {
    return fail(ErrorCode::unsupported,
                "cannot generate the readout edge set " + graph::in_quotes(first.name) + ": the source node set " +
                    graph::in_quotes(first.source.name) + " is empty",
                first.place.line, first.place.column);
  }
  const std::int64_t n = drawn.nodes_of(first.target);
  for (std::int64_t target = 0; target < n; ++target) {
    const std::size_t set = usable[random.below(static_cast<std::uint32_t>(usable.size()))];
    const std::int64_t sources = drawn.nodes_of(drawn.schema.edge_sets[set].source);
    drawn.edges[set].source.push_back(random.below(static_cast<std::uint32_t>(sources)));
    drawn.edges[set].target.push_back(target);
  }
  return {};
}

/// The edge sets that are drawn together with one: those of its readout key, or itself.
static std::vector<std::size_t> drawn_together(const graph::TensorSchema& schema, std::size_t set) {
  const std::string_view key = graph::readout_key_of(schema.edge_sets[set].name);
  if (key.empty()) return {set};
  std::vector<std::size_t> sets;
  for (std::size_t other = 0; other < schema.edge_sets.size(); ++other) {
    const graph::TensorEdgeSet& edges = schema.edge_sets[other];
    if (edges.target.name == schema.edge_sets[set].target.name && graph::readout_key_of(edges.name) == key) {
      sets.push_back(other);
    }
  }
  return sets;
}

/// The edge set that a node set shadows; the number of edge sets: none.
static std::size_t shadowed_by(const graph::TensorSchema& schema, const graph::TensorNodeSet& set) {
  if (!set.name.starts_with(graph::shadow_prefix)) return schema.edge_sets.size();
  const std::string_view name = std::string_view(set.name).substr(graph::shadow_prefix.size());
  const auto found = std::find_if(schema.edge_sets.begin(), schema.edge_sets.end(),
                                  [name](const graph::TensorEdgeSet& edges) { return edges.name == name; });
  return static_cast<std::size_t>(found - schema.edge_sets.begin());
}

static Result<RandomStructure> random_structure(Random& random, const graph::TensorSchema& schema) {
  RandomStructure drawn(schema);
  drawn.edges.resize(schema.edge_sets.size());
  std::vector<std::size_t> shadowed;
  for (const graph::TensorNodeSet& set : schema.node_sets) {
    shadowed.push_back(shadowed_by(schema, set));
    drawn.nodes.push_back(shadowed.back() == schema.edge_sets.size() ? random_count(random) : RandomStructure::unknown);
  }
  const auto is_ready = [&](std::size_t set) {
    const graph::TensorEdgeSet& edges = schema.edge_sets[set];
    return drawn.nodes_of(edges.source) >= 0 && drawn.nodes_of(edges.target) >= 0;
  };
  std::size_t left = schema.edge_sets.size();
  for (bool goes_on = true; goes_on && left > 0;) {
    goes_on = false;
    for (std::size_t set = 0; set < schema.edge_sets.size(); ++set) {
      if (drawn.edges[set].known) continue;
      const std::vector<std::size_t> together = drawn_together(schema, set);
      if (!std::all_of(together.begin(), together.end(), is_ready)) continue;
      if (graph::readout_key_of(schema.edge_sets[set].name).empty()) {
        draw_edges(random, drawn, set);
      } else if (auto ok = draw_readout(random, drawn, together); !ok) {
        return tl::unexpected(std::move(ok.error()));
      }
      for (std::size_t s = 0; s < shadowed.size(); ++s) {
        if (shadowed[s] < drawn.edges.size() && drawn.edges[shadowed[s]].known) {
          drawn.nodes[s] = static_cast<std::int64_t>(drawn.edges[shadowed[s]].source.size());
        }
      }
      left -= together.size();
      goes_on = true;
    }
  }
  for (std::size_t set = 0; set < schema.edge_sets.size(); ++set) {
    if (drawn.edges[set].known) continue;
    const graph::TensorEdgeSet& edges = schema.edge_sets[set];
    return fail(ErrorCode::unsupported,
                "the size of the edge set " + graph::in_quotes(edges.name) + " depends on itself, by a shadow node set",
                edges.place.line, edges.place.column);
  }
  return drawn;
}

Result<void> append_random_graph_tensor(std::string& out, const graph::TensorSchema& schema, std::uint64_t seed,
                                        std::uint64_t index, std::string_view prefix) {
  Random random(Random(seed).next() + index);
  const auto drawn = random_structure(random, schema);
  if (!drawn) return tl::unexpected(drawn.error());
  TensorStorage storage;
  GraphTensor graph;
  if (schema.context) {
    if (auto ok = add_random_features(random, schema.context->features, 1, storage, graph.context); !ok) return ok;
  }
  for (std::size_t set = 0; set < schema.node_sets.size(); ++set) {
    TensorPiece& piece = graph.node_sets.emplace_back();
    piece.name = schema.node_sets[set].name;
    piece.sizes = std::span(drawn->nodes).subspan(set, 1);
    auto ok = add_random_features(random, schema.node_sets[set].features, piece.sizes[0], storage, piece.features);
    if (!ok) return ok;
  }
  for (std::size_t set = 0; set < schema.edge_sets.size(); ++set) {
    TensorPiece& piece = graph.edge_sets.emplace_back();
    const RandomEdges& edges = drawn->edges[set];
    piece.name = schema.edge_sets[set].name;
    piece.sizes = storage.integers.emplace_back(1, static_cast<std::int64_t>(edges.source.size()));
    piece.source = edges.source;
    piece.target = edges.target;
    auto ok = add_random_features(random, schema.edge_sets[set].features, piece.sizes[0], storage, piece.features);
    if (!ok) return ok;
  }
  append_graph_tensor(out, graph, prefix);
  return {};
}

}  // namespace tuplepack::formats

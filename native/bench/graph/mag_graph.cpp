#include "mag_graph.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <random>
#include <string>

namespace tuplepack::bench {

namespace {

constexpr std::size_t author = 0, field_of_study = 1, institution = 2, paper = 3;

/// How an edge set is drawn.
struct EdgeShape {
  const char* name;
  std::size_t source, target;
  std::uint64_t edges;
  double fewest;         // edges of a source: a power law from here on
  std::uint32_t nearby;  // percent of targets near the place of the source, of the others the first are frequent
  std::uint32_t reach;   // how near, in nodes of the target set
};

}  // namespace

static constexpr std::array<EdgeShape, 4> mag_edges{{
    {"affiliated_with", author, institution, 1'043'998, 0.5, 60, 20},
    {"cites", paper, paper, 5'416'271, 3.2, 80, 400},
    {"has_topic", paper, field_of_study, 7'505'078, 7.0, 72, 60},
    {"writes", author, paper, 7'145'660, 2.6, 85, 45},
}};

using MagRandom = std::mt19937_64;

static std::uint32_t below_count(MagRandom& random, std::uint64_t n) {
  return static_cast<std::uint32_t>((random() >> 32U) * n >> 32U);
}

/// In (0, 1].
static double fraction(MagRandom& random) {
  return static_cast<double>((random() >> 11U) + 1) * 0x1p-53;
}

/// Degrees by a power law with the exponent 3, scaled to the number of edges.
static std::vector<std::uint64_t> drawn_offsets(std::uint64_t sources, std::uint64_t edges, double fewest,
                                                MagRandom& random) {
  std::vector<double> degrees(sources);
  double sum = 0;
  for (double& degree : degrees) sum += degree = fewest / std::sqrt(fraction(random));
  std::vector<std::uint64_t> offsets(sources + 1);
  double reached = 0;
  for (std::uint64_t s = 0; s < sources; ++s) {
    reached += degrees[s];
    offsets[s + 1] = static_cast<std::uint64_t>(reached / sum * static_cast<double>(edges));
  }
  return offsets;
}

static OwnedEdges drawn_edges(const EdgeShape& shape, const std::vector<std::uint64_t>& nodes, std::uint32_t divisor,
                              MagRandom& random) {
  const std::uint64_t sources = nodes[shape.source], targets = nodes[shape.target];
  OwnedEdges out{.offsets = drawn_offsets(sources, shape.edges / divisor, shape.fewest, random), .targets = {}};
  out.targets.reserve(out.offsets.back());
  for (std::uint64_t s = 0; s < sources; ++s) {
    const std::uint64_t place = s * targets / sources;
    for (std::uint64_t e = out.offsets[s]; e < out.offsets[s + 1]; ++e) {
      if (below_count(random, 100) < shape.nearby) {
        const std::uint64_t near =
            place + below_count(random, std::uint64_t{2} * shape.reach) + targets - shape.reach % targets;
        out.targets.push_back(static_cast<std::uint32_t>(near % targets));
      } else {
        const double share = fraction(random);
        out.targets.push_back(static_cast<std::uint32_t>((1 - share * share) * static_cast<double>(targets - 1)));
      }
    }
  }
  return out;
}

/// The edges from target to source.
static OwnedEdges reversed(const OwnedEdges& edges, std::uint64_t targets) {
  OwnedEdges out{.offsets = std::vector<std::uint64_t>(targets + 1), .targets = {}};
  for (const std::uint32_t target : edges.targets) ++out.offsets[target + std::size_t{1}];
  std::partial_sum(out.offsets.begin(), out.offsets.end(), out.offsets.begin());
  out.targets.resize(edges.targets.size());
  out.rows.resize(edges.targets.size());
  std::vector<std::uint64_t> next(out.offsets.begin(), out.offsets.end() - 1);
  for (std::uint32_t s = 0; s + std::size_t{1} < edges.offsets.size(); ++s) {
    for (std::uint64_t e = edges.offsets[s]; e < edges.offsets[s + std::size_t{1}]; ++e) {
      const std::uint64_t at = next[edges.targets[e]]++;
      out.targets[at] = s;
      out.rows[at] = static_cast<std::uint32_t>(e);
    }
  }
  return out;
}

static void declare_edges(MagGraph& mag, const char* name, std::size_t source, std::size_t target, OwnedEdges edges) {
  const OwnedEdges& kept = mag.edges.emplace_back(std::move(edges));
  mag.graph.edge_sets.push_back(
      {.source = source, .target = target, .offsets = kept.offsets, .targets = kept.targets, .rows = kept.rows});
  graph::TensorEdgeSet& set = mag.schema.edge_sets.emplace_back();
  set.name = name;
  set.source.name = mag.schema.node_sets[source].name;
  set.target.name = mag.schema.node_sets[target].name;
}

static void declare_feature(graph::TensorNodeSet& set, const char* name, graph::FeatureType type, std::int64_t width) {
  graph::TensorFeature& feature = set.features.emplace_back();
  feature.name = name;
  feature.type = type;
  feature.shape = {{.size = width, .name = {}}};
}

MagGraph mag_graph(std::uint32_t divisor) {
  MagGraph mag;
  MagRandom random(1);
  mag.graph.nodes = {1'134'649 / divisor, 59'965 / divisor, 8'740 / divisor, 736'389 / divisor};
  for (const char* const name : {"author", "field_of_study", "institution", "paper"}) {
    mag.schema.node_sets.emplace_back().name = name;
  }
  mag.edges.reserve(mag_edges.size() + 1);
  for (const EdgeShape& shape : mag_edges) {
    declare_edges(mag, shape.name, shape.source, shape.target, drawn_edges(shape, mag.graph.nodes, divisor, random));
  }
  declare_edges(mag, "written", paper, author, reversed(mag.edges.back(), mag.graph.nodes[paper]));

  graph::TensorNodeSet& papers = mag.schema.node_sets[paper];
  declare_feature(papers, "feat", graph::FeatureType::float32, 128);
  declare_feature(papers, "labels", graph::FeatureType::int64, 1);
  declare_feature(papers, "year", graph::FeatureType::int64, 1);
  mag.embeddings.resize(mag.graph.nodes[paper] * 128);
  for (std::size_t i = 0; i < mag.embeddings.size(); i += 2) {
    const std::uint64_t bits = random();
    mag.embeddings[i] = static_cast<float>(bits >> 40U) * 0x1p-24F;
    mag.embeddings[i + 1] = static_cast<float>(bits & 0xffffffU) * 0x1p-24F;
  }
  for (std::uint64_t i = 0; i < mag.graph.nodes[paper]; ++i) {
    mag.labels.push_back(below_count(random, 349));
    mag.years.push_back(2010 + below_count(random, 10));
  }
  return mag;
}

std::vector<std::vector<graph::FeatureColumn>> MagGraph::node_features() const {
  std::vector<std::vector<graph::FeatureColumn>> columns(graph.nodes.size());
  const std::vector<graph::TensorFeature>& features = schema.node_sets[paper].features;
  columns[paper].push_back(
      {.feature = &features[0], .values = std::span<const float>(embeddings), .width = 128, .ragged = {}});
  columns[paper].push_back({.feature = &features[1], .values = std::span<const std::int64_t>(labels), .ragged = {}});
  columns[paper].push_back({.feature = &features[2], .values = std::span<const std::int64_t>(years), .ragged = {}});
  return columns;
}

}  // namespace tuplepack::bench

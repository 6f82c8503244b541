#include "tuplepack/formats/tensorflow/subgraph_record.hpp"

#include "graph/owned_graph.hpp"
#include "tuplepack/formats/bytes/crc32c.hpp"
#include "tuplepack/formats/tensorflow/graph_tensor.hpp"
#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include <doctest/doctest.h>

#include <deque>
#include <random>

namespace tuplepack::tests::subgraph_record_test {

using namespace formats;

using tests::OwnedGraph;
using tests::sampling_op;
using tests::spec_of;

/// Columns of random values that own their arrays.
class OwnedColumns {
 public:
  std::vector<graph::FeatureColumn> columns;

  OwnedColumns() = default;
  OwnedColumns(OwnedColumns&&) = default;

  void add(std::string name, graph::FeatureType type, const std::vector<std::int64_t>& shape, std::size_t rows,
           std::mt19937_64& random) {
    graph::TensorFeature& feature = features_.emplace_back();
    feature.name = std::move(name);
    feature.type = type;
    graph::FeatureColumn column{.feature = &feature, .ragged = {}};
    for (const std::int64_t size : shape) {
      feature.shape.push_back({.size = size, .name = {}});
      if (size >= 0) {
        rows *= static_cast<std::size_t>(size);
        column.width *= static_cast<std::size_t>(size);
        continue;
      }
      std::vector<std::uint64_t>& totals = column.ragged.emplace_back(1);
      for (std::size_t i = 0; i < rows; ++i) totals.push_back(totals.back() + random() % 4);
      rows = totals.back();
    }
    switch (example_list(type)) {
      case graph::ExampleList::floats: {
        std::vector<float>& values = floats_.emplace_back();
        for (std::size_t i = 0; i < rows; ++i) values.push_back(static_cast<float>(random() % 1000) / 8);
        column.values = std::span<const float>(values);
        break;
      }
      case graph::ExampleList::int64s: {
        std::vector<std::int64_t>& values = integers_.emplace_back();
        for (std::size_t i = 0; i < rows; ++i) values.push_back(static_cast<std::int64_t>(random()) >> (random() % 64));
        column.values = std::span<const std::int64_t>(values);
        break;
      }
      default: {
        std::vector<std::string_view>& values = texts_.emplace_back();
        for (std::size_t i = 0; i < rows; ++i) values.push_back(std::string_view("abcdefgh").substr(random() % 9));
        column.values = std::span<const std::string_view>(values);
      }
    }
    columns.push_back(std::move(column));
  }

 private:
  std::deque<graph::TensorFeature> features_;
  std::deque<std::vector<float>> floats_;
  std::deque<std::vector<std::int64_t>> integers_;
  std::deque<std::vector<std::string_view>> texts_;
};

static OwnedColumns random_columns(std::size_t rows, std::mt19937_64& random) {
  const std::vector<std::vector<std::int64_t>> shapes{{},      {3},     {2, 2},      {0},           {-1},
                                                      {2, -1}, {-1, 2}, {-1, -1, 3}, {2, -1, 2, -1}};
  const std::vector<graph::FeatureType> types{graph::FeatureType::float32, graph::FeatureType::int64,
                                              graph::FeatureType::string};
  OwnedColumns owned;
  for (std::uint64_t i = random() % 4; i > 0; --i) {
    owned.add("f" + std::to_string(i), types[random() % 3], shapes[random() % shapes.size()], rows, random);
  }
  return owned;
}

/// The values of some rows, as TensorValues has them.
struct Gathered {
  std::vector<float> floats;
  std::vector<std::int64_t> integers;
  std::vector<std::string_view> texts;
  std::deque<std::vector<std::int64_t>> lengths;

  TensorValues gather(const graph::FeatureColumn& column, const std::vector<std::uint32_t>& rows) {
    TensorValues out{.name = column.feature->name, .values = {}, .ragged = {}};
    std::vector<std::uint64_t> picked(rows.begin(), rows.end());
    std::size_t ragged = 0;
    for (std::size_t d = 0; d < column.feature->shape.size(); ++d) {
      const std::int64_t size = column.feature->shape[d].size;
      std::vector<std::uint64_t> next;
      if (size < 0) lengths.emplace_back();
      for (const std::uint64_t row : picked) {
        if (size >= 0) {
          for (std::uint64_t i = 0; i < static_cast<std::uint64_t>(size); ++i)
            next.push_back(row * static_cast<std::uint64_t>(size) + i);
        } else {
          const auto& totals = column.ragged[ragged];
          for (std::uint64_t i = totals[row]; i < totals[row + 1]; ++i) next.push_back(i);
          lengths.back().push_back(static_cast<std::int64_t>(totals[row + 1] - totals[row]));
        }
      }
      if (size < 0) {
        out.ragged.push_back({.dimension = d + 1, .lengths = lengths.back()});
        ++ragged;
      }
      picked = std::move(next);
    }
    if (const auto* const values = std::get_if<std::span<const float>>(&column.values)) {
      for (const auto i : picked) floats.push_back((*values)[i]);
      out.values = std::span<const float>(floats);
    } else if (const auto* const whole = std::get_if<std::span<const std::int64_t>>(&column.values)) {
      for (const auto i : picked) integers.push_back((*whole)[i]);
      out.values = std::span<const std::int64_t>(integers);
    } else {
      for (const auto i : picked) texts.push_back(std::get<std::span<const std::string_view>>(column.values)[i]);
      out.values = std::span<const std::string_view>(texts);
    }
    return out;
  }
};

/// A record by way of GraphTensor.
class SlowRecord {
 public:
  std::string of(const OwnedGraph& owned, const RecordLayout& layout, const graph::Subgraph& subgraph,
                 const graph::SubgraphSeed& seed, std::uint32_t number) {
    GraphTensor tensor;
    for (std::size_t i = 0; i < subgraph.nodes.size(); ++i) {
      TensorPiece& piece = tensor.node_sets.emplace_back();
      piece.name = owned.schema.node_sets[i].name;
      piece.sizes = keep({static_cast<std::uint32_t>(subgraph.nodes[i].size())});
      add_features(piece, layout, layout.node_features[i], subgraph.nodes[i]);
    }
    for (std::size_t i = 0; i < subgraph.edge_sets.size(); ++i) {
      const graph::SubgraphEdges& edges = subgraph.edge_sets[i];
      TensorPiece& piece = tensor.edge_sets.emplace_back();
      piece.name = owned.schema.edge_sets[i].name;
      piece.sizes = keep({static_cast<std::uint32_t>(edges.source.size())});
      piece.source = keep(edges.source);
      piece.target = keep(edges.target);
      std::vector<std::uint32_t> rows;
      for (const std::uint32_t position : edges.position) rows.push_back(owned.graph.edge_sets[i].rows[position]);
      add_features(piece, layout, layout.edge_features[i], rows);
    }
    if (!layout.readout.edge_sets.empty()) {
      TensorPiece& piece = tensor.node_sets.emplace_back();
      piece.name = "_readout";
      piece.sizes = keep({1});
      for (const ReadoutLabel& label : layout.labels) {
        piece.features.push_back(gathered_.emplace_back().gather(label.column, {label.of_seed ? seed.node : number}));
      }
    }
    for (const graph::Readout::EdgeSet& set : layout.readout.edge_sets) {
      TensorPiece& piece = tensor.edge_sets.emplace_back();
      piece.name = set.name;
      const bool other = set.end == graph::Readout::End::other && *seed.other != seed.node;
      piece.sizes = keep({set.end == graph::Readout::End::none ? 0U : 1U});
      piece.source =
          keep(set.end == graph::Readout::End::none ? std::vector<std::uint32_t>{} : std::vector{other ? 1U : 0U});
      piece.target = keep(set.end == graph::Readout::End::none ? std::vector<std::uint32_t>{} : std::vector{0U});
    }
    std::string example, record;
    append_graph_tensor(example, tensor);
    append_record(record, example);
    return record;
  }

 private:
  std::deque<std::vector<std::int64_t>> kept_;
  std::deque<Gathered> gathered_;

  std::span<const std::int64_t> keep(const std::vector<std::uint32_t>& numbers) {
    return kept_.emplace_back(numbers.begin(), numbers.end());
  }
  void add_features(TensorPiece& piece, const RecordLayout& layout, const std::vector<graph::FeatureColumn>& columns,
                    const std::vector<std::uint32_t>& rows) {
    if (layout.features == SubgraphFeatures::rows)
      piece.features.push_back({.name = "#row", .values = keep(rows), .ragged = {}});
    if (layout.features != SubgraphFeatures::values) return;
    for (const graph::FeatureColumn& column : columns)
      piece.features.push_back(gathered_.emplace_back().gather(column, rows));
  }
};

TEST_CASE("records of subgraphs have the bytes of their graph tensors, and are read with their schema") {
  constexpr std::uint64_t base = 7;
  for (std::uint64_t round = 0; round < 100; ++round) {
    CAPTURE(base + round);
    std::mt19937_64 random(base + round);
    const auto below = [&](std::uint64_t n) { return static_cast<std::uint32_t>(random() % n); };
    std::vector<EdgeTable> tables;
    const std::vector<std::uint64_t> nodes{1 + below(20), 1 + below(round % 10 == 0 ? 60'000 : 300)};
    for (std::size_t i = 0; i < 3; ++i) {
      EdgeTable table{
          .name = "e" + std::to_string(i), .source = i == 2 ? 1U : 0U, .target = i == 0 ? 0U : 1U, .edges = {}};
      for (std::uint32_t e = below(500); e > 0; --e) {
        table.edges.emplace_back(below(std::min<std::uint64_t>(20, nodes[table.source])), below(nodes[table.target]));
      }
      tables.push_back(std::move(table));
    }
    const OwnedGraph owned(nodes, tables);
    std::deque<OwnedColumns> kept;
    std::vector<std::vector<graph::FeatureColumn>> node_features, edge_features;
    for (const std::uint64_t n : nodes) node_features.push_back(kept.emplace_back(random_columns(n, random)).columns);
    for (const EdgeTable& table : tables) {
      edge_features.push_back(kept.emplace_back(random_columns(table.edges.size(), random)).columns);
    }
    const bool links = below(2) == 0;
    using End = graph::Readout::End;
    RecordLayout layout{.features = static_cast<SubgraphFeatures>(below(3)),
                        .node_features = node_features,
                        .edge_features = edge_features};
    if (below(3) > 0) {
      layout.readout.edge_sets = {{"_readout/source", "a", End::seed},
                                  {"_readout/target", "a", links ? End::other : End::seed},
                                  {"_readout/target/1", "b", End::none}};
      for (const graph::FeatureColumn& column : node_features[0]) layout.labels.push_back({column, true});
    }
    const auto k = graph::SamplingStrategy::random_uniform;
    const graph::SamplingSpec spec =
        spec_of("a", {sampling_op("1", {"seed"}, "e0", 5, k), sampling_op("2", {"1", "seed"}, "e1", 200, k),
                      sampling_op("3", {"2"}, "e2", 3, k)});
    const auto prepared =
        prepare_sampling(owned.graph, owned.schema, spec, check_sampling_spec(spec, &owned.schema), {});
    graph::SubgraphSampler sampler(prepared.value());
    SubgraphRecords records(owned.graph, owned.schema, layout);
    const graph::TensorSchema schema = record_schema(owned.schema, layout);
    RecordBuffer buffer;
    std::string expected;
    for (std::uint32_t i = 0; i < 4; ++i) {
      graph::SubgraphSeed seed{.node = below(nodes[0])};
      if (links) seed.other = below(nodes[0]);
      const graph::Subgraph& subgraph = sampler.sample(seed);
      records.append(buffer, subgraph, seed, i);
      expected += SlowRecord().of(owned, layout, subgraph, seed, i);
      REQUIRE((buffer.view() == expected));
    }
    bool done = false;
    RecordReader reader([&] { return std::exchange(done, true) ? std::string_view() : buffer.view(); });
    ExampleReader examples;
    Record record;
    while (reader.next(record).value()) {
      const auto tensor = read_graph_tensor(examples.read(record.data).value(), schema);
      if (!tensor) FAIL(tensor.error().message);
    }
  }
}

TEST_CASE("labels are rows of the seeds or of their nodes") {
  const OwnedGraph owned({3}, {});
  const std::vector<std::int64_t> values{10, 11, 12};
  graph::TensorFeature feature;
  feature.name = "label";
  feature.type = graph::FeatureType::int64;
  const graph::FeatureColumn column{.feature = &feature, .values = std::span<const std::int64_t>(values), .ragged = {}};
  for (const bool of_seed : {false, true}) {
    RecordLayout layout{.labels = {{column, of_seed}}};
    layout.readout.edge_sets = {{"_readout/seed", "a", graph::Readout::End::seed}};
    RecordBuffer buffer;
    const graph::Subgraph subgraph{.nodes = {{2}}, .edge_sets = {}, .seeds = {0}};
    SubgraphRecords(owned.graph, owned.schema, layout).append(buffer, subgraph, {.node = 2}, 1);
    ExampleReader examples;
    const std::string_view data = buffer.view().substr(12, buffer.view().size() - 16);
    const auto tensor = read_graph_tensor(examples.read(data).value(), record_schema(owned.schema, layout));
    const auto& label = tensor.value().node_sets[1].features.at(0);
    CHECK(std::get<std::span<const std::int64_t>>(label.values)[0] == (of_seed ? 12 : 11));
  }
}

TEST_CASE("each of several seeds has a node of the readout") {
  const OwnedGraph owned({9}, {});
  const std::vector<std::int64_t> values{10, 11, 12, 13, 14, 15, 16, 17, 18};
  graph::TensorFeature feature;
  feature.name = "label";
  feature.type = graph::FeatureType::int64;
  const graph::FeatureColumn column{.feature = &feature, .values = std::span<const std::int64_t>(values), .ragged = {}};
  const std::vector<graph::SubgraphSeed> seeds{
      {.node = 7, .other = 3}, {.node = 3, .other = 3}, {.node = 5, .other = 7}};
  const graph::SamplingSpec spec = spec_of("a", {});
  const auto prepared = prepare_sampling(owned.graph, owned.schema, spec, check_sampling_spec(spec, &owned.schema), {});
  graph::SubgraphSampler sampler(prepared.value());
  const graph::Subgraph& subgraph = sampler.sample(seeds);
  CHECK(subgraph.nodes[0] == std::vector<std::uint32_t>{7, 3, 5});
  RecordLayout layout{.labels = {{column, true}}};
  layout.readout.edge_sets = {{"_readout/source", "a", graph::Readout::End::seed},
                              {"_readout/target", "a", graph::Readout::End::other}};
  RecordBuffer buffer;
  SubgraphRecords(owned.graph, owned.schema, layout).append(buffer, subgraph, seeds, 0);
  ExampleReader examples;
  const std::string_view data = buffer.view().substr(12, buffer.view().size() - 16);
  const graph::TensorSchema schema = record_schema(owned.schema, layout);
  const auto tensor = read_graph_tensor(examples.read(data).value(), schema);
  REQUIRE(tensor.has_value());
  using Numbers = std::vector<std::int64_t>;
  const auto numbers = [](std::span<const std::int64_t> some) { return Numbers(some.begin(), some.end()); };
  CHECK(numbers(tensor->edge_sets[0].source) == Numbers{0, 1, 2});
  CHECK(numbers(tensor->edge_sets[1].source) == Numbers{1, 1, 0});
  for (const TensorPiece& edges : tensor->edge_sets) CHECK(numbers(edges.target) == Numbers{0, 1, 2});
  CHECK(numbers(tensor->node_sets[1].sizes) == Numbers{3});
  const auto& labels = tensor->node_sets[1].features.at(0).values;
  CHECK(numbers(std::get<std::span<const std::int64_t>>(labels)) == Numbers{17, 13, 15});
}

TEST_CASE("records are the same on every platform") {
  std::mt19937_64 random(11);
  EdgeTable table{.name = "e", .source = 0, .target = 0, .edges = {}};
  for (int e = 0; e < 3000; ++e) {
    const auto source = static_cast<std::uint32_t>(random() % 60);  // one after the other: arguments have no order
    const auto target = static_cast<std::uint32_t>(random() % 60);
    table.edges.emplace_back(source, target);
    table.weights.push_back(static_cast<float>(random() % 1000) / 7);
  }
  const OwnedGraph owned({60}, {table});
  const graph::SamplingSpec spec =
      spec_of("a", {sampling_op("1", {"seed"}, "e", 5, graph::SamplingStrategy::random_weighted),
                    sampling_op("2", {"1"}, "e", 9, graph::SamplingStrategy::random_uniform)});
  const auto prepared =
      prepare_sampling(owned.graph, owned.schema, spec, check_sampling_spec(spec, &owned.schema), {.seed = 3});
  graph::SubgraphSampler sampler(prepared.value());
  SubgraphRecords records(owned.graph, owned.schema, {.features = SubgraphFeatures::rows});
  RecordBuffer buffer;
  for (std::uint32_t node = 0; node < 60; ++node) {
    records.append(buffer, sampler.sample({.node = node}), {.node = node}, node);
  }
  CHECK(masked_crc32c(buffer.view()) == 0xcc4d4a71U);
}

}  // namespace tuplepack::tests::subgraph_record_test

#include "tuplepack/graph/sampling/subgraph.hpp"

#include "graph/owned_graph.hpp"
#include "graph/sampling/draw_edges.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

namespace tuplepack::tests::subgraph_test {

using namespace graph;

using tests::OwnedGraph;
using tests::sampling_op;
using tests::spec_of;
using tuplepack::Random;

static PreparedSampling prepared_for(const OwnedGraph& owned, const SamplingSpec& spec, SubgraphOptions options = {}) {
  const SamplingPlan plan = check_sampling_spec(spec, &owned.schema);
  for (const Error& error : plan.findings.errors) FAIL(error.message);
  auto prepared = prepare_sampling(owned.graph, owned.schema, spec, plan, std::move(options));
  if (!prepared) FAIL(prepared.error().message);
  return std::move(*prepared);
}

static std::string refusal(const OwnedGraph& owned, const SamplingSpec& spec) {
  auto prepared = prepare_sampling(owned.graph, owned.schema, spec, check_sampling_spec(spec, &owned.schema), {});
  REQUIRE_FALSE(prepared.has_value());
  return prepared.error().message;
}

/// The edges of a set as nodes of the graph, sorted.
static std::vector<std::pair<std::uint32_t, std::uint32_t>> ends_of(const OwnedGraph& owned, const Subgraph& subgraph,
                                                                    std::size_t edge_set) {
  const SubgraphEdges& edges = subgraph.edge_sets[edge_set];
  std::vector<std::pair<std::uint32_t, std::uint32_t>> ends;
  for (std::size_t e = 0; e < edges.source.size(); ++e) {
    ends.emplace_back(subgraph.nodes[owned.graph.edge_sets[edge_set].source][edges.source[e]],
                      subgraph.nodes[owned.graph.edge_sets[edge_set].target][edges.target[e]]);
  }
  std::sort(ends.begin(), ends.end());
  return ends;
}

using Ends = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
using Nodes = std::vector<std::uint32_t>;

// ---- a sampler that is slow and simple ----

struct Reference {
  std::vector<Nodes> nodes;
  std::vector<std::vector<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>>> edges;  // source, target, position

  std::uint32_t index_of(std::size_t set, std::uint32_t node) {
    const auto found = std::find(nodes[set].begin(), nodes[set].end(), node);
    if (found != nodes[set].end()) return static_cast<std::uint32_t>(found - nodes[set].begin());
    nodes[set].push_back(node);
    return static_cast<std::uint32_t>(nodes[set].size() - 1);
  }
};

/// Positions of the edges that an op takes of a node. `permitted` are those there are.
static std::set<std::uint64_t> reference_choice(const EdgesBySource& edges, const SamplingOp& op,
                                                std::vector<std::uint64_t> permitted, const SubgraphSeed& seed,
                                                Random random) {
  const auto k = static_cast<std::size_t>(op.sample_size);
  const auto by = [&](auto before) { std::stable_sort(permitted.begin(), permitted.end(), before); };
  EdgeDraw draw;
  switch (*op.strategy) {
    case SamplingStrategy::top_k: by([&](auto a, auto b) { return edges.weights[a] > edges.weights[b]; }); break;
    case SamplingStrategy::latest_k:
      std::erase_if(permitted, [&](auto e) { return seed.time && edges.times[e] >= *seed.time; });
      std::reverse(permitted.begin(), permitted.end());
      by([&](auto a, auto b) { return edges.times[a] > edges.times[b]; });
      break;
    case SamplingStrategy::random_uniform:
      if (permitted.size() > k) {
        std::set<std::uint64_t> chosen;
        for (const auto i :
             draw.uniform(random, static_cast<std::uint32_t>(permitted.size()), static_cast<std::uint32_t>(k))) {
          chosen.insert(permitted[i]);
        }
        return chosen;
      }
      break;
    case SamplingStrategy::random_weighted: {
      std::vector<float> weights;
      std::vector<double> sums;
      double sum = 0;
      for (const auto e : permitted) {
        weights.push_back(edges.weights[e]);
        sums.push_back(sum += static_cast<double>(weights.back()));
      }
      std::set<std::uint64_t> chosen;
      if (permitted.empty()) return chosen;
      for (const auto i :
           draw.weighted(random, {.weights = weights, .sums = sums, .guide = {}}, static_cast<std::uint32_t>(k)))
        chosen.insert(permitted[i]);
      return chosen;
    }
  }
  if (permitted.size() > k) permitted.resize(k);
  return {permitted.begin(), permitted.end()};
}

static Reference reference_sample(const OwnedGraph& owned, const SamplingSpec& spec, const SamplingPlan& plan,
                                  const SubgraphOptions& options, const std::vector<SubgraphSeed>& seeds) {
  Reference out{std::vector<Nodes>(owned.graph.nodes.size()), {}};
  out.edges.resize(owned.graph.edge_sets.size());
  const auto set_of = [&](const std::string& name) { return static_cast<std::size_t>(name[0] - 'a'); };
  std::map<std::string, Nodes> reached;  // nodes of the graph, as often as they were reached
  for (const SubgraphSeed& seed : seeds) {
    out.index_of(set_of(plan.seed_set), seed.node);
    out.index_of(set_of(plan.seed_set), seed.other.value_or(seed.node));
    reached["seed"].push_back(seed.node);
    if (seed.other) reached["seed"].push_back(*seed.other);
  }
  const auto is_permitted = [&](std::size_t edge_set, std::uint32_t from, std::uint32_t to) {
    return std::none_of(options.predicted.begin(), options.predicted.end(), [&](const PredictedEdges& predicted) {
      return predicted.edge_set == edge_set && std::any_of(seeds.begin(), seeds.end(), [&](const SubgraphSeed& seed) {
               if (!seed.other) return false;
               return predicted.reversed ? from == *seed.other && to == seed.node
                                         : from == seed.node && to == *seed.other;
             });
    });
  };
  const bool again = options.paths == SamplingPaths::tfgnn;
  for (const SamplingHop& hop : plan.hops) {
    const SamplingOp& op = spec.ops[hop.op];
    std::size_t edge_set = 0;
    while (owned.schema.edge_sets[edge_set].name != op.edge_set.name) ++edge_set;
    const EdgesBySource& edges = owned.graph.edge_sets[edge_set];
    std::map<std::uint32_t, std::uint64_t> times;
    for (const TensorReference& input : op.inputs) {
      for (const std::uint32_t node : reached[input.name]) {
        const std::uint64_t time = times[node]++;
        if (time > 0 && !again) continue;
        std::uint64_t key = Random(Random(options.seed).next() ^ hop.op).next();
        for (const SubgraphSeed& seed : seeds) {
          key = Random(key ^ (std::uint64_t{seed.other.value_or(0)} << 32U | seed.node)).next();
        }
        std::vector<std::uint64_t> permitted;
        for (std::uint64_t e = edges.offsets[node]; e < edges.offsets[node + std::size_t{1}]; ++e) {
          if (is_permitted(edge_set, node, edges.targets[e])) permitted.push_back(e);
        }
        for (const std::uint64_t e :
             reference_choice(edges, op, permitted, seeds[0], Random(key ^ node ^ time << 32U))) {
          const std::tuple edge{out.index_of(edges.source, node), out.index_of(edges.target, edges.targets[e]),
                                static_cast<std::uint32_t>(e)};
          reached[op.name].push_back(edges.targets[e]);
          auto& list = out.edges[edge_set];
          if (std::find(list.begin(), list.end(), edge) == list.end()) list.push_back(edge);
        }
      }
    }
  }
  if (!options.induced) return out;
  for (std::size_t i = 0; i < out.edges.size(); ++i) {
    const EdgesBySource& edges = owned.graph.edge_sets[i];
    out.edges[i].clear();
    for (std::uint32_t s = 0; s < out.nodes[edges.source].size(); ++s) {
      const std::uint32_t node = out.nodes[edges.source][s];
      for (std::uint64_t e = edges.offsets[node]; e < edges.offsets[node + std::size_t{1}]; ++e) {
        const Nodes& targets = out.nodes[edges.target];
        const auto found = std::find(targets.begin(), targets.end(), edges.targets[e]);
        if (found == targets.end() || !is_permitted(i, node, edges.targets[e])) continue;
        out.edges[i].emplace_back(s, static_cast<std::uint32_t>(found - targets.begin()),
                                  static_cast<std::uint32_t>(e));
      }
    }
  }
  return out;
}

/// The same sample where questions and answers go to and fro. Positions are rows.
static void check_steps(const PreparedSampling& prepared, const std::vector<SubgraphSeed>& seeds,
                        const Subgraph& expected) {
  SubgraphSampler sampler(prepared);
  EdgeAnswers answers(prepared);
  sampler.begin(seeds);
  for (std::size_t hop = 0; hop < prepared.hops.size(); ++hop) {
    std::vector<EdgeQuery> queries;
    std::vector<std::uint32_t> counts;
    std::vector<DrawnEdge> edges;
    sampler.ask(hop, queries);
    for (const EdgeQuery& query : queries) counts.push_back(answers.append(hop, query.node, query, edges));
    sampler.take(hop, counts, edges);
  }
  REQUIRE(sampler.subgraph().nodes == expected.nodes);
  for (std::size_t set = 0; set < expected.edge_sets.size(); ++set) {
    const SubgraphEdges& found = sampler.subgraph().edge_sets[set];
    std::vector<std::uint32_t> rows = expected.edge_sets[set].position;
    const auto& table_rows = prepared.graph.edge_sets[set].rows;
    for (std::uint32_t& row : rows) row = table_rows.empty() ? row : table_rows[row];
    REQUIRE(found.source == expected.edge_sets[set].source);
    REQUIRE(found.target == expected.edge_sets[set].target);
    REQUIRE(found.position == rows);
  }
}

TEST_CASE("subgraphs of random graphs are those of a simple sampler") {
  constexpr std::uint64_t base = 20261123;
  for (std::uint64_t round = 0; round < 300; ++round) {
    CAPTURE(base + round);
    std::mt19937_64 random(base + round);
    const auto below = [&](std::uint64_t n) { return static_cast<std::uint32_t>(random() % n); };
    std::vector<std::uint64_t> nodes;
    for (std::uint32_t i = 1 + below(3); i > 0; --i) nodes.push_back(1 + below(30));
    std::vector<EdgeTable> tables;
    for (std::uint32_t i = 1 + below(4); i > 0; --i) {
      EdgeTable table{.name = "edges" + std::to_string(i),
                      .source = below(nodes.size()),
                      .target = below(nodes.size()),
                      .edges = {}};
      const bool in_order = below(2) == 0;
      for (std::uint32_t e = below(300); e > 0; --e) {
        table.edges.emplace_back(below(nodes[table.source]), below(nodes[table.target]));
        table.weights.push_back(static_cast<float>(below(4)) / 2);
        table.times.push_back(in_order ? 300 - e : below(50));
      }
      tables.push_back(std::move(table));
    }
    const OwnedGraph owned(nodes, tables);
    const std::uint32_t seed_set = below(nodes.size());
    std::vector<SamplingOp> ops;
    std::vector<std::pair<std::string, std::size_t>> known{{"seed", seed_set}};  // op, the set it reaches
    for (std::uint32_t tries = 0; tries < 8; ++tries) {
      const EdgeTable& table = tables[below(tables.size())];
      std::vector<std::string> inputs;
      for (const auto& op : known) {
        if (op.second == table.source && below(3) > 0) inputs.push_back(op.first);
      }
      if (inputs.empty()) continue;
      const std::string name = "op" + std::to_string(tries);
      ops.push_back(sampling_op(name, inputs, table.name, static_cast<std::int32_t>(1 + below(6)),
                                static_cast<SamplingStrategy>(below(4))));
      known.emplace_back(name, table.target);
    }
    const SamplingSpec spec = spec_of(owned.schema.node_sets[seed_set].name, ops);
    SubgraphOptions options{.seed = random(),
                            .paths = below(3) == 0 && ops.size() < 4 ? SamplingPaths::tfgnn : SamplingPaths::unique,
                            .induced = below(4) == 0};
    for (std::size_t i = 0; i < tables.size(); ++i) {
      if (below(2) == 0) options.predicted.push_back({.edge_set = i, .reversed = below(2) == 0});
    }
    const PreparedSampling prepared = prepared_for(owned, spec, options);
    SubgraphSampler sampler(prepared);
    for (int i = 0; i < 5; ++i) {
      std::vector<SubgraphSeed> seeds(below(2) == 0 ? 1 : 1 + below(5));
      const bool pairs = below(2) == 0;
      const auto time = below(2) == 0 ? std::optional<std::int64_t>(below(60)) : std::nullopt;
      for (SubgraphSeed& seed : seeds) {
        seed = {.node = below(nodes[seed_set]), .time = time};
        if (pairs) seed.other = below(nodes[seed_set]);
      }
      const Reference expected =
          reference_sample(owned, spec, check_sampling_spec(spec, &owned.schema), options, seeds);
      const Subgraph& found = sampler.sample(seeds);
      if (!options.induced && (seeds.size() == 1 || !pairs)) check_steps(prepared, seeds, found);
      REQUIRE(found.seeds.size() == seeds.size() * (pairs ? 2 : 1));
      for (std::size_t s = 0; s < seeds.size(); ++s) {
        REQUIRE(found.nodes[seed_set][found.seeds[s * (pairs ? 2 : 1)]] == seeds[s].node);
        if (pairs) REQUIRE(found.nodes[seed_set][found.seeds[2 * s + 1]] == *seeds[s].other);
      }
      REQUIRE(found.nodes == expected.nodes);
      for (std::size_t set = 0; set < tables.size(); ++set) {
        const SubgraphEdges& edges = found.edge_sets[set];
        REQUIRE(edges.source.size() == expected.edges[set].size());
        for (std::size_t e = 0; e < edges.source.size(); ++e) {
          REQUIRE(std::tuple(edges.source[e], edges.target[e], edges.position[e]) == expected.edges[set][e]);
        }
      }
    }
  }
}
// ---- strategies ----

TEST_CASE("TOP_K takes the edges of the largest weights") {
  const OwnedGraph owned({4}, {{"e", 0, 0, {{0, 1}, {0, 2}, {2, 1}, {2, 2}, {3, 0}}, {2, 3, 2, 2, -1}}});
  const auto taken = [&](std::uint32_t node, std::int32_t k) {
    const PreparedSampling prepared =
        prepared_for(owned, spec_of("a", {sampling_op("op", {"seed"}, "e", k, SamplingStrategy::top_k)}));
    return ends_of(owned, SubgraphSampler(prepared).sample({.node = node}), 0);
  };
  CHECK(taken(0, 1) == Ends{{0, 2}});
  CHECK(taken(0, 3) == Ends{{0, 1}, {0, 2}});
  CHECK(taken(2, 1) == Ends{{2, 1}});  // of equal weights the first; TensorFlow GNN's first sampler took the last
  CHECK(taken(3, 1) == Ends{{3, 0}});
  CHECK(taken(1, 1) == Ends{});
}

TEST_CASE("subgraphs of fruits as TensorFlow GNN's first sampler had them") {
  // amanatsu 0, daidai 1, lumia 2, mandora 3, komikan 4, tangelo 5, others without edges
  const OwnedGraph owned({8}, {{"e", 0, 0, {{0, 1}, {0, 2}, {3, 4}, {3, 5}}, {0.1F, 0.2F, 0.4F, 0.5F}}});
  const PreparedSampling prepared =
      prepared_for(owned, spec_of("a", {sampling_op("op", {"seed"}, "e", 2, SamplingStrategy::top_k)}));
  SubgraphSampler sampler(prepared);
  CHECK(sampler.sample({.node = 0}).nodes[0] == Nodes{0, 1, 2});
  CHECK(sampler.sample({.node = 3}).nodes[0] == Nodes{3, 4, 5});
  CHECK(sampler.sample({.node = 6}).nodes[0] == Nodes{6});
}

TEST_CASE("edges among the nodes are there only if they are induced") {
  const OwnedGraph owned({3}, {{"e", 0, 0, {{0, 1}, {0, 2}, {1, 2}}, {1, 1, 1}}});
  for (const bool induced : {false, true}) {
    const PreparedSampling prepared = prepared_for(
        owned, spec_of("a", {sampling_op("op", {"seed"}, "e", 5, SamplingStrategy::top_k)}), {.induced = induced});
    const Ends ends = ends_of(owned, SubgraphSampler(prepared).sample({.node = 0}), 0);
    CHECK(ends == (induced ? Ends{{0, 1}, {0, 2}, {1, 2}} : Ends{{0, 1}, {0, 2}}));
  }
}

TEST_CASE("LATEST_K takes the latest edges before the time of the seed") {
  const OwnedGraph owned({5}, {{"e", 0, 0, {{0, 1}, {0, 2}, {0, 3}, {0, 4}}, {}, {30, 10, 20, 20}}});
  const PreparedSampling prepared =
      prepared_for(owned, spec_of("a", {sampling_op("op", {"seed"}, "e", 2, SamplingStrategy::latest_k)}));
  SubgraphSampler sampler(prepared);
  CHECK(ends_of(owned, sampler.sample({.node = 0}), 0) == Ends{{0, 1}, {0, 4}});  // of equal times the last
  CHECK(ends_of(owned, sampler.sample({.node = 0, .time = 30}), 0) == Ends{{0, 3}, {0, 4}});
  CHECK(ends_of(owned, sampler.sample({.node = 0, .time = 20}), 0) == Ends{{0, 2}});
  CHECK(ends_of(owned, sampler.sample({.node = 0, .time = 10}), 0).empty());
}

TEST_CASE("an edge set without what an op needs is refused") {
  const OwnedGraph plain({2}, {{"e", 0, 0, {{0, 1}}}});
  const auto spec = [](SamplingStrategy strategy) {
    return spec_of("a", {sampling_op("op", {"seed"}, "e", 2, strategy)});
  };
  CHECK(refusal(plain, spec(SamplingStrategy::top_k)) == "Op 'op' (TOP_K): edge set 'e' has no weights");
  CHECK(refusal(plain, spec(SamplingStrategy::latest_k)) == "Op 'op' (LATEST_K): edge set 'e' has no times");
  const OwnedGraph negative({2}, {{"e", 0, 0, {{1, 0}, {0, 1}}, {1, -1}}});
  CHECK(refusal(negative, spec(SamplingStrategy::random_weighted)) ==
        "Op 'op' (RANDOM_WEIGHTED): the weight of row 1 is below 0");
  const OwnedGraph nan({2}, {{"e", 0, 0, {{0, 1}}, {std::nanf("")}}});
  CHECK(refusal(nan, spec(SamplingStrategy::top_k)) == "Op 'op' (TOP_K): the weight of row 0 is not finite");
}

TEST_CASE("a node that is reached by many paths is sampled once, or each time as TensorFlow GNN does") {
  // 0 → 1, 2, 3 → 4, and 4 has a hundred edges.
  EdgeTable table{.name = "e", .edges = {{0, 1}, {0, 2}, {0, 3}, {1, 4}, {2, 4}, {3, 4}}};
  for (std::uint32_t i = 0; i < 100; ++i) table.edges.emplace_back(4, 5 + i);
  const OwnedGraph owned({105}, {table});
  const SamplingSpec spec = spec_of("a", {sampling_op("1", {"seed"}, "e", 3, SamplingStrategy::random_uniform),
                                          sampling_op("2", {"1"}, "e", 3, SamplingStrategy::random_uniform),
                                          sampling_op("3", {"2"}, "e", 10, SamplingStrategy::random_uniform)});
  for (const SamplingPaths paths : {SamplingPaths::unique, SamplingPaths::tfgnn}) {
    const PreparedSampling prepared = prepared_for(owned, spec, {.paths = paths});
    const std::size_t edges = SubgraphSampler(prepared).sample({.node = 0}).edge_sets[0].source.size();
    if (paths == SamplingPaths::unique) CHECK(edges == 6 + 10);
    if (paths == SamplingPaths::tfgnn) CHECK((edges > 6 + 10 && edges <= 6 + 30));
  }
}

}  // namespace tuplepack::tests::subgraph_test

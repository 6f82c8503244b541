#include "graphs.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace tuplepack::bench {

/// The same numbers on every platform, which the standard's distributions do not promise.
using GraphRandom = std::mt19937_64;

/// 0 … n − 1
static std::uint32_t below(GraphRandom& random, std::uint32_t n) {
  return static_cast<std::uint32_t>((random() >> 32) * n >> 32);
}

/// Two nodes in one number, the smaller first; equal edges are equal numbers.
static std::uint64_t edge_key(std::uint32_t a, std::uint32_t b) {
  return (std::uint64_t{std::min(a, b)} << 32) | std::max(a, b);
}

static std::vector<std::uint32_t> shuffled_ids(std::int64_t nodes, std::uint64_t seed) {
  std::vector<std::uint32_t> ids(static_cast<std::size_t>(nodes));
  std::iota(ids.begin(), ids.end(), 0U);
  GraphRandom random(seed);
  for (std::size_t n = ids.size(); n > 1; --n) std::swap(ids[n - 1], ids[below(random, static_cast<std::uint32_t>(n))]);
  return ids;
}

/// Renames the nodes at random, and builds the graph. Edges may repeat; self-loops are left out.
static BenchGraph graph_of_keys(std::string name, std::int64_t nodes, std::vector<std::uint64_t> keys,
                                std::uint64_t seed) {
  const std::vector<std::uint32_t> ids = shuffled_ids(nodes, seed);
  for (std::uint64_t& key : keys) key = edge_key(ids[key >> 32], ids[static_cast<std::uint32_t>(key)]);
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  std::erase_if(keys, [](std::uint64_t key) { return key >> 32 == static_cast<std::uint32_t>(key); });

  BenchGraph graph{.name = std::move(name), .offsets = {}, .neighbours = {}};
  graph.offsets.resize(static_cast<std::size_t>(nodes) + 1);
  for (const std::uint64_t key : keys) {
    ++graph.offsets[(key >> 32) + 1];
    ++graph.offsets[std::size_t{static_cast<std::uint32_t>(key)} + 1];
  }
  std::partial_sum(graph.offsets.begin(), graph.offsets.end(), graph.offsets.begin());
  graph.neighbours.resize(keys.size() * 2);
  std::vector<std::int64_t> next(graph.offsets.begin(), graph.offsets.end() - 1);
  const auto append = [&](std::size_t from, std::uint32_t to) {
    graph.neighbours[static_cast<std::size_t>(next[from]++)] = to;
  };
  // Keys ascend: first every node gets its smaller neighbours in ascending order, then the larger ones.
  for (const std::uint64_t key : keys) append(static_cast<std::uint32_t>(key), static_cast<std::uint32_t>(key >> 32));
  for (const std::uint64_t key : keys) append(key >> 32, static_cast<std::uint32_t>(key));
  return graph;
}

void draw_rmat(int scale, std::uint64_t seed, const std::function<void(std::uint32_t, std::uint32_t)>& add) {
  GraphRandom random(seed);
  constexpr std::uint32_t a = 57;
  constexpr std::uint32_t b = 19;
  constexpr std::uint32_t c = 19;
  for (std::int64_t e = std::int64_t{16} << scale; e > 0; --e) {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    for (int bit = 0; bit < scale; ++bit) {
      const std::uint32_t drawn = below(random, 100);
      from = 2 * from + (drawn >= a + b ? 1 : 0);
      to = 2 * to + ((drawn >= a && drawn < a + b) || drawn >= a + b + c ? 1 : 0);
    }
    add(from, to);
  }
}

BenchGraph rmat(int scale, std::uint64_t seed) {
  std::vector<std::uint64_t> keys;
  draw_rmat(scale, seed, [&](std::uint32_t from, std::uint32_t to) { keys.push_back(edge_key(from, to)); });
  return graph_of_keys("R-MAT " + std::to_string(scale), std::int64_t{1} << scale, std::move(keys), seed + 1);
}

/// In (0, 1].
static double share(GraphRandom& random) {
  return static_cast<double>((random() >> 11) + 1) * 0x1p-53;
}

/// The first node of each community, and the number of nodes.
static std::vector<std::int64_t> communities(std::int64_t nodes, GraphRandom& random) {
  constexpr double smallest = 50;
  constexpr double largest = 2000;
  std::vector<std::int64_t> first{0};
  while (first.back() < nodes) {
    const double size = std::min(largest, smallest / share(random));
    first.push_back(std::min(nodes, first.back() + static_cast<std::int64_t>(size)));
  }
  return first;
}

BenchGraph lfr_like(int scale, std::uint64_t seed) {
  constexpr double fewest_edges = 14;  // at each end; twice as many on average
  constexpr double max_edges = 2000;
  constexpr std::uint32_t percent_anywhere = 24;
  const std::int64_t nodes = std::int64_t{1} << scale;
  GraphRandom random(seed);
  std::vector<std::uint32_t> ends;  // a node as often as it has ends of edges
  std::vector<std::size_t> first_end{0};
  for (std::int64_t v = 0; v < nodes; ++v) {
    const double degree = std::min(max_edges, fewest_edges / std::sqrt(share(random)));
    ends.insert(ends.end(), static_cast<std::size_t>(degree), static_cast<std::uint32_t>(v));
    first_end.push_back(ends.size());
  }
  const std::vector<std::int64_t> first = communities(nodes, random);
  std::vector<std::uint64_t> keys;
  for (std::size_t community = 0; community + 1 < first.size(); ++community) {
    const std::size_t begin = first_end[static_cast<std::size_t>(first[community])];
    const std::size_t end = first_end[static_cast<std::size_t>(first[community + 1])];
    for (std::size_t i = begin; i < end; i += 2) {
      const bool anywhere = below(random, 100) < percent_anywhere;
      const std::size_t from = anywhere ? 0 : begin;
      const std::size_t count = (anywhere ? ends.size() : end) - from;
      keys.push_back(edge_key(ends[i], ends[from + below(random, static_cast<std::uint32_t>(count))]));
    }
  }
  return graph_of_keys("LFR-like " + std::to_string(scale), nodes, std::move(keys), seed + 1);
}

BenchGraph graph_of_pairs(std::string name, std::int64_t nodes, std::span<const std::int64_t> sources,
                          std::span<const std::int64_t> targets) {
  std::vector<std::uint64_t> keys;
  for (std::size_t e = 0; e < sources.size(); ++e) {
    keys.push_back(edge_key(static_cast<std::uint32_t>(sources[e]), static_cast<std::uint32_t>(targets[e])));
  }
  return graph_of_keys(std::move(name), nodes, std::move(keys), 1);
}

}  // namespace tuplepack::bench

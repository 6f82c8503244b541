#pragma once

#include "edges_by_source.hpp"
#include "sampling_check.hpp"
#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

// Subgraphs around seeds, sampled hop by hop as a SamplingSpec says. Every choice is a function of the seed of the random
// numbers, the op, the root and the node: a subgraph is the same whichever thread or machine samples it, and when.

/// What an op does with a node that its inputs reach several times.
enum class SamplingPaths : std::uint8_t {
  unique,  ///< samples it once: it never has more than sample_size edges
  tfgnn,   ///< samples it again each time, as TensorFlow GNN does; edges that are drawn again count once
};
[[nodiscard]] std::string_view name(SamplingPaths paths);
[[nodiscard]] Result<SamplingPaths> sampling_paths_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> sampling_paths();

/// Edges between the nodes of a pair whose link is to be predicted: they are never sampled.
struct PredictedEdges {
  std::size_t edge_set = 0;
  bool reversed = false;  ///< those from the second node to the first
};

/// Edges that say what is to be predicted: from the first node of a pair to the second, and back where a set is reversed; of
/// undirected links both. None unless the seeds are pairs.
/// schema  whose sets are those of the graph
[[nodiscard]] std::vector<PredictedEdges> predicted_edges(const TensorSchema& schema, const SamplingSpec& spec,
                                                          const std::string& seed_set, bool undirected);

struct SubgraphOptions {
  std::uint64_t seed = 0;
  SamplingPaths paths = SamplingPaths::unique;
  bool induced = false;  ///< adds all edges among the sampled nodes, of every edge set
  std::vector<PredictedEdges> predicted{};
};

/// A spec made ready to sample a graph.
struct PreparedSampling {
  struct Hop {
    std::size_t op = 0;                 ///< in the spec
    std::size_t edge_set = 0;           ///< in the graph
    std::vector<std::size_t> inputs{};  ///< hops before; one that is its own index is the seed
    std::size_t sample_size = 0;
    SamplingStrategy strategy{};
    bool feeds = false;     ///< is an input of another hop
    bool may_meet = false;  ///< may draw an edge that was drawn before
  };
  /// What makes draws from an edge set quick; empty where no op needs it.
  struct Tables {
    std::vector<std::uint32_t>
        by_weight{};  ///< [E] edges of each source by weight, largest first, counted from its first
    std::vector<std::uint32_t> by_time{};       ///< [E] the same, earliest first; empty also if they are in that order
    std::vector<double> weight_sums{};          ///< [E] of the edges of a source up to this one, this one included
    std::vector<std::uint32_t> weight_guide{};  ///< [E] where among them to look first for equal shares of the total
    bool predicted = false, predicted_reversed = false;
  };
  HeterogeneousGraph graph;
  std::size_t seed_set = 0;
  std::vector<Hop> hops;
  std::vector<Tables> tables;  ///< of each edge set
  SubgraphOptions options;
};

/// Memory: 4 bytes per edge of sets sampled by TOP_K, and by LATEST_K unless the edges of each source are in order of
/// time; 12 per edge of sets sampled by RANDOM_WEIGHTED.
/// schema  its sets are those of the graph
/// plan    of check_sampling_spec() with this schema, without errors
/// errors  missing_column (an edge set without the weights or times that an op needs) · malformed (a weight that is no
///         number) · negative (a weight of RANDOM_WEIGHTED)
[[nodiscard]] Result<PreparedSampling> prepare_sampling(const HeterogeneousGraph& graph, const TensorSchema& schema,
                                                        const SamplingSpec& spec, const SamplingPlan& plan,
                                                        SubgraphOptions options);

/// Where a subgraph begins.
struct SubgraphSeed {
  std::uint32_t node = 0;
  std::optional<std::uint32_t> other{};  ///< the second node of a pair whose link is predicted
  std::optional<std::int64_t> time{};    ///< LATEST_K takes edges before it; none: all
};

struct SubgraphEdges {
  std::vector<std::uint32_t> source;  ///< indices into the nodes of the subgraph
  std::vector<std::uint32_t> target;
  std::vector<std::uint32_t> position;  ///< in EdgesBySource
};

/// Nodes are in the order in which they were reached, the seeds first: a seed is node 0 of its set, the second of a pair
/// node 1, or 0 if they are the same; those of several seeds follow each other. Edges are
/// unique, and are ordered by op (with `induced`: by source); those of a node in the order of the table.
struct Subgraph {
  std::vector<std::vector<std::uint32_t>> nodes;  ///< of each node set: which nodes of the graph
  std::vector<SubgraphEdges> edge_sets;
  std::vector<std::uint32_t> seeds{};  ///< which nodes they are in the subgraph; of pairs both, one after the other
};

/// Which edges an op is to draw at a node. Any copy of the graph gives the same answer.
struct EdgeQuery {
  static constexpr std::uint32_t none = 0xFFFFFFFF;
  std::uint64_t random = 0;        ///< decides what is drawn
  std::int64_t time = 0;           ///< LATEST_K takes edges before it
  std::uint32_t node = 0;          ///< of the graph
  std::uint32_t forbidden = none;  ///< edges to this node are as if they were not there
  bool has_time = false;
};

struct DrawnEdge {
  std::uint32_t row = 0;  ///< in its table
  std::uint32_t target = 0;
};

/// Samples one subgraph after the other, in memory that is used again; one for each thread. Takes a small multiple of the
/// largest subgraph, and a bit per edge of the node with the most edges.
/// RANDOM_UNIFORM and RANDOM_WEIGHTED draw without replacement (weighted: each draw in proportion to the weights of what is
/// left; edges of weight 0 are never drawn). TOP_K takes the first in the table of equal weights, LATEST_K the last in the
/// table of equal times, and only edges before the time of the seed.
class SubgraphSampler {
 public:
  /// prepared  must outlive this
  explicit SubgraphSampler(const PreparedSampling& prepared);
  ~SubgraphSampler();
  SubgraphSampler(SubgraphSampler&&) noexcept;
  SubgraphSampler& operator=(SubgraphSampler&&) noexcept;

  /// A subgraph around seeds: what each op draws at a node it draws once, whichever of them it was reached from. What is
  /// drawn depends on all of them. Valid until the next call.
  /// assumes  the nodes are there · seeds that are alike: all pairs or none, all of one time
  /// cost     linear in the edges that are drawn, with `induced` in all edges of the sampled nodes; at nodes of n pairs
  ///          whose links are predicted, n times as much
  [[nodiscard]] const Subgraph& sample(std::span<const SubgraphSeed> seeds);
  [[nodiscard]] const Subgraph& sample(const SubgraphSeed& seed) { return sample(std::span(&seed, 1)); }

  // The same in steps, where edges are not in this process: begin(), and then for each hop ask() and take(). The graph needs
  // no edges, only numbers of nodes and the ends of sets; positions of edges are rows. Not with `induced`, nor where links of
  // several pairs are predicted.
  void begin(std::span<const SubgraphSeed> seeds);
  void begin(const SubgraphSeed& seed) { begin(std::span(&seed, 1)); }
  /// Appends what is to be drawn.
  void ask(std::size_t hop, std::vector<EdgeQuery>& queries);
  /// counts  of edges, by query
  /// edges   of one query after the other
  void take(std::size_t hop, std::span<const std::uint32_t> counts, std::span<const DrawnEdge> edges);
  [[nodiscard]] const Subgraph& subgraph() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Answers what samplers ask.
class EdgeAnswers {
 public:
  /// prepared  for a graph of which the edges of some nodes are here; must outlive this
  explicit EdgeAnswers(const PreparedSampling& prepared);
  ~EdgeAnswers();
  EdgeAnswers(EdgeAnswers&&) noexcept;
  EdgeAnswers& operator=(EdgeAnswers&&) noexcept;

  /// Appends the edges; returns how many.
  /// source  the place of the node among the sources of the edges that are here
  std::uint32_t append(std::size_t hop, std::size_t source, const EdgeQuery& query, std::vector<DrawnEdge>& out);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace tuplepack::graph

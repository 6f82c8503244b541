#include "distributed_multilevel.hpp"

#include "half_edges.hpp"
#include "rank_steps.hpp"
#include "tuplepack/graph/partition/multilevel.hpp"
#include "tuplepack/graph/partition/sliced_levels.hpp"

#include <deque>
#include <filesystem>
#include <numeric>
#include <optional>
#include <system_error>

namespace tuplepack::graph {

static constexpr std::int64_t slices_of_level = 512;

NodeShares shares_for_levels(std::int64_t nodes, int ranks) {
  return {nodes, std::max<std::int64_t>((nodes + slices_of_level - 1) / slices_of_level, 1), ranks};
}

namespace {

/// The files of a level.
struct LevelFiles {
  files::MappedFile offsets;
  files::MappedFile neighbours;
  files::MappedFile weights;
};

/// A graph of which this rank has some rows.
struct DistributedLevel {
  NodeShares shares;
  std::optional<LevelFiles> files;  // none: those of the adjacency
  WeightedGraph own;                // its node weights are those of all nodes
  std::vector<std::uint32_t> node_weights;
  std::int64_t entries = 0;               // of the neighbour lists of all ranks
  std::vector<std::uint32_t> cluster_of;  // by node: the node of the next level

  [[nodiscard]] WeightedRows rows(NodeSlice slice) const {
    const NodeSlice share = shares.share_of(slice, ranks::rank());
    const auto first = static_cast<std::size_t>(shares.first_row(slice, ranks::rank()));
    WeightedRows rows{.first = static_cast<std::uint32_t>(share.begin), .rows = own};
    rows.rows.offsets = own.offsets.subspan(first, static_cast<std::size_t>(share.size()) + 1);
    return rows;
  }
  [[nodiscard]] std::vector<WeightedRows> all_rows() const {
    std::vector<WeightedRows> all;
    all.reserve(static_cast<std::size_t>(shares.slices()));
    for (std::int64_t slice = 0; slice < shares.slices(); ++slice) all.push_back(rows(shares.slice(slice)));
    return all;
  }
};

}  // namespace

static tl::unexpected<Error> stopped() {
  return fail(ErrorCode::stopped, "stopped");
}

/// Hands slice after slice to choose(own rows, own choices) and, with the choices of all ranks, to apply(first, choices).
template <typename Choice, typename Choose, typename Apply>
static Result<void> go_through(const DistributedLevel& level, const KeepGoing& keep_going, const Choose& choose,
                               const Apply& apply) {
  std::vector<Choice> room;
  for (std::int64_t index = 0; index < level.shares.slices(); ++index) {
    const NodeSlice slice = level.shares.slice(index);
    const NodeSlice own = level.shares.share_of(slice, ranks::rank());
    room.resize(static_cast<std::size_t>(slice.size()));
    const std::span<Choice> choices = room;
    choose(level.rows(slice),
           choices.subspan(static_cast<std::size_t>(own.begin - slice.begin), static_cast<std::size_t>(own.size())));
    ranks::gather_slices(choices, level.shares.ends_in(slice));
    apply(static_cast<std::uint32_t>(slice.begin), std::span<const Choice>(choices));
    if (keep_going && index % 16 == 0 && !keep_going(0)) return stopped();
  }
  return {};
}

static Result<Clusters> cluster_distributed(const DistributedLevel& level, const std::vector<std::int64_t>& largest,
                                            const KeepGoing& keep_going) {
  constexpr int rounds = 3;
  SlicedClusters growing(level.node_weights, largest);
  for (int round = 0; round < rounds; ++round) {
    auto done = go_through<ClusterChoice>(
        level, keep_going, [&](const WeightedRows& rows, auto choices) { growing.choose(rows, choices); },
        [&](std::uint32_t first, auto choices) { growing.apply(first, choices); });
    if (!done) return tl::unexpected(std::move(done.error()));
  }
  return growing.finish();
}

namespace {

/// Rows of a weighted graph, neighbours ascending.
struct MergedRows {
  std::vector<std::int64_t> ends;
  std::vector<std::uint32_t> neighbours;
  std::vector<std::uint32_t> weights;
};

}  // namespace

/// Adds up the weights of equal half edges.
static MergedRows merge(std::span<const WeightedHalfEdge> half_edges, std::size_t rows) {
  struct Entry {
    std::uint32_t neighbour;
    std::uint32_t weight;
  };
  MergedRows merged{.ends = std::vector<std::int64_t>(rows), .neighbours = {}, .weights = {}};
  std::vector<std::size_t> next(rows + 1);
  for (const WeightedHalfEdge& half : half_edges) ++next[half.row + 1];
  std::partial_sum(next.begin(), next.end(), next.begin());
  std::vector<Entry> entries(half_edges.size());
  for (const WeightedHalfEdge& half : half_edges) entries[next[half.row]++] = {half.neighbour, half.weight};
  std::size_t begin = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::size_t end = next[row];
    const std::span<Entry> some = std::span(entries).subspan(begin, end - begin);
    std::sort(some.begin(), some.end(), [](const Entry& a, const Entry& b) { return a.neighbour < b.neighbour; });
    for (std::size_t i = 0; i < some.size(); ++i) {
      if (i > 0 && some[i].neighbour == some[i - 1].neighbour) {
        merged.weights.back() += some[i].weight;
      } else {
        merged.neighbours.push_back(some[i].neighbour);
        merged.weights.push_back(some[i].weight);
      }
    }
    merged.ends[row] = static_cast<std::int64_t>(merged.neighbours.size());
    begin = end;
  }
  return merged;
}

/// Writes the rows of a level and maps them.
static Result<LevelFiles> write_level(const RowRanges<WeightedHalfEdge>& ranges, const std::string& folder) {
  auto offsets = files::FileWriter::create(folder + "/offsets");
  if (!offsets) return tl::unexpected(std::move(offsets.error()));
  auto neighbours = files::FileWriter::create(folder + "/neighbours");
  if (!neighbours) return tl::unexpected(std::move(neighbours.error()));
  auto weights = files::FileWriter::create(folder + "/weights");
  if (!weights) return tl::unexpected(std::move(weights.error()));
  std::int64_t total = 0;
  auto written = offsets->write(std::as_bytes(std::span(&total, 1)));
  const auto write_range = [&](std::span<const WeightedHalfEdge> half_edges, std::size_t rows) -> Result<void> {
    MergedRows merged = merge(half_edges, rows);
    for (std::int64_t& end : merged.ends) end += total;
    total += static_cast<std::int64_t>(merged.neighbours.size());
    if (auto done = offsets->write(std::as_bytes(std::span(merged.ends))); !done) return done;
    if (auto done = neighbours->write(std::as_bytes(std::span(merged.neighbours))); !done) return done;
    return weights->write(std::as_bytes(std::span(merged.weights)));
  };
  if (written) written = ranges.take(write_range);
  for (files::FileWriter* file : {&*offsets, &*neighbours, &*weights}) {
    if (written) written = file->close();
  }
  if (!written) return tl::unexpected(std::move(written.error()));
  auto mapped_offsets = files::MappedFile::open(folder + "/offsets");
  if (!mapped_offsets) return tl::unexpected(std::move(mapped_offsets.error()));
  auto mapped_neighbours = files::MappedFile::open(folder + "/neighbours");
  if (!mapped_neighbours) return tl::unexpected(std::move(mapped_neighbours.error()));
  auto mapped_weights = files::MappedFile::open(folder + "/weights");
  if (!mapped_weights) return tl::unexpected(std::move(mapped_weights.error()));
  return LevelFiles{.offsets = std::move(*mapped_offsets),
                    .neighbours = std::move(*mapped_neighbours),
                    .weights = std::move(*mapped_weights)};
}

/// The edges between clusters that this rank's rows have, to the ranks that have the clusters.
static Result<void> send_between_clusters(const DistributedLevel& level, std::span<const std::uint32_t> cluster_of,
                                          HalfEdgePost<WeightedHalfEdge>& post) {
  for (std::int64_t slice = 0; slice < level.shares.slices(); ++slice) {
    const auto [first, rows] = level.rows(level.shares.slice(slice));
    for (std::size_t row = 0; row < rows.nodes(); ++row) {
      const std::uint32_t cluster = cluster_of[first + row];
      const auto end = static_cast<std::size_t>(rows.offsets[row + 1]);
      for (auto i = static_cast<std::size_t>(rows.offsets[row]); i < end; ++i) {
        const std::uint32_t other = cluster_of[rows.neighbours[i]];
        if (other == cluster) continue;
        auto sent = post.send(cluster, {.row = 0, .neighbour = other, .weight = rows.edge_weight(i)});
        if (!sent) return sent;
      }
    }
  }
  return {};
}

/// The graph of clusters.
static Result<DistributedLevel> contract_distributed(const DistributedLevel& level, const Clusters& clusters,
                                                     const DistributedLevels& room, std::size_t number) {
  const std::string folder = room.scratch + "/level" + std::to_string(number);
  std::error_code error;
  std::filesystem::create_directory(folder, error);
  DistributedLevel coarse{.shares = shares_for_levels(clusters.count, level.shares.ranks()),
                          .files = std::nullopt,
                          .own = {},
                          .node_weights = weights_of_clusters(level.node_weights, level.own.constraints, clusters),
                          .entries = 0,
                          .cluster_of = {}};
  auto ranges = ranks::agree(RowRanges<WeightedHalfEdge>::open(folder, level.entries / coarse.shares.ranks(),
                                                               coarse.shares.rows(ranks::rank()), room.memory));
  if (!ranges) return tl::unexpected(std::move(ranges.error()));
  HalfEdgePost<WeightedHalfEdge> post(coarse.shares, *ranges, room.memory / 4);
  auto sent = post.finish(send_between_clusters(level, clusters.cluster_of, post));
  if (!sent) return tl::unexpected(std::move(sent.error()));
  if (auto closed = ranks::agree(ranges->close()); !closed) return tl::unexpected(std::move(closed.error()));
  auto files = ranks::agree(write_level(*ranges, folder));
  if (!files) return tl::unexpected(std::move(files.error()));
  coarse.files = std::move(*files);
  coarse.own = {.offsets = coarse.files->offsets.as<std::int64_t>(),
                .neighbours = coarse.files->neighbours.as<std::uint32_t>(),
                .edge_weights = coarse.files->weights.as<std::uint32_t>(),
                .node_weights = coarse.node_weights,
                .constraints = level.own.constraints};
  coarse.entries = static_cast<std::int64_t>(coarse.own.neighbours.size());
  ranks::sum(std::span(&coarse.entries, 1));
  return coarse;
}

/// All rows of a level, at rank 0.
static Result<MergedRows> rows_at_first(const DistributedLevel& level) {
  std::vector<WeightedHalfEdge> half_edges;
  ranks::RecordMailbox<WeightedHalfEdge> mailbox(std::int64_t{1} << 28,
                                                 [&](const WeightedHalfEdge& half) -> Result<void> {
                                                   half_edges.push_back(half);
                                                   return {};
                                                 });
  Result<void> sent;
  for (std::int64_t slice = 0; slice < level.shares.slices() && sent; ++slice) {
    const auto [first, rows] = level.rows(level.shares.slice(slice));
    for (std::size_t row = 0; row < rows.nodes() && sent; ++row) {
      const auto end = static_cast<std::size_t>(rows.offsets[row + 1]);
      for (auto i = static_cast<std::size_t>(rows.offsets[row]); i < end && sent; ++i) {
        sent = mailbox.send(0, {static_cast<std::uint32_t>(first + row), rows.neighbours[i], rows.edge_weight(i)});
      }
    }
  }
  if (auto finished = mailbox.finish(std::move(sent)); !finished) return tl::unexpected(std::move(finished.error()));
  if (ranks::rank() > 0) return MergedRows{};
  return merge(half_edges, static_cast<std::size_t>(level.shares.nodes()));
}

/// The part of every node of the coarsest level, found by rank 0.
static Result<std::vector<std::uint16_t>> partition_top(const DistributedLevel& top, const NodeWeights& weights,
                                                        const PartitionOptions& options, const KeepGoing& keep_going) {
  auto rows = rows_at_first(top);
  if (!rows) return tl::unexpected(std::move(rows.error()));
  Result<std::vector<std::uint16_t>> part_of;
  if (ranks::rank() == 0) {
    rows->ends.insert(rows->ends.begin(), 0);
    const WeightedGraph graph{.offsets = rows->ends,
                              .neighbours = rows->neighbours,
                              .edge_weights = rows->weights,
                              .node_weights = top.node_weights,
                              .constraints = top.own.constraints};
    part_of = multilevel(graph, weights, options, keep_going);
  }
  part_of = ranks::agree(std::move(part_of));
  if (!part_of) return part_of;
  part_of->resize(static_cast<std::size_t>(top.shares.nodes()));
  ranks::broadcast(std::span(*part_of), 0);
  return part_of;
}

static Result<void> refine_distributed(const DistributedLevel& level, const PartLimits& limits,
                                       std::span<std::uint16_t> part_of, const KeepGoing& keep_going) {
  constexpr int max_passes = 5;
  SlicedRefinement refinement(level.node_weights, limits, part_of);
  refinement.balance(level.all_rows(), gathering(level.shares));
  std::int64_t moved = level.shares.nodes();
  for (int pass = 0; pass < max_passes && moved > level.shares.nodes() / 1000; ++pass) {
    moved = 0;
    auto done = go_through<std::uint16_t>(
        level, keep_going, [&](const WeightedRows& rows, auto choices) { refinement.choose(rows, choices); },
        [&](std::uint32_t first, auto choices) { moved += refinement.apply(first, choices); });
    if (!done) return done;
  }
  return {};
}

/// Coarsens until a level fits in the memory of one rank, or nodes hardly get fewer.
static Result<void> coarsen_distributed(std::deque<DistributedLevel>& levels, const CoarseningGoal& goal,
                                        const DistributedLevels& room, const KeepGoing& keep_going) {
  constexpr std::int64_t bytes_per_entry = 16;
  while (levels.back().entries > room.memory / bytes_per_entry) {
    DistributedLevel& top = levels.back();
    if (top.shares.nodes() <= static_cast<std::int64_t>(goal.enough)) break;
    auto clusters = cluster_distributed(top, goal.largest, keep_going);
    if (!clusters) return tl::unexpected(std::move(clusters.error()));
    if (clusters->count > top.shares.nodes() - top.shares.nodes() / 20) break;
    auto coarse = contract_distributed(top, *clusters, room, levels.size());
    if (!coarse) return tl::unexpected(std::move(coarse.error()));
    top.cluster_of = std::move(clusters->cluster_of);
    levels.push_back(std::move(*coarse));
  }
  return {};
}

/// How long the work takes is not known: each step is taken for a little of what is left of it.
static KeepGoing progress_of_steps(const KeepGoing& keep_going) {
  if (!keep_going) return {};
  return [&keep_going, done = 0.0](double) mutable {
    done += (1 - done) / 400;
    return keep_going(done);
  };
}

Result<NodeAssignment> distributed_multilevel(const Adjacency& own, const NodeShares& shares,
                                              const PartBalance& balance, const PartitionOptions& options,
                                              const DistributedLevels& room, const KeepGoing& keep_going) {
  if (auto parts = check_parts(options.parts); !parts) return tl::unexpected<Error>(std::move(parts.error()));
  if (auto checked = check(balance, shares.nodes()); !checked) return tl::unexpected<Error>(std::move(checked.error()));
  const NodeWeights weights(balance, shares.nodes());
  const KeepGoing steps = progress_of_steps(keep_going);
  const KeepGoing asked = asked_of_all(shares, steps);
  std::deque<DistributedLevel> levels;
  levels.push_back({.shares = shares,
                    .files = std::nullopt,
                    .own = {},
                    .node_weights = node_weights_of(weights, shares.nodes()),
                    .entries = static_cast<std::int64_t>(own.neighbours.size()),
                    .cluster_of = {}});
  levels.back().own = {.offsets = own.offsets,
                       .neighbours = own.neighbours,
                       .edge_weights = {},
                       .node_weights = levels.back().node_weights,
                       .constraints = weights.constraints()};
  ranks::sum(std::span(&levels.back().entries, 1));
  auto coarsened = coarsen_distributed(levels, coarsening_goal(weights, options.parts), room, asked);
  if (!coarsened) return tl::unexpected(std::move(coarsened.error()));
  auto part_of = partition_top(levels.back(), weights, options, keep_going);
  if (!part_of) return tl::unexpected(std::move(part_of.error()));
  const PartLimits limits = equal_limits(weights.limits(options.parts), options.parts);
  for (std::size_t level = levels.size() - 1; level-- > 0;) {
    *part_of = parts_of_nodes(levels[level].cluster_of, *part_of);
    levels.pop_back();
    if (auto refined = refine_distributed(levels[level], limits, *part_of, asked); !refined) {
      return tl::unexpected(std::move(refined.error()));
    }
  }
  enforce_limits(shares.all_rows_of(own, ranks::rank()), weights, options.parts, *part_of, gathering(shares));
  return NodeAssignment{.parts = options.parts, .part_of = std::move(*part_of), .algorithm = "metis"};
}

}  // namespace tuplepack::graph

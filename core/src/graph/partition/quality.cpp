#include "tuplepack/graph/partition/quality.hpp"

#include <algorithm>
#include <cassert>
#include <numeric>

namespace tuplepack::graph {

static std::int64_t sum(std::span<const std::int64_t> values) {
  return std::accumulate(values.begin(), values.end(), std::int64_t{0});
}

double replication(std::int64_t nodes, std::span<const std::int64_t> halo) {
  return nodes == 0 ? 1 : static_cast<double>(nodes + sum(halo)) / static_cast<double>(nodes);
}

/// The largest divided by the mean.
template <typename Value>
static double largest_share(std::int64_t parts, std::int64_t total, Value value) {
  if (total == 0) return 1;
  std::int64_t largest = 0;
  for (std::int64_t part = 0; part < parts; ++part) largest = std::max(largest, value(static_cast<std::size_t>(part)));
  return static_cast<double>(largest) * static_cast<double>(parts) / static_cast<double>(total);
}

std::int64_t PartitionQuality::total_nodes() const {
  return sum(nodes);
}

std::int64_t PartitionQuality::total_edges() const {
  return sum(edges);
}

std::int64_t PartitionQuality::part_nodes(std::size_t part) const {
  return sum(std::span(nodes).subspan(part * node_types, node_types));
}

std::int64_t PartitionQuality::part_edges(std::size_t part) const {
  return sum(std::span(edges).subspan(part * edge_types, edge_types));
}

double PartitionQuality::cut_fraction() const {
  const std::int64_t total = total_edges();
  return total == 0 ? 0 : static_cast<double>(cut) / static_cast<double>(total);
}

double PartitionQuality::replication() const {
  assert(!halo.empty());
  return graph::replication(total_nodes(), halo);
}

double PartitionQuality::node_balance() const {
  return largest_share(parts, total_nodes(), [this](std::size_t part) { return part_nodes(part); });
}

/// Of a column of parts × types.
static double largest_share_of_type(std::int64_t parts, std::span<const std::int64_t> counts, std::size_t types,
                                    std::size_t type) {
  const auto count = [&](std::size_t part) { return counts[part * types + type]; };
  std::int64_t total = 0;
  for (std::int64_t part = 0; part < parts; ++part) total += count(static_cast<std::size_t>(part));
  return largest_share(parts, total, count);
}

double PartitionQuality::node_balance(std::size_t type) const {
  return largest_share_of_type(parts, nodes, node_types, type);
}

double PartitionQuality::edge_balance() const {
  return largest_share(parts, total_edges(), [this](std::size_t part) { return part_edges(part); });
}

double PartitionQuality::edge_balance(std::size_t type) const {
  return largest_share_of_type(parts, edges, edge_types, type);
}

QualityCounter::QualityCounter(const GraphSchema& schema, const NodeAssignment& assignment, PartRange halo_of)
    : schema_(schema), assignment_(assignment), node_offsets_(schema.node_offsets()), halo_of_(halo_of) {
  const auto parts = static_cast<std::size_t>(assignment.parts);
  assert(0 <= halo_of.begin && halo_of.begin <= halo_of.end && halo_of.end <= assignment.parts);
  halo_.assign(static_cast<std::size_t>(halo_of.end - halo_of.begin), IdSet(node_offsets_.back()));
  counted_ = {.parts = assignment.parts,
              .node_types = schema.node_types.size(),
              .edge_types = schema.edge_types.size(),
              .nodes = nodes_by_part(assignment, schema),
              .edges = std::vector<std::int64_t>(parts * schema.edge_types.size()),
              .halo = {},
              .cut = 0,
              .flow = {}};
  if (assignment.parts <= max_matrix_parts) counted_.flow.assign(parts * parts, 0);
}

void QualityCounter::add(std::size_t type, std::span<const std::uint32_t> sources,
                         std::span<const std::uint32_t> targets) {
  const EdgeType& ends = schema_.edge_types[type];
  const auto first_source = static_cast<std::size_t>(node_offsets_[ends.source]);
  const auto first_target = static_cast<std::size_t>(node_offsets_[ends.target]);
  const auto parts = static_cast<std::size_t>(counted_.parts);
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::size_t source = first_source + sources[i];
    const std::size_t from = assignment_.part_of[source];
    const std::size_t to = assignment_.part_of[first_target + targets[i]];
    ++counted_.edges[to * counted_.edge_types + type];
    if (!counted_.flow.empty()) ++counted_.flow[from * parts + to];
    if (from == to) continue;
    ++counted_.cut;
    const std::int64_t in_range = static_cast<std::int64_t>(to) - halo_of_.begin;
    if (in_range >= 0 && in_range < halo_of_.end - halo_of_.begin) {
      halo_[static_cast<std::size_t>(in_range)].add(static_cast<std::uint32_t>(source));
    }
  }
}

std::vector<std::span<std::int64_t>> QualityCounter::sums() {
  return {counted_.edges, counted_.flow, std::span(&counted_.cut, 1)};
}

std::vector<std::span<std::uint64_t>> QualityCounter::bits() {
  std::vector<std::span<std::uint64_t>> bits;
  bits.reserve(halo_.size());
  for (IdSet& nodes : halo_) bits.push_back(nodes.words());
  return bits;
}

PartitionQuality QualityCounter::quality() const {
  PartitionQuality quality = counted_;
  quality.halo.assign(static_cast<std::size_t>(quality.parts), 0);
  for (std::size_t i = 0; i < halo_.size(); ++i) {
    quality.halo[static_cast<std::size_t>(halo_of_.begin) + i] = halo_[i].count();
  }
  return quality;
}

}  // namespace tuplepack::graph

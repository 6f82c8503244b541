#include "tuplepack/graph/partition/balance.hpp"

#include <algorithm>
#include <cassert>
#include <string>

namespace tuplepack::graph {

static Result<void> check_length(std::size_t length, std::int64_t nodes, const char* what) {
  if (length == 0 || length == static_cast<std::size_t>(nodes)) return {};
  return fail(ErrorCode::component_mismatch,
              std::to_string(length) + " " + what + " for " + std::to_string(nodes) + " nodes");
}

static Result<void> check_offsets(std::span<const std::int64_t> offsets, std::int64_t nodes) {
  if (offsets.empty()) return {};
  for (std::size_t i = 1; i < offsets.size(); ++i) {
    if (offsets[i - 1] <= offsets[i]) continue;
    return fail(ErrorCode::out_of_order, "classes begin at node " + std::to_string(offsets[i - 1]) + " and then at " +
                                             std::to_string(offsets[i]));
  }
  if (offsets.size() > 1 && offsets.front() == 0 && offsets.back() == nodes) return {};
  return fail(ErrorCode::component_mismatch, "the classes are nodes " + std::to_string(offsets.front()) + " to " +
                                                 std::to_string(offsets.back()) + " of " + std::to_string(nodes));
}

/// The ranges follow each other, and have all weights.
static Result<void> check_ranges(const PartBalance& balance, std::int64_t nodes) {
  std::int64_t end = 0, weights = 0;
  for (const WeightRange& range : balance.weight_ranges) {
    if (range.begin != end || range.end < range.begin || range.end > nodes) {
      return fail(ErrorCode::component_mismatch, "weights of nodes " + std::to_string(range.begin) + " to " +
                                                     std::to_string(range.end) + " after those to " +
                                                     std::to_string(end) + " of " + std::to_string(nodes));
    }
    end = range.end;
    weights += (range.end - range.begin) * static_cast<std::int64_t>(range.count);
  }
  if (end == nodes && weights == static_cast<std::int64_t>(balance.weights.size())) return {};
  return fail(ErrorCode::component_mismatch, std::to_string(balance.weights.size()) + " weights, of " +
                                                 std::to_string(weights) + " of nodes up to " + std::to_string(end) +
                                                 " of " + std::to_string(nodes));
}

Result<void> check(const PartBalance& balance, std::int64_t nodes) {
  if (!balance.class_offsets.empty() && !balance.class_of.empty()) {
    return fail(ErrorCode::component_mismatch, "classes are given both as ranges and by node");
  }
  if (!(balance.imbalance >= 1)) {
    return fail(ErrorCode::limit_not_positive,
                "an imbalance of " + std::to_string(balance.imbalance) + "; at least 1 is needed");
  }
  if (auto offsets = check_offsets(balance.class_offsets, nodes); !offsets) return offsets;
  if (auto classes = check_length(balance.class_of.size(), nodes, "classes"); !classes) return classes;
  if (!balance.weight_ranges.empty()) return check_ranges(balance, nodes);
  return check_length(balance.weights.size(), nodes, "weights");
}

void NodeWeights::count_classes(std::int64_t nodes) {
  if (!balance_.class_offsets.empty()) {
    classes_ = balance_.class_offsets.size() - 1;
  } else if (!balance_.class_of.empty()) {
    classes_ = std::size_t{*std::max_element(balance_.class_of.begin(), balance_.class_of.end())} + 1;
  }
  totals_.resize(classes_);
  if (balance_.class_offsets.empty() && balance_.class_of.empty()) totals_[0] = nodes;
  for (std::size_t c = 0; c + 1 < balance_.class_offsets.size(); ++c) {
    totals_[c] = balance_.class_offsets[c + 1] - balance_.class_offsets[c];
  }
  for (const std::uint16_t of_class : balance_.class_of) ++totals_[of_class];
  for (const std::int64_t total : totals_) largest_.push_back(std::min<std::int64_t>(total, 1));
}

void NodeWeights::count_weights(std::int64_t nodes) {
  std::size_t count = weighted() ? 1 : 0, place = 0;
  for (const WeightRange& range : balance_.weight_ranges) {
    first_weights_.push_back(place);
    place += static_cast<std::size_t>(range.end - range.begin) * range.count;
    count = std::max(count, range.first + range.count);
  }
  totals_.resize(classes_ + count);
  largest_.resize(totals_.size());
  of_classes_.assign(classes_,
                     ranged() ? ConstraintRange{totals_.size(), classes_} : ConstraintRange{classes_, totals_.size()});
  for (std::size_t v = 0; weighted() && v < static_cast<std::size_t>(nodes); ++v) {
    const NodeLoad node = load_of(v);
    for (std::size_t i = 0; i < node.weights.size(); ++i) {
      totals_[node.first + i] += node.weights[i];
      largest_[node.first + i] = std::max<std::int64_t>(largest_[node.first + i], node.weights[i]);
    }
    if (node.weights.empty()) continue;
    ConstraintRange& of_class = of_classes_[node.of_class];
    of_class = {std::min(of_class.begin, node.first), std::max(of_class.end, node.first + node.weights.size())};
  }
}

NodeWeights::NodeWeights(const PartBalance& balance, std::int64_t nodes) : balance_(balance) {
  count_classes(nodes);
  count_weights(nodes);
}

std::size_t NodeWeights::class_of(std::size_t node) const {
  if (classes_ == 1) return 0;
  if (!balance_.class_of.empty()) return balance_.class_of[node];
  const auto offsets = balance_.class_offsets;
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), static_cast<std::int64_t>(node));
  return static_cast<std::size_t>(after - offsets.begin()) - 1;
}

std::size_t NodeWeights::range_of(std::size_t node) const {
  const auto ranges = balance_.weight_ranges;
  const auto after = std::upper_bound(ranges.begin(), ranges.end(), static_cast<std::int64_t>(node),
                                      [](std::int64_t v, const WeightRange& range) { return v < range.end; });
  return static_cast<std::size_t>(after - ranges.begin());
}

NodeLoad NodeWeights::load_of(std::size_t node) const {
  NodeLoad load{.of_class = class_of(node), .first = classes_, .weights = {}};
  if (!weighted()) return load;
  if (!ranged()) {
    load.weights = balance_.weights.subspan(node, 1);
    return load;
  }
  const std::size_t index = range_of(node);
  const WeightRange& range = balance_.weight_ranges[index];
  const std::size_t place = first_weights_[index] + (node - static_cast<std::size_t>(range.begin)) * range.count;
  load.first += range.first;
  load.weights = balance_.weights.subspan(place, range.count);
  return load;
}

std::int64_t NodeWeights::weight(std::size_t node, std::size_t constraint) const {
  const NodeLoad load = load_of(node);
  return constraint - load.first < load.weights.size() ? load.weights[constraint - load.first] : 0;
}

std::vector<std::int64_t> NodeWeights::limits(std::int64_t parts) const {
  assert(parts > 0);
  std::vector<std::int64_t> limits;
  for (std::size_t c = 0; c < totals_.size(); ++c) {
    const double share = balance_.imbalance * static_cast<double>(totals_[c]) / static_cast<double>(parts);
    const std::int64_t mean = (totals_[c] + parts - 1) / parts;
    // More than everything never fits in a part: this also keeps an endless imbalance in range.
    const std::int64_t most = share < static_cast<double>(totals_[c]) ? static_cast<std::int64_t>(share) : totals_[c];
    limits.push_back(std::max({most, mean, largest_[c]}));
  }
  return limits;
}

PartLoads::PartLoads(const NodeWeights& weights, std::int64_t parts, std::span<const std::uint16_t> part_of)
    : parts_(parts), classes_(weights.classes()), limits_(weights.limits(parts)) {
  for (std::size_t c = 0; c < classes_; ++c) of_classes_.push_back(weights.weights_of_class(c));
  for (const std::int64_t limit : limits_) shares_.push_back(limit > 0 ? 1 / static_cast<double>(limit) : 0);
  loads_.resize(static_cast<std::size_t>(parts) * limits_.size());
  for (std::size_t v = 0; v < part_of.size(); ++v) {
    if (part_of[v] != no_part) add_up(part_of[v], weights.load_of(v), 1);
  }
  while (leaves_ < static_cast<std::size_t>(parts)) leaves_ *= 2;
  trees_.assign(classes_ * 2 * leaves_, no_part);
  for (std::size_t c = 0; c < classes_; ++c) {
    for (std::size_t part = 0; part < static_cast<std::size_t>(parts); ++part) {
      trees_[(2 * c + 1) * leaves_ + part] = static_cast<std::uint16_t>(part);
    }
    for (std::size_t i = leaves_ - 1; i > 0; --i) play(i, c);
  }
}

bool PartLoads::weights_fit(std::size_t part, const NodeLoad& node) const {
  for (std::size_t i = 0; i < node.weights.size(); ++i) {
    const std::size_t c = node.first + i;
    if (node.weights[i] != 0 && load(part, c) + node.weights[i] > limits_[c]) return false;
  }
  return true;
}

double PartLoads::free_share(std::size_t part, std::size_t constraint, std::int64_t removed) const {
  return 1 - static_cast<double>(load(part, constraint) - removed) * shares_[constraint];
}

double PartLoads::slack(std::size_t part, const NodeLoad& node, std::int64_t removed) const {
  double least = free_share(part, node.of_class, removed);
  for (std::size_t i = 0; i < node.weights.size(); ++i) {
    least = std::min(least, free_share(part, node.first + i, removed * std::int64_t{node.weights[i]}));
  }
  return least;
}

double PartLoads::slack(std::size_t part, std::size_t of_class) const {
  double least = free_share(part, of_class, 0);
  const ConstraintRange weights = of_classes_[of_class];
  for (std::size_t c = weights.begin; c < weights.end; ++c) least = std::min(least, free_share(part, c, 0));
  return least;
}

bool PartLoads::is_emptier(std::uint16_t a, std::uint16_t b, std::size_t of_class) const {
  if (a == no_part || b == no_part) return b == no_part;
  const bool a_full = load(a, of_class) >= limits_[of_class];
  const bool b_full = load(b, of_class) >= limits_[of_class];
  if (a_full != b_full) return b_full;
  return slack(a, of_class) >= slack(b, of_class);  // a is the first of the two
}

void PartLoads::play(std::size_t game, std::size_t of_class) {
  std::uint16_t* const tree = &trees_[of_class * 2 * leaves_];
  const std::size_t first = 2 * game;
  tree[game] = is_emptier(tree[first], tree[first + 1], of_class) ? tree[first] : tree[first + 1];
}

bool PartLoads::add_up(std::size_t part, const NodeLoad& node, std::int64_t times) {
  std::int64_t* const loads = &loads_[part * limits_.size()];
  loads[node.of_class] += times;
  bool weighs = false;
  for (std::size_t i = 0; i < node.weights.size(); ++i) {
    loads[node.first + i] += times * std::int64_t{node.weights[i]};
    weighs |= node.weights[i] != 0;
  }
  return weighs;
}

void PartLoads::change(std::size_t part, const NodeLoad& node, std::int64_t times) {
  const bool weighs = add_up(part, node, times);
  const std::size_t end = node.first + node.weights.size();
  for (std::size_t c = 0; c < classes_; ++c) {
    const bool shares = weighs && of_classes_[c].begin < end && node.first < of_classes_[c].end;
    if (c != node.of_class && !shares) continue;
    for (std::size_t game = (leaves_ + part) / 2; game > 0; game /= 2) play(game, c);
  }
}

}  // namespace tuplepack::graph

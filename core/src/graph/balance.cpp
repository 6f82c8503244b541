#include "tuplepack/graph/balance.hpp"

#include <algorithm>
#include <cassert>
#include <string>

namespace tuplepack {

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

Result<void> check(const PartBalance& balance, std::int64_t nodes) {
  if (!balance.class_offsets.empty() && !balance.class_of.empty()) {
    return fail(ErrorCode::component_mismatch, "classes are given twice, as ranges and by node");
  }
  if (!(balance.imbalance >= 1)) {
    return fail(ErrorCode::limit_not_positive,
                "an imbalance of " + std::to_string(balance.imbalance) + "; at least 1 is needed");
  }
  if (auto offsets = check_offsets(balance.class_offsets, nodes); !offsets) return offsets;
  if (auto classes = check_length(balance.class_of.size(), nodes, "classes"); !classes) return classes;
  return check_length(balance.weights.size(), nodes, "weights");
}

NodeWeights::NodeWeights(const PartBalance& balance, std::int64_t nodes) : balance_(balance) {
  if (!balance.class_offsets.empty()) {
    classes_ = balance.class_offsets.size() - 1;
  } else if (!balance.class_of.empty()) {
    classes_ = std::size_t{*std::max_element(balance.class_of.begin(), balance.class_of.end())} + 1;
  }
  totals_.resize(constraints());
  if (balance.class_offsets.empty() && balance.class_of.empty()) totals_[0] = nodes;
  for (std::size_t c = 0; c + 1 < balance.class_offsets.size(); ++c) {
    totals_[c] = balance.class_offsets[c + 1] - balance.class_offsets[c];
  }
  for (const std::uint16_t of_class : balance.class_of) ++totals_[of_class];
  for (const std::uint32_t weight : balance.weights) {
    totals_[classes_] += weight;
    largest_weight_ = std::max<std::int64_t>(largest_weight_, weight);
  }
}

std::size_t NodeWeights::class_of(std::size_t node) const {
  if (classes_ == 1) return 0;
  if (!balance_.class_of.empty()) return balance_.class_of[node];
  const auto offsets = balance_.class_offsets;
  const auto after = std::upper_bound(offsets.begin(), offsets.end(), static_cast<std::int64_t>(node));
  return static_cast<std::size_t>(after - offsets.begin()) - 1;
}

std::vector<std::int64_t> NodeWeights::limits(std::int64_t parts) const {
  assert(parts > 0);
  std::vector<std::int64_t> limits;
  for (std::size_t c = 0; c < totals_.size(); ++c) {
    const double share = balance_.imbalance * static_cast<double>(totals_[c]) / static_cast<double>(parts);
    const std::int64_t largest = c < classes_ ? std::min<std::int64_t>(totals_[c], 1) : largest_weight_;
    const std::int64_t mean = (totals_[c] + parts - 1) / parts;
    // More than everything never fits in a part: this also keeps an endless imbalance in range.
    const std::int64_t most = share < static_cast<double>(totals_[c]) ? static_cast<std::int64_t>(share) : totals_[c];
    limits.push_back(std::max({most, mean, largest}));
  }
  return limits;
}

PartLoads::PartLoads(const NodeWeights& weights, std::int64_t parts)
    : parts_(parts), classes_(weights.classes()), limits_(weights.limits(parts)) {
  for (const std::int64_t limit : limits_) shares_.push_back(limit > 0 ? 1 / static_cast<double>(limit) : 0);
  loads_.resize(static_cast<std::size_t>(parts) * limits_.size());
  while (leaves_ < static_cast<std::size_t>(parts)) leaves_ *= 2;
  trees_.assign(classes_ * 2 * leaves_, no_part);
  for (std::size_t c = 0; c < classes_; ++c) {
    std::uint16_t* const tree = &trees_[c * 2 * leaves_];
    for (std::size_t part = 0; part < static_cast<std::size_t>(parts); ++part) {
      tree[leaves_ + part] = static_cast<std::uint16_t>(part);
    }
    for (std::size_t i = leaves_ - 1; i > 0; --i) tree[i] = tree[2 * i];  // all are empty: the first wins
    if (leaves_ == 1) tree[1] = 0;
  }
}

double PartLoads::slack(std::size_t part, std::size_t of_class, std::int64_t weight, std::int64_t removed) const {
  const double nodes = 1 - static_cast<double>(load(part, of_class) - removed) * shares_[of_class];
  if (limits_.size() == classes_) return nodes;
  return std::min(nodes, 1 - static_cast<double>(load(part, classes_) - removed * weight) * shares_[classes_]);
}

bool PartLoads::is_emptier(std::uint16_t a, std::uint16_t b, std::size_t of_class) const {
  if (a == no_part || b == no_part) return b == no_part;
  const bool a_full = load(a, of_class) >= limits_[of_class];
  const bool b_full = load(b, of_class) >= limits_[of_class];
  if (a_full != b_full) return b_full;
  return slack(a, of_class, 0, 0) >= slack(b, of_class, 0, 0);  // a is the first of the two
}

void PartLoads::replay(std::size_t part, std::size_t of_class) {
  std::uint16_t* const tree = &trees_[of_class * 2 * leaves_];
  for (std::size_t i = (leaves_ + part) / 2; i > 0; i /= 2) {
    tree[i] = is_emptier(tree[2 * i], tree[2 * i + 1], of_class) ? tree[2 * i] : tree[2 * i + 1];
  }
}

void PartLoads::change(std::size_t part, std::size_t of_class, std::int64_t nodes, std::int64_t weight) {
  loads_[part * limits_.size() + of_class] += nodes;
  if (limits_.size() == classes_ || weight == 0) return replay(part, of_class);
  loads_[part * limits_.size() + classes_] += weight;
  for (std::size_t c = 0; c < classes_; ++c) replay(part, c);
}

}  // namespace tuplepack

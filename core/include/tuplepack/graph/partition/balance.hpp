#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// Nodes that have the same of many second weights, such as those of a type, which edges of some types lead to.
struct WeightRange {
  std::int64_t begin = 0;  ///< the nodes [begin, end)
  std::int64_t end = 0;
  std::size_t first = 0;  ///< which weights: [first, first + count)
  std::size_t count = 0;
};

/// What the parts of a graph have equal shares of: the nodes of every class and, if given, second weights of nodes.
/// Each is a constraint: first the classes, then the second weights. The default balances the number of nodes.
struct PartBalance {
  std::span<const std::int64_t>
      class_offsets{};                        ///< classes + 1: class c is the nodes [offsets[c], offsets[c + 1]), as
                                              ///< node types are; empty: see class_of
  std::span<const std::uint16_t> class_of{};  ///< by node; empty, with class_offsets: all nodes are of one class
  std::span<const std::uint32_t> weights{};   ///< by node, for instance its in-degree; empty: not balanced
  std::span<const WeightRange>
      weight_ranges{};      ///< in the order of nodes, all of them; weights are those of each node, one after another,
                            ///< node by node; empty: one of each
  double imbalance = 1.03;  ///< maximum part weight, relative to the mean
};

/// errors  component_mismatch (another number of classes or weights than nodes; class_offsets and class_of together;
///         ranges of weights that are not those of all nodes) · out_of_order (class_offsets) · limit_not_positive (an
///         imbalance below 1)
[[nodiscard]] Result<void> check(const PartBalance& balance, std::int64_t nodes);

/// What a node takes of the constraints: 1 of its class, and its second weights of those from `first` on.
struct NodeLoad {
  std::size_t of_class = 0;
  std::size_t first = 0;  ///< a constraint
  std::span<const std::uint32_t> weights;
};

/// Constraints [begin, end).
struct ConstraintRange {
  std::size_t begin = 0;
  std::size_t end = 0;
};

/// Looks up classes and weights of nodes.
class NodeWeights {
 public:
  /// balance  checked; its arrays must outlive this
  NodeWeights(const PartBalance& balance, std::int64_t nodes);

  [[nodiscard]] std::size_t classes() const { return classes_; }
  [[nodiscard]] bool weighted() const { return !balance_.weights.empty(); }
  /// Whether nodes differ in which weights they have.
  [[nodiscard]] bool ranged() const { return !balance_.weight_ranges.empty(); }
  [[nodiscard]] std::size_t constraints() const { return totals_.size(); }
  /// cost  O(1), or O(log classes) with class_offsets
  [[nodiscard]] std::size_t class_of(std::size_t node) const;
  /// cost  as class_of, and O(log ranges)
  [[nodiscard]] NodeLoad load_of(std::size_t node) const;
  /// Of a second weight, by its constraint; 0 if the node does not have it.
  [[nodiscard]] std::int64_t weight(std::size_t node, std::size_t constraint) const;
  /// The second weights that nodes of a class may have.
  [[nodiscard]] ConstraintRange weights_of_class(std::size_t of_class) const { return of_classes_[of_class]; }

  /// By constraint, over all nodes.
  [[nodiscard]] const std::vector<std::int64_t>& totals() const { return totals_; }
  /// What a part may hold at most, by constraint: imbalance × mean, rounded down, but not below the mean, rounded up,
  /// nor below the largest weight of a node. Partitions within the limits of all classes always exist; whether one is
  /// also within those of second weights is not known (bin packing).
  [[nodiscard]] std::vector<std::int64_t> limits(std::int64_t parts) const;

 private:
  PartBalance balance_;
  std::size_t classes_ = 1;
  std::vector<std::int64_t> totals_;
  std::vector<std::int64_t> largest_;       // by constraint: of a node
  std::vector<std::size_t> first_weights_;  // by range of weights: its place in the weights
  std::vector<ConstraintRange> of_classes_;

  [[nodiscard]] std::size_t range_of(std::size_t node) const;
  void count_classes(std::int64_t nodes);
  void count_weights(std::int64_t nodes);
};

inline constexpr std::uint16_t no_part = 65'535;

/// How much of each constraint every part holds.
/// memory  about 30 bytes per part and constraint
class PartLoads {
 public:
  /// part_of  where nodes are, or no_part; empty: all parts are
  PartLoads(const NodeWeights& weights, std::int64_t parts, std::span<const std::uint16_t> part_of = {});

  [[nodiscard]] std::int64_t parts() const { return parts_; }
  [[nodiscard]] std::size_t constraints() const { return limits_.size(); }
  [[nodiscard]] std::int64_t load(std::size_t part, std::size_t constraint) const {
    return loads_[part * limits_.size() + constraint];
  }
  [[nodiscard]] std::int64_t limit(std::size_t constraint) const { return limits_[constraint]; }

  /// Whether a node that is not in the part can be moved into it.
  [[nodiscard]] bool has_room(std::size_t part, const NodeLoad& node) const {
    return load(part, node.of_class) < limits_[node.of_class] && weights_fit(part, node);
  }
  /// What is free of the fullest constraint that a node takes part in, as a share of its limit, if it were `removed` (0
  /// or 1 times).
  [[nodiscard]] double slack(std::size_t part, const NodeLoad& node, std::int64_t removed) const;
  /// The same of the constraints that nodes of a class take part in.
  [[nodiscard]] double slack(std::size_t part, std::size_t of_class) const;
  /// The part with the most slack of those with room for a node of the class, without regard to the limits of second
  /// weights; the first of equals.
  [[nodiscard]] std::uint16_t emptiest(std::size_t of_class) const { return trees_[of_class * 2 * leaves_ + 1]; }

  void add(std::size_t part, const NodeLoad& node) { change(part, node, 1); }
  void remove(std::size_t part, const NodeLoad& node) { change(part, node, -1); }

 private:
  std::int64_t parts_;
  std::size_t classes_;
  std::size_t leaves_ = 1;  // of a tree: a power of two, at least parts
  std::vector<std::int64_t> limits_;
  std::vector<double> shares_;        // by constraint: 1 / limit
  std::vector<std::int64_t> loads_;   // part × constraints + constraint
  std::vector<std::uint16_t> trees_;  // by class: a tournament of parts, the winner at 1
  std::vector<ConstraintRange> of_classes_;

  [[nodiscard]] bool weights_fit(std::size_t part, const NodeLoad& node) const;
  [[nodiscard]] double free_share(std::size_t part, std::size_t constraint, std::int64_t removed) const;
  [[nodiscard]] bool is_emptier(std::uint16_t a, std::uint16_t b, std::size_t of_class) const;
  /// Whether any of its second weights is more than 0.
  bool add_up(std::size_t part, const NodeLoad& node, std::int64_t times);
  void change(std::size_t part, const NodeLoad& node, std::int64_t times);
  void play(std::size_t game, std::size_t of_class);
};

}  // namespace tuplepack::graph

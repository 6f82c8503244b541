#pragma once

#include "tuplepack/result.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack {

/// What the parts of a graph have equal shares of: the nodes of every class and, if given, a second weight of nodes.
/// Each is a constraint: first the classes, then the second weight. The default balances the number of nodes.
struct PartBalance {
  std::span<const std::int64_t>
      class_offsets{};                        ///< classes + 1: class c is the nodes [offsets[c], offsets[c + 1]), as
                                              ///< node types are; empty: see class_of
  std::span<const std::uint16_t> class_of{};  ///< by node; empty, with class_offsets: all nodes are of one class
  std::span<const std::uint32_t> weights{};   ///< by node, for instance its in-degree; empty: not balanced
  double imbalance = 1.03;                    ///< largest share of a part, relative to the mean
};

/// errors  component_mismatch (another number of classes or weights than nodes; class_offsets and class_of together)
///         · out_of_order (class_offsets) · limit_not_positive (an imbalance below 1)
[[nodiscard]] Result<void> check(const PartBalance& balance, std::int64_t nodes);

/// Looks up classes and weights of nodes.
class NodeWeights {
 public:
  /// balance  checked; its arrays must outlive this
  NodeWeights(const PartBalance& balance, std::int64_t nodes);

  [[nodiscard]] std::size_t classes() const { return classes_; }
  [[nodiscard]] bool weighted() const { return !balance_.weights.empty(); }
  [[nodiscard]] std::size_t constraints() const { return classes_ + (weighted() ? 1 : 0); }
  /// cost  O(1), or O(log classes) with class_offsets
  [[nodiscard]] std::size_t class_of(std::size_t node) const;
  /// 0 if no second weight is balanced.
  [[nodiscard]] std::int64_t weight(std::size_t node) const { return weighted() ? balance_.weights[node] : 0; }

  /// By constraint, over all nodes.
  [[nodiscard]] const std::vector<std::int64_t>& totals() const { return totals_; }
  /// What a part may hold at most, by constraint: imbalance × mean, rounded down, but not below the mean, rounded up,
  /// nor below the largest weight of a node. Partitions within the limits of all classes always exist; whether one is
  /// also within that of the second weight is not known (bin packing).
  [[nodiscard]] std::vector<std::int64_t> limits(std::int64_t parts) const;

 private:
  PartBalance balance_;
  std::size_t classes_ = 1;
  std::vector<std::int64_t> totals_;
  std::int64_t largest_weight_ = 0;
};

inline constexpr std::uint16_t no_part = 65'535;

/// How much of each constraint every part holds.
/// memory  about 30 bytes per part and constraint
class PartLoads {
 public:
  PartLoads(const NodeWeights& weights, std::int64_t parts);

  [[nodiscard]] std::int64_t parts() const { return parts_; }
  [[nodiscard]] std::size_t constraints() const { return limits_.size(); }
  [[nodiscard]] std::int64_t load(std::size_t part, std::size_t constraint) const {
    return loads_[part * limits_.size() + constraint];
  }
  [[nodiscard]] std::int64_t limit(std::size_t constraint) const { return limits_[constraint]; }

  /// Whether a node that is not in the part may come into it.
  [[nodiscard]] bool has_room(std::size_t part, std::size_t of_class, std::int64_t weight) const {
    return load(part, of_class) < limits_[of_class] && weight_fits(part, weight);
  }
  /// What is free of the fullest constraint that a node of the class takes part in, as a share of its limit, if the node
  /// that is given by class and weight were `removed` (0 or 1 times).
  [[nodiscard]] double slack(std::size_t part, std::size_t of_class, std::int64_t weight, std::int64_t removed) const;
  /// The part with the most slack of those with room for a node of the class, without regard to the second weight's
  /// limit; the first of equals.
  [[nodiscard]] std::uint16_t emptiest(std::size_t of_class) const { return trees_[of_class * 2 * leaves_ + 1]; }

  void add(std::size_t part, std::size_t of_class, std::int64_t weight) { change(part, of_class, 1, weight); }
  void remove(std::size_t part, std::size_t of_class, std::int64_t weight) { change(part, of_class, -1, -weight); }

 private:
  std::int64_t parts_;
  std::size_t classes_;
  std::size_t leaves_ = 1;  // of a tree: a power of two, at least parts
  std::vector<std::int64_t> limits_;
  std::vector<double> shares_;        // by constraint: 1 / limit
  std::vector<std::int64_t> loads_;   // part × constraints + constraint
  std::vector<std::uint16_t> trees_;  // by class: a tournament of parts, the winner at 1

  [[nodiscard]] bool weight_fits(std::size_t part, std::int64_t weight) const {
    return limits_.size() == classes_ || weight == 0 || load(part, classes_) + weight <= limits_[classes_];
  }
  [[nodiscard]] bool is_emptier(std::uint16_t a, std::uint16_t b, std::size_t of_class) const;
  void change(std::size_t part, std::size_t of_class, std::int64_t nodes, std::int64_t weight);
  void replay(std::size_t part, std::size_t of_class);
};

}  // namespace tuplepack

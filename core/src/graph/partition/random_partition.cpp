#include "tuplepack/graph/partition/random_partition.hpp"

#include "base/random.hpp"

namespace tuplepack::graph {

namespace {

/// Balls of several colours in an urn; a Fenwick tree of their numbers.
class PartUrn {
 public:
  explicit PartUrn(std::vector<std::int64_t> counts) : tree_(counts.size() + 1) {
    while (top_ * 2 <= counts.size()) top_ *= 2;
    for (std::size_t colour = 0; colour < counts.size(); ++colour) {
      left_ += counts[colour];
      for (std::size_t i = colour + 1; i < tree_.size(); i += i & (0 - i)) tree_[i] += counts[colour];
    }
  }

  /// Draws a ball and keeps it out. At least one must be left.
  [[nodiscard]] std::size_t draw(Random& random) {
    std::int64_t skipped = random.below(static_cast<std::uint32_t>(left_--));
    std::size_t colour = 0;
    for (std::size_t step = top_; step > 0; step /= 2) {
      if (colour + step >= tree_.size()) continue;
      if (tree_[colour + step] <= skipped) {
        colour += step;
        skipped -= tree_[colour];
      } else {
        --tree_[colour + step];  // the ball is below it
      }
    }
    return colour;
  }

 private:
  std::vector<std::int64_t> tree_;
  std::size_t top_ = 1;  // the largest power of two that is no more than the colours
  std::int64_t left_ = 0;
};

}  // namespace

/// Equal numbers of balls for all parts, and one more for those from `first` on, in a ring.
static std::vector<std::int64_t> equal_shares(std::int64_t total, std::int64_t parts, std::int64_t first) {
  std::vector<std::int64_t> shares(static_cast<std::size_t>(parts), total / parts);
  for (std::int64_t i = 0; i < total % parts; ++i) ++shares[static_cast<std::size_t>((first + i) % parts)];
  return shares;
}

Result<NodeAssignment> random_partition(std::int64_t nodes, const PartBalance& balance,
                                        const PartitionOptions& options) {
  if (auto parts = check_parts(options.parts); !parts) return tl::unexpected<Error>(std::move(parts.error()));
  if (auto checked = check(balance, nodes); !checked) return tl::unexpected<Error>(std::move(checked.error()));
  const NodeWeights weights(balance, nodes);
  std::vector<PartUrn> urns;
  std::int64_t first = 0;
  for (std::size_t c = 0; c < weights.classes(); ++c) {
    urns.emplace_back(equal_shares(weights.totals()[c], options.parts, first));
    first += weights.totals()[c] % options.parts;
  }
  Random random(options.seed);
  NodeAssignment assignment{.parts = options.parts, .part_of = {}, .algorithm = "random"};
  assignment.part_of.resize(static_cast<std::size_t>(nodes));
  for (std::size_t node = 0; node < assignment.part_of.size(); ++node) {
    assignment.part_of[node] = static_cast<std::uint16_t>(urns[weights.class_of(node)].draw(random));
  }
  return assignment;
}

}  // namespace tuplepack::graph

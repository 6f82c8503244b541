#include "mean_groups.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace tuplepack::packing {

namespace {

/// Neighbours that are added one after the other, in ascending order, as long as the mean stays within a target. Sizes
/// are in steps.
class GrowingGroup {
 public:
  /// It aims at the middle between its smallest size and a border that it does not cross.
  GrowingGroup(double smallest, double border)
      : target_(std::ceil(smallest) + std::floor((border - std::ceil(smallest)) / 2)), border_(border) {}

  /// How many of these items leave the mean within the target.
  [[nodiscard]] std::int64_t admits(double size, std::int64_t count) const {
    if (size <= target_) return count;
    if (size > border_) return 0;
    return static_cast<std::int64_t>(std::min(deficit_ / (size - target_), static_cast<double>(count)));
  }

  void add(double size, Run run) {
    deficit_ += (target_ - size) * static_cast<double>(run.copies);
    items_ += run.copies;
    members_.push_back(run);
  }

  [[nodiscard]] bool is_empty() const { return members_.empty(); }
  [[nodiscard]] std::int64_t items() const { return items_; }
  [[nodiscard]] const std::vector<Run>& members() const { return members_; }
  /// The mean, rounded up.
  [[nodiscard]] std::int64_t size() const {
    constexpr double tolerance = 1e-6;
    const double mean = target_ - deficit_ / static_cast<double>(items_);
    return std::max<std::int64_t>(static_cast<std::int64_t>(std::ceil(mean - tolerance)), 1);
  }

 private:
  double target_;
  double border_;
  double deficit_ = 0;  // how much the items are below the target, together
  std::int64_t items_ = 0;
  std::vector<Run> members_;
};

}  // namespace

MeanGroups group_by_mean(const Histogram& histogram, const Limits& limits, std::int64_t steps,
                         std::span<const std::int64_t> borders) {
  const double step = static_cast<double>(limits.sizes[0]) / static_cast<double>(steps);
  const auto very_many = totals(histogram).items / static_cast<std::int64_t>(borders.size());
  std::vector<GrowingGroup> groups;
  for (std::uint32_t bin = 0; bin < histogram.bins(); ++bin) {
    const double size = static_cast<double>(histogram.size(bin)[0]) / step;
    const bool is_alone = histogram.counts[bin] > very_many;
    for (std::int64_t left = histogram.counts[bin]; left > 0;) {
      std::int64_t taken = is_alone || groups.empty() ? 0 : groups.back().admits(size, left);
      if (taken == 0) {
        const double whole = std::ceil(size);
        const auto next = std::upper_bound(borders.begin(), borders.end(), static_cast<std::int64_t>(whole));
        groups.emplace_back(size, is_alone || next == borders.end() ? whole : static_cast<double>(*next));
        taken = left;
      }
      groups.back().add(size, {.bin = bin, .copies = taken});
      left -= taken;
    }
  }

  MeanGroups result{.histogram = {}, .limits = {.sizes = {steps}, .depth = limits.depth}, .members = {}};
  result.histogram.components = histogram.components;
  for (const GrowingGroup& group : groups) {
    const std::int64_t size = std::min(group.size(), steps);
    if (result.members.empty() || result.histogram.sizes.back() != size) {
      result.histogram.sizes.push_back(size);
      result.histogram.counts.push_back(0);
      result.members.emplace_back();
    }
    result.histogram.counts.back() += group.items();
    std::vector<Run>& members = result.members.back();
    members.insert(members.end(), group.members().begin(), group.members().end());
  }
  return result;
}

}  // namespace tuplepack::packing

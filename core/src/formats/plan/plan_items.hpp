#pragma once

#include "base/arithmetic.hpp"
#include "packing/bin_index.hpp"
#include "tuplepack/packing/histogram.hpp"
#include "tuplepack/packing/plan.hpp"

#include <string>
#include <utility>
#include <vector>

namespace tuplepack::formats {

/// Turns the items of strategies into runs, and collects them in a histogram, whose bins the plan then refers to.
class PlanItems {
 public:
  explicit PlanItems(std::size_t component_count) : k_(component_count), index_(k_), builder_(k_) {}

  /// Adds an item to the current strategy. Equal ones become one run, in the place of the first.
  void add(std::span<const std::int64_t> sizes, std::size_t place) {
    const std::uint32_t bin = index_.insert(sizes);
    if (bin == last_run_.size()) last_run_.push_back(0);
    if (last_run_[bin] > first_run_) {
      ++plan_.copies[last_run_[bin] - 1];
    } else {
      plan_.bins.push_back(bin);
      plan_.copies.push_back(1);
      places_.push_back(place);
      last_run_[bin] = plan_.bins.size();
    }
  }

  /// errors  those of a histogram; `place` is then that of the item
  [[nodiscard]] Result<void> end_strategy(std::int64_t repeat, std::size_t& place) {
    for (std::size_t run = first_run_; run < plan_.bins.size(); ++run) {
      place = places_[run - first_run_];
      const std::int64_t copies = plan_.copies[run];
      if (copies > max_exact / repeat) return fail(ErrorCode::too_large, "more than 2^53 items");
      const auto size = std::span(index_.sizes()).subspan(plan_.bins[run] * k_, k_);
      if (auto added = builder_.add(size, repeat * copies); !added) return added;
    }
    places_.clear();
    first_run_ = plan_.bins.size();
    plan_.offsets.push_back(static_cast<std::int64_t>(first_run_));
    plan_.repeats.push_back(repeat);
    return {};
  }

  [[nodiscard]] Result<packing::Histogram> finish(std::vector<std::string> components, packing::Plan& plan) && {
    if (plan_.repeats.empty())
      return packing::Histogram{.components = std::move(components), .sizes = {}, .counts = {}};
    auto histogram = std::move(builder_).finish(std::move(components));
    if (!histogram) return histogram;
    std::vector<std::uint32_t> sorted(index_.count());
    for (std::size_t bin = 0; bin < histogram->bins(); ++bin) {
      sorted[index_.find(histogram->size(bin))] = static_cast<std::uint32_t>(bin);
    }
    for (std::uint32_t& bin : plan_.bins) bin = sorted[bin];
    plan = std::move(plan_);
    return histogram;
  }

 private:
  std::size_t k_;
  packing::BinIndex index_;  // bins in the order in which they occur
  packing::HistogramBuilder builder_;
  packing::Plan plan_;
  std::size_t first_run_ = 0;          // of the current strategy
  std::vector<std::size_t> places_;    // of the first item of each of its runs
  std::vector<std::size_t> last_run_;  // of a bin, plus one; 0 when it had none
};

}  // namespace tuplepack::formats

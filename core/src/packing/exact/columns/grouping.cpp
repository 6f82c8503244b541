#include "grouping.hpp"

#include "packing/plan_builder.hpp"
#include "packing/stop.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace tuplepack::packing {

namespace {

/// A problem in which sizes and limits count units.
///   group   of every bin of the real histogram: its bin here
struct Grouped {
  Histogram histogram;
  Limits limits;
  std::vector<std::uint32_t> group;
};

using RoundingRule = std::function<std::int64_t(std::int64_t size, std::int64_t unit, std::int64_t most)>;

/// An item that is within the limit is within the rounded limit too: it leaves less than a unit to others, so none.
std::int64_t round_up(std::int64_t size, std::int64_t unit, std::int64_t most) {
  return std::min(size / unit + std::int64_t{size % unit != 0}, most);
}

std::int64_t round_down(std::int64_t size, std::int64_t unit, std::int64_t) {
  return size / unit;
}

Grouped group_by(const Histogram& histogram, const Limits& limits, std::span<const std::int64_t> units,
                 const RoundingRule& rounded) {
  const std::size_t k = histogram.component_count();
  Grouped grouped{.histogram = {}, .limits = limits, .group = {}};
  for (std::size_t c = 0; c < k; ++c) grouped.limits.sizes[c] /= units[c];
  std::vector<std::int64_t> sizes;
  sizes.reserve(histogram.sizes.size());
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    for (std::size_t c = 0; c < k; ++c)
      sizes.push_back(rounded(histogram.size(bin)[c], units[c], grouped.limits.sizes[c]));
  }
  grouped.histogram = *make_histogram(histogram.components, sizes, histogram.counts);
  const Histogram& groups = grouped.histogram;
  grouped.group.reserve(histogram.bins());
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    const auto size = std::span(sizes).subspan(bin * k, k);
    std::size_t first = 0;
    for (std::size_t length = groups.bins(); length > 0;) {
      const std::size_t half = length / 2;
      const auto middle = groups.size(first + half);
      const bool is_before = std::lexicographical_compare(middle.begin(), middle.end(), size.begin(), size.end());
      if (is_before) first += half + 1;
      length = is_before ? length - half - 1 : half;
    }
    grouped.group.push_back(static_cast<std::uint32_t>(first));
  }
  return grouped;
}

/// The smallest units, the same share of each limit, that leave few groups.
std::vector<std::int64_t> finest_units(const Histogram& histogram, const Limits& limits) {
  std::vector<std::int64_t> units(histogram.component_count());
  for (auto steps = static_cast<std::int64_t>(max_groups);; steps /= 2) {
    for (std::size_t c = 0; c < units.size(); ++c)
      units[c] = limits.sizes[c] / steps + std::int64_t{limits.sizes[c] % steps != 0};
    if (steps == 1 || group_by(histogram, limits, units, round_up).histogram.bins() <= max_groups) return units;
  }
}

/// The same packs, of groups.
Plan with_groups(const Plan& plan, const Grouped& grouped) {
  PlanBuilder builder;
  std::vector<Run> runs;
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    runs.clear();
    for (auto r = static_cast<std::size_t>(plan.offsets[s]); r < static_cast<std::size_t>(plan.offsets[s + 1]); ++r) {
      const std::uint32_t group = grouped.group[plan.bins[r]];
      const auto same = std::find_if(runs.begin(), runs.end(), [&](const Run& run) { return run.bin == group; });
      if (same != runs.end()) same->copies += plan.copies[r];
      if (same == runs.end()) runs.push_back({.bin = group, .copies = plan.copies[r]});
    }
    sort_by_bin(runs);
    builder.add(runs, plan.repeats[s]);
  }
  return std::move(builder).finish();
}

/// Puts the real items in the place of those of their groups, the larger ones of each group first.
Plan with_real_items(const Plan& plan, const Grouped& grouped, const Histogram& histogram) {
  std::vector<std::vector<Run>> members(grouped.histogram.bins());
  for (std::uint32_t bin = 0; bin < histogram.bins(); ++bin)
    members[grouped.group[bin]].push_back({.bin = bin, .copies = histogram.counts[bin]});
  PlanBuilder builder;
  std::vector<Run> runs;
  for (std::size_t s = 0; s < plan.strategies(); ++s) {
    const auto begin = static_cast<std::size_t>(plan.offsets[s]);
    const auto end = static_cast<std::size_t>(plan.offsets[s + 1]);
    for (std::int64_t left = plan.repeats[s]; left > 0;) {
      std::int64_t repeat = left;
      for (std::size_t r = begin; r < end; ++r)
        repeat = std::min(repeat, members[plan.bins[r]].back().copies / plan.copies[r]);
      repeat = std::max<std::int64_t>(repeat, 1);  // then a pack has items of several sizes of a group
      runs.clear();
      for (std::size_t r = begin; r < end; ++r) {
        std::vector<Run>& from = members[plan.bins[r]];
        for (std::int64_t needed = plan.copies[r]; needed > 0;) {
          const std::int64_t taken = std::min(needed, from.back().copies / repeat);
          runs.push_back({.bin = from.back().bin, .copies = taken});
          needed -= taken;
          from.back().copies -= taken * repeat;
          if (from.back().copies == 0) from.pop_back();
        }
      }
      sort_by_bin(runs);
      builder.add(runs, repeat);
      left -= repeat;
    }
  }
  return std::move(builder).finish();
}

/// Items of a group are worth what the largest of them is.
Proof with_groups(const Proof& proof, const Grouped& grouped) {
  Proof result = proof;
  result.certificate.prices.assign(grouped.histogram.bins(), 0);
  for (std::size_t bin = 0; bin < grouped.group.size(); ++bin)
    result.certificate.prices[grouped.group[bin]] = proof.certificate.prices[bin];
  return result;
}

/// Items are worth what their groups are.
Certificate with_real_items(Certificate certificate, const Grouped& grouped) {
  std::vector<std::int64_t> prices;
  prices.reserve(grouped.group.size());
  for (const std::uint32_t group : grouped.group) prices.push_back(certificate.prices[group]);
  certificate.prices = std::move(prices);
  return certificate;
}

/// Plan and bound for the real sizes, from those for groups that become finer. What one step finds is where the next
/// begins: it holds for finer groups too.
class Refinement {
 public:
  Refinement(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
             const PackOptions& options)
      : histogram_(histogram),
        limits_(limits),
        plan_(std::move(start)),
        proof_(known),
        stop_(options, {.step = "column-generation", .bound = known.bound.packs}) {
    stop_.watch(inner_);
    inner_.method = "quick";
    inner_.keep_going = [this](const PackProgress& progress) {
      return !stop_.ask_for(progress);
    };  // plans of groups are not reported
  }

  Solved run() && {
    const auto finest = finest_units(histogram_, limits_);
    for (std::int64_t coarseness = 16; coarseness > 0 && !is_done(); coarseness /= 2) {
      auto units = finest;
      for (std::int64_t& unit : units) unit *= coarseness;
      if (!fit_in(units)) continue;
      raise_bound(group_by(histogram_, limits_, units, round_down));
      if (!is_done()) improve_plan(group_by(histogram_, limits_, units, round_up));
    }
    return {.plan = std::move(plan_),
            .bound = proof_.bound.packs,
            .certificate = is_raised_ ? std::move(proof_.certificate) : Certificate{}};
  }

 private:
  const Histogram& histogram_;
  const Limits& limits_;
  Plan plan_;
  Proof proof_;
  Stop stop_;
  PackOptions inner_;
  bool is_raised_ = false;
  bool is_of_groups_ = false;  // the plan is one for the last groups too

  [[nodiscard]] bool is_done() const { return proof_.bound.packs >= pack_count(plan_) || stop_.is_stopped(); }

  [[nodiscard]] bool fit_in(const std::vector<std::int64_t>& units) const {
    for (std::size_t c = 0; c < units.size(); ++c) {
      if (units[c] > limits_.sizes[c]) return false;
    }
    return true;
  }

  void raise_bound(const Grouped& lower) {
    Solved found =
        bound_by_columns(lower.histogram, lower.limits, with_groups(plan_, lower), with_groups(proof_, lower), inner_);
    if (found.certificate.prices.empty()) return;
    found.certificate = with_real_items(std::move(found.certificate), lower);
    proof_ = proof_of(found);
    is_raised_ = true;
    stop_.report_bound(proof_.bound.packs);
  }

  void improve_plan(const Grouped& upper) {
    Plan start = is_of_groups_ ? with_groups(plan_, upper) : pack(upper.histogram, upper.limits, inner_)->plan;
    const Solved found =
        solve_by_columns(upper.histogram, upper.limits, std::move(start), with_groups(proof_, upper), inner_);
    if (pack_count(found.plan) >= pack_count(plan_)) return;
    plan_ = with_real_items(found.plan, upper, histogram_);
    is_of_groups_ = true;
    stop_.report(plan_);
  }
};

}  // namespace

Solved solve_by_groups(const Histogram& histogram, const Limits& limits, Plan start, const Proof& known,
                       const PackOptions& options) {
  return Refinement(histogram, limits, std::move(start), known, options).run();
}

}  // namespace tuplepack::packing

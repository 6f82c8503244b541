#include "tuplepack/packing/pack_slice.hpp"

#include "permutation.hpp"

#include <algorithm>
#include <cstddef>

namespace tuplepack::packing {

/// Iterators count in ptrdiff_t, which has 32 bits in WebAssembly.
template <typename Values>
static auto iterator_at(const Values& values, std::int64_t place) {
  return values.begin() + static_cast<std::ptrdiff_t>(place);
}

template <typename Whole>
static PackSlice cut(const Whole& whole, std::size_t begin, std::size_t end) {
  PackSlice slice;
  const auto first = whole.offsets[begin], last = whole.offsets[end];
  slice.offsets.reserve(end - begin + 1);
  for (std::size_t pack = begin; pack < end; ++pack) slice.offsets.push_back(whole.offsets[pack + 1] - first);
  const auto pieces = static_cast<std::int64_t>(whole.items.size());
  slice.items.assign(iterator_at(whole.items, first), iterator_at(whole.items, last));
  if (!whole.begins.empty()) slice.begins.assign(iterator_at(whole.begins, first), iterator_at(whole.begins, last));
  for (auto size = std::int64_t{0}; size < static_cast<std::int64_t>(whole.sizes.size()); size += pieces) {
    slice.sizes.insert(slice.sizes.end(), iterator_at(whole.sizes, size + first),
                       iterator_at(whole.sizes, size + last));
  }
  return slice;
}

PackSlice slice_of(const Assignment& whole, std::size_t begin, std::size_t end) {
  return cut(whole, begin, end);
}

PackSlice slice_of(const PackSlice& whole, std::size_t begin, std::size_t end) {
  return cut(whole, begin, end);
}

// ---- the order of packs ----

PackOrder::PackOrder(const Histogram& histogram, const Plan& plan, const AssignOptions& options)
    : plan_(&plan), order_(options.order), seed_(options.seed) {
  if (options.balance) balance(histogram, *options.balance);
}

/// The strategies of packs before they are balanced.
std::vector<std::uint32_t> PackOrder::arranged(std::int64_t begin, std::int64_t end) const {
  std::vector<std::uint32_t> found(static_cast<std::size_t>(end - begin));
  const bool permutes = order_ == Order::permute;
  const Permutation position = permuted_packs(seed_, pack_count(*plan_));
  std::int64_t next = 0;
  for (std::uint32_t strategy = 0; strategy < plan_->strategies(); ++strategy) {
    const std::int64_t first = next;
    next += plan_->repeats[strategy];
    const std::int64_t from = permutes ? first : std::max(first, begin), to = permutes ? next : std::min(next, end);
    for (std::int64_t pack = from; pack < to; ++pack) {
      const std::int64_t at = permutes ? static_cast<std::int64_t>(position(static_cast<std::uint64_t>(pack))) : pack;
      if (at >= begin && at < end) found[static_cast<std::size_t>(at - begin)] = strategy;
    }
  }
  return found;
}

void PackOrder::balance(const Histogram& histogram, const Balance& wanted) {
  const std::vector<double> by_strategy = quadratic_work(histogram, *plan_, wanted.component);
  const std::vector<std::uint32_t> before = arranged(0, pack_count(*plan_));
  const std::vector<std::uint32_t> order = balanced_order(by_strategy, before, wanted.ranks);
  balanced_.resize(order.size());
  for (std::size_t at = 0; at < order.size(); ++at) {
    balanced_[order[at]] = static_cast<std::uint32_t>(at);
    strategies_.push_back(before[order[at]]);
  }
  const auto work = [&](std::span<const std::uint32_t> strategies) {
    std::vector<double> of_packs;
    of_packs.reserve(strategies.size());
    for (const std::uint32_t strategy : strategies) of_packs.push_back(by_strategy[strategy]);
    return imbalance(of_packs, wanted.ranks);
  };
  work_ = {.before = work(before), .after = work(strategies_)};
}

std::vector<std::uint32_t> PackOrder::strategies(std::int64_t begin, std::int64_t end) const {
  if (balanced_.empty()) return arranged(begin, end);
  return {iterator_at(strategies_, begin), iterator_at(strategies_, end)};
}

// ---- packs that get their pieces in any order ----

PackSliceBuilder::PackSliceBuilder(const Plan& plan, std::span<const std::uint32_t> strategies, std::size_t k,
                                   bool split) {
  std::vector<std::int64_t> items;
  for (std::size_t s = 0; s < plan.strategies(); ++s) items.push_back(items_in(plan, s));
  slice_.offsets.reserve(strategies.size() + 1);
  for (const std::uint32_t strategy : strategies) slice_.offsets.push_back(slice_.offsets.back() + items[strategy]);
  const auto pieces = static_cast<std::size_t>(slice_.offsets.back());
  slice_.items.resize(pieces);
  slice_.begins.resize(split ? pieces : 0);
  slice_.sizes.resize(pieces * k);
}

void PackSliceBuilder::put(std::int64_t pack, std::int64_t position, std::int64_t item, std::int64_t begin,
                           std::span<const std::int64_t> sizes) {
  const auto slot = static_cast<std::size_t>(slice_.offsets[static_cast<std::size_t>(pack)] + position);
  slice_.items[slot] = item;
  if (!slice_.begins.empty()) slice_.begins[slot] = begin;
  for (std::size_t c = 0; c < sizes.size(); ++c) slice_.sizes[c * slice_.items.size() + slot] = sizes[c];
}

}  // namespace tuplepack::packing

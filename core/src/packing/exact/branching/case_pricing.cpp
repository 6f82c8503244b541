#include "case_pricing.hpp"

#include "base/order.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::packing {

/// Numbers in all tables together.
static constexpr std::size_t max_case_cells = std::size_t{1} << 19;
/// Packs that are kept. Columns that differ help the master problem: the linear program of 200 items of class 9 (`bench exact`)
/// takes 48 iterations and 2 s; with the best pack alone it was not solved after 335 and 25 s.
static constexpr std::size_t case_packs_kept = 40;
static constexpr std::int64_t max_case_steps = 2'000'000'000;
/// Work, in about nanoseconds: of a step, of a bin that is looked at, of a number in a table. And between
/// two questions.
static constexpr std::int64_t work_per_step = 20;
static constexpr std::int64_t work_per_look = 3;
static constexpr std::int64_t work_per_number = 2;
static constexpr std::int64_t work_between_questions = 1 << 18;

CasePricing::CasePricing(const CaseProblem& problem, CaseTables& tables) : problem_(problem), memory_(tables) {}

/// The smallest units with which all tables fit into the memory, and none is larger than the number of packs: trying all
/// of those takes no longer than filling it.
void CasePricing::choose_units() {
  const auto limits = problem_.limits();
  shifts_.assign(limits.size(), 0);
  strides_.assign(limits.size(), 1);
  double packs = 1;
  for (const std::int64_t most : most_) packs *= static_cast<double>(most + 1);
  const double most = std::min(packs, static_cast<double>(max_case_cells) / static_cast<double>(order_.size() + 1));
  const auto width = [&](std::size_t c) { return (limits[c] >> shifts_[c]) + 1; };
  while (true) {
    std::size_t widest = 0;
    double cells = 1;
    for (std::size_t c = 0; c < limits.size(); ++c) {
      cells *= static_cast<double>(width(c));
      if (width(c) > width(widest)) widest = c;
    }
    if (cells <= most || width(widest) == 1) break;
    ++shifts_[widest];
  }
  cells_ = 1;
  for (std::size_t c = limits.size(); c-- > 0;) {
    strides_[c] = cells_;
    cells_ *= static_cast<std::size_t>(width(c));
  }
}

std::size_t CasePricing::cell(std::span<const std::int64_t> room) const {
  std::size_t at = 0;
  for (std::size_t c = 0; c < room.size(); ++c) at += static_cast<std::size_t>(room[c] >> shifts_[c]) * strides_[c];
  return at;
}

/// to[room] = max(from[room], from[room − size] + price) for every room, which `size` may not fit into.
static void admit_bundle(double* to, const double* from, std::span<const std::size_t> widths,
                         std::span<const std::size_t> size, std::span<const std::size_t> strides, double price,
                         std::size_t cells) {
  const std::size_t last = widths.size() - 1;
  const std::size_t width = widths[last];
  std::size_t offset = 0;
  for (std::size_t c = 0; c <= last; ++c) offset += size[c] * strides[c];
  for (std::size_t row = cells; row >= width; row -= width) {  // descending: `to` may be `from`
    const std::size_t begin = row - width;
    bool has_room = size[last] < width;
    for (std::size_t c = 0; c < last && has_room; ++c) has_room = begin / strides[c] % widths[c] >= size[c];
    if (!has_room) {
      if (to != from) std::copy(from + begin, from + begin + width, to + begin);
      continue;
    }
    const double* const less = from + begin - offset;
    if (to != from) {
      std::copy(from + begin, from + begin + size[last], to + begin);
      double* __restrict const out = to + begin;
      const double* const same = from + begin;
      for (std::size_t x = size[last]; x < width; ++x) {
        const double with = less[x] + price;
        out[x] = same[x] > with ? same[x] : with;
      }
    } else {
      for (std::size_t x = width; x-- > size[last];) {
        const double with = less[x] + price;
        if (with > to[begin + x]) to[begin + x] = with;
      }
    }
  }
}

void CasePricing::fill_tables() {
  const auto limits = problem_.limits();
  const std::size_t k = limits.size();
  std::vector<std::size_t> widths(k);
  for (std::size_t c = 0; c < k; ++c) widths[c] = static_cast<std::size_t>(limits[c] >> shifts_[c]) + 1;
  tables_ = memory_.take(cells_ * (order_.size() + 1));
  std::fill(tables_.end() - static_cast<std::ptrdiff_t>(cells_), tables_.end(), 0.0);
  std::vector<std::size_t> size(k);
  for (std::size_t place = order_.size(); place-- > 0;) {
    double* const to = tables_.data() + place * cells_;
    const double* from = to + cells_;
    for (std::int64_t left = most_[place], bundle = 1; left > 0; left -= bundle, bundle *= 2) {
      bundle = std::min(bundle, left);
      for (std::size_t c = 0; c < k; ++c) {
        const std::int64_t one = problem_.size(order_[place])[c] >> shifts_[c];
        size[c] = static_cast<std::size_t>(std::min(one * bundle, limits[c] + 1));
      }
      admit_bundle(to, from, widths, size, strides_, prices_[place] * static_cast<double>(bundle), cells_);
      from = to;
    }
  }
}

bool CasePricing::fits(std::uint32_t bin) const {
  const auto size = problem_.size(bin);
  for (std::size_t c = 0; c < size.size(); ++c) {
    if (size[c] > room_[c]) return false;
  }
  return true;
}

/// Puts an item into the pack, or takes it out.
void CasePricing::change(std::uint32_t bin, std::int64_t by) {
  const auto size = problem_.size(bin);
  for (std::size_t c = 0; c < size.size(); ++c) room_[c] -= by * size[c];
  for (const std::uint32_t other : problem_.apart(bin)) blocked_[other] += by;
}

void CasePricing::record(double value) {
  const auto is_better = [](const Found& a, const Found& b) { return a.value > b.value; };
  best_ = std::max(best_, value);
  found_.push_back({.value = value, .runs = runs_});
  std::push_heap(found_.begin(), found_.end(), is_better);
  if (found_.size() > case_packs_kept) {
    std::pop_heap(found_.begin(), found_.end(), is_better);
    found_.pop_back();
  }
  if (found_.size() == case_packs_kept) threshold_ = std::max(threshold_, found_.front().value);
}

/// Tries all packs that hold the current one and items from a place of the order on.
void CasePricing::extend(std::size_t first, double value, Stop& stop) {
  bool is_complete = true;
  const std::size_t at = cell(room_);
  for (std::size_t place = first; place < order_.size(); ++place) {
    if (value + tables_[place * cells_ + at] <= threshold_) break;
    const std::uint32_t bin = order_[place];
    work_ += work_per_look;
    if (blocked_[bin] > 0 || !fits(bin)) continue;
    const bool again = !runs_.empty() && runs_.back().bin == bin;
    if (again && runs_.back().copies >= most_[place]) continue;
    is_complete = false;
    ++steps_;
    work_ += work_per_step;
    if (work_ > work_between_questions && (stop.after(std::exchange(work_, 0)) || steps_ > max_case_steps))
      gave_up_ = true;
    change(bin, 1);
    if (again) {
      ++runs_.back().copies;
    } else {
      runs_.push_back({.bin = bin, .copies = 1});
    }
    extend(place, value + prices_[place], stop);
    if (--runs_.back().copies == 0) runs_.pop_back();
    change(bin, -1);
    if (gave_up_) return;
  }
  if (is_complete && value > threshold_) record(value);
}

bool CasePricing::run(std::span<const double> prices, double enough, Stop& stop) {
  const auto limits = problem_.limits();
  order_.clear();
  std::vector<double> share(problem_.bins());
  for (const std::uint32_t bin : numbers_below(problem_.bins())) {
    if (prices[bin] <= 0 || problem_.counts()[bin] == 0) continue;
    order_.push_back(bin);
    for (std::size_t c = 0; c < limits.size(); ++c) {
      const auto limit = static_cast<double>(std::max<std::int64_t>(limits[c], 1));
      share[bin] = std::max(share[bin], static_cast<double>(problem_.size(bin)[c]) / limit);
    }
  }
  sort_numbers(order_, [&](std::uint32_t a, std::uint32_t b) { return share[a] > share[b]; });
  prices_.clear();
  most_.clear();
  for (const std::uint32_t bin : order_) {
    prices_.push_back(prices[bin]);
    most_.push_back(problem_.most_alone(bin));
  }
  choose_units();
  fill_tables();
  if (stop.after(static_cast<std::int64_t>(tables_.size()) * work_per_number)) return false;
  room_.assign(limits.begin(), limits.end());
  blocked_.assign(problem_.bins(), 0);
  runs_.clear();
  found_.clear();
  threshold_ = enough;
  best_ = enough;
  steps_ = 0;
  work_ = 0;
  gave_up_ = false;
  extend(0, 0, stop);
  stop.after(work_);
  packs_ = {};
  for (const Found& found : found_) packs_.add(found.runs);
  return !gave_up_;
}

}  // namespace tuplepack::packing

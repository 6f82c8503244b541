#include "balancing.hpp"

#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::packing {

// Sums are exact, being whole numbers below 2^53, and everything else is rounded the same way on every platform.

static constexpr std::size_t max_width = max_components + 2;
static constexpr std::array<double, max_width> zeros{};

static constexpr std::size_t packs_considered = 64;  // for an item
static constexpr int partners = 8;                   // with which a pack trades in a round
static constexpr std::size_t items_offered = 64;     // by each side of a trade
static constexpr std::size_t work_to_consider = 8;   // considered, in about nanoseconds
static constexpr std::int64_t work_to_trade = 60;    // that trade
static constexpr double share_left = 1 - 1e-6;       // of the excess: what a trade must leave, more than rounding makes

Balancing::Balancing(std::span<const std::int64_t> sizes, const Limits& limits, Stop& stop) : stop_(stop) {
  const std::size_t k = limits.sizes.size();
  const std::size_t rows = sizes.size() / k;
  const bool counts_items = limits.depth < max_items_in_a_pack;
  width_ = (k + (counts_items ? 1 : 0) + 1) / 2 * 2;
  limits_.resize(width_, 1);
  shares_.resize(width_);
  for (std::size_t c = 0; c < k; ++c) limits_[c] = static_cast<double>(limits.sizes[c]);
  if (counts_items) limits_[k] = static_cast<double>(limits.depth);
  for (std::size_t c = 0; c < width_; ++c) shares_[c] = 1 / limits_[c];
  sizes_.resize(rows * width_);
  for (std::size_t row = 0; row < rows; ++row) {
    double* const to = sizes_.data() + row * width_;
    for (std::size_t c = 0; c < k; ++c) to[c] = static_cast<double>(sizes[row * k + c]);
    if (counts_items) to[k] = 1;
  }
  beside_.resize(items_offered * width_);
}

void Balancing::add_packs(std::size_t count) {
  const std::size_t first = packs_.size();
  packs_.resize(first + count);
  excess_.resize(first + count);
  over_.resize((first + count) * width_);
  for (std::size_t pack = first; pack < packs_.size(); ++pack) {
    for (std::size_t c = 0; c < width_; ++c) over(pack)[c] = -limits_[c];
  }
}

/// Counts an item in, or out.
void Balancing::put(std::size_t pack, const double* size, double sign) {
  double* const sums = over(pack);
  double sum = 0;
  for (std::size_t c = 0; c < width_; ++c) {
    sums[c] += sign * size[c];
    sum += std::max(sums[c], 0.0) * shares_[c];
  }
  excess_[pack] = sum;
}

/// How full the fullest component would be: above −1, in limits.
double Balancing::fullest_with(std::size_t pack, const double* size) {
  const double* const sums = over(pack);
  double fullest = -1;
  for (std::size_t c = 0; c < width_; ++c) fullest = std::max(fullest, (sums[c] + size[c]) * shares_[c]);
  return fullest;
}

void Balancing::place(std::uint32_t item) {
  const double* const size = size_of(item);
  std::size_t best = 0;
  double lowest = max_exact;
  const std::size_t count = std::min(packs_considered, packs_.size());
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t pack = packs_.size() > count ? any_pack() : i;
    const double fullest = fullest_with(pack, size);
    if (fullest >= lowest) continue;
    lowest = fullest;
    best = pack;
  }
  packs_[best].push_back(item);
  put(best, size, 1);
  stop_.after(static_cast<std::int64_t>(count * (width_ + work_to_consider)));
}

/// The item that a pack should give to another, and which to take for it, if any.
Balancing::Trade Balancing::best_trade(std::size_t pack, std::size_t other) {
  const auto& items = packs_[pack];
  const auto& others = packs_[other];
  Trade best{.excess = (excess_[pack] + excess_[other]) * share_left, .given = items.size(), .taken = others.size()};
  const std::size_t given = std::min(items.size(), items_offered);
  const std::size_t taken = std::min(others.size(), items_offered);
  const std::size_t first = given < items.size() ? random_.below(static_cast<std::uint32_t>(items.size())) : 0;
  const std::size_t first_other = taken < others.size() ? random_.below(static_cast<std::uint32_t>(others.size())) : 0;
  for (std::size_t j = 0; j < taken; ++j) {
    std::copy_n(size_of(others[(first_other + j) % others.size()]), width_, beside_.data() + j * width_);
  }
  std::array<double, max_width> left{};
  std::array<double, max_width> more{};
  for (std::size_t i = 0; i < given && best.excess > 0; ++i) {
    const std::size_t place = (first + i) % items.size();
    const double* const size = size_of(items[place]);
    for (std::size_t c = 0; c < width_; ++c) {
      left[c] = over(pack)[c] - size[c];
      more[c] = over(other)[c] + size[c];
    }
    for (std::size_t j = 0; j <= taken; ++j) {
      const double* const back = j < taken ? beside_.data() + j * width_ : zeros.data();
      std::array<double, 2> sums{};
      for (std::size_t c = 0; c < width_; c += 2) {
        sums[0] += (std::max(left[c] + back[c], 0.0) + std::max(more[c] - back[c], 0.0)) * shares_[c];
        sums[1] +=
            (std::max(left[c + 1] + back[c + 1], 0.0) + std::max(more[c + 1] - back[c + 1], 0.0)) * shares_[c + 1];
      }
      if (sums[0] + sums[1] >= best.excess) continue;
      best = {.excess = sums[0] + sums[1],
              .given = place,
              .taken = j < taken ? (first_other + j) % others.size() : others.size()};
    }
  }
  const auto work = static_cast<std::int64_t>(given * (taken + 1) * width_);
  work_ += work;
  stop_.after(work / 2 + work_to_trade);
  return best;
}

void Balancing::trade(std::size_t pack, std::size_t other) {
  auto& items = packs_[pack];
  auto& others = packs_[other];
  const Trade best = best_trade(pack, other);
  if (best.given == items.size()) return;
  const std::uint32_t given = items[best.given];
  put(pack, size_of(given), -1);
  put(other, size_of(given), 1);
  if (best.taken == others.size()) {
    items[best.given] = items.back();
    items.pop_back();
    others.push_back(given);
    return;
  }
  const std::uint32_t taken = others[best.taken];
  put(pack, size_of(taken), 1);
  put(other, size_of(taken), -1);
  items[best.given] = taken;
  others[best.taken] = given;
}

/// Adds packs, which those that are over a limit trade with in turn.
void Balancing::relieve_by(std::size_t more) {
  const std::size_t first = packs_.size();
  add_packs(more);
  std::size_t next = 0;
  for (std::size_t pack = 0; pack < first; ++pack) {
    if (excess_[pack] > 0) trade(pack, first + next++ % more);
  }
}

double Balancing::total_excess() const {
  double sum = 0;
  for (const double excess : excess_) sum += excess;
  return sum;
}

/// Packs that are not empty; they never become so.
std::size_t Balancing::filled() const {
  std::size_t count = 0;
  for (const auto& pack : packs_) count += pack.empty() ? 0 : 1;
  return count;
}

/// Every pack that is over a limit trades with a few others.
double Balancing::trade_round() {
  for (std::size_t pack = 0; pack < packs_.size() && !stop_.is_stopped(); ++pack) {
    for (int i = 0; i < partners && excess_[pack] > 0; ++i) {
      const std::size_t other = any_pack();
      if (other != pack) trade(pack, other);
    }
  }
  return total_excess();
}

/// Trades, and adds packs when that does not help enough: at first a third of what the excess would fill, then, should
/// it not end, twice as many each time.
bool Balancing::settle(std::size_t items, std::size_t most) {
  constexpr std::int64_t work_for_a_size = 50;
  constexpr std::int64_t min_work = 4'000'000;
  constexpr int rounds_at_once = 100;
  constexpr double slow = 0.6;  // of the excess is left after so much work, or so many rounds
  constexpr int patient = 4;    // times before more are added than the excess asks for
  const std::int64_t work_at_once = std::max(work_for_a_size * static_cast<std::int64_t>(items * width_), min_work);
  double before = total_excess();
  std::int64_t judged_at = work_;
  int rounds = 0;
  int times = 0;
  std::size_t added = 1;
  while (before > 0) {
    const double left = trade_round();
    if (left <= 0) return true;
    if (stop_.is_stopped()) return false;
    if (++rounds < rounds_at_once && work_ < judged_at + work_at_once) continue;
    if (left > slow * before) {
      if (++times > patient) added *= 2;
      const std::size_t more = std::max(added, static_cast<std::size_t>(left / 3));
      if (filled() > most || packs_.size() + more > items) return false;
      relieve_by(more);
    }
    before = total_excess();
    judged_at = work_;
    rounds = 0;
  }
  return true;
}

std::span<std::vector<std::uint32_t>> Balancing::pack(std::span<const std::uint32_t> items, std::int64_t fewest,
                                                      std::int64_t most) {
  most = std::min(most, static_cast<std::int64_t>(items.size()));
  if (fewest > most) return {};
  packs_.clear();
  excess_.clear();
  over_.clear();
  random_ = Random(0);
  add_packs(static_cast<std::size_t>(fewest));
  for (const std::uint32_t item : items) place(item);
  const bool settled = settle(items.size(), static_cast<std::size_t>(most));
  return settled && filled() <= static_cast<std::size_t>(most) ? packs_ : std::span<std::vector<std::uint32_t>>{};
}

}  // namespace tuplepack::packing

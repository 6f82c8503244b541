#include "pricing.hpp"

#include "packing/room.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace tuplepack::packing {

double price_scale(std::span<const std::int64_t> counts) {
  constexpr double largest_scale = 1099511627776.0;  // 2^40
  constexpr double largest_sum = 4.0e18;
  double items = 0;
  for (const std::int64_t count : counts) items += static_cast<double>(count);
  double scale = largest_scale;
  while (items * scale > largest_sum) scale /= 2;
  return scale;
}

Pricing::Pricing(const OnePack& pack) : pack_(pack), strides_(pack.components()), steps_(pack.bins) {
  std::size_t stride = 1;
  for (std::size_t c = pack.components(); c-- > 0;) {
    strides_[c] = stride;
    stride *= static_cast<std::size_t>(pack.limits[c] + 1);
  }
  table_.resize(stride);
  for (std::size_t bin = 0; bin < pack.bins; ++bin) {
    const auto size = pack.size(bin);
    for (std::size_t c = 0; c < size.size(); ++c) steps_[bin] += static_cast<std::size_t>(size[c]) * strides_[c];
  }
}

/// to[i] = max(to[i], from[i] + price) where the rooms do not overlap.
static void improve_apart(double* __restrict to, const double* __restrict from, std::size_t n, double price) {
  for (std::size_t i = 0; i < n; ++i) {
    const double with = from[i] + price;
    to[i] = to[i] > with ? to[i] : with;
  }
}

/// The same where `to` lies ahead in the same row: items may come several times, so the order matters.
static void improve_along(double* to, const double* from, std::size_t n, double price) {
  for (std::size_t i = 0; i < n; ++i) {
    const double with = from[i] + price;
    if (with > to[i]) to[i] = with;
  }
}

/// Lets any number of items of a bin into every room: row by row of the last component, rows in ascending order.
void Pricing::admit(std::size_t bin) {
  const auto size = pack_.size(bin);
  const std::size_t last = size.size() - 1;
  const auto length = static_cast<std::size_t>(pack_.limits[last] - size[last] + 1);
  const bool apart = steps_[bin] != static_cast<std::size_t>(size[last]);
  std::vector<std::int64_t> room(size.begin(), size.end());
  while (true) {
    std::size_t cell = 0;
    for (std::size_t c = 0; c <= last; ++c) cell += static_cast<std::size_t>(room[c]) * strides_[c];
    (apart ? improve_apart : improve_along)(&table_[cell], &table_[cell - steps_[bin]], length, prices_[bin]);
    std::size_t c = last;
    while (c-- > 0 && room[c] == pack_.limits[c]) room[c] = size[c];
    if (c >= last) return;
    ++room[c];
  }
}

/// How many rooms take an item in about a nanosecond.
static constexpr std::int64_t rooms_at_once = 4;

bool Pricing::run(std::span<const double> prices, Stop& stop) {
  prices_.assign(prices.begin(), prices.end());
  std::fill(table_.begin(), table_.end(), 0.0);
  for (std::size_t bin = 0; bin < pack_.bins; ++bin) {
    if (prices_[bin] <= table_[steps_[bin]]) continue;  // smaller items are worth as much in its place
    admit(bin);
    if (stop.after(static_cast<std::int64_t>(table_.size()) / rooms_at_once)) return false;
  }
  return true;
}

bool Pricing::cap(std::span<double> prices, double most, Stop& stop) {
  prices_.assign(pack_.bins, 0.0);
  std::fill(table_.begin(), table_.end(), 0.0);
  const std::size_t whole = table_.size() - 1;
  for (std::size_t bin = 0; bin < pack_.bins; ++bin) {
    const bool takes_room = steps_[bin] > 0;
    if (!takes_room) prices[bin] = 0;  // a pack may hold any number of them
    const std::int64_t max_copies =
        takes_room ? copies_that_fit(pack_.size(bin), pack_.limits, std::numeric_limits<std::int64_t>::max()) : 0;
    for (std::int64_t copies = 1; copies <= max_copies; ++copies) {
      const double others = table_[whole - static_cast<std::size_t>(copies) * steps_[bin]];
      prices[bin] = std::min(prices[bin], std::floor((most - others) / static_cast<double>(copies)));
    }
    prices_[bin] = prices[bin];
    if (prices_[bin] > table_[steps_[bin]]) admit(bin);
    if (stop.after(static_cast<std::int64_t>(table_.size()) / rooms_at_once)) return false;
  }
  return true;
}

namespace {

/// Adds one item to the runs of a pack.
void add_one(std::vector<Run>& runs, std::size_t bin) {
  for (Run& run : runs) {
    if (run.bin == bin) {
      ++run.copies;
      return;
    }
  }
  runs.push_back({.bin = static_cast<std::uint32_t>(bin), .copies = 1});
}

std::int64_t copies_in(std::span<const Run> runs, std::size_t bin) {
  for (const Run& run : runs) {
    if (run.bin == bin) return run.copies;
  }
  return 0;
}

}  // namespace

void Pricing::take_with(std::size_t bin, std::span<const std::int64_t> counts, std::int64_t depth, double budget,
                        std::vector<Run>& runs) const {
  runs.clear();
  std::vector<std::int64_t> room(pack_.limits);
  std::size_t cell = table_.size() - 1;
  const auto loss = [&](std::size_t taken) { return table_[cell] - table_[cell - steps_[taken]] - prices_[taken]; };
  const auto take = [&](std::size_t taken) {
    const auto size = pack_.size(taken);
    for (std::size_t c = 0; c < size.size(); ++c) room[c] -= size[c];
    cell -= steps_[taken];
    add_one(runs, taken);
    --depth;
  };
  const auto may_take = [&](std::size_t other) {
    if (prices_[other] == 0.0 || steps_[other] == 0 || steps_[other] > cell || loss(other) > budget) return false;
    const auto size = pack_.size(other);
    for (std::size_t c = 0; c < size.size(); ++c) {
      if (size[c] > room[c]) return false;
    }
    return true;
  };
  take(bin);
  std::size_t candidate = static_cast<std::size_t>(bin * std::uint64_t{0x9e3779b1} % pack_.bins);
  for (const bool within_counts : {true, false}) {
    for (std::size_t tried = 0; tried < pack_.bins && table_[cell] > 0.0 && depth > 0;) {
      if (may_take(candidate) && (!within_counts || copies_in(runs, candidate) < counts[candidate])) {
        budget -= loss(candidate);
        take(candidate);
        tried = 0;
      } else {
        candidate = (candidate == 0 ? pack_.bins : candidate) - 1;
        ++tried;
      }
    }
  }
  std::sort(runs.begin(), runs.end(), [](const Run& a, const Run& b) { return a.bin < b.bin; });
}

}  // namespace tuplepack::packing

#include "verify_cases.hpp"

#include "base/order.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::packing {

using Wide = __int128;

// Steps, of about a nanosecond; see docs/certificates.md. Pairs apart stand for their memory, too.
static constexpr std::int64_t steps_of_split = 64;
static constexpr std::int64_t steps_of_pair = 64;   // of bins, that a split keeps apart
static constexpr std::int64_t steps_of_price = 16;  // of a closed case
static constexpr std::int64_t steps_of_cell = 4;    // of its table, for each bundle of items
static constexpr std::int64_t steps_of_pack = 32;   // that the search visits

static tl::unexpected<Error> wrong_case(std::size_t at, ErrorCode code, const std::string& what) {
  return fail(code, "case " + std::to_string(at) + ": " + what);
}

namespace {

/// The items of a case, by bins, and which of them no pack may hold together.
struct CaseItems {
  std::vector<std::int64_t> limits;  ///< dimensions: the components, and the depth if there is one
  std::vector<std::int64_t> sizes;   ///< bins × dimensions
  std::vector<std::int64_t> counts;  ///< bins, ≥ 0
  std::vector<std::vector<std::uint32_t>> apart;

  CaseItems(const Histogram& histogram, const Limits& all)
      : limits(all.sizes), counts(histogram.counts), apart(histogram.bins()) {
    const bool has_depth = all.depth != unlimited_depth;
    if (has_depth) limits.push_back(all.depth);
    for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
      const auto size = histogram.size(bin);
      sizes.insert(sizes.end(), size.begin(), size.end());
      if (has_depth) sizes.push_back(1);
    }
    for (std::size_t d = 0; d < limits.size(); ++d) use_coarsest_unit(d);
  }

  /// Counts a dimension in the largest unit that fits: the same packs hold, and the tables are as small as can be.
  void use_coarsest_unit(std::size_t d) {
    std::int64_t unit = 0;
    std::int64_t all = 0;
    for (std::size_t at = d; at < sizes.size(); at += limits.size()) {
      unit = std::gcd(unit, sizes[at]);
      all += sizes[at] * counts[at / limits.size()];
    }
    if (unit == 0) return;
    limits[d] = std::min(limits[d], all) / unit;
    for (std::size_t at = d; at < sizes.size(); at += limits.size()) sizes[at] /= unit;
  }

  [[nodiscard]] std::size_t bins() const { return counts.size(); }
  [[nodiscard]] std::span<const std::int64_t> size(std::size_t bin) const {
    return std::span(sizes).subspan(bin * limits.size(), limits.size());
  }
  [[nodiscard]] bool are_apart(std::uint32_t a, std::uint32_t b) const {
    return std::find(apart[a].begin(), apart[a].end(), b) != apart[a].end();
  }

  /// Whether some pack can hold an item of both.
  [[nodiscard]] bool may_share(std::uint32_t a, std::uint32_t b) const {
    if (counts[a] < 1 || counts[b] < 1 || (a == b && counts[a] < 2)) return false;
    for (std::size_t d = 0; d < limits.size(); ++d) {
      if (size(a)[d] > limits[d] - size(b)[d]) return false;
    }
    return !are_apart(a, b);
  }

  /// Bins that a or b is apart from, ascending.
  [[nodiscard]] std::vector<std::uint32_t> apart_from_either(std::uint32_t a, std::uint32_t b) const {
    std::vector<std::uint32_t> found(apart[a]);
    found.insert(found.end(), apart[b].begin(), apart[b].end());
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
  }

  void put_together(std::uint32_t a, std::uint32_t b) {
    const auto both = static_cast<std::uint32_t>(bins());
    for (std::size_t d = 0; d < limits.size(); ++d) sizes.push_back(size(a)[d] + size(b)[d]);
    --counts[a];
    --counts[b];
    counts.push_back(1);
    apart.emplace_back();
    for (const std::uint32_t bin : apart_from_either(a, b)) set_apart(bin, both);
  }

  void undo_together(std::uint32_t a, std::uint32_t b) {
    for (const std::uint32_t bin : apart.back()) apart[bin].pop_back();
    apart.pop_back();
    counts.pop_back();
    ++counts[b];
    ++counts[a];
    sizes.resize(sizes.size() - limits.size());
  }

  void set_apart(std::uint32_t a, std::uint32_t b) {
    apart[a].push_back(b);
    if (a != b) apart[b].push_back(a);
  }

  void undo_apart(std::uint32_t a, std::uint32_t b) {
    apart[a].pop_back();
    if (a != b) apart[b].pop_back();
  }
};

/// Looks for a pack of a case that is worth more than the scale.
class PackAboveScale {
 public:
  PackAboveScale(const CaseItems& items, const Case& closed, CheckingWork& work)
      : items_(items), closed_(closed), work_(work) {
    for (const std::uint32_t bin : numbers_below(items.bins())) {
      if (items.counts[bin] > 0 && closed.prices[bin] > 0) order_.push_back(bin);
    }
    sort_numbers(order_, [&](std::uint32_t a, std::uint32_t b) { return closed.prices[a] > closed.prices[b]; });
  }

  /// errors  unsupported (too large) · those of the work
  [[nodiscard]] Result<bool> exists() {
    constexpr std::size_t max_bins = std::size_t{1} << 16;
    if (order_.size() > max_bins) return fail(ErrorCode::unsupported, "too many prices to verify");
    choose_units();
    if (!work_.add(static_cast<std::int64_t>(cells_ * (order_.size() + 1)))) return work_.error();
    worth_.assign(cells_ * (order_.size() + 1), 0);
    for (std::size_t place = order_.size(); place-- > 0;) {
      if (!fill(place)) return work_.error();
    }
    return search();
  }

 private:
  const CaseItems& items_;
  const Case& closed_;
  CheckingWork& work_;
  std::vector<std::uint32_t> order_;  // bins with a price, the dearest first
  // worth_[place · cells_ + room]: no items of the bins from a place on are worth more in a room, at most scale + 1.
  // Rooms and sizes are rounded down to units, so that what fits into a room still does.
  std::vector<std::int64_t> worth_;
  std::vector<std::int64_t> units_;
  std::vector<std::int64_t> widths_;
  std::size_t cells_ = 1;

  /// The most items of a bin in a pack.
  [[nodiscard]] std::int64_t most_alone(std::uint32_t bin) const {
    std::int64_t most = items_.are_apart(bin, bin) ? 1 : items_.counts[bin];
    for (std::size_t d = 0; d < items_.limits.size(); ++d) {
      if (items_.size(bin)[d] > 0) most = std::min(most, items_.limits[d] / items_.size(bin)[d]);
    }
    return most;
  }

  /// The smallest units with which a table has no more cells than there are packs, and all fit into the memory.
  void choose_units() {
    constexpr double max_cells = 4'194'304;
    double packs = 1;
    for (const std::uint32_t bin : order_) packs *= static_cast<double>(most_alone(bin) + 1);
    const double tables = static_cast<double>(order_.size()) + 1;
    const double most = std::min(packs * tables, max_cells);
    const std::size_t n = items_.limits.size();
    units_.assign(n, 1);
    widths_.assign(n, 1);
    while (true) {
      double cells = tables;
      std::size_t widest = 0;
      for (std::size_t d = 0; d < n; ++d) {
        widths_[d] = items_.limits[d] / units_[d] + 1;
        cells *= static_cast<double>(widths_[d]);
        if (widths_[d] > widths_[widest]) widest = d;
      }
      if (cells <= most || widths_[widest] == 1) break;
      units_[widest] *= 2;
    }
    for (const std::int64_t width : widths_) cells_ *= static_cast<std::size_t>(width);
  }

  /// The worth of one more bin, from that of the bins behind it. False: that is too much work.
  [[nodiscard]] bool fill(std::size_t place) {
    const std::uint32_t bin = order_[place];
    const std::size_t n = widths_.size();
    std::int64_t* const worth = worth_.data() + place * cells_;
    std::copy(worth + cells_, worth + 2 * cells_, worth);
    std::vector<std::int64_t> size(n);
    for (std::size_t d = 0; d < n; ++d) size[d] = items_.size(bin)[d] / units_[d];
    std::int64_t most = most_alone(bin);
    for (std::int64_t bundle = 1; most > 0; most -= bundle, bundle *= 2) {
      bundle = std::min(bundle, most);
      if (!work_.add(steps_of_cell, cells_)) return false;
      add(worth, size, bundle,
          static_cast<std::int64_t>(std::min(Wide{closed_.prices[bin]} * bundle, Wide{closed_.scale} + 1)));
    }
    return true;
  }

  /// Allows so many items of a size, together worth `price`, once in every room.
  void add(std::int64_t* worth, const std::vector<std::int64_t>& size, std::int64_t bundle, std::int64_t price) {
    const std::size_t n = widths_.size();
    std::size_t offset = 0;
    for (std::size_t d = 0; d < n; ++d) {
      if (size[d] > 0 && bundle > (widths_[d] - 1) / size[d]) return;
      offset = offset * static_cast<std::size_t>(widths_[d]) + static_cast<std::size_t>(size[d] * bundle);
    }
    std::vector<std::int64_t> room(n);
    for (std::size_t d = 0; d < n; ++d) room[d] = widths_[d] - 1;
    for (std::size_t cell = cells_; cell-- > offset;) {  // from the largest room down: each takes the bundle once
      bool fits = true;
      for (std::size_t d = 0; d < n; ++d) fits = fits && room[d] >= size[d] * bundle;
      if (fits) worth[cell] = std::max(worth[cell], std::min(worth[cell - offset] + price, closed_.scale + 1));
      for (std::size_t d = n; d-- > 0;) {
        if (--room[d] >= 0) break;
        room[d] = widths_[d] - 1;
      }
    }
  }

  [[nodiscard]] Result<bool> search() const {
    std::vector<std::int64_t> room(items_.limits);
    std::vector<std::int64_t> blocked(items_.bins());  // items in the pack that a bin is apart from
    std::vector<std::int64_t> left(items_.counts);
    std::vector<std::size_t> taken;  // places, one for each item in the pack
    std::int64_t value = 0;
    const auto put = [&](std::uint32_t bin, std::int64_t times) {
      for (std::size_t d = 0; d < room.size(); ++d) room[d] -= times * items_.size(bin)[d];
      for (const std::uint32_t other : items_.apart[bin]) blocked[other] += times;
      left[bin] -= times;
      value += times * closed_.prices[bin];
    };
    const auto fits = [&](std::uint32_t bin) {
      for (std::size_t d = 0; d < room.size(); ++d) {
        if (items_.size(bin)[d] > room[d]) return false;
      }
      return left[bin] > 0 && blocked[bin] == 0;
    };
    std::size_t place = 0;
    while (work_.add(steps_of_pack)) {
      if (value > closed_.scale) return true;
      if (value + worth(place, room) > closed_.scale) {  // implies that there is a bin at this place
        if (fits(order_[place])) {
          // Putting one in and taking it out again.
          if (!work_.add(2 * static_cast<std::int64_t>(items_.apart[order_[place]].size()))) break;
          put(order_[place], 1);
          taken.push_back(place);
        } else {
          ++place;
        }
      } else {
        if (taken.empty()) return false;
        place = taken.back();
        taken.pop_back();
        put(order_[place], -1);
        ++place;
      }
    }
    return work_.error();
  }

  [[nodiscard]] std::int64_t worth(std::size_t place, const std::vector<std::int64_t>& room) const {
    std::size_t cell = 0;
    for (std::size_t d = 0; d < room.size(); ++d) {
      cell = cell * static_cast<std::size_t>(widths_[d]) + static_cast<std::size_t>(room[d] / units_[d]);
    }
    return worth_[place * cells_ + cell];
  }
};

}  // namespace

/// Whether prices show that a case needs so many packs.
static Result<void> check_closed(const CaseItems& items, const Case& closed, std::int64_t packs, std::size_t at,
                                 CheckingWork& work) {
  if (closed.scale < 1 || closed.scale > max_exact) {
    return wrong_case(at, ErrorCode::malformed,
                      "the scale " + std::to_string(closed.scale) + " is not between 1 and 2^53");
  }
  if (closed.prices.size() != items.bins()) {
    return wrong_case(at, ErrorCode::malformed,
                      std::to_string(closed.prices.size()) + " prices for " + std::to_string(items.bins()) + " bins");
  }
  if (!work.add(steps_of_price, items.bins())) return work.error();
  Wide total = 0;
  for (std::size_t bin = 0; bin < items.bins(); ++bin) {
    const std::int64_t price = closed.prices[bin];
    if (price < 0 || price > closed.scale) {
      return wrong_case(
          at, ErrorCode::malformed,
          "the price " + std::to_string(price) + " is not between 0 and the scale " + std::to_string(closed.scale));
    }
    total += Wide{items.counts[bin]} * price;
  }
  if (total <= Wide{packs - 1} * closed.scale) {
    return wrong_case(at, ErrorCode::plan_mismatch, "the prices show fewer than " + std::to_string(packs) + " packs");
  }
  const Result<bool> is_above = PackAboveScale(items, closed, work).exists();
  if (!work.add(0)) return work.error();
  if (!is_above) return wrong_case(at, is_above.error().code, is_above.error().message);
  if (*is_above) {
    return wrong_case(at, ErrorCode::plan_mismatch,
                      "a pack can be worth more than the scale " + std::to_string(closed.scale));
  }
  return {};
}

Result<void> verify_cases(const Histogram& histogram, const Limits& limits, const Certificate& certificate,
                          CheckingWork& work) {
  if (certificate.packs < 1 || certificate.packs > max_exact) {
    return fail(ErrorCode::malformed,
                "the number of packs in a proof by cases is out of range: " + std::to_string(certificate.packs));
  }
  struct Decision {
    std::uint32_t a;
    std::uint32_t b;
    bool is_apart;
  };
  CaseItems items(histogram, limits);
  std::vector<Decision> path;
  std::size_t at = 0;
  do {
    if (at == certificate.cases.size()) return wrong_case(at, ErrorCode::malformed, "is missing");
    const Case& next = certificate.cases[at];
    if (next.split) {
      const auto [a, b] = *next.split;
      if (a >= items.bins() || b >= items.bins()) {
        return wrong_case(
            at, ErrorCode::malformed,
            "there are " + std::to_string(items.bins()) + " bins, no bin " + std::to_string(std::max(a, b)));
      }
      if (!items.may_share(a, b)) {
        return wrong_case(at, ErrorCode::plan_mismatch,
                          "bins " + std::to_string(a) + " and " + std::to_string(b) +
                              " cannot share a pack in this case, so it cannot be split on them");
      }
      if (!work.add(steps_of_split) || !work.add(steps_of_pair, items.apart[a].size() + items.apart[b].size())) {
        return work.error();
      }
      items.put_together(a, b);
      path.push_back({.a = a, .b = b, .is_apart = false});
    } else {
      if (auto ok = check_closed(items, next, certificate.packs, at, work); !ok) return ok;
      for (; !path.empty() && path.back().is_apart; path.pop_back()) items.undo_apart(path.back().a, path.back().b);
      if (!path.empty()) {
        Decision& last = path.back();
        items.undo_together(last.a, last.b);
        items.set_apart(last.a, last.b);
        last.is_apart = true;
      }
    }
    ++at;
  } while (!path.empty());
  if (at < certificate.cases.size()) {
    return wrong_case(at, ErrorCode::malformed, "is surplus: no split refers to it");
  }
  return {};
}

}  // namespace tuplepack::packing

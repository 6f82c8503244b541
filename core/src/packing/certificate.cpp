// Verifies prices by a knapsack of all packs: exact, in integers, and without a line in common with what finds them.

#include "tuplepack/packing/certificate.hpp"

#include <algorithm>
#include <numeric>
#include <span>

namespace tuplepack {

using Wide = __int128;

static constexpr std::size_t max_table = std::size_t{1} << 25;
static constexpr double max_work = 1e11;

static Result<void> check_prices(const Histogram& histogram, const Limits& limits, const Certificate& certificate) {
  if (auto valid = validate(histogram, limits); !valid) return valid;
  if (certificate.scale < 1 || certificate.scale > max_exact) {
    return fail(ErrorCode::malformed, "the scale " + std::to_string(certificate.scale) + " is not between 1 and 2^53");
  }
  if (certificate.prices.size() != histogram.bins()) {
    return fail(ErrorCode::malformed, std::to_string(certificate.prices.size()) + " prices for " +
                                          std::to_string(histogram.bins()) + " bins");
  }
  if (certificate.component && *certificate.component >= histogram.component_count()) {
    return fail(ErrorCode::malformed, "there is no component " + std::to_string(*certificate.component));
  }
  for (const std::int64_t price : certificate.prices) {
    if (price >= 0 && price <= certificate.scale) continue;
    return fail(ErrorCode::malformed, "the price " + std::to_string(price) + " is not between 0 and the scale " +
                                          std::to_string(certificate.scale));
  }
  return {};
}

/// The problem that the certificate speaks of: bins with a price, and the sums that are limited. A depth is one more.
struct Knapsack {
  std::vector<std::int64_t> limits;  ///< dimensions
  std::vector<std::int64_t> sizes;   ///< bins × dimensions
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> prices;

  [[nodiscard]] std::span<const std::int64_t> size(std::size_t bin) const {
    return std::span(sizes).subspan(bin * limits.size(), limits.size());
  }
};

static Knapsack make_knapsack(const Histogram& histogram, const Limits& limits, const Certificate& certificate) {
  Knapsack knapsack;
  std::vector<std::size_t> components(histogram.component_count());
  std::iota(components.begin(), components.end(), std::size_t{0});
  if (certificate.component) components = {*certificate.component};
  const bool has_depth = certificate.uses_depth && limits.depth != unlimited_depth;
  if (has_depth) knapsack.limits.push_back(limits.depth);
  for (const std::size_t c : components) knapsack.limits.push_back(limits.sizes[c]);
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    if (certificate.prices[bin] == 0) continue;
    if (has_depth) knapsack.sizes.push_back(1);
    for (const std::size_t c : components) knapsack.sizes.push_back(histogram.size(bin)[c]);
    knapsack.counts.push_back(histogram.counts[bin]);
    knapsack.prices.push_back(certificate.prices[bin]);
  }
  return knapsack;
}

static bool fit_together(const Knapsack& knapsack, std::size_t a, std::size_t b) {
  if (a == b && knapsack.counts[a] == 1) return false;
  for (std::size_t d = 0; d < knapsack.limits.size(); ++d) {
    if (knapsack.size(b)[d] > knapsack.limits[d] - knapsack.size(a)[d]) return false;
  }
  return true;
}

/// Leaves out bins that no other bin fits beside: their price is within the scale, so they do not matter.
static void leave_out_loners(Knapsack& knapsack) {
  const std::size_t n = knapsack.limits.size();
  const std::size_t bins = knapsack.prices.size();
  std::vector<std::int64_t> smallest(knapsack.limits);
  for (std::size_t at = 0; at < knapsack.sizes.size(); ++at) {
    smallest[at % n] = std::min(smallest[at % n], knapsack.sizes[at]);
  }
  Knapsack rest{.limits = knapsack.limits, .sizes = {}, .counts = {}, .prices = {}};
  std::size_t company = 0;  // what went beside the last bin will mostly go beside the next one
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const auto size = knapsack.size(bin);
    bool alone = false;
    for (std::size_t d = 0; d < n; ++d) alone |= smallest[d] > knapsack.limits[d] - size[d];
    if (!alone && !fit_together(knapsack, bin, company)) {
      std::size_t other = 0;
      while (other < bins && !fit_together(knapsack, bin, other)) ++other;
      alone = other == bins;
      if (!alone) company = other;
    }
    if (alone) continue;
    rest.sizes.insert(rest.sizes.end(), size.begin(), size.end());
    rest.counts.push_back(knapsack.counts[bin]);
    rest.prices.push_back(knapsack.prices[bin]);
  }
  knapsack = std::move(rest);
}

/// Whether one dimension shows it by itself: nowhere is a price above its share.
static bool is_shown_by(const Knapsack& knapsack, std::size_t dimension, std::int64_t scale) {
  for (std::size_t bin = 0; bin < knapsack.prices.size(); ++bin) {
    const Wide share = Wide{scale} * knapsack.size(bin)[dimension];
    if (Wide{knapsack.prices[bin]} * knapsack.limits[dimension] > share) return false;
  }
  return true;
}

/// Measures every dimension in the largest unit that divides all sizes.
static void reduce(Knapsack& knapsack) {
  const std::size_t n = knapsack.limits.size();
  for (std::size_t d = 0; d < n; ++d) {
    std::int64_t unit = 0;
    for (std::size_t at = d; at < knapsack.sizes.size(); at += n) unit = std::gcd(unit, knapsack.sizes[at]);
    if (unit == 0) unit = knapsack.limits[d];
    knapsack.limits[d] /= unit;
    for (std::size_t at = d; at < knapsack.sizes.size(); at += n) knapsack.sizes[at] /= unit;
  }
}

/// How many items of a bin one pack can hold.
static std::int64_t most_copies(const Knapsack& knapsack, std::size_t bin) {
  std::int64_t copies = knapsack.counts[bin];
  for (std::size_t d = 0; d < knapsack.limits.size(); ++d) {
    if (knapsack.size(bin)[d] > 0) copies = std::min(copies, knapsack.limits[d] / knapsack.size(bin)[d]);
  }
  return copies;
}

/// worth[cell] is what the items seen so far are worth at most in a pack with the room of that cell; row-major, the
/// last dimension fastest.
class Table {
 public:
  explicit Table(std::span<const std::int64_t> limits) : limits_(limits.begin(), limits.end()) {
    std::size_t cells = 1;
    for (const std::int64_t limit : limits_) cells *= static_cast<std::size_t>(limit) + 1;
    worth_.resize(cells);
  }

  /// Allows one more thing of this size and price in a pack, so often as it fits or once.
  void add(std::span<const std::int64_t> size, std::int64_t price, bool again) {
    const std::size_t width = static_cast<std::size_t>(limits_.back()) + 1;
    const std::size_t rows = worth_.size() / width;
    std::size_t offset = 0;
    for (std::size_t d = 0; d < size.size(); ++d) {
      offset = offset * (static_cast<std::size_t>(limits_[d]) + 1) + static_cast<std::size_t>(size[d]);
    }
    const auto first = static_cast<std::size_t>(size.back());
    for (std::size_t i = 0; i < rows; ++i) {
      const std::size_t row = again ? i : rows - 1 - i;
      if (!has_room(row, size)) continue;
      std::int64_t* const to = worth_.data() + row * width;
      const std::int64_t* const from = to - static_cast<std::ptrdiff_t>(offset);
      if (again) {
        for (std::size_t x = first; x < width; ++x) to[x] = std::max(to[x], from[x] + price);
      } else {
        for (std::size_t x = width; x-- > first;) to[x] = std::max(to[x], from[x] + price);
      }
    }
  }

  [[nodiscard]] std::int64_t most() const { return worth_.back(); }

 private:
  std::vector<std::int64_t> limits_;
  std::vector<std::int64_t> worth_;

  /// Whether the size fits in all dimensions but the last.
  [[nodiscard]] bool has_room(std::size_t row, std::span<const std::int64_t> size) const {
    for (std::size_t d = limits_.size() - 1; d-- > 0;) {
      const auto width = static_cast<std::size_t>(limits_[d]) + 1;
      if (static_cast<std::int64_t>(row % width) < size[d]) return false;
      row /= width;
    }
    return true;
  }
};

static Result<std::int64_t> most_valuable_pack(const Knapsack& knapsack, std::int64_t scale) {
  double cells = 1;
  for (const std::int64_t limit : knapsack.limits) cells *= static_cast<double>(limit) + 1;
  if (cells > static_cast<double>(max_table) || cells * static_cast<double>(knapsack.prices.size()) > max_work) {
    return fail(ErrorCode::unsupported, "the certificate is too large to verify");
  }
  Table table(knapsack.limits);
  std::vector<std::int64_t> size(knapsack.limits.size());
  for (std::size_t bin = 0; bin < knapsack.prices.size(); ++bin) {
    const std::int64_t most = most_copies(knapsack, bin);
    const std::int64_t price = knapsack.prices[bin];
    if (Wide{most} * price > scale) return most > max_exact / price ? max_exact : most * price;
    // Where the count does not limit them, as often as they fit; else bundles of 1, 2, 4, … which make up every number.
    if (most < knapsack.counts[bin]) {
      table.add(knapsack.size(bin), price, true);
      continue;
    }
    for (std::int64_t left = most, bundle = 1; left > 0; left -= bundle, bundle *= 2) {
      bundle = std::min(bundle, left);
      for (std::size_t d = 0; d < size.size(); ++d) size[d] = bundle * knapsack.size(bin)[d];
      table.add(size, bundle * price, false);
    }
  }
  return table.most();
}

Result<std::int64_t> verify(const Histogram& histogram, const Limits& limits, const Certificate& certificate) {
  if (auto valid = check_prices(histogram, limits, certificate); !valid) return tl::unexpected(valid.error());
  Wide total = 0;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    total += Wide{histogram.counts[bin]} * certificate.prices[bin];
  }
  const auto packs = static_cast<std::int64_t>((total + certificate.scale - 1) / certificate.scale);

  Knapsack knapsack = make_knapsack(histogram, limits, certificate);
  leave_out_loners(knapsack);
  for (std::size_t d = 0; d < knapsack.limits.size(); ++d) {
    if (is_shown_by(knapsack, d, certificate.scale)) return packs;
  }
  reduce(knapsack);
  const auto most = most_valuable_pack(knapsack, certificate.scale);
  if (!most) return tl::unexpected(most.error());
  if (*most > certificate.scale) {
    return fail(ErrorCode::plan_mismatch, "a pack can be worth " + std::to_string(*most) + ", more than the scale " +
                                              std::to_string(certificate.scale));
  }
  return packs;
}

}  // namespace tuplepack

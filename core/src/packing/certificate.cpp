// Verifies prices by a knapsack over all packs: exact, in integers, and sharing no code with what finds the prices.

#include "tuplepack/packing/certificate.hpp"

#include "companions.hpp"
#include "most_valuable_pack.hpp"
#include "verify_cases.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::packing {

using Wide = __int128;

// Steps, of about a nanosecond; see docs/certificates.md.
static constexpr std::int64_t steps_of_size = 16;  // a size of a bin with a price
static constexpr std::int64_t steps_of_node = 16;  // a node of the tree of bins

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
    return fail(ErrorCode::malformed, "no component " + std::to_string(*certificate.component));
  }
  for (const std::int64_t price : certificate.prices) {
    if (price >= 0 && price <= certificate.scale) continue;
    return fail(ErrorCode::malformed, "the price " + std::to_string(price) + " is not between 0 and the scale " +
                                          std::to_string(certificate.scale));
  }
  return {};
}

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

/// Drops bins that share a pack with no other item: their price is within the scale, so they do not matter. False: that
/// is too much work.
static bool drop_loners(Knapsack& knapsack, CheckingWork& work) {
  const std::size_t n = knapsack.limits.size();
  const std::size_t bins = knapsack.bins();
  std::vector<std::int64_t> smallest(knapsack.limits);
  for (std::size_t at = 0; at < knapsack.sizes.size(); ++at) {
    smallest[at % n] = std::min(smallest[at % n], knapsack.sizes[at]);
  }
  Knapsack rest{.limits = knapsack.limits, .sizes = {}, .counts = {}, .prices = {}};
  const Companions companions(knapsack);
  for (std::size_t bin = 0; bin < bins; ++bin) {
    const auto size = knapsack.size(bin);
    bool alone = false;
    for (std::size_t d = 0; d < n; ++d) alone |= smallest[d] > knapsack.limits[d] - size[d];
    if (!alone) {
      std::int64_t visited = 0;
      alone = !companions.has_company(static_cast<std::uint32_t>(bin), visited);
      if (!work.add(steps_of_node * visited)) return false;
    }
    if (alone) continue;
    rest.sizes.insert(rest.sizes.end(), size.begin(), size.end());
    rest.counts.push_back(knapsack.counts[bin]);
    rest.prices.push_back(knapsack.prices[bin]);
  }
  knapsack = std::move(rest);
  return true;
}

/// Drops dimensions whose limit holds all items together.
static void drop_slack_dimensions(Knapsack& knapsack) {
  const std::size_t n = knapsack.limits.size();
  const std::size_t bins = knapsack.bins();
  std::vector<std::size_t> kept;
  for (std::size_t d = 0; d < n; ++d) {
    Wide total = 0;
    for (std::size_t bin = 0; bin < bins; ++bin) total += Wide{knapsack.counts[bin]} * knapsack.size(bin)[d];
    if (total > knapsack.limits[d]) kept.push_back(d);
  }
  std::vector<std::int64_t> limits;
  limits.reserve(kept.size());
  for (const std::size_t d : kept) limits.push_back(knapsack.limits[d]);
  std::vector<std::int64_t> sizes;
  for (std::size_t bin = 0; bin < bins; ++bin) {
    for (const std::size_t d : kept) sizes.push_back(knapsack.size(bin)[d]);
  }
  knapsack.limits = std::move(limits);
  knapsack.sizes = std::move(sizes);
}

/// Whether one dimension proves it by itself: no price is above the item's share of the limit.
static bool is_shown_by(const Knapsack& knapsack, std::size_t dimension, std::int64_t scale) {
  for (std::size_t bin = 0; bin < knapsack.bins(); ++bin) {
    const Wide share = Wide{scale} * knapsack.size(bin)[dimension];
    if (Wide{knapsack.prices[bin]} * knapsack.limits[dimension] > share) return false;
  }
  return true;
}

/// Whether all items together are worth no more than a pack may be.
static bool is_shown_by_all(const Knapsack& knapsack, std::int64_t scale) {
  Wide total = 0;
  for (std::size_t bin = 0; bin < knapsack.bins(); ++bin) total += Wide{knapsack.counts[bin]} * knapsack.prices[bin];
  return total <= scale;
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

/// ⌈Σ count · price / scale⌉
static std::int64_t packs_by_prices(const Histogram& histogram, const Certificate& certificate) {
  Wide total = 0;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    total += Wide{histogram.counts[bin]} * certificate.prices[bin];
  }
  const Wide packs = (total + certificate.scale - 1) / certificate.scale;
  return static_cast<std::int64_t>(std::min<Wide>(packs, max_exact));
}

std::int64_t packs_proven(const Histogram& histogram, const Certificate& certificate) {
  return std::max(packs_by_prices(histogram, certificate), certificate.packs);
}

static Result<void> verify_prices(const Histogram& histogram, const Limits& limits, const Certificate& certificate,
                                  CheckingWork& work) {
  if (auto valid = check_prices(histogram, limits, certificate); !valid) return valid;
  if (!work.add(steps_of_size, histogram.sizes.size())) return work.error();
  Knapsack knapsack = make_knapsack(histogram, limits, certificate);
  if (!drop_loners(knapsack, work)) return work.error();
  if (is_shown_by_all(knapsack, certificate.scale)) return {};
  for (std::size_t d = 0; d < knapsack.limits.size(); ++d) {
    if (is_shown_by(knapsack, d, certificate.scale)) return {};
  }
  drop_slack_dimensions(knapsack);
  reduce(knapsack);
  const auto most = most_valuable_pack(knapsack, certificate.scale, work);
  if (!most) return tl::unexpected(most.error());
  if (*most > certificate.scale) {
    return fail(ErrorCode::plan_mismatch, "a pack can be worth " + std::to_string(*most) + ", more than the scale " +
                                              std::to_string(certificate.scale));
  }
  return {};
}

Result<std::int64_t> verify(const Histogram& histogram, const Limits& limits, const Certificate& certificate,
                            CheckingWork& work) {
  if (histogram.bins() == 0) return 0;
  if (auto within = work.allows(certificate.work); !within) return tl::unexpected(within.error());
  if (auto shown = verify_prices(histogram, limits, certificate, work); !shown) return tl::unexpected(shown.error());
  if (certificate.packs != 0 || !certificate.cases.empty()) {
    if (auto shown = verify_cases(histogram, limits, certificate, work); !shown) return tl::unexpected(shown.error());
  }
  return packs_proven(histogram, certificate);
}

Result<std::int64_t> verify(const Histogram& histogram, const Limits& limits, const Certificate& certificate) {
  CheckingWork work;
  return verify(histogram, limits, certificate, work);
}

}  // namespace tuplepack::packing

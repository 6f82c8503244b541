// Certificates are forged in every way there is; none may be accepted unless what it says is true.

#include "instances.hpp"
#include "packing/worth_by_trying.hpp"
#include "tuplepack/packing/certificate.hpp"
#include "tuplepack/packing/pack.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>

namespace tuplepack::tests::forged_certificate_test {

using namespace packing;

namespace {

/// Whether a certificate is what it says it is.
bool is_true(const Instance& instance, const Certificate& certificate) {
  const std::size_t k = instance.histogram.component_count();
  if (certificate.prices.size() != instance.histogram.bins() || certificate.component.value_or(0) >= k) return false;
  return worth_by_trying(instance, certificate) <= certificate.scale;
}

/// Those of all bounds, and of a plan whose optimum is proven.
std::vector<Certificate> honest_certificates(const Instance& instance) {
  std::vector<Certificate> all;
  for (const LowerBound& bound : lower_bounds(instance.histogram, instance.limits)) {
    all.push_back(certify(instance.histogram, instance.limits, bound));
  }
  const auto packed = pack(instance.histogram, instance.limits, {.method = "column-generation"});
  if (packed && packed->proof) all.push_back(packed->proof->certificate);
  return all;
}

/// Any number, but mostly one at which arithmetic goes wrong.
std::int64_t extreme(Random& random, std::int64_t scale) {
  const std::array<std::int64_t, 10> values{0,
                                            1,
                                            scale,
                                            scale - 1,
                                            scale / 2 + 1,
                                            max_exact,
                                            max_exact - 1,
                                            max_exact / 2 + 1,
                                            std::int64_t{1} << 52,
                                            random.between(0, max_exact)};
  return values[static_cast<std::size_t>(random.between(0, values.size() - 1))];
}

constexpr std::int64_t kinds = 12;

Certificate forged(Certificate certificate, std::int64_t kind, const Instance& instance, Random& random) {
  auto& prices = certificate.prices;
  const auto any_bin = [&] {
    return static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(prices.size()) - 1));
  };
  switch (kind) {
    case 0: ++prices[any_bin()]; break;
    case 1: --certificate.scale; break;
    case 2: certificate.scale = extreme(random, certificate.scale); break;
    case 3: prices[any_bin()] = extreme(random, certificate.scale); break;
    case 4: std::fill(prices.begin(), prices.end(), certificate.scale); break;
    case 5:
      certificate.scale = max_exact - random.between(0, 3);
      for (std::int64_t& price : prices) price = extreme(random, certificate.scale);
      break;
    case 6: {  // the same proof, blown up, and perhaps one price up
      const std::int64_t factor = max_exact / certificate.scale;
      certificate.scale *= factor;
      for (std::int64_t& price : prices) price *= factor;
      if (random.one_in(2)) ++prices[any_bin()];
      break;
    }
    case 7: certificate.uses_depth = !certificate.uses_depth; break;
    case 8: certificate.component = certificate.component ? std::nullopt : std::optional<std::size_t>(0); break;
    case 9:
      certificate.component =
          static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(instance.histogram.component_count())));
      break;
    case 10:
      if (random.one_in(4)) {
        prices.push_back(0);
      } else {
        std::swap(prices[any_bin()], prices[any_bin()]);
      }
      break;
    default:
      certificate.scale = random.between(1, 40);
      for (std::int64_t& price : prices) price = random.between(0, certificate.scale);
  }
  return certificate;
}

/// A certificate of an instance that is a little different.
void change(Instance& instance, Random& random) {
  Histogram& histogram = instance.histogram;
  const auto bin = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(histogram.bins()) - 1));
  switch (random.between(0, 2)) {
    case 0: histogram.counts[bin] = std::max<std::int64_t>(histogram.counts[bin] - 1, 1); break;
    case 1: ++instance.limits.sizes[0]; break;
    default: instance.limits.depth = random.between(1, 4);
  }
}

}  // namespace

TEST_CASE("no forged certificate is accepted unless it is true") {
  constexpr std::uint64_t seed = 400;
  CAPTURE(seed);
  Random random(seed);
  int tried = 0;
  int accepted = 0;
  while (tried < 10'000) {
    Instance instance = random_instance(random, {.bins = 4, .count = 3, .limit = 12, .depth = 4});
    CAPTURE(describe_instance(instance));
    const auto certificates = honest_certificates(instance);
    if (random.one_in(4)) change(instance, random);
    const std::int64_t fewest = fewest_packs(instance.histogram, instance.limits);
    for (const Certificate& honest : certificates) {
      for (std::int64_t kind = 0; kind < kinds; ++kind, ++tried) {
        CAPTURE(kind);
        const Certificate certificate = forged(honest, kind, instance, random);
        const auto proven = verify(instance.histogram, instance.limits, certificate);
        const bool is_sound =
            certificate.scale >= 1 && certificate.scale <= max_exact && is_true(instance, certificate);
        CHECK_MESSAGE(proven.has_value() == is_sound, (proven ? "accepted" : proven.error().message));
        if (!proven) continue;
        CHECK(*proven <= fewest);
        ++accepted;
      }
    }
  }
  CHECK(accepted > 1'000);
  CHECK(tried - accepted > 1'000);
}

TEST_CASE("prices at the end of the exact range prove nothing by overflow") {
  // Three items fit into a pack; every one is said to fill it.
  const Histogram histogram = lengths({3, 4}, {300, 300});
  const Limits limits{.sizes = {12}};
  for (const std::int64_t scale : {max_exact, max_exact - 1, max_exact / 2 + 1, std::int64_t{1} << 52}) {
    const auto proven = verify(histogram, limits, {.scale = scale, .prices = {scale, scale}});
    REQUIRE_FALSE(proven);
    CHECK(proven.error().code == ErrorCode::plan_mismatch);
  }
  // The sum over many bins leaves 64 bits.
  std::vector<std::int64_t> sizes(3'000);
  for (std::size_t i = 0; i < sizes.size(); ++i) sizes[i] = static_cast<std::int64_t>(i) + 1;
  const Histogram many = lengths(sizes, std::vector<std::int64_t>(sizes.size(), 1));
  const Certificate greedy{.scale = max_exact, .prices = std::vector<std::int64_t>(sizes.size(), max_exact)};
  for (const std::int64_t limit : {std::int64_t{4'600'000}, std::int64_t{1} << 40}) {
    CHECK(verify(many, {.sizes = {limit}}, greedy).error().code == ErrorCode::plan_mismatch);
  }
}

TEST_CASE("certificates of limits too large for a table") {
  Random random(401);
  for (int i = 0; i < 300; ++i) {
    const bool is_huge = random.one_in(3);
    const std::int64_t scale = std::int64_t{1} << (is_huge ? 46 : random.between(20, 38));
    Instance instance = random_instance(random, {.components = 2,
                                                 .bins = is_huge ? 4 : 30,
                                                 .count = is_huge ? 2 : 5,
                                                 .limit = is_huge ? 12 : 60,
                                                 .scale = scale});
    for (std::int64_t& size : instance.histogram.sizes) {  // no common divisor
      if (size > 1) size -= random.between(0, std::min<std::int64_t>(scale, size) / 2);
    }
    auto histogram = make_histogram(instance.histogram.components, instance.histogram.sizes, instance.histogram.counts);
    if (!histogram) continue;
    CAPTURE(describe_instance(instance));
    for (const LowerBound& bound : lower_bounds(*histogram, instance.limits)) {
      CAPTURE(std::string(bound.name));
      const Certificate certificate = certify(*histogram, instance.limits, bound);
      const auto proven = verify(*histogram, instance.limits, certificate);
      REQUIRE_MESSAGE(proven, proven.error().message);
      CHECK(*proven >= bound.packs);
    }
  }
}

}  // namespace tuplepack::tests::forged_certificate_test

#include "tuplepack/packing/certificate.hpp"

#include "files.hpp"
#include "instances.hpp"
#include "packing/bounds/bounds.hpp"
#include "packing/worth_by_trying.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::certificate_test {

using namespace packing;

TEST_CASE("a certificate is accepted exactly when no pack is worth more than the scale") {
  Random random(40);
  int by_depth = 0;
  for (int i = 0; i < 4000; ++i) {
    const Instance instance = random_instance(random, {.bins = 5, .count = 4, .limit = 12, .depth = 4});
    CAPTURE(describe_instance(instance));
    Certificate certificate;
    const std::size_t k = instance.histogram.component_count();
    if (random.one_in(2)) certificate.component = static_cast<std::size_t>(random.between(0, static_cast<int>(k) - 1));
    certificate.uses_depth = random.one_in(2);
    for (std::size_t bin = 0; bin < instance.histogram.bins(); ++bin) {
      certificate.prices.push_back(random.one_in(4) ? 0 : random.between(1, 20));
    }
    certificate.scale = std::max(static_cast<std::int64_t>(worth_by_trying(instance, certificate)), std::int64_t{1});
    const auto proven = verify(instance.histogram, instance.limits, certificate);
    REQUIRE(proven);
    CHECK(*proven <= fewest_packs(instance.histogram, instance.limits));
    if (certificate.scale > 1) {
      --certificate.scale;
      CHECK_FALSE(verify(instance.histogram, instance.limits, certificate));
    }
    if (certificate.uses_depth && instance.limits.depth != unlimited_depth) ++by_depth;
  }
  CHECK(by_depth > 100);
}

TEST_CASE("every bound has a certificate") {
  Random random(41);
  for (int i = 0; i < 1000; ++i) {
    const std::int64_t scale = i % 4 == 3 ? std::int64_t{1} << 36 : 1;
    const Instance instance =
        random_instance(random, {.bins = 12, .count = 30, .limit = 60, .depth = 6, .scale = scale});
    CAPTURE(describe_instance(instance));
    for (const LowerBound& bound : lower_bounds(instance.histogram, instance.limits)) {
      CAPTURE(std::string(bound.name));
      const auto proven =
          verify(instance.histogram, instance.limits, certify(instance.histogram, instance.limits, bound));
      REQUIRE_MESSAGE(proven, proven.error().message);
      CHECK(*proven >= bound.packs);
    }
  }
}

static std::optional<Certificate> forced_waste(const Histogram& histogram, const Limits& limits,
                                               std::size_t component) {
  const PackOptions options;
  Stop stop(options, {});
  return certify_forced_waste(histogram, limits, component, stop);
}

TEST_CASE("forced waste: never wrong, and at least the total") {
  Random random(42);
  int stronger = 0;
  for (int i = 0; i < 3000; ++i) {
    const Instance instance = random_instance(random, {.bins = 4, .count = 3, .limit = 12, .depth = 6});
    CAPTURE(describe_instance(instance));
    const Totals sums = totals(instance.histogram);
    for (std::size_t c = 0; c < instance.histogram.component_count(); ++c) {
      const auto certificate = forced_waste(instance.histogram, instance.limits, c);
      REQUIRE(certificate);
      const auto proven = verify(instance.histogram, instance.limits, *certificate);
      REQUIRE_MESSAGE(proven, proven.error().message);
      CHECK(*proven <= fewest_packs(instance.histogram, instance.limits));
      const std::int64_t total = divide_up(sums.sums[c], instance.limits.sizes[c]);
      CHECK(*proven >= total);
      if (*proven > total) ++stronger;
    }
  }
  CHECK(stronger > 100);
}

TEST_CASE("forced waste proves what the total of molhiv does not") {
  const Histogram histogram = load("molhiv_train.csv");
  const Limits limits{.sizes = {222, 502}, .depth = 256};
  CHECK(lower_bound(histogram, limits).packs == 3'743);
  CHECK(verify(histogram, limits, forced_waste(histogram, limits, 0).value()) == 3'744);
}

TEST_CASE("certificates of real data") {
  const auto proves = [](const char* file, const Limits& limits) {
    const Histogram histogram = load(file);
    const LowerBound bound = lower_bound(histogram, limits);
    const auto proven = verify(histogram, limits, certify(histogram, limits, bound));
    REQUIRE_MESSAGE(proven, proven.error().message);
    CHECK(*proven == bound.packs);
  };
  proves("wikipedia_512.csv", {.sizes = {512}});
  proves("squad_384.csv", {.sizes = {384}, .depth = 3});
  proves("molhiv_train.csv", {.sizes = {222, 502}, .depth = 256});
  proves("code2_synthetic.csv", {.sizes = {36123, 36122}, .depth = 256});
}

TEST_CASE("what is no certificate") {
  const Histogram histogram = lengths({4, 6}, {1, 3});
  const Limits limits{.sizes = {10}};
  const auto code = [&](const Certificate& certificate) { return verify(histogram, limits, certificate).error().code; };
  CHECK(verify(histogram, limits, {.scale = 1, .prices = {0, 1}}) == 3);
  CHECK(code({.scale = 1, .prices = {1, 1}}) == ErrorCode::plan_mismatch);
  CHECK(code({.scale = 1, .prices = {1}}) == ErrorCode::malformed);
  CHECK(code({.scale = 0, .prices = {0, 0}}) == ErrorCode::malformed);
  CHECK(code({.scale = 2, .prices = {-1, 2}}) == ErrorCode::malformed);
  CHECK(code({.scale = 1, .prices = {0, 2}}) == ErrorCode::malformed);
  CHECK(code({.scale = 1, .prices = {0, 1}, .component = 1}) == ErrorCode::malformed);
  const Limits large{.sizes = {max_exact}};
  CHECK(verify(histogram, large, {.scale = 7, .prices = {1, 2}}).error().code == ErrorCode::unsupported);
}

TEST_CASE("a certificate that would take too much memory to verify is refused") {
  // A pack holds any number of items of the first size, each number a size and a price of its own.
  const std::int64_t many = std::int64_t{1} << 24;
  const Histogram histogram = lengths({1, std::int64_t{1} << 39}, {many, 4});
  const Limits limits{.sizes = {std::int64_t{1} << 40}, .depth = many};
  const auto proven = verify(histogram, limits, {.scale = many + 1, .prices = {1, 1}});
  REQUIRE_FALSE(proven);
  CHECK(proven.error().code == ErrorCode::unsupported);
}

TEST_CASE("sizes that share a few prices are verified however many they are") {
  const std::int64_t limit = 131'072;
  std::vector<std::int64_t> sizes;
  Certificate certificate{.scale = 64, .prices = {}, .component = {}, .uses_depth = true};
  for (std::int64_t size = 1; size <= limit; ++size) {
    sizes.push_back(size);
    certificate.prices.push_back(4 + 4 * (8 * size / limit));
  }
  const Histogram histogram = lengths(sizes, std::vector<std::int64_t>(sizes.size(), 1));
  const Limits limits{.sizes = {limit}, .depth = 9};
  CHECK(verify(histogram, limits, certificate) == packs_proven(histogram, certificate));
  // Nine items are worth 4 each, and 4 for every eighth of the limit but the last.
  certificate.scale = 63;
  CHECK_FALSE(verify(histogram, limits, certificate));
}

TEST_CASE("bins whose items share a pack with no other are found in little work") {
  // Of sizes (i, n − i, …) no two fit into limits of n − 1; every pack holds one item.
  for (const std::size_t components : {std::size_t{2}, std::size_t{3}, std::size_t{4}}) {
    constexpr std::int64_t n = 60'000;
    std::vector<std::string> names;
    for (std::size_t c = 0; c < components; ++c) names.push_back("c" + std::to_string(c));
    std::vector<std::int64_t> sizes;
    for (std::int64_t i = 1; i < n - 1; ++i) {
      for (std::size_t c = 0; c < components; ++c) sizes.push_back(c % 2 == 0 ? i : n - i);
    }
    const std::vector<std::int64_t> counts(sizes.size() / components, 1);
    const Histogram histogram = make_histogram(names, sizes, counts).value();
    const Limits limits{.sizes = std::vector<std::int64_t>(components, n - 1), .depth = 7};
    const Certificate certificate{
        .scale = 1, .prices = std::vector<std::int64_t>(histogram.bins(), 1), .component = {}, .uses_depth = true};
    CheckingWork work;
    CHECK(verify(histogram, limits, certificate, work) == static_cast<std::int64_t>(histogram.bins()));
    CHECK(work.done() < 5'000 * n);
  }
}

/// Squares of lengths: no bin is worth less than smaller ones in its place, so that all of them take a table.
static Certificate costly(const Histogram& histogram) {
  const std::int64_t smallest = histogram.sizes.front();
  const std::int64_t largest = 512 - smallest;
  Certificate certificate{
      .scale = largest * largest + smallest * smallest, .prices = {}, .component = {}, .uses_depth = true};
  for (const std::int64_t size : histogram.sizes) certificate.prices.push_back(size > largest ? 0 : size * size);
  return certificate;
}

TEST_CASE("the work of a certificate is a count, and what it says itself is looked at first") {
  const Histogram histogram = load("wikipedia_512.csv");
  const Limits limits{.sizes = {512}, .depth = 100};
  Certificate certificate = costly(histogram);
  CheckingWork first;
  const auto proven = verify(histogram, limits, certificate, first);
  REQUIRE(proven);
  CHECK(first.done() > 1'000'000);
  CHECK(first.done() < 100'000'000);
  const auto checked = [&](std::int64_t most, std::int64_t says) {
    certificate.work = says;
    CheckingWork work(most);
    const auto result = verify(histogram, limits, certificate, work);
    if (most > 0) CHECK(work.done() <= (says > most ? 0 : most));
    return result ? std::string() : std::string(name(result.error().code)) + ": " + result.error().message;
  };
  const std::string steps = std::to_string(first.done());
  CHECK(checked(first.done(), 0).empty());
  CHECK(checked(0, 0).empty());
  CHECK(checked(0, max_exact).empty());
  CHECK(checked(CheckingWork::unlimited, first.done()).empty());
  CHECK(checked(first.done() - 1, 0) == "unsupported: the certificate takes more than " +
                                            std::to_string(first.done() - 1) +
                                            " steps to check, which is the limit; max-work raises it");
  CHECK(checked(first.done() - 1, first.done()) == "unsupported: the certificate takes " + steps +
                                                       " steps to check, more than the limit of " +
                                                       std::to_string(first.done() - 1) + "; max-work raises it");
  CHECK(checked(first.done(), max_exact).starts_with("unsupported: the certificate takes 9007199254740991 steps"));
}

TEST_CASE("a check can be stopped every few million steps") {
  const Histogram histogram = load("wikipedia_512.csv");
  const Limits limits{.sizes = {512}, .depth = 100};
  std::vector<std::int64_t> asked;
  CheckingWork work(CheckingWork::unlimited, [&](std::int64_t steps) {
    asked.push_back(steps);
    return asked.size() < 3;
  });
  const auto proven = verify(histogram, limits, costly(histogram), work);
  REQUIRE_FALSE(proven);
  CHECK(proven.error().code == ErrorCode::stopped);
  REQUIRE(asked.size() == 3);
  CHECK(asked[2] < 4 * CheckingWork::ask_every);
  CHECK(proven.error().message == "stopped after " + std::to_string(asked[2]) + " steps of checking the certificate");
  CHECK_FALSE(work.add(1));
}

}  // namespace tuplepack::tests::certificate_test

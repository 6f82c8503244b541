// The method "dot-product". That its plans are plans, on random instances of any kind, is tested with all methods in
// pack_test.
#include "files.hpp"
#include "instances.hpp"
#include "packing/methods/methods.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::dot_product_test {

using namespace packing;

using tuplepack::tests::load;
using tuplepack::tests::Random;

namespace {

/// As the paper has it: every item for itself, every bin looked at.
Plan by_the_book(const Histogram& histogram, const Limits& limits) {
  const std::size_t k = limits.sizes.size();
  std::vector<std::int64_t> left = histogram.counts;
  Plan plan;
  while (true) {
    std::vector<double> weights(k, 0);
    for (std::size_t bin = 0; bin < left.size(); ++bin) {
      for (std::size_t c = 0; c < k; ++c) weights[c] += static_cast<double>(left[bin] * histogram.size(bin)[c]);
    }
    for (std::size_t c = 0; c < k; ++c) weights[c] /= static_cast<double>(limits.sizes[c]);
    std::vector<std::int64_t> room = limits.sizes;
    std::vector<std::int64_t> taken(left.size(), 0);
    std::int64_t slots = limits.depth;
    for (bool found = true; found && slots > 0;) {
      found = false;
      std::size_t best = 0;
      double most = -1;
      for (std::size_t bin = left.size(); bin-- > 0;) {
        double gain = 0;
        bool fits = taken[bin] < left[bin];
        for (std::size_t c = 0; c < k; ++c) {
          const auto limit = static_cast<double>(limits.sizes[c]);
          gain +=
              weights[c] * (static_cast<double>(room[c]) / limit) / limit * static_cast<double>(histogram.size(bin)[c]);
          fits &= histogram.size(bin)[c] <= room[c];
        }
        if (!fits || gain <= most) continue;
        found = true;
        most = gain;
        best = bin;
      }
      if (!found) break;
      ++taken[best];
      --slots;
      for (std::size_t c = 0; c < k; ++c) room[c] -= histogram.size(best)[c];
    }
    std::int64_t repeats = unlimited_depth;
    for (std::size_t bin = 0; bin < left.size(); ++bin) {
      if (taken[bin] > 0) repeats = std::min(repeats, left[bin] / taken[bin]);
    }
    if (repeats == unlimited_depth) return plan;
    for (std::size_t bin = left.size(); bin-- > 0;) {
      left[bin] -= repeats * taken[bin];
      if (taken[bin] == 0) continue;
      plan.bins.push_back(static_cast<std::uint32_t>(bin));
      plan.copies.push_back(taken[bin]);
    }
    plan.offsets.push_back(static_cast<std::int64_t>(plan.bins.size()));
    plan.repeats.push_back(repeats);
  }
}

}  // namespace

TEST_CASE("dot-product is the paper's") {
  Random random(60);
  for (int i = 0; i < repeats(300); ++i) {
    // Fewer than 64 items of a bin in a pack, so that none are put in several at once.
    const auto instance = tests::random_instance(random, {.bins = 200, .count = 60, .limit = 300, .depth = 50});
    CAPTURE(tests::describe_instance(instance));
    CHECK(pack_dot_product(instance.histogram, instance.limits, {}) ==
          by_the_book(instance.histogram, instance.limits));
  }
}

TEST_CASE("an item of another shape comes next") {
  // The first of the equals is (6, 2); with it the room is (2, 6), and (2, 6) goes better with that than nothing else.
  const Histogram histogram =
      make_histogram({"a", "b"}, std::vector<std::int64_t>{2, 6, 6, 2}, std::vector<std::int64_t>{5, 5}).value();
  const Plan plan = pack_dot_product(histogram, {.sizes = {8, 8}}, {});
  CHECK(plan.bins == std::vector<std::uint32_t>{1, 0});
  CHECK(plan.repeats == std::vector<std::int64_t>{5});
}

TEST_CASE("dot-product on molecules") {
  const Histogram histogram = load("molhiv_train.csv");
  const Limits limits{.sizes = {222, 502}, .depth = 256};
  const Plan plan = pack_dot_product(histogram, limits, {});
  CHECK(check(histogram, limits, plan));
  CHECK(pack_count(plan) == 3'763);
}

TEST_CASE("dot-product stops when told to, with a whole plan") {
  const Histogram histogram = load("code2_synthetic.csv");
  const Limits limits{.sizes = {36'123, 36'122}, .depth = 256};
  int asked = 0;
  const PackOptions options{.keep_going = [&](const PackProgress&) { return ++asked < 2; }};
  CHECK(check(histogram, limits, pack_dot_product(histogram, limits, options)));
  CHECK(asked == 2);
}

}  // namespace tuplepack::tests::dot_product_test

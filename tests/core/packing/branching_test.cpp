// Branch and price: what it proves is true, and its proofs by cases hold.
#include "packing/exact/branching/tree_search.hpp"

#include "packing/checked_packs.hpp"
#include "packing/colourings.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::branching_test {

using namespace packing;

/// Branch and price from the poorest plan and the weakest bound.
static Branched from_scratch(const Instance& instance, const PackOptions& options = {}) {
  Plan plan = pack(instance.histogram, instance.limits, {.method = "none"}).value().plan;
  const Certificate nothing{.scale = 1, .prices = std::vector<std::int64_t>(instance.histogram.bins(), 0)};
  const Proof known{.bound = {.packs = 1, .name = "total", .component = {}, .parameter = 0}, .certificate = nothing};
  return solve_by_cases(instance.histogram, instance.limits, std::move(plan), known, true, options);
}

/// Checks plan and proof of an instance. The bound.
static std::int64_t verified_bound(const Instance& instance, const Branched& branched) {
  CHECK(checked_packs(instance, branched.solved.plan) >= branched.solved.bound);
  const Certificate& certificate = branched.solved.certificate;
  if (certificate.prices.empty()) return branched.solved.bound;
  const auto verified = verify(instance.histogram, instance.limits, certificate);
  REQUIRE_MESSAGE(verified, verified.error().message);
  CHECK(*verified == branched.solved.bound);
  return *verified;
}

TEST_CASE("branch and price against brute force") {
  constexpr std::uint64_t seed = 90;
  CAPTURE(seed);
  Random random(seed);
  int proven = 0;
  constexpr int instances = repeats(3'000);
  for (int i = 0; i < instances; ++i) {
    const std::int64_t scale = i % 8 == 7 ? std::int64_t{1} << 36 : 1;
    Instance instance = random_instance(random, {.bins = 7, .count = 2, .limit = 20, .depth = 5, .scale = scale});
    if (random.one_in(8)) instance.limits.sizes[0] = max_exact;
    CAPTURE(describe_instance(instance));
    const std::int64_t optimum = fewest_packs(instance.histogram, instance.limits);
    const Branched branched = from_scratch(instance);
    CHECK(verified_bound(instance, branched) <= optimum);
    if (branched.solved.bound == pack_count(branched.solved.plan)) ++proven;
  }
  CHECK(proven >= instances * 95 / 100);
}

TEST_CASE("where prices do not suffice, cases do") {
  const Instance instance = instance_of(groetzsch());
  const Branched branched = from_scratch(instance);
  CHECK(verified_bound(instance, branched) == 4);
  CHECK(pack_count(branched.solved.plan) == 4);
  CHECK(branched.solved.certificate.cases.size() > 1);

  constexpr std::uint64_t seed = 91;
  CAPTURE(seed);
  Random random(seed);
  int divided = 0;
  for (int i = 0; i < 40; ++i) {
    const Instance other = instance_of(around_groetzsch(random, static_cast<std::size_t>(random.between(1, 3))));
    if (other.limits.sizes.size() > max_components) continue;
    CAPTURE(describe_instance(other));
    const Branched solved = from_scratch(other);
    CHECK(verified_bound(other, solved) == checked_packs(other, solved.solved.plan));
    if (i < 3) CHECK(solved.solved.bound == fewest_packs(other.histogram, other.limits));
    if (solved.solved.certificate.cases.size() > 1) ++divided;
  }
  CHECK(divided > 5);
}

TEST_CASE("branch and price goes on until it is stopped") {
  const Instance instance = instance_of(groetzsch());
  std::int64_t needed = 0;
  PackOptions options;
  options.ask_every = 1;
  options.keep_going = [&](const PackProgress&) { return ++needed > 0; };
  CHECK(from_scratch(instance, options).solved.bound == 4);
  REQUIRE(needed > 100);
  for (const std::int64_t allowed : {std::int64_t{1}, needed / 4, needed / 2, needed - 1}) {
    std::int64_t asked = 0;
    options.keep_going = [&](const PackProgress&) { return ++asked < allowed; };
    const Branched branched = from_scratch(instance, options);
    CHECK(verified_bound(instance, branched) <= 4);
    CHECK(asked >= allowed);
  }
}

TEST_CASE("optimal does not end before it is stopped while a gap remains") {
  // The tree of the one is large, the other has none: too many items.
  for (const bool has_tree : {true, false}) {
    Random random(92);
    HistogramBuilder builder(2);
    for (int i = 0; i < 120; ++i) {
      REQUIRE(builder.add(std::vector{random.between(100, 400), random.between(100, 400)}, has_tree ? 1 : 50));
    }
    const Histogram histogram = std::move(builder).finish({"a", "b"}).value();
    PackOptions options{.method = "optimal"};
    options.is_timed = true;
    std::int64_t questions = 0;
    options.keep_going = [&](const PackProgress&) { return ++questions < repeats(2'000); };
    const Packed packed = pack(histogram, {.sizes = {1000, 1000}}, options).value();
    const bool is_optimal = packed.proof->bound.packs == pack_count(packed.plan);
    CHECK((packed.ended == Ended::stopped || is_optimal));
  }
}

}  // namespace tuplepack::tests::branching_test

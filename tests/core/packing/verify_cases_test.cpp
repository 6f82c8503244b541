// Proofs by cases are forged in many ways; none may be accepted unless what it says is true.
#include "packing/colourings.hpp"
#include "packing/exact/branching/tree_search.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::verify_cases_test {

using namespace packing;

namespace {

/// The proof that a colouring needs as many packs as it does, by branch and price from a poor plan and no bound.
Certificate proof_by_cases(const Instance& instance) {
  Plan plan = pack(instance.histogram, instance.limits, {.method = "none"}).value().plan;
  const Certificate nothing{.scale = 1, .prices = std::vector<std::int64_t>(instance.histogram.bins(), 0)};
  const Proof known{.bound = {.packs = 1, .name = "total", .component = {}, .parameter = 0}, .certificate = nothing};
  const Branched found = solve_by_cases(instance.histogram, instance.limits, std::move(plan), known, true, {});
  REQUIRE(found.solved.bound == pack_count(found.solved.plan));
  return found.solved.certificate;
}

std::string reason(const Instance& instance, const Certificate& certificate) {
  const auto verified = verify(instance.histogram, instance.limits, certificate);
  return verified ? "proves " + std::to_string(*verified) : verified.error().message;
}

std::size_t any_of(std::size_t n, Random& random) {
  return static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(n) - 1));
}

void forge(Certificate& certificate, std::int64_t kind, Random& random) {
  auto& cases = certificate.cases;
  Case& any = cases[any_of(cases.size(), random)];
  switch (kind) {
    case 0: ++certificate.packs; break;
    case 1: cases.pop_back(); break;
    case 2: cases.push_back(cases.back()); break;
    case 3: cases.erase(cases.begin() + static_cast<std::ptrdiff_t>(any_of(cases.size(), random))); break;
    case 4: std::swap(any, cases[any_of(cases.size(), random)]); break;
    case 5: any = cases[any_of(cases.size(), random)]; break;
    case 6:
      if (any.split) {
        any.split->second = static_cast<std::uint32_t>(random.between(0, 20));
      } else {
        ++any.prices[any_of(any.prices.size(), random)];
      }
      break;
    case 7:
      if (any.split) {
        any.split.reset();
        any.prices.assign(11, 1);
      } else {
        any.scale -= 1;
      }
      break;
    case 8:
      for (Case& next : cases) {
        if (next.split) continue;
        next.scale = random.between(1, 4);
        for (std::int64_t& price : next.prices) price = random.between(0, next.scale);
      }
      break;
    default:
      for (Case& next : cases) next.scale = random.between(next.scale - next.scale / 1000, next.scale);
  }
}

}  // namespace

TEST_CASE("no forged proof by cases is accepted unless it is true") {
  constexpr std::uint64_t seed = 93;
  CAPTURE(seed);
  Random random(seed);
  int refused = 0;
  int accepted = 0;
  for (int i = 0; i < 16; ++i) {
    const Instance instance = instance_of(around_groetzsch(random, 1));
    const Certificate honest = proof_by_cases(instance);
    if (honest.cases.empty()) continue;
    const std::int64_t optimum = fewest_packs(instance.histogram, instance.limits);
    for (std::int64_t kind = 0; kind < 10; ++kind) {
      CAPTURE(kind);
      Certificate forged = honest;
      forge(forged, kind, random);
      CheckingWork work(100'000'000);  // random prices would take all that there is by default
      const auto proven = verify(instance.histogram, instance.limits, forged, work);
      if (proven) CHECK(*proven <= optimum);
      ++(proven ? accepted : refused);
    }
    Certificate greedy = honest;
    greedy.packs = optimum + 1;
    for (Case& next : greedy.cases) {
      if (!next.split) next.scale = next.scale * optimum / (optimum + 1);
    }
    CheckingWork work(100'000'000);
    CHECK_FALSE(verify(instance.histogram, instance.limits, greedy, work));
  }
  CHECK(refused > 20);
}

TEST_CASE("what is no proof by cases") {
  // Items of 6 and 4 share a pack, and the linear program is not enough to say so in these words.
  const Instance instance{lengths({4, 6}, {2, 2}), {.sizes = {10}}};
  const Case closed{.split = {}, .scale = 1, .prices = {0, 1}};
  const Case together{.split = {}, .scale = 1, .prices = {0, 1, 1}};
  const Case split{.split = std::pair{0U, 1U}, .scale = 1, .prices = {}};
  const auto with = [&](std::int64_t packs, std::vector<Case> cases) {
    Certificate certificate{.scale = 1, .prices = {0, 0}};
    certificate.packs = packs;
    certificate.cases = std::move(cases);
    return reason(instance, certificate);
  };
  CHECK(with(2, {closed}) == "proves 2");
  CHECK(with(2, {split, together, closed}) == "proves 2");
  CHECK(with(2, {}) == "case 0: is missing");
  CHECK(with(0, {closed}) == "the number of packs in a proof by cases is out of range: 0");
  CHECK(with(3, {closed}) == "case 0: the prices show fewer than 3 packs");
  CHECK(with(2, {split, together}) == "case 2: is missing");
  CHECK(with(2, {split, together, closed, closed}) == "case 3: is surplus: no split refers to it");
  CHECK(with(2, {split, closed, closed}) == "case 1: 2 prices for 3 bins");
  CHECK(with(2, {split, together, together}) == "case 2: 3 prices for 2 bins");
  CHECK(with(2, {{.split = std::pair{1U, 1U}}, closed}) ==
        "case 0: bins 1 and 1 cannot share a pack in this case, so it cannot be split on them");
  CHECK(with(2, {{.split = std::pair{0U, 2U}}, closed}) == "case 0: there are 2 bins, no bin 2");
  CHECK(with(2, {{.split = {}, .scale = 0, .prices = {0, 0}}}) == "case 0: the scale 0 is not between 1 and 2^53");
  CHECK(with(2, {{.split = {}, .scale = 1, .prices = {0, 2}}}) ==
        "case 0: the price 2 is not between 0 and the scale 1");
  CHECK(with(2, {{.split = {}, .scale = 1, .prices = {1, 1}}}) == "case 0: a pack can be worth more than the scale 1");
  // Once apart, they need four packs but for the pairs of 4.
  CHECK(with(3, {split, {.split = {}, .scale = 2, .prices = {1, 2, 2}}, {.split = {}, .scale = 2, .prices = {1, 2}}}) ==
        "case 1: a pack can be worth more than the scale 2");
}

TEST_CASE("glued items stay apart from what either stays apart from") {
  // 2 and 3 share a pack or do not. Where they do not, items of 2 glued together stay apart from 3.
  const Instance instance{lengths({2, 3}, {4, 4}), {.sizes = {10}}};
  Certificate certificate{.scale = 1, .prices = {0, 0}};
  certificate.packs = 3;
  const Case apart{.split = {}, .scale = 12, .prices = {3, 4}};
  const Case apart_and_glued{.split = {}, .scale = 12, .prices = {3, 4, 6}};
  const Case closed{.split = {}, .scale = 10, .prices = {2, 3, 5}};
  certificate.cases = {{.split = std::pair{0U, 1U}}, closed, {.split = std::pair{0U, 0U}}, apart_and_glued, apart};
  // The first case needs no more than two packs: 20 of 10.
  CHECK(reason(instance, certificate) == "case 1: the prices show fewer than 3 packs");
  certificate.packs = 2;
  CHECK(reason(instance, certificate) == "proves 2");
  // Without the conflict of the glued item, a pack of it and two items of 3 would be worth 14.
  certificate.cases[3].prices = {3, 4, 7};
  CHECK(reason(instance, certificate) == "case 3: a pack can be worth more than the scale 12");
}

TEST_CASE("a chain of splits takes work in proportion to its length, also where many bins stay apart") {
  // Every split joins an item of 1 to the bin that the one before made: no prices follow, so the proof is incomplete.
  // With the square of the splits, this would take minutes.
  constexpr std::uint32_t splits = 300'000;
  const Instance instance{lengths({1}, {splits + 1}), {.sizes = {splits + 1}}};
  Certificate certificate{.scale = 1, .prices = {0}};
  certificate.packs = 1;
  for (std::uint32_t i = 0; i < splits; ++i) certificate.cases.push_back({.split = std::pair{0U, i}, .scale = 1});
  CheckingWork work;
  const auto proven = verify(instance.histogram, instance.limits, certificate, work);
  CHECK(proven.error().message == "case 300000: is missing");
  CHECK(work.done() < 100 * std::int64_t{splits});
}

TEST_CASE("the search of a case counts its packs, and stops at the limit") {
  // Three components in which no rounding helps: packs of 13 items of 60 bins.
  Random random(7);
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> prices;
  for (int i = 0; i < 60 * 8; ++i) sizes.push_back(random.between(60, 200));
  for (int i = 0; i < 60; ++i) prices.push_back(random.between(62, 98));
  std::vector<std::string> names;
  for (int c = 0; c < 8; ++c) names.push_back("c" + std::to_string(c));
  const auto histogram = make_histogram(names, sizes, std::vector<std::int64_t>(60, 3)).value();
  const Limits limits{.sizes = std::vector<std::int64_t>(8, 1000)};
  Certificate certificate{.scale = 1'000'000, .prices = std::vector<std::int64_t>(60, 0)};
  certificate.packs = 1;
  certificate.cases = {{.split = {}, .scale = 900, .prices = prices}};
  CheckingWork work(50'000'000);
  const auto proven = verify(histogram, limits, certificate, work);
  REQUIRE_FALSE(proven);
  CHECK(proven.error().code == ErrorCode::unsupported);
  CHECK(proven.error().message ==
        "the certificate takes more than 50000000 steps to check, which is the limit; max-work raises it");
  CHECK(work.done() > 49'000'000);
}

}  // namespace tuplepack::tests::verify_cases_test

#include "tuplepack/packing/bound.hpp"

#include "files.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::bound_test {

using namespace packing;

namespace {

constexpr std::int64_t any = unlimited_depth;

struct Known {
  const char* file;
  std::vector<std::int64_t> limits;
  std::int64_t depth;
  const char* name;
  std::int64_t packs;
};

const std::vector<Known> known_table{
    {"wikipedia_512.csv", {512}, any, "martello-toth", 8'135'727},
    {"squad_384.csv", {384}, 3, "martello-toth", 39'775},
    {"molhiv_train.csv", {222, 502}, 256, "total", 3'743},
    {"pcqm4mv2_train_digitized.csv", {20, 54}, any, "martello-toth", 3'131'867},
    {"code2_synthetic.csv", {36123, 36122}, 256, "depth", 1'595},
    {"molpcba_train_digitized.csv", {313, 636}, 256, "total", 30'499},
    {"ppa_synthetic.csv", {300, 36138}, 256, "martello-toth", 63'829},
};

std::int64_t up(__int128 a, __int128 b) {
  return static_cast<std::int64_t>((a + b - 1) / b);
}

/// The bounds as their definitions have them, one function value for one item at a time.
struct Definitions {
  const Histogram& histogram;
  const Limits& limits;
  std::size_t c;

  template <typename F>
  [[nodiscard]] __int128 sum(F f) const {
    __int128 total = 0;
    for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
      total += static_cast<__int128>(histogram.counts[bin]) * f(histogram.size(bin)[c]);
    }
    return total;
  }

  [[nodiscard]] std::int64_t martello_toth() const {
    const std::int64_t limit = limits.sizes[c];
    std::int64_t best = 0;
    for (std::int64_t t = 0; 2 * t <= limit; ++t) {
      const auto over_half = [&](std::int64_t x) { return 2 * x > limit; };
      const auto with_room = [&](std::int64_t x) { return over_half(x) && x <= limit - t; };
      const auto packs = static_cast<std::int64_t>(sum([&](std::int64_t x) { return over_half(x) ? 1 : 0; }));
      const __int128 room = sum([&](std::int64_t x) { return with_room(x) ? limit - x : 0; });
      const __int128 small = sum([&](std::int64_t x) { return !over_half(x) && x >= t ? x : 0; });
      best = std::max(best, packs + (small > room ? up(small - room, limit) : 0));
    }
    return best;
  }

  [[nodiscard]] std::int64_t dual_feasible() const {
    const std::int64_t limit = limits.sizes[c];
    std::int64_t best = 0;
    for (std::int64_t k = 1; k <= 100 && k < limit; ++k) {
      const auto u = [&](std::int64_t x) { return (k + 1) * x % limit == 0 ? k * x : (k + 1) * x / limit * limit; };
      best = std::max(best, up(sum(u), k * limit));
    }
    for (std::int64_t d = 1; 2 * d <= limit; ++d) {
      const auto ccm1 = [&](std::int64_t x) {
        if (2 * x < limit) return 2 * (x / d);
        if (2 * x == limit) return limit / d;
        return 2 * (limit / d - (limit - x) / d);
      };
      best = std::max(best, up(sum(ccm1), 2 * (limit / d)));
    }
    return best;
  }
};

std::int64_t packs_of(const std::vector<LowerBound>& bounds, std::string_view name, std::size_t c) {
  for (const LowerBound& bound : bounds) {
    if (bound.name == name && bound.component == c) return bound.packs;
  }
  return -1;
}

}  // namespace

TEST_CASE("bounds of real data") {
  for (const Known& row : known_table) {
    CAPTURE(row.file);
    const LowerBound bound = lower_bound(load(row.file), {.sizes = row.limits, .depth = row.depth});
    CHECK(bound.packs == row.packs);
    CHECK(bound.name == row.name);
  }
}

TEST_CASE("each bound on an example that only it settles") {
  const auto best = [](const Histogram& histogram, std::int64_t limit, std::int64_t depth) {
    return lower_bound(histogram, {.sizes = {limit}, .depth = depth});
  };
  SUBCASE("depth") {
    const LowerBound bound = best(lengths({1, 10}, {9, 2}), 10, 3);
    CHECK(bound.packs == 5);  // two packs of 10, nine items three at a time
    CHECK(bound.name == "depth");
    CHECK_FALSE(bound.component);
  }
  SUBCASE("total") {
    const LowerBound bound = best(lengths({3}, {7}), 10, any);
    CHECK(bound.packs == 3);
    CHECK(bound.name == "total");
    CHECK(bound.component == std::size_t{0});
  }
  SUBCASE("martello-toth") {
    const LowerBound bound = best(lengths({4, 6, 7}, {3, 1, 3}), 10, any);
    CHECK(bound.packs == 5);  // four packs of 6 and 7 have room for one 4, the other two share a pack
    CHECK(bound.name == "martello-toth");
    CHECK(bound.parameter == 4);
  }
  SUBCASE("dual-feasible") {
    const LowerBound bound = best(lengths({26}, {12}), 100, any);
    CHECK(bound.packs == 4);  // three of 26 fill a pack, though the total would need only 3.12
    CHECK(bound.name == "total");
    const LowerBound more = best(lengths({26}, {13}), 100, any);
    CHECK(more.packs == 5);
    CHECK(more.name == "dual-feasible");
  }
}

TEST_CASE("an item that can only meet itself is not alone when there are two") {
  const Limits limits{.sizes = {10}, .depth = 2};
  CHECK(lower_bound(lengths({5}, {2}), limits).packs == 1);
  CHECK(lower_bound(lengths({5, 9}, {2, 1}), limits).packs == 2);
  CHECK(lower_bound(lengths({1, 9}, {1, 1}), limits).packs == 1);
}

TEST_CASE("every row of the table is there for every component, in order") {
  const Histogram histogram =
      make_histogram({"a", "b"}, std::vector<std::int64_t>{1, 0}, std::vector<std::int64_t>{2}).value();
  const auto bounds = lower_bounds(histogram, {.sizes = {4, 4}});
  REQUIRE(bounds.size() == 1 + 2 * (bound_methods().size() - 1));
  CHECK(bounds[0].name == bound_methods()[0].name);
  for (std::size_t row = 1; row < bound_methods().size(); ++row) {
    for (std::size_t c = 0; c < 2; ++c) {
      const LowerBound& bound = bounds[1 + 2 * (row - 1) + c];
      CHECK(bound.name == bound_methods()[row].name);
      CHECK(bound.component == c);
    }
  }
}

TEST_CASE("bounds are what their definitions say") {
  Random random(1);
  for (int i = 0; i < 400; ++i) {
    const Instance instance = random_instance(random, {.bins = 30, .count = 50, .limit = 150});
    CAPTURE(describe_instance(instance));
    const auto bounds = lower_bounds(instance.histogram, instance.limits);
    for (std::size_t c = 0; c < instance.histogram.component_count(); ++c) {
      const Definitions definitions{instance.histogram, instance.limits, c};
      CHECK(packs_of(bounds, "martello-toth", c) == definitions.martello_toth());
      CHECK(packs_of(bounds, "dual-feasible", c) == definitions.dual_feasible());
    }
  }
}

TEST_CASE("no bound is above the optimum") {
  Random random(2);
  for (int i = 0; i < repeats(1500); ++i) {
    const std::int64_t scale = i % 3 == 0 ? 1 : i % 3 == 1 ? 100'003 : std::int64_t{1} << 40;
    const Instance instance = random_instance(random, {.scale = scale});
    CAPTURE(describe_instance(instance));
    const std::int64_t optimum = fewest_packs(instance.histogram, instance.limits);
    for (const LowerBound& bound : lower_bounds(instance.histogram, instance.limits)) {
      CAPTURE(bound.name);
      CAPTURE(bound.parameter);
      CHECK(bound.packs <= optimum);
    }
    CHECK(lower_bound(instance.histogram, instance.limits).packs >= 1);
  }
}

TEST_CASE("large limits change no bound but the dual feasible ones, which may get weaker") {
  Random random(3);
  for (int i = 0; i < 300; ++i) {
    Instance instance = random_instance(random, {.bins = 20, .count = 20, .limit = 60});
    const auto bounds = lower_bounds(instance.histogram, instance.limits);
    const std::int64_t scale = std::int64_t{1} << 36;
    for (std::int64_t& size : instance.histogram.sizes) size *= scale;
    for (std::int64_t& limit : instance.limits.sizes) limit *= scale;
    const auto scaled = lower_bounds(instance.histogram, instance.limits);
    REQUIRE(bounds.size() == scaled.size());
    for (std::size_t b = 0; b < bounds.size(); ++b) {
      if (bounds[b].name == "dual-feasible") {
        CHECK(scaled[b].packs >= bounds[b].packs * 9 / 10);
      } else {
        CHECK(scaled[b].packs == bounds[b].packs);
      }
    }
  }
}

TEST_CASE("the largest numbers do not overflow") {
  const std::int64_t half = max_exact / 2;
  const Histogram two = lengths({1, half, max_exact - half - 1}, {1, 1, 1});
  CHECK(lower_bound(two, {.sizes = {max_exact}}).packs == 1);
  CHECK(lower_bound(two, {.sizes = {max_exact - half - 1}}).packs == 3);
  const Histogram many = lengths({1}, {max_exact});
  CHECK(lower_bound(many, {.sizes = {1}}).packs == max_exact);
  CHECK(lower_bound(many, {.sizes = {3}}).packs == up(max_exact, 3));
  CHECK(lower_bound(many, {.sizes = {max_exact}, .depth = 1}).packs == max_exact);
}

TEST_CASE("items of size 0 need slots only") {
  CHECK(lower_bound(lengths({0}, {9}), {.sizes = {5}}).packs == 1);
  CHECK(lower_bound(lengths({0}, {9}), {.sizes = {5}, .depth = 2}).packs == 5);
}

}  // namespace tuplepack::tests::bound_test

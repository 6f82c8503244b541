#include "tuplepack/packing/sweep.hpp"

#include "files.hpp"
#include "instances.hpp"
#include "tuplepack/packing/document.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <random>

namespace tuplepack::tests::sweep_test {

using namespace packing;

using State = SweepCell::State;

static SweepOptions with(Fitting fitting, std::int64_t depth = unlimited_depth) {
  SweepOptions options;
  options.fitting = std::move(fitting);
  options.depth = depth;
  return options;
}

TEST_CASE("more cells than a sweep may have are refused by their number") {
  const Histogram histogram =
      make_histogram({"nodes", "edges"}, std::vector<std::int64_t>{3, 2}, std::vector<std::int64_t>{2}).value();
  const auto refusal = [&](std::int64_t first, std::int64_t second) {
    const std::vector<Range> ranges{{.first = 1, .last = first}, {.first = 1, .last = second}};
    const auto swept = sweep(histogram, ranges);
    REQUIRE_FALSE(swept);
    CHECK(swept.error().code == ErrorCode::too_large);
    return swept.error().message;
  };
  CHECK(refusal(5000, 2000) ==
        "the ranges have 10000000 cells, and a sweep has at most 1048576; take larger steps, or ranges that are "
        "narrower");
  CHECK(refusal(1 << 20, 2).starts_with("the ranges have 2097152 cells,"));
  CHECK(refusal(max_exact, max_exact).starts_with("the ranges have 9007199254740991 or more cells,"));
}

TEST_CASE("a sweep of one component, by hand") {
  // Items 3, 3, 2: in packs of 5 they take two, in packs of 8 one; 4 leaves each alone but for nothing; 2 is too small.
  const auto histogram =
      make_histogram({"length"}, std::array<std::int64_t, 2>{3, 2}, std::array<std::int64_t, 2>{2, 1});
  const std::array ranges{Range{.first = 2, .last = 8, .step = 3}};
  const auto result = sweep(*histogram, ranges, {.prune = false});
  REQUIRE(result);
  REQUIRE(result->cells.size() == 3);
  CHECK(result->limits(1) == std::vector<std::int64_t>{5});
  CHECK(result->cells[0].state == State::infeasible);
  CHECK(result->cells[1].packs == 2);
  CHECK(result->cells[1].efficiency[0] == doctest::Approx(0.8));
  CHECK(result->cells[2].packs == 1);
  CHECK(result->cells[2].harmonic_mean == doctest::Approx(1.0));
  CHECK(result->best == 2);
}

TEST_CASE("pruning keeps the best cell of the published figure") {
  const Histogram histogram = load("pcqm4mv2_train_digitized.csv");
  const std::array ranges{Range{.first = 20, .last = 59}, Range{.first = 54, .last = 160, .step = 2}};
  const auto full = sweep(histogram, ranges, {.prune = false});
  const auto pruned = sweep(histogram, ranges);
  REQUIRE(full);
  REQUIRE(pruned);
  CHECK(full->cells.size() == 40 * 54);
  CHECK(full->best == pruned->best);
  std::size_t packed = 0;
  for (std::size_t i = 0; i < full->cells.size(); ++i) {
    CHECK(full->cells[i].state == State::packed);
    if (pruned->cells[i].state == State::packed) {
      ++packed;
      CHECK(pruned->cells[i].packs == full->cells[i].packs);
    } else {
      CHECK(pruned->cells[i].packs <= full->cells[i].packs);
      CHECK(pruned->cells[i].harmonic_mean >= full->cells[i].harmonic_mean);
    }
  }
  CHECK(packed < 200);
}

TEST_CASE("pruning keeps the best cell of random histograms, and threads change nothing") {
  std::mt19937_64 random(7);
  for (int trial = 0; trial < 60; ++trial) {
    const std::size_t k = 1 + random() % 3;
    HistogramBuilder builder(k);
    for (std::uint64_t bin = 0; bin < 1 + random() % 12; ++bin) {
      std::vector<std::int64_t> size(k);
      for (auto& s : size) s = static_cast<std::int64_t>(random() % 9);
      REQUIRE(builder.add(size, static_cast<std::int64_t>(1 + random() % 20)));
    }
    const auto histogram = std::move(builder).finish(std::vector<std::string>(k, "size"));
    REQUIRE(histogram);
    const std::vector<Range> ranges(k,
                                    Range{.first = 6, .last = 14, .step = static_cast<std::int64_t>(1 + random() % 3)});
    const std::int64_t depth = random() % 2 == 0 ? unlimited_depth : static_cast<std::int64_t>(1 + random() % 4);
    const auto full = sweep(*histogram, ranges, {.depth = depth, .prune = false});
    const auto pruned = sweep(*histogram, ranges, {.depth = depth});
    // Tasks in reverse order stand for threads: the result must not depend on the order.
    const auto reversed = sweep(*histogram, ranges, {.depth = depth, .for_each = [](std::size_t n, const auto& task) {
                                                       while (n-- > 0) task(n);
                                                     }});
    REQUIRE(full);
    REQUIRE(pruned);
    REQUIRE(reversed);
    CHECK(full->best == pruned->best);
    for (std::size_t i = 0; i < full->cells.size(); ++i) {
      CHECK(pruned->cells[i].state == reversed->cells[i].state);
      CHECK(pruned->cells[i].packs == reversed->cells[i].packs);
    }
  }
}

TEST_CASE("cells that cannot reach one packed elsewhere are not packed") {
  const Histogram histogram = load("pcqm4mv2_train_digitized.csv");
  const std::array ranges{Range{.first = 20, .last = 59, .step = 3}, Range{.first = 54, .last = 160, .step = 4}};
  const auto alone = sweep(histogram, ranges);
  REQUIRE(alone);
  REQUIRE(alone->best);
  const auto packed = [](const Sweep& grid) {
    return std::count_if(grid.cells.begin(), grid.cells.end(),
                         [](const SweepCell& cell) { return cell.state == State::packed; });
  };
  const auto bounds = sweep(histogram, ranges, {.at_least = 2});
  REQUIRE(bounds);
  CHECK(packed(*bounds) == 0);
  CHECK(!bounds->best);
  for (std::size_t i = 0; i < alone->cells.size(); ++i) {
    CHECK(bounds->cells[i].harmonic_mean >= alone->cells[i].harmonic_mean);
  }
  const auto equal = sweep(histogram, ranges, {.at_least = alone->cells[*alone->best].harmonic_mean});
  REQUIRE(equal);
  CHECK(equal->best == alone->best);
  CHECK(packed(*equal) <= packed(*alone));
}

TEST_CASE("a cell is what packing with the same fitting gives") {
  Random random(41);
  for (int trial = 0; trial < 120; ++trial) {
    const Instance instance = random_instance(random, {.bins = 8, .count = 12, .limit = 14, .depth = 6});
    CAPTURE(describe_instance(instance));
    const std::size_t k = instance.histogram.component_count();
    const Fitting fitting = random_fitting(random, k);
    const std::vector<Range> ranges(k, Range{.first = 1, .last = 25, .step = random.between(4, 8)});
    const SweepOptions options = with(fitting, instance.limits.depth);
    SweepOptions all = options;
    all.prune = false;
    const auto pruned = sweep(instance.histogram, ranges, options);
    const auto full = sweep(instance.histogram, ranges, all);
    if (!full) {
      CHECK(full.error().message == pruned.error().message);
      CHECK_FALSE(room_in_a_pack(instance.histogram.components,
                                 {.sizes = std::vector<std::int64_t>(k, 100), .depth = instance.limits.depth},
                                 fitting));
      continue;
    }
    CHECK(full->best == pruned->best);
    for (std::size_t i = 0; i < full->cells.size(); ++i) {
      const SweepCell& cell = full->cells[i];
      const auto made = make_plan(
          instance.histogram,
          {.limits = {.sizes = full->limits(i), .depth = options.depth}, .fitting = fitting, .pack = options.pack});
      REQUIRE((cell.state == State::packed) == made.has_value());
      if (!made) {
        CHECK(cell.state == State::infeasible);
        continue;
      }
      CHECK(cell.packs == made->metrics.packs);
      for (std::size_t c = 0; c < k; ++c) CHECK(cell.efficiency[c] == doctest::Approx(made->metrics.efficiency[c]));
      CHECK(pruned->cells[i].harmonic_mean >= cell.harmonic_mean);
    }
  }
}

TEST_CASE("a reserve that leaves no room makes cells infeasible, a fitting that is wrong everywhere is refused") {
  const Histogram histogram = lengths({3, 2}, {2, 1});
  const std::array ranges{Range{.first = 2, .last = 8, .step = 3}};
  const auto reserved = sweep(histogram, ranges, with({.reserve = {5}}));
  REQUIRE(reserved);
  CHECK(reserved->cells[0].state == State::infeasible);
  CHECK(reserved->cells[1].state == State::infeasible);
  CHECK(reserved->cells[2].packs == 3);
  CHECK(reserved->best == 2);
  CHECK_FALSE(sweep(histogram, ranges, with({.reserve = {8}}))->best);
  const auto code = [&](const SweepOptions& options) { return sweep(histogram, ranges, options).error().code; };
  CHECK(code(with({.align_item = {0}})) == ErrorCode::limit_not_positive);
  CHECK(code(with({.align_item = {2, 2}})) == ErrorCode::component_mismatch);
  CHECK(code(with({.reserve = {-1}})) == ErrorCode::negative);
  CHECK(code(with({.reserve_items = 2}, 2)) == ErrorCode::limit_not_positive);
}

TEST_CASE("a sweep can be stopped") {
  const Histogram histogram = load("molhiv_train.csv");
  const std::array ranges{Range{.first = 222, .last = 260}, Range{.first = 502, .last = 540}};
  const auto stopped = sweep(histogram, ranges, {.progress = [](std::size_t done, std::size_t) { return done < 16; }});
  REQUIRE(stopped);
  CHECK(stopped->stopped);
  CHECK(stopped->best);
}

TEST_CASE("a sweep refuses what it cannot do") {
  const Histogram histogram = load("molhiv_train.csv");
  const auto code = [&](std::vector<Range> ranges, const SweepOptions& options = {}) {
    const auto result = sweep(histogram, ranges, options);
    REQUIRE_FALSE(result);
    return result.error().code;
  };
  CHECK(code({Range{.first = 222, .last = 230}}) == ErrorCode::component_mismatch);
  CHECK(code({Range{.first = 222, .last = 221}, Range{.first = 502, .last = 502}}) == ErrorCode::limit_not_positive);
  CHECK(code({Range{.first = 0, .last = 222}, Range{.first = 502, .last = 502}}) == ErrorCode::limit_not_positive);
  CHECK(code({Range{.first = 222, .last = 230, .step = 0}, Range{.first = 502, .last = 502}}) ==
        ErrorCode::limit_not_positive);
  CHECK(code({Range{.first = 1, .last = max_exact}, Range{.first = 1, .last = max_exact}}) == ErrorCode::too_large);
  CHECK(code({Range{.first = 222, .last = 230}, Range{.first = 502, .last = 502}}, {.pack = {.method = "magic"}}) ==
        ErrorCode::unknown_name);
  const std::array too_small{Range{.first = 10, .last = 20}, Range{.first = 10, .last = 20}};
  const auto infeasible = sweep(histogram, too_small);
  REQUIRE(infeasible);
  CHECK_FALSE(infeasible->best);
}

TEST_CASE("auto packs all cells by one quick method, and those that may be the best by all of them") {
  const Histogram histogram = load("wikipedia_512.csv");
  const std::array ranges{Range{.first = 512, .last = 1000, .step = 8}};
  const auto quick = sweep(histogram, ranges, {.depth = 3, .prune = false});
  const auto by_auto = sweep(histogram, ranges, {.pack = {.method = "auto"}, .depth = 3, .prune = false});
  const auto pruned = sweep(histogram, ranges, {.pack = {.method = "auto"}, .depth = 3});
  REQUIRE(quick);
  REQUIRE(by_auto);
  REQUIRE(pruned);
  CHECK(quick->limits(*quick->best)[0] == 680);
  CHECK(by_auto->limits(*by_auto->best)[0] == 672);
  CHECK(by_auto->best == pruned->best);
  std::size_t refined = 0;
  for (std::size_t i = 0; i < quick->cells.size(); ++i) {
    const SweepCell& cell = by_auto->cells[i];
    CHECK_FALSE(quick->cells[i].refined);
    CHECK(cell.packs <= quick->cells[i].packs);
    if (!cell.refined) CHECK(cell.packs == quick->cells[i].packs);
    if (cell.refined) ++refined;
    CHECK(cell.harmonic_mean <= by_auto->cells[*by_auto->best].harmonic_mean);
  }
  CHECK(refined > 3);
  CHECK(refined < quick->cells.size() / 2);
}

TEST_CASE("a sweep put together from parts is refined like one made at once") {
  Random random(43);
  for (int trial = 0; trial < 40; ++trial) {
    const Instance instance = random_instance(random, {.bins = 12, .count = 20, .limit = 20, .depth = 5});
    CAPTURE(describe_instance(instance));
    const std::size_t k = instance.histogram.component_count();
    const Fitting fitting = trial % 2 == 0 ? Fitting{} : random_fitting(random, k);
    const std::vector<Range> ranges(k, Range{.first = 8, .last = 40, .step = random.between(4, 9)});
    SweepOptions options = with(fitting, instance.limits.depth);
    options.prune = false;
    auto parts = sweep(instance.histogram, ranges, options);
    options.pack.method = "auto";
    const auto whole = sweep(instance.histogram, ranges, options);
    REQUIRE(parts.has_value() == whole.has_value());
    if (!whole) continue;
    REQUIRE(refine(*parts, instance.histogram, options));
    CHECK(parts->best == whole->best);
    for (std::size_t i = 0; i < whole->cells.size(); ++i) {
      CHECK(parts->cells[i].refined == whole->cells[i].refined);
      CHECK(parts->cells[i].packs == whole->cells[i].packs);
    }
  }
}

}  // namespace tuplepack::tests::sweep_test

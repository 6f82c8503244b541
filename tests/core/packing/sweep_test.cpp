#include "tuplepack/packing/sweep.hpp"

#include <doctest/doctest.h>

#include <array>
#include <random>

#include "files.hpp"

using namespace tuplepack;
using tuplepack::tests::load;
using State = SweepCell::State;

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

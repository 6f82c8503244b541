#include "tuplepack/packing/fitting.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::fitting_test {

using namespace packing;

namespace {

using Sizes = std::vector<std::int64_t>;

Error error_of(const Histogram& histogram, const Limits& limits, const Fitting& fitting) {
  const auto fitted = fit(histogram, limits, fitting);
  REQUIRE_FALSE(fitted);
  return fitted.error();
}

/// Item by item, as assign sees them. `sizes_of_pieces` is what carries data.
struct Simulation {
  std::vector<Sizes> pieces;
  std::int64_t refused = 0;
};

Simulation simulate(const Instance& instance, const Fitting& fitting) {
  Simulation simulation;
  ItemFitter fitter(instance.limits, fitting);
  for (std::size_t bin = 0; bin < instance.histogram.bins(); ++bin) {
    for (std::int64_t item = 0; item < instance.histogram.counts[bin]; ++item) {
      const bool ok = fitter(instance.histogram.size(bin), [&](std::span<const std::int64_t> piece, std::int64_t) {
        simulation.pieces.emplace_back(piece.begin(), piece.end());
      });
      if (!ok) ++simulation.refused;
    }
  }
  return simulation;
}

}  // namespace

TEST_CASE("the example of the header") {
  const auto fitted =
      fit(lengths({13}, {2}), {.sizes = {100}}, {.align_item = {8}, .align_total = {8}, .reserve = {1}});
  REQUIRE(fitted);
  CHECK(fitted->histogram.sizes == Sizes{16});
  CHECK(fitted->limits.sizes == Sizes{96});
  CHECK(fitted->limits.depth == unlimited_depth);
  CHECK(fitted->real.sums == Sizes{26});
  const Fitting with_separators{.per_item = {4}, .align_item = {8}, .align_total = {8}, .reserve = {1}};
  const auto separated = fit(lengths({13}, {2}), {.sizes = {100}}, with_separators);
  REQUIRE(separated);
  CHECK(separated->histogram.sizes == Sizes{24});
  CHECK(separated->limits.sizes == Sizes{96});
  CHECK(separated->real.sums == Sizes{26});
  CHECK(fit(lengths({92}, {1}), {.sizes = {100}}, with_separators).has_value());
  CHECK(fit(lengths({93}, {1}), {.sizes = {100}}, with_separators).error().code == ErrorCode::item_over_limit);
  CHECK(fit(lengths({1}, {1}), {.sizes = {4}}, {.per_item = {4}}).error().code == ErrorCode::limit_not_positive);
  CHECK(fit(lengths({1}, {1}), {.sizes = {4}}, {.per_item = {-1}}).error().code == ErrorCode::negative);
  CHECK(fit(lengths({1}, {1}), {.sizes = {4}}, {.per_item = {1, 1}}).error().code == ErrorCode::component_mismatch);
}

TEST_CASE("what every item takes is no data, and every piece of a long one takes it") {
  const Fitting split{.per_item = {2}, .overlong = Overlong::split};
  const auto pieces = fit(lengths({20}, {1}), {.sizes = {10}}, split);
  REQUIRE(pieces);
  CHECK(pieces->histogram.sizes == Sizes{6, 10});  // 8 + 8 + 4
  CHECK(pieces->histogram.counts == Sizes{1, 2});
  CHECK(pieces->real.sums == Sizes{20});
  const Fitting cut{.per_item = {2}, .overlong = Overlong::truncate};
  const auto shortened = fit(lengths({20}, {1}), {.sizes = {10}}, cut);
  REQUIRE(shortened);
  CHECK(shortened->histogram.sizes == Sizes{10});
  CHECK(shortened->real.sums == Sizes{8});
  CHECK(shortened->overlong.lost == Sizes{12});
}

TEST_CASE("without a fitting nothing changes") {
  Random random(7);
  for (int i = 0; i < 100; ++i) {
    const Instance instance = random_instance(random, {});
    const auto fitted = fit(instance.histogram, instance.limits);
    REQUIRE(fitted);
    CHECK(fitted->histogram.sizes == instance.histogram.sizes);
    CHECK(fitted->histogram.counts == instance.histogram.counts);
    CHECK(fitted->limits.sizes == instance.limits.sizes);
    CHECK(fitted->limits.depth == instance.limits.depth);
    CHECK(fitted->real.sums == totals(instance.histogram).sums);
    CHECK(fitted->overlong.items == 0);
    CHECK(ItemFitter(instance.limits, {}).is_identity());
  }
}

TEST_CASE("policies for overlong items") {
  const Histogram histogram = lengths({3, 10, 25}, {1, 1, 2});
  const Limits limits{.sizes = {10}};
  CHECK(error_of(histogram, limits, {}).code == ErrorCode::item_over_limit);
  CHECK(error_of(histogram, limits, {}).message == "an item of size 25 is over the limit 10");
  SUBCASE("drop") {
    const auto fitted = fit(histogram, limits, {.overlong = Overlong::drop}).value();
    CHECK(fitted.histogram.sizes == Sizes{3, 10});
    CHECK(fitted.real.items == 2);
    CHECK(fitted.overlong.items == 2);
    CHECK(fitted.overlong.lost == Sizes{50});
    CHECK(fitted.overlong.pieces == 0);
  }
  SUBCASE("truncate") {
    const auto fitted = fit(histogram, limits, {.overlong = Overlong::truncate}).value();
    CHECK(fitted.histogram.counts == Sizes{1, 3});
    CHECK(fitted.real.sums == Sizes{33});
    CHECK(fitted.overlong.lost == Sizes{30});
    CHECK(fitted.overlong.pieces == 2);
  }
  SUBCASE("split") {
    const auto fitted = fit(histogram, limits, {.overlong = Overlong::split}).value();
    CHECK(fitted.histogram.sizes == Sizes{3, 5, 10});
    CHECK(fitted.histogram.counts == Sizes{1, 2, 5});
    CHECK(fitted.real.sums == Sizes{63});
    CHECK(fitted.overlong.items == 2);
    CHECK(fitted.overlong.lost == Sizes{0});
    CHECK(fitted.overlong.pieces == 6);
  }
  SUBCASE("a split aligns each piece") {
    const auto fitted = fit(lengths({25}, {1}), limits, {.align_item = {4}, .overlong = Overlong::split}).value();
    CHECK(fitted.limits.sizes == Sizes{8});
    CHECK(fitted.histogram.sizes == Sizes{4, 8});
    CHECK(fitted.histogram.counts == Sizes{1, 3});
    CHECK(fitted.real.sums == Sizes{25});
  }
}

TEST_CASE("fittings that cannot be") {
  const Histogram histogram = lengths({3}, {1});
  const Limits limits{.sizes = {10}, .depth = 4};
  const Histogram two = make_histogram({"a", "b"}, Sizes{3, 3}, Sizes{1}).value();
  CHECK(error_of(histogram, {.sizes = {10, 10}}, {}).code == ErrorCode::component_mismatch);
  CHECK(error_of(histogram, limits, {.align_item = {1, 1}}).code == ErrorCode::component_mismatch);
  CHECK(error_of(histogram, limits, {.align_total = {1, 1}}).code == ErrorCode::component_mismatch);
  CHECK(error_of(histogram, limits, {.reserve = {1, 1}}).code == ErrorCode::component_mismatch);
  CHECK(error_of(histogram, {.sizes = {0}}, {}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, {.sizes = {max_exact + 1}}, {}).code == ErrorCode::too_large);
  CHECK(error_of(histogram, limits, {.align_item = {0}}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, limits, {.align_total = {-8}}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, limits, {.align_item = {11}}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, limits, {.reserve = {-1}}).code == ErrorCode::negative);
  CHECK(error_of(histogram, limits, {.reserve = {10}}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, limits, {.reserve = {max_exact}}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, limits, {.reserve_items = -1}).code == ErrorCode::negative);
  CHECK(error_of(histogram, limits, {.reserve_items = 4}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, {.sizes = {10}, .depth = 0}, {}).code == ErrorCode::limit_not_positive);
  CHECK(error_of(histogram, {.sizes = {2}}, {.overlong = Overlong::drop}).code == ErrorCode::empty);
  CHECK(error_of(two, {.sizes = {10, 10}}, {.overlong = Overlong::split}).code == ErrorCode::unsupported);
  CHECK(fit(histogram, limits, {.reserve_items = 3}).value().limits.depth == 1);
  CHECK(fit(histogram, {.sizes = {10}}, {.reserve_items = 3}).value().limits.depth == unlimited_depth);
}

TEST_CASE("the largest numbers do not overflow") {
  const Histogram one = lengths({max_exact}, {1});
  CHECK(fit(one, {.sizes = {max_exact}}));
  CHECK(error_of(one, {.sizes = {max_exact}}, {.align_item = {max_exact - 1}}).code == ErrorCode::item_over_limit);
  CHECK(fit(one, {.sizes = {max_exact}}, {.align_item = {max_exact}}));
  const Histogram many = lengths({1}, {max_exact});
  CHECK(error_of(many, {.sizes = {8}}, {.align_item = {2}}).code == ErrorCode::too_large);
  CHECK(fit(lengths({max_exact / 4 * 4}, {1}), {.sizes = {4}}, {.overlong = Overlong::split}).value().overlong.pieces ==
        max_exact / 4);
  CHECK(
      error_of(lengths({max_exact / 4}, {4}), {.sizes = {5}}, {.align_item = {3}, .overlong = Overlong::split}).code ==
      ErrorCode::too_large);
}

TEST_CASE("policy names round-trip") {
  for (const Overlong policy : {Overlong::error, Overlong::drop, Overlong::truncate, Overlong::split}) {
    CHECK(overlong_by_name(name(policy)).value() == policy);
  }
  CHECK(overlong_by_name("cut").error().code == ErrorCode::unknown_name);
}

TEST_CASE("fitting a histogram is fitting its items one by one") {
  Random random(8);
  int fitted_ones = 0;
  for (int i = 0; i < 1500; ++i) {
    Instance instance = random_instance(random, {.bins = 6, .count = 4, .limit = 40, .depth = 6});
    for (std::int64_t& limit : instance.limits.sizes) limit = random.between(1, 40);  // items may be over it
    const std::size_t k = instance.histogram.component_count();
    const Fitting fitting = random_fitting(random, k);
    CAPTURE(describe_instance(instance));
    const auto fitted = fit(instance.histogram, instance.limits, fitting);
    if (!room_in_a_pack(instance.histogram.components, instance.limits, fitting)) {
      CHECK_FALSE(fitted);
      continue;
    }
    const Simulation simulation = simulate(instance, fitting);
    if (simulation.refused > 0 || simulation.pieces.empty()) {
      REQUIRE_FALSE(fitted);
      CHECK(fitted.error().code == (simulation.refused > 0 ? ErrorCode::item_over_limit : ErrorCode::empty));
      continue;
    }
    REQUIRE(fitted);
    ++fitted_ones;
    HistogramBuilder builder(k);
    for (const Sizes& piece : simulation.pieces) REQUIRE(builder.add(piece));
    const Histogram expected = std::move(builder).finish(instance.histogram.components).value();
    CHECK(fitted->histogram.sizes == expected.sizes);
    CHECK(fitted->histogram.counts == expected.counts);
    CHECK(fitted->real.items == static_cast<std::int64_t>(simulation.pieces.size()));
    const Totals before = totals(instance.histogram);
    const Totals packed = totals(fitted->histogram);
    for (std::size_t c = 0; c < k; ++c) {
      CHECK(fitted->real.sums[c] + fitted->overlong.lost[c] == before.sums[c]);
      CHECK(fitted->real.sums[c] <= packed.sums[c]);
      const std::int64_t align = fitting.align_item.empty() ? 1 : fitting.align_item[c];
      const std::int64_t of_items = packed.items * taken_per_item(fitting, c);
      CHECK(packed.sums[c] - of_items - fitted->real.sums[c] <= packed.items * (align - 1));
      CHECK(fitted->limits.sizes[c] <= instance.limits.sizes[c]);
    }
  }
  CHECK(fitted_ones > 300);
}

}  // namespace tuplepack::tests::fitting_test

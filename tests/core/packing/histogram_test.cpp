#include "tuplepack/packing/histogram.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <map>

namespace tuplepack::tests::histogram_test {

using namespace packing;

namespace {

using Sizes = std::vector<std::int64_t>;

Result<Histogram> histogram_of(const std::vector<std::string>& components, const Sizes& sizes, const Sizes& counts) {
  return make_histogram(components, sizes, counts);
}

ErrorCode error_of(const Sizes& sizes, const Sizes& counts) {
  const auto made = histogram_of({"length"}, sizes, counts);
  REQUIRE_FALSE(made);
  CHECK_FALSE(made.error().message.empty());
  return made.error().code;
}

}  // namespace

TEST_CASE("rows are sorted and equal ones add up") {
  const Histogram histogram = histogram_of({"nodes", "edges"}, {5, 8, 2, 2, 5, 7, 2, 2}, {1, 1, 4, 2}).value();
  CHECK(histogram.sizes == Sizes{2, 2, 5, 7, 5, 8});
  CHECK(histogram.counts == Sizes{3, 4, 1});
  CHECK(histogram.component_count() == 2);
  CHECK(histogram.bins() == 3);
  CHECK(histogram.size(1)[1] == 7);
  const Totals sums = totals(histogram);
  CHECK(sums.items == 8);
  CHECK(sums.sums == Sizes{31, 42});
  CHECK(sums.maxima == Sizes{5, 8});
}

TEST_CASE("a long size after many short ones is found") {
  Sizes sizes;
  for (std::int64_t size = 0; size < 1000; ++size) sizes.push_back(size);
  sizes.push_back(std::int64_t{1} << 40);
  const Histogram histogram = histogram_of({"length"}, sizes, Sizes(sizes.size(), 1)).value();
  CHECK(histogram.sizes == sizes);
}

TEST_CASE("rows without items leave no bin") {
  const Histogram histogram = histogram_of({"length"}, {3, 4}, {0, 1}).value();
  CHECK(histogram.sizes == Sizes{4});
  CHECK(error_of({3}, {0}) == ErrorCode::empty);
  CHECK(error_of({}, {}) == ErrorCode::empty);
}

TEST_CASE("what is no histogram") {
  CHECK(error_of({-1}, {1}) == ErrorCode::negative);
  CHECK(error_of({1}, {-1}) == ErrorCode::negative);
  CHECK(error_of({1}, {std::numeric_limits<std::int64_t>::max()}) == ErrorCode::too_large);
  CHECK(error_of({0}, {max_exact + 1}) == ErrorCode::too_large);
  CHECK(error_of({0, 0}, {max_exact, 1}) == ErrorCode::too_large);
  CHECK(error_of({std::numeric_limits<std::int64_t>::max()}, {1}) == ErrorCode::too_large);
  CHECK(error_of({max_exact + 1}, {1}) == ErrorCode::too_large);
  CHECK(error_of({max_exact, 1}, {1, 1}) == ErrorCode::too_large);
  CHECK(error_of({3}, {max_exact / 2}) == ErrorCode::too_large);
  CHECK(error_of({1, 2}, {1}) == ErrorCode::component_mismatch);
  CHECK(histogram_of({}, {}, {}).error().code == ErrorCode::component_mismatch);
  CHECK(histogram_of(std::vector<std::string>(max_components + 1, "c"), Sizes(max_components + 1), {1}).error().code ==
        ErrorCode::component_mismatch);
}

TEST_CASE("the largest exact totals are accepted") {
  CHECK(totals(histogram_of({"length"}, {max_exact}, {1}).value()).sums[0] == max_exact);
  CHECK(totals(histogram_of({"length"}, {1}, {max_exact}).value()).items == max_exact);
  CHECK(histogram_of({"length"}, {max_exact - 1, 1}, {1, 1}));
  CHECK(histogram_of(std::vector<std::string>(8, "c"), Sizes(8), {1}));
}

TEST_CASE("a refused row leaves the builder as it was") {
  HistogramBuilder builder(1);
  REQUIRE(builder.add(Sizes{5}, 2));
  CHECK_FALSE(builder.add(Sizes{-5}, 2));
  CHECK_FALSE(builder.add(Sizes{max_exact}, 1));
  const Histogram histogram = std::move(builder).finish({"length"}).value();
  CHECK(histogram.sizes == Sizes{5});
  CHECK(histogram.counts == Sizes{2});
}

TEST_CASE("names must match the components") {
  HistogramBuilder builder(2);
  REQUIRE(builder.add(Sizes{5, 6}));
  CHECK(std::move(builder).finish({"length"}).error().code == ErrorCode::component_mismatch);
  HistogramBuilder lengths(1);
  CHECK(std::move(lengths).finish({"a", "b"}).error().message == "2 names for 1 component");
}

TEST_CASE("any rows in any order are counted as a map counts them") {
  Random random(4);
  for (int round = 0; round < 60; ++round) {
    const auto k = static_cast<std::size_t>(random.between(1, 3));
    const std::int64_t largest = random.one_in(2) ? 12 : std::int64_t{1} << random.between(10, 40);
    HistogramBuilder builder(k);
    std::map<Sizes, std::int64_t> expected;
    const std::int64_t rows = random.between(1, 500);
    for (std::int64_t row = 0; row < rows; ++row) {
      Sizes size;
      for (std::size_t c = 0; c < k; ++c) size.push_back(random.between(0, largest));
      const std::int64_t count = random.between(1, 5);
      REQUIRE(builder.add(size, count));
      expected[size] += count;
    }
    const Histogram histogram = std::move(builder).finish(std::vector<std::string>(k, "c")).value();
    REQUIRE(histogram.bins() == expected.size());
    std::size_t bin = 0;
    for (const auto& [size, count] : expected) {
      const auto row = histogram.size(bin);
      CHECK(Sizes(row.begin(), row.end()) == size);
      CHECK(histogram.counts[bin] == count);
      ++bin;
    }
  }
}

}  // namespace tuplepack::tests::histogram_test

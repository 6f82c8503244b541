#include "tuplepack/reports/stream.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::stream_test {

using namespace reports;

TEST_CASE("the efficiency of a stream is that of the packs that closed") {
  packing::StreamTotals totals;
  totals.real = {24, 3};
  const packing::Limits limits{.sizes = {10, 2}};
  CHECK(stream_efficiency(totals, limits) == std::vector<double>{0, 0});
  totals.packs = 3;
  totals.pieces = 6;
  const auto shares = stream_efficiency(totals, limits);
  REQUIRE(shares.size() == 2);
  CHECK(shares[0] == doctest::Approx(0.8));
  CHECK(shares[1] == doctest::Approx(0.5));
  CHECK(items_per_pack(totals) == doctest::Approx(2));
}

}  // namespace tuplepack::tests::stream_test

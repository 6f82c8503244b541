#include "tuplepack/reports/plan.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::plan_test {

using namespace reports;

using tuplepack::tests::lengths;

TEST_CASE("without packing every item is padded to the limit") {
  const auto document = make_plan(lengths({5, 4}, {1, 2}), {.limits = {.sizes = {10}}});
  REQUIRE(document);
  CHECK(padding_without_packing(*document, 0) == doctest::Approx(1 - 13 / 30.0));
}

TEST_CASE("the gap as a share of the bound") {
  packing::PlanDocument document;
  document.metrics.packs = 13;
  document.metrics.padding_packs = 1;
  document.bound.packs = 10;
  CHECK(gap_share(document) == doctest::Approx(0.2));
  document.bound.packs = 12;
  CHECK(gap_share(document) == 0);
}

TEST_CASE("the gap to what a certificate proves") {
  formats::PlanVerification verified{.document = {}, .proven = 4, .differences = {}};
  verified.document.packed.plan.repeats = {5, 1};
  CHECK(proven_gap(verified) == 2);
  verified.proven = 6;
  CHECK(proven_gap(verified) == 0);
  verified.proven = fail(ErrorCode::empty, "no certificate");
  CHECK_FALSE(proven_gap(verified));
}

}  // namespace tuplepack::tests::plan_test

#include "tuplepack/packing/document.hpp"

#include "files.hpp"
#include "instances.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"
#include "tuplepack/packing/assign.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::document_test {

using namespace packing;

namespace {

using Sizes = std::vector<std::int64_t>;

}  // namespace

TEST_CASE("a plan of real data knows its distance from the optimum") {
  const Histogram histogram = load("wikipedia_512.csv");
  const PlanDocument document =
      make_plan(histogram, {.limits = {.sizes = {512}}, .pack = {.method = "lpfhp", .paper = true}}).value();
  CHECK(document.source_bins == histogram.bins());
  CHECK(document.metrics.packs == 8'138'483);
  CHECK(document.bound.packs == 8'135'727);
  CHECK(document.metrics.efficiency[0] == doctest::Approx(0.99949).epsilon(1e-5));
  CHECK(document.packed.method == "lpfhp");
  CHECK(document.packed.paper);
  CHECK_FALSE(document.baseline);
}

TEST_CASE("efficiency is that of the real sizes in the limits that were asked for") {
  const PlanDocument document =
      make_plan(lengths({13}, {9}),
                {.limits = {.sizes = {100}}, .fitting = {.align_item = {8}, .align_total = {8}, .reserve = {1}}})
          .value();
  CHECK(document.limits.sizes == Sizes{100});
  CHECK(document.room.sizes == Sizes{96});
  CHECK(document.histogram.sizes == Sizes{16});
  CHECK(document.metrics.packs == 2);
  CHECK(document.bound.packs == 2);
  CHECK(document.metrics.efficiency[0] == doctest::Approx(9 * 13 / 200.0));
  CHECK(document.metrics.padding == Sizes{200 - 9 * 13});
}

TEST_CASE("the number of packs is filled up to a multiple") {
  const PlanDocument document = make_plan(lengths({7}, {5}), {.limits = {.sizes = {10}}, .packs_multiple = 4}).value();
  CHECK(document.metrics.packs == 8);
  CHECK(document.metrics.padding_packs == 3);
  CHECK(document.bound.packs == 5);
  CHECK(document.gap() == 0);
  CHECK(document.metrics.efficiency[0] == doctest::Approx(35 / 80.0));
}

TEST_CASE("the bound of a baseline is that of its component") {
  // Pairs fit by nodes, but never by edges.
  const Histogram histogram = make_histogram({"nodes", "edges"}, Sizes{5, 9}, Sizes{10}).value();
  const Limits limits{.sizes = {10, 10}};
  const PlanDocument whole = make_plan(histogram, {.limits = limits}).value();
  CHECK(whole.metrics.packs == 10);
  CHECK(whole.bound.packs == 10);
  const PlanDocument baseline = make_plan(histogram, {.limits = limits, .baseline = std::size_t{0}}).value();
  CHECK(baseline.metrics.packs == 5);
  CHECK(baseline.bound.packs == 5);
  CHECK(baseline.limits.sizes == Sizes{10, 18});
  CHECK(baseline.metrics.efficiency[1] == doctest::Approx(1.0));
}

TEST_CASE("a certificate that proves more packs than the plan has is false, or the plan is") {
  PlanDocument document = make_plan(lengths({7}, {5}), {.limits = {.sizes = {10}}}).value();
  CHECK(verify(document) == 5);
  document.packed.plan.repeats[0] = 4;
  CHECK(verify(document).error().message == "the certificate proves 5 packs, but the plan has only 4");
}

TEST_CASE("no items need no packs, and their plan is a plan file like any other") {
  const Histogram none{.components = {"nodes", "edges"}, .sizes = {}, .counts = {}};
  for (const Method& method : methods()) {
    if (method.pack == nullptr && method.choose == nullptr) continue;
    CAPTURE(method.name);
    PlanRequest request{.limits = {.sizes = {8, 9}, .depth = 4}, .pack = {.method = std::string(method.name)}};
    request.packs_multiple = 3;
    auto made = make_plan(none, request);
    REQUIRE(made);
    CHECK(made->metrics.packs == 0);
    CHECK(made->bound.packs == 0);
    CHECK(made->packed.ended == Ended::optimal);
    CHECK(made->metrics.efficiency == std::vector<double>{1, 1});
    CHECK(made->metrics.packing_factor == 0);
    const auto text = formats::to_json(*made);
    REQUIRE(text);
    const auto verified = formats::verify_plan(*text);
    REQUIRE(verified);
    CHECK(verified->holds());
    CHECK(verified->document.histogram.components == none.components);
    auto assigner = Assigner::create(none, made->packed.plan, made->limits, made->fitting, {.balance = Balance{}});
    REQUIRE(assigner);
    CHECK(std::move(*assigner).finish()->offsets == std::vector<std::int64_t>{0});
  }
}

TEST_CASE("requests that cannot be met") {
  const Histogram histogram = lengths({7}, {5});
  const auto error_of = [&](const PlanRequest& request) {
    const auto made = make_plan(histogram, request);
    REQUIRE_FALSE(made);
    return made.error().code;
  };
  const Limits limits{.sizes = {10}};
  CHECK(error_of({.limits = limits, .packs_multiple = 0}) == ErrorCode::limit_not_positive);
  CHECK(error_of({.limits = limits, .packs_multiple = -8}) == ErrorCode::limit_not_positive);
  CHECK(error_of({.limits = limits, .packs_multiple = max_exact}) == ErrorCode::too_large);
  CHECK(error_of({.limits = {.sizes = {6}}}) == ErrorCode::item_over_limit);
  CHECK(error_of({.limits = limits, .pack = {.method = "magic"}}) == ErrorCode::unknown_name);
  CHECK(error_of({.limits = limits, .baseline = std::size_t{1}}) == ErrorCode::unknown_name);
  CHECK(error_of({.limits = limits, .fitting = {.reserve_items = 1}, .baseline = std::size_t{0}}) ==
        ErrorCode::unsupported);
}

TEST_CASE("random requests: plans are correct, and bounds hold for them") {
  Random random(16);
  for (int i = 0; i < 500; ++i) {
    const Instance instance = random_instance(random, {.bins = 10, .count = 10, .limit = 60, .depth = 8});
    CAPTURE(describe_instance(instance));
    const std::size_t k = instance.histogram.component_count();
    PlanRequest request{.limits = instance.limits, .packs_multiple = random.between(1, 5)};
    if (random.one_in(3)) {
      request.baseline = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(k) - 1));
    } else if (random.one_in(2)) {
      request.fitting.overlong = Overlong::truncate;
      request.fitting.align_item.assign(k, random.between(1, 3));
    }
    const auto made = make_plan(instance.histogram, request);
    if (!made) {
      CHECK(made.error().code == ErrorCode::limit_not_positive);
      continue;
    }
    CHECK(check(made->histogram, made->room, made->packed.plan));
    CHECK(made->gap() >= 0);
    CHECK(made->metrics.packs % request.packs_multiple == 0);
    CHECK(made->certificate.has_value() == (made->gap() == 0));
    if (made->certificate) CHECK(verify(*made) == made->bound.packs);
    for (const double efficiency : made->metrics.efficiency) CHECK((efficiency >= 0 && efficiency <= 1));
  }
}

}  // namespace tuplepack::tests::document_test

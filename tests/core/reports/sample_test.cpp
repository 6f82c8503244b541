#include "tuplepack/reports/sample.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::sample_test {

using namespace reports;

using Numbers = std::vector<std::int64_t>;

TEST_CASE("the roots of events are their sources, then their destinations, at the times of the events") {
  const formats::RootTable whole =
      event_roots({.sources = {0, 1}, .destinations = {2, 3}, .times = Numbers{5, 7}, .nodes = 4});
  CHECK(whole.nodes == Numbers{0, 1, 2, 3});
  CHECK(std::get<Numbers>(whole.times) == Numbers{5, 7, 5, 7});
  const std::vector<double> fractional{0.5};
  const formats::RootTable roots = event_roots({.sources = {0}, .destinations = {1}, .times = fractional, .nodes = 2});
  CHECK(std::get<std::vector<double>>(roots.times) == std::vector<double>{0.5, 0.5});
}

TEST_CASE("every root of a batch sees what was before the batch's first event") {
  const temporal::Split batches{.offsets = {0, 1, 4}, .losses = {0, 0}};
  CHECK(first_events(batches) == Numbers{0, 1, 1, 1, 0, 1, 1, 1});
}

TEST_CASE("a layer counts its neighbours, filled slots and roots without any") {
  temporal::Neighbours<std::int64_t> layer(3, 2);
  layer.counts = {2, 0, 1};
  const SampledLayer summary = layer_summary(layer);
  CHECK(summary.roots == 3);
  CHECK(summary.fanout == 2);
  CHECK(summary.neighbours == 3);
  CHECK(summary.without == 1);
  CHECK(summary.fill() == doctest::Approx(0.5));
  temporal::Neighbours<double> full(1, 1);
  full.counts = {1};
  CHECK(layer_summary(full).fill() == 1);
  CHECK(layer_summary(full).without == 0);
}

}  // namespace tuplepack::tests::sample_test

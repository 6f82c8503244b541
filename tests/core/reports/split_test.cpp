#include "tuplepack/reports/split.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::split_test {

using namespace reports;

using Numbers = std::vector<std::int64_t>;

/// 0–1, 1–2, the self-loop 2–2 and 0–1 again. Consecutive occurrences of a node are 3 (node 0), 1 and 2 (node 1) and 1
/// (node 2) events apart.
static temporal::Events four_events() {
  return temporal::make_events({.sources = {0, 1, 2, 0}, .destinations = {1, 2, 2, 1}, .times = Numbers{1, 2, 2, 5}})
      .value();
}

static SplitComparison compared(const SplitRequest& request) {
  SplitComparison comparison = fixed_comparison(four_events(), request).value();
  comparison.bounded = split(four_events(), comparison.threshold, comparison.options).value();
  return comparison;
}

TEST_CASE("the threshold is the loss that is asked for, or the largest of fixed batches") {
  CHECK(loss_threshold(four_events(), {.loss = 7}) == 7);
  CHECK(loss_threshold(four_events(), {.batch_size = 2}) == 1);
  CHECK(loss_threshold(four_events(), {.batch_size = 4}) == 4);
  CHECK(loss_threshold(four_events(), {.loss = -1}).error().code == ErrorCode::negative);
  CHECK(loss_threshold(four_events(), {.batch_size = 0}).error().code == ErrorCode::limit_not_positive);
}

TEST_CASE("bounded batches beside fixed ones that lose as much") {
  const SplitComparison comparison = compared({.batch_size = 1});
  CHECK(comparison.threshold == 0);
  CHECK(comparison.fixed_size == 1);
  CHECK(comparison.fixed.batches() == 4);
  CHECK(comparison.bounded.offsets == Numbers{0, 1, 2, 4});
  CHECK(comparison.reduction() == doctest::Approx(0.25));
  CHECK(comparison.exceeding() == 0);
  CHECK(mean_size(comparison.bounded) == doctest::Approx(4 / 3.0));
  CHECK(comparison.self_loop_share() == doctest::Approx(0.25));
  CHECK(comparison.distance_in_batches() == doctest::Approx(7 / 4.0 / (4 / 3.0)));
}

TEST_CASE("a loss is compared with the largest fixed size that stays within it") {
  const SplitComparison comparison = compared({.loss = 1});
  CHECK(comparison.fixed_size == 2);
  CHECK(comparison.fixed.losses == Numbers{1, 0});
  CHECK(comparison.stale(comparison.fixed) == doctest::Approx(1 / 7.0));
  CHECK(fixed_comparison(four_events(), {.loss = -1}).error().code == ErrorCode::negative);
}

TEST_CASE("a self-loop under eq8 is two interactions, of which one is stale: it exceeds a threshold of 0") {
  const SplitComparison comparison = compared({.loss = 0, .options = {.score = temporal::LossScore::eq8}});
  CHECK(comparison.bounded.losses == Numbers{0, 0, 1, 0});
  CHECK(comparison.exceeding() == 1);
  CHECK(comparison.stale(comparison.bounded) == doctest::Approx(1 / 8.0));
}

}  // namespace tuplepack::tests::split_test

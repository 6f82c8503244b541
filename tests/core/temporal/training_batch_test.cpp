#include "tuplepack/temporal/training_batch.hpp"

#include "temporal/random_events.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::training_batch_test {

using namespace temporal;

using Ids = std::vector<std::int64_t>;

/// tests/python compares batches of all modes with brute force; here is one that can be read.
TEST_CASE("a batch of two events") {
  const Events events{.sources = {0, 2, 0},
                      .destinations = {1, 1, 2},
                      .times = std::vector<std::int64_t>{5, 7, 9},
                      .nodes = 3,
                      .feature_rows = {10, 11, 12}};
  const auto csr = temporal_csr<std::int64_t>(events.sources, events.destinations,
                                              std::get<std::vector<std::int64_t>>(events.times), 3, Direction::both);
  const auto negatives = NegativeSampler::fixed(events, {0, -1, 0}, 0, 1).value();
  const std::vector<std::byte> table{std::byte{7}, std::byte{8}, std::byte{9}};
  const BatchSource<std::int64_t> source{.events = events,
                                         .csr = csr,
                                         .negatives = negatives,
                                         .sampling = {.fanouts = {1}},
                                         .node_features = {.bytes = table, .width = 1}};
  REQUIRE(check_batches(source, 2).has_value());
  BatchMaker<std::int64_t> maker(source);
  TrainingBatch<std::int64_t> batch;
  for (int again = 0; again < 2; ++again) {
    maker.make(1, 3, 0, batch);
    CHECK(batch.roots == Ids{2, 0, 1, 2, -1, 0});
    CHECK(batch.root_times == Ids{7, 9, 7, 9, 7, 9});
    CHECK(batch.layers.at(0).nodes == Ids{-1, 1, 0, 1, -1, 1});
    CHECK(batch.layers.at(0).events == Ids{-1, 0, 0, 1, -1, 0});
    CHECK(batch.ages.at(0) == std::vector<float>{0, 4, 2, 2, 0, 4});
    CHECK(batch.nodes == Ids{2, 0, 1});
    CHECK(batch.node_of == Ids{0, 1, 2, 0, 0, 1, /* neighbours */ 0, 2, 1, 2, 0, 2});
    CHECK(batch.edges == Ids{11, 12, 10});
    CHECK(batch.edge_of == Ids{0, 1, /* neighbours */ 0, 2, 2, 0, 0, 2});
    CHECK(batch.last_writes == Ids{3, 1, 2});
    CHECK(std::vector<std::byte>(batch.node_rows.begin(), batch.node_rows.begin() + 3) ==
          std::vector<std::byte>{std::byte{9}, std::byte{7}, std::byte{8}});
    CHECK(batch.edge_rows.empty());
    maker.make(0, 1, 0, batch);  // smaller, over what it had
    CHECK(batch.nodes == Ids{0, 1});
  }
}

TEST_CASE("which neighbours are drawn depends on the seed and the epoch") {
  std::mt19937 random(5);
  const Events events = random_events(random, 5, 60, 3);
  const auto& times = std::get<std::vector<std::int64_t>>(events.times);
  const auto csr =
      temporal_csr<std::int64_t>(events.sources, events.destinations, times, events.nodes, Direction::both);
  const NegativeSampler none(events, {});
  const auto drawn = [&](std::uint64_t seed, std::uint64_t epoch) {
    const BatchSource<std::int64_t> source{
        .events = events,
        .csr = csr,
        .negatives = none,
        .sampling = {.fanouts = {3}, .strategy = SampleStrategy::uniform, .seed = seed}};
    BatchMaker<std::int64_t> maker(source);
    TrainingBatch<std::int64_t> batch;
    maker.make(40, 60, epoch, batch);
    return batch.layers.at(0).events;
  };
  CHECK(drawn(1, 0) == drawn(1, 0));
  CHECK(drawn(1, 0) != drawn(2, 0));
  CHECK(drawn(1, 0) != drawn(1, 1));
}

TEST_CASE("what batches cannot be made from") {
  const Events events{.sources = {0}, .destinations = {1}, .times = std::vector<double>{1}, .nodes = 2};
  const auto csr = temporal_csr<double>(events.sources, events.destinations,
                                        std::get<std::vector<double>>(events.times), 2, Direction::out);
  const NegativeSampler none(events, {});
  const std::vector<std::byte> row(4);
  const auto code = [&](SampleOptions<double> sampling, Rows nodes, Rows edges, std::int64_t largest) {
    const BatchSource<double> source{events, csr, none, std::move(sampling), nodes, edges};
    return check_batches(source, largest).error().code;
  };
  CHECK(code({.fanouts = {0}}, {}, {}, 1) == ErrorCode::limit_not_positive);
  CHECK(code({.fanouts = {1}, .window = -1.0}, {}, {}, 1) == ErrorCode::negative);
  CHECK(code({.fanouts = {1}}, {.bytes = row, .width = 4}, {}, 1) == ErrorCode::out_of_range);
  CHECK(code({.fanouts = {1 << 20, 1 << 20}}, {}, {}, 1) == ErrorCode::too_large);
  CHECK(code({.fanouts = {1 << 10}}, {}, {}, 1 << 20) == ErrorCode::too_large);
}

}  // namespace tuplepack::tests::training_batch_test

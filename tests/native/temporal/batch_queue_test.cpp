#include "temporal/batch_queue.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace tuplepack::tests::batch_queue_test {

using namespace temporal;

namespace {

/// Slots that note their batch, and what must not happen.
struct Observed {
  Observed(std::int64_t batches, std::int64_t depth, std::size_t threads)
      : slots(BatchQueue::slots(batches, depth), -1), busy(BatchQueue::workers(batches, depth, threads)) {}

  std::vector<std::int64_t> slots;
  std::vector<std::atomic<int>> busy;  // calls of each thread
  std::atomic<std::int64_t> prepared = 0, wrong = 0;

  Result<void> prepare(std::int64_t batch, std::size_t slot, std::size_t thread) {
    if (busy.at(thread)++ != 0) ++wrong;
    std::minstd_rand random(static_cast<unsigned>(batch));
    std::this_thread::sleep_for(std::chrono::microseconds(random() % 50));  // so that they end in another order
    slots.at(slot) = batch;
    ++prepared;
    --busy.at(thread);
    return {};
  }
  BatchQueue::Prepare preparing() {
    return [this](std::int64_t batch, std::size_t slot, std::size_t thread) { return prepare(batch, slot, thread); };
  }
};

}  // namespace

TEST_CASE("a queue that is stopped gives nothing more") {
  for (const std::int64_t depth : {0, 3}) {
    Observed observed(100, depth, 2);
    BatchQueue queue(100, depth, 2, observed.preparing());
    CHECK(queue.next()->has_value());
    queue.stop();
    const std::int64_t prepared = observed.prepared;
    for (int again = 0; again < 2; ++again) CHECK_FALSE(queue.next()->has_value());
    CHECK(observed.prepared == prepared);
    queue.stop();
  }
}

TEST_CASE("batches are taken in order, each prepared once, by however many threads") {
  for (const std::int64_t depth : {0, 1, 2, 5}) {
    for (const std::size_t threads : {1U, 2U, 7U}) {
      for (const std::int64_t batches : {0, 1, 3, 300}) {
        Observed observed(batches, depth, threads);
        BatchQueue queue(batches, depth, threads, observed.preparing());
        for (std::int64_t batch = 0; batch < batches; ++batch) {
          const auto slot = queue.next();
          REQUIRE(slot.has_value());
          REQUIRE(slot->has_value());
          CHECK(observed.slots.at(**slot) == batch);
          std::this_thread::yield();
          CHECK(observed.slots.at(**slot) == batch);
          CHECK(observed.prepared <= batch + 1 + depth);
        }
        for (int again = 0; again < 2; ++again) CHECK_FALSE(queue.next()->has_value());
        CHECK(observed.prepared == batches);
        CHECK(observed.wrong == 0);
      }
    }
  }
}

TEST_CASE("slots and threads are no more than batches have use for") {
  constexpr std::int64_t depth = 1'000'000'000'000;
  constexpr std::size_t threads = 1'000'000'000'000;
  CHECK(BatchQueue::slots(10, 2) == 3);
  CHECK(BatchQueue::slots(10, depth) == 11);
  CHECK(BatchQueue::slots(0, depth) == 1);
  CHECK(BatchQueue::workers(10, 2, threads) == 3);
  CHECK(BatchQueue::workers(10, depth, threads) == 10);
  CHECK(BatchQueue::workers(10, depth, 4) == 4);
  CHECK(BatchQueue::workers(10, 0, threads) == 1);
  CHECK(BatchQueue::workers(0, depth, threads) == 1);
  Observed observed(10, depth, threads);
  BatchQueue queue(10, depth, threads, observed.preparing());
  for (std::int64_t batch = 0; batch < 10; ++batch) CHECK(observed.slots.at(queue.next()->value()) == batch);
  CHECK_FALSE(queue.next()->has_value());
  CHECK(observed.wrong == 0);
}

TEST_CASE("an error comes out at its batch, the first of several, and then nothing") {
  for (const std::int64_t depth : {0, 1, 6}) {
    for (const std::size_t threads : {1U, 4U}) {
      Observed observed(20, depth, threads);
      BatchQueue queue(20, depth, threads,
                       [&](std::int64_t batch, std::size_t slot, std::size_t thread) -> Result<void> {
                         if (batch >= 7 && batch % 2 == 1)
                           return fail(ErrorCode::malformed, "batch " + std::to_string(batch));
                         return observed.prepare(batch, slot, thread);
                       });
      for (int batch = 0; batch < 7; ++batch) CHECK(queue.next()->has_value());
      CHECK(queue.next().error().message == "batch 7");
      CHECK_FALSE(queue.next()->has_value());
    }
  }
}

TEST_CASE("what is thrown comes out at its batch") {
  for (const std::int64_t depth : {0, 3}) {
    BatchQueue queue(5, depth, 2, [](std::int64_t batch, std::size_t, std::size_t) -> Result<void> {
      if (batch == 1) throw std::runtime_error("thrown");
      return {};
    });
    CHECK(queue.next()->has_value());
    CHECK_THROWS_WITH_AS(static_cast<void>(queue.next()), "thrown", std::runtime_error);
    CHECK_FALSE(queue.next()->has_value());
  }
}

TEST_CASE("a queue that is left early ends its threads") {
  for (const std::int64_t taken : {0, 1, 9}) {
    Observed observed(1'000'000, 4, 3);
    {
      BatchQueue queue(1'000'000, 4, 3, observed.preparing());
      for (std::int64_t batch = 0; batch < taken; ++batch) CHECK(queue.next()->has_value());
    }
    const std::int64_t prepared = observed.prepared;
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    CHECK(observed.prepared == prepared);
    CHECK(prepared <= taken + 5);
  }
}

}  // namespace tuplepack::tests::batch_queue_test

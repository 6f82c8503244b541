#include "temporal/tgn_pass.hpp"

#include "collegemsg.hpp"
#include "temporal/random_events.hpp"

#include <doctest/doctest.h>

#include <condition_variable>
#include <cstring>
#include <mutex>
#include <string>
#include <vector>

namespace tuplepack::tests::tgn_pass_test {

using namespace temporal;

namespace {

/// What a list of events is trained on.
struct Problem {
  const Events& events;
  const Split& batches;
  TgnShape shape;
  std::vector<float> edge_features;

  Problem(const Events& list, const Split& split, const TgnShape& widths)
      : events(list),
        batches(split),
        shape(widths),
        edge_features(static_cast<std::size_t>(list.size() * widths.edge_features)) {
    std::mt19937 random(11);
    for (float& value : edge_features) value = static_cast<float>(random() >> 8) * 0x1p-23F - 1;
  }
  [[nodiscard]] Preparation preparation() const {
    const Features features{
        .nodes = {}, .edges = {.bytes = std::as_bytes(std::span(edge_features)), .width = 4 * shape.edge_features}};
    return Preparation::make(events, batches, features, {.neighbours = 3}).value();
  }
};

struct Outcome {
  explicit Outcome(const Problem& problem)
      : state(problem.shape, problem.events.nodes), scores(static_cast<std::size_t>(problem.events.size())) {}
  TgnState state;
  std::vector<float> scores;
};

bool same_bits(const std::vector<float>& a, const std::vector<float>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(float)) == 0;
}
bool same_bits(const Outcome& a, const Outcome& b) {
  return same_bits(a.state.memory, b.state.memory) && same_bits(a.state.messages, b.state.messages) &&
         same_bits(a.scores, b.scores);
}

Outcome run(const Problem& problem, std::int64_t depth) {
  TgnPass pass(problem.preparation(), problem.shape, depth);
  Outcome outcome(problem);
  REQUIRE(run_pipeline(problem.batches.batches(), depth, pass.stages(outcome.state, outcome.scores)) ==
          problem.batches.batches());
  return outcome;
}

/// The mistake that a pipeline invites: state is read where static data is, ahead. So that this does not depend on
/// timing, a batch computes when all that may be prepared beside it is; and so that it is no data race, under a lock.
Outcome run_with_prefetched_state(const Problem& problem, std::int64_t depth) {
  struct Slot {
    std::vector<std::byte> memory;
    PreparedBatch room, batch{};
    TgnRows rows;
  };
  Preparation preparation = problem.preparation();
  const BatchShape largest = preparation.shape();
  std::vector<Slot> slots;
  slots.reserve(pipeline_slots(depth));
  while (slots.size() < pipeline_slots(depth)) {
    std::vector<std::byte> memory(static_cast<std::size_t>(bytes_of_slot(largest)));
    const PreparedBatch room = slot_in(largest, memory);
    slots.push_back(
        {.memory = std::move(memory), .room = room, .rows = TgnRows(problem.shape, largest.node_requests())});
  }
  TgnStep step(problem.shape, largest);
  Outcome outcome(problem);
  std::mutex mutex;
  std::condition_variable changed;
  std::int64_t prepared = 0;
  const std::int64_t batches = problem.batches.batches();
  const auto prepare = [&](std::int64_t batch, std::size_t at) -> Result<void> {
    Slot& slot = slots[at];
    slot.batch = preparation.prepare(batch, slot.room);
    const std::lock_guard lock(mutex);
    read_state(problem.shape, outcome.state, slot.batch.nodes, slot.rows);
    prepared = batch + 1;
    changed.notify_all();
    return {};
  };
  const auto compute = [&](std::int64_t batch, std::size_t at) -> Result<void> {
    const Slot& slot = slots[at];
    const auto first = static_cast<std::size_t>(slot.batch.first_event);
    std::unique_lock lock(mutex);
    changed.wait(lock, [&] { return prepared == std::min(batch + 1 + depth, batches); });
    step.compute(slot.batch, slot.rows, std::span(outcome.scores).subspan(first, slot.batch.counts.size() / 2));
    step.write_back(slot.batch, outcome.state);
    return {};
  };
  REQUIRE(run_pipeline(batches, depth, {.prepare = prepare, .compute = compute}) == batches);
  return outcome;
}

}  // namespace

TEST_CASE("pipelined state equals serial state bit for bit, on random events") {
  std::mt19937 random(5);
  for (int round = 0; round < 20; ++round) {
    const Events events = random_events(random, 2 + random() % 30, 1 + random() % 300, 1 + random() % 4);
    const Split batches = split(events, static_cast<std::int64_t>(random() % 20)).value();
    const Problem problem(events, batches, {.memory = 5, .edge_features = 3});
    const Outcome serial = run(problem, 0);
    for (std::int64_t depth = 1; depth <= 4; ++depth) CHECK(same_bits(serial, run(problem, depth)));
  }
}

TEST_CASE("pipelined state equals serial state bit for bit, on CollegeMsg; state that is prefetched does not") {
  const Events events = read_collegemsg();
  const Split batches = split(events, split_fixed(events, 200).value().largest_loss()).value();
  REQUIRE(batches.batches() == 251);
  const Problem problem(events, batches, {.memory = 6, .edge_features = 4});
  const Outcome serial = run(problem, 0);
  for (std::int64_t depth = 1; depth <= 4; ++depth) CHECK(same_bits(serial, run(problem, depth)));
  CHECK(same_bits(serial, run_with_prefetched_state(problem, 0)));  // where nothing is ahead it is no mistake
  for (const std::int64_t depth : {1, 2}) {
    const Outcome wrong = run_with_prefetched_state(problem, depth);
    CHECK_FALSE(same_bits(serial.state.memory, wrong.state.memory));
    CHECK_FALSE(same_bits(serial.state.messages, wrong.state.messages));
    CHECK_FALSE(same_bits(serial.scores, wrong.scores));
  }
}

TEST_CASE("a pass that is stopped half way has the state of the batches before, and can be gone through again") {
  std::mt19937 random(9);
  const Events events = random_events(random, 20, 600, 1);
  const Split batches = split_fixed(events, 30).value();
  const Problem problem(events, batches, {.memory = 4, .edge_features = 2});
  constexpr std::int64_t half = 10;

  Outcome first_half(problem);
  TgnPass serial(problem.preparation(), problem.shape, 0);
  REQUIRE(run_pipeline(half, 0, serial.stages(first_half.state, first_half.scores)) == half);

  TgnPass pass(problem.preparation(), problem.shape, 3);
  Outcome stopped(problem), again(problem);
  PipelineStages stages = pass.stages(stopped.state, stopped.scores);
  std::int64_t computed = 0;
  stages.compute = [&, compute = stages.compute](std::int64_t batch, std::size_t slot) {
    ++computed;
    return compute(batch, slot);
  };
  stages.stop = [&] { return computed == half; };
  CHECK(run_pipeline(batches.batches(), 3, stages) == half);
  CHECK(same_bits(first_half, stopped));
  CHECK(run_pipeline(batches.batches(), 3, pass.stages(again.state, again.scores)) == batches.batches());
  CHECK(same_bits(again, run(problem, 0)));
}

}  // namespace tuplepack::tests::tgn_pass_test

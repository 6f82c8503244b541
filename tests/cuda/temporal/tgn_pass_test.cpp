// The pipeline on the device. What is done in turn, waited for after each stage, is what every other order is compared
// with, bit for bit.
#include "cuda/temporal/tgn_pass.hpp"

#include "device_arrays.hpp"
#include "temporal/random_events.hpp"
#include "temporal/tgn_pass.hpp"

#include <doctest/doctest.h>

#include <condition_variable>
#include <deque>
#include <mutex>

namespace tuplepack::tests::tgn_pass_test {

using namespace temporal;

namespace {

/// What a list of events is trained on. Features are in pinned memory.
struct PassProblem {
  Events events;
  Split batches;
  TgnShape shape;
  cuda::Array<float> node_features, edge_features;

  PassProblem(std::mt19937& random, const TgnShape& widths, std::size_t nodes, std::size_t size, std::int64_t loss)
      : events(random_events(random, nodes, size, 2)),
        batches(split(events, loss).value()),
        shape(widths),
        node_features(random_table(random, events.nodes * widths.node_features)),
        edge_features(random_table(random, events.size() * widths.edge_features)) {}

  static cuda::Array<float> random_table(std::mt19937& random, std::int64_t count) {
    auto table = cuda::Array<float>::allocate(count, cuda::Place::pinned).value();
    for (float& value : table.values()) value = static_cast<float>(random() >> 8) * 0x1p-23F - 1;
    return table;
  }
  [[nodiscard]] Features features() const {
    return {.nodes = {.bytes = std::as_bytes(node_features.values()), .width = 4 * shape.node_features},
            .edges = {.bytes = std::as_bytes(edge_features.values()), .width = 4 * shape.edge_features}};
  }
  [[nodiscard]] Preparation preparation(const Features& tables = {}) const {
    return Preparation::make(events, batches, tables, {.neighbours = 3}).value();
  }
  [[nodiscard]] std::unique_ptr<cuda::TgnPass> pass(std::int64_t depth, cuda::RowPath path) const {
    return cuda::TgnPass::create(preparation(), features(), shape, {.slots = depth + 1, .path = path, .workers = 2})
        .value();
  }
};

struct Outcome {
  std::vector<float> memory, messages, scores;
};

bool same_bits(const Outcome& a, const Outcome& b) {
  return same_bytes(a.memory, b.memory) && same_bytes(a.messages, b.messages) && same_bytes(a.scores, b.scores);
}

/// State and scores on the device.
struct DeviceOutcome {
  explicit DeviceOutcome(const PassProblem& problem)
      : state(cuda::TgnRows::zeros(problem.shape, problem.events.nodes).value()),
        scores(static_cast<std::size_t>(problem.events.size())) {
    require(cuda::synchronize(nullptr));  // all of this is there
  }
  cuda::TgnRows state;
  DeviceArray<float> scores;

  [[nodiscard]] Outcome read() const {
    return {to_host(state.memory.values()), to_host(state.messages.values()), scores.read()};
  }
};

using Finish = std::function<Result<void>()>;

/// Makes a pipeline prepare each batch, on the device too, as early as it may at all: a batch computes when all that
/// may be prepared beside it is. So nothing depends on timing, nor on how late an emulator does what is queued.
class EarliestPreparation {
 public:
  EarliestPreparation(std::int64_t depth, std::int64_t batches) : depth_(depth), batches_(batches) {}

  PipelineStages of(const PipelineStages& stages, const Finish& finish) {
    return {.prepare =
                [=, this](std::int64_t batch, std::size_t slot) {
                  auto done = stages.prepare(batch, slot);
                  if (done) done = finish();
                  const std::lock_guard lock(mutex_);
                  prepared_ = done ? batch + 1 : batches_;
                  changed_.notify_all();
                  return done;
                },
            .compute =
                [=, this](std::int64_t batch, std::size_t slot) {
                  std::unique_lock lock(mutex_);
                  changed_.wait(lock, [&] { return prepared_ >= std::min(batch + 1 + depth_, batches_); });
                  return stages.compute(batch, slot);
                }};
  }

 private:
  std::int64_t depth_, batches_, prepared_ = 0;
  std::mutex mutex_;
  std::condition_variable changed_;
};

enum class Order { in_turn, queued, earliest };

Outcome run(const PassProblem& problem, std::int64_t depth, cuda::RowPath path, Order order) {
  const auto pass = problem.pass(depth, path);
  const Finish finish = [&] { return pass->finish(); };
  const DeviceOutcome outcome(problem);
  EarliestPreparation earliest(depth, problem.batches.batches());
  PipelineStages stages = pass->stages(outcome.state, outcome.scores.values());
  if (order == Order::in_turn) stages = synchronous(stages, finish);
  if (order == Order::earliest) stages = earliest.of(stages, finish);
  REQUIRE(run_pipeline(problem.batches.batches(), depth, stages) == problem.batches.batches());
  require(pass->finish());
  return outcome.read();
}

/// The mistake that a pipeline invites: state is read where static data is, ahead, in the stream of the transfers.
Outcome run_with_prefetched_state(const PassProblem& problem, std::int64_t depth) {
  auto prefetch = cuda::Prefetch::create(problem.preparation(), problem.features(), {.slots = depth + 1}).value();
  const auto step = cuda::TgnStep::create(problem.shape, prefetch.shape()).value();
  const auto computes = cuda::OwnStream::create().value();
  std::deque<cuda::TgnRows> rows;
  while (rows.size() < pipeline_slots(depth)) {
    rows.push_back(cuda::TgnRows::zeros(problem.shape, prefetch.shape().node_requests()).value());
  }
  const DeviceOutcome outcome(problem);
  const PipelineStages stages{.prepare =
                                  [&](std::int64_t batch, std::size_t slot) {
                                    auto done = prefetch.prepare(batch, slot);
                                    const auto prepared = prefetch.acquire(slot, prefetch.stream());
                                    if (done && !prepared) done = tl::unexpected(prepared.error());
                                    if (!done) return done;
                                    return cuda::read_state(problem.shape, outcome.state, prepared->nodes, rows[slot],
                                                            prefetch.status(), prefetch.stream());
                                  },
                              .compute =
                                  [&](std::int64_t, std::size_t slot) {
                                    const auto batch = prefetch.acquire(slot, computes.get()).value();
                                    const auto first = static_cast<std::size_t>(batch.first_event);
                                    const auto scores =
                                        outcome.scores.values().subspan(first, static_cast<std::size_t>(batch.size()));
                                    auto done = step.compute(batch, rows[slot], scores, computes.get());
                                    if (done) done = step.write_back(batch, outcome.state, computes.get());
                                    return done ? prefetch.release(slot, computes.get()) : done;
                                  }};
  const Finish finish = [&] {
    auto done = cuda::synchronize(computes.get());
    return done ? prefetch.finish() : done;
  };
  EarliestPreparation earliest(depth, problem.batches.batches());
  REQUIRE(run_pipeline(problem.batches.batches(), depth, earliest.of(stages, finish)) == problem.batches.batches());
  require(finish());
  return outcome.read();
}

}  // namespace

TEST_CASE("a pass on the device is that of the CPU but for rounding, and bit for bit that of any depth and any order") {
  std::mt19937 random(static_cast<std::uint32_t>(test_seed()));
  for (int round = 0; round < 4; ++round) {
    const TgnShape shape{.memory = 3, .node_features = round == 1 ? 2 : 0, .edge_features = round == 2 ? 0 : 5};
    const PassProblem problem(random, shape, 4 + random() % 20, 40 + random() % 80,
                              5 + static_cast<std::int64_t>(random() % 15));
    const Outcome in_turn = run(problem, 0, cuda::RowPath::ring, Order::in_turn);

    tuplepack::temporal::TgnPass cpu_pass(problem.preparation(problem.features()), shape, 0);
    TgnState state(shape, problem.events.nodes);
    std::vector<float> scores(in_turn.scores.size());
    REQUIRE(run_pipeline(problem.batches.batches(), 0, cpu_pass.stages(state, scores)).has_value());
    constexpr double tolerance = 5e-6;  // as for the steps
    CHECK(distance(scores, in_turn.scores) <= tolerance);
    CHECK(distance(state.memory, in_turn.memory) <= tolerance);
    CHECK(distance(state.messages, in_turn.messages) <= tolerance);

    for (std::int64_t depth = 0; depth <= 3; ++depth) {
      CAPTURE(depth);
      for (const auto path : {cuda::RowPath::ring, cuda::RowPath::zero_copy}) {
        CHECK(same_bits(in_turn, run(problem, depth, path, Order::queued)));
        CHECK(same_bits(in_turn, run(problem, depth, path, Order::earliest)));
      }
    }
  }
}

TEST_CASE("state that is prefetched to the device is too old") {
  std::mt19937 random(5);
  const PassProblem problem(random, {.memory = 4, .edge_features = 3}, 12, 120, 12);
  REQUIRE(problem.batches.batches() > 6);
  const Outcome in_turn = run(problem, 0, cuda::RowPath::ring, Order::in_turn);
  CHECK(same_bits(in_turn, run_with_prefetched_state(problem, 0)));  // where nothing is ahead it is no mistake
  for (const std::int64_t depth : {1, 2}) {
    const Outcome wrong = run_with_prefetched_state(problem, depth);
    CHECK_FALSE(same_bytes(in_turn.memory, wrong.memory));
    CHECK_FALSE(same_bytes(in_turn.messages, wrong.messages));
    CHECK_FALSE(same_bytes(in_turn.scores, wrong.scores));
  }
}

TEST_CASE("a pass can be gone through again, and a table with too few rows is an error") {
  std::mt19937 random(6);
  const PassProblem problem(random, {.memory = 2, .edge_features = 2}, 8, 60, 10);
  const std::int64_t batches = problem.batches.batches();
  const Outcome in_turn = run(problem, 0, cuda::RowPath::ring, Order::in_turn);
  const auto pass = problem.pass(2, cuda::RowPath::zero_copy);
  for (int time = 0; time < 2; ++time) {
    const DeviceOutcome outcome(problem);
    REQUIRE(run_pipeline(batches, 2, pass->stages(outcome.state, outcome.scores.values())) == batches);
    require(pass->finish());
    CHECK(same_bits(in_turn, outcome.read()));
  }
  Features tables = problem.features();
  tables.edges.bytes = tables.edges.bytes.first(tables.edges.bytes.size() - 8);
  for (const auto path : {cuda::RowPath::ring, cuda::RowPath::zero_copy}) {
    const auto short_pass = cuda::TgnPass::create(problem.preparation(), tables, problem.shape, {.path = path}).value();
    const DeviceOutcome outcome(problem);
    const auto done = run_pipeline(batches, 1, short_pass->stages(outcome.state, outcome.scores.values()));
    CHECK(done.has_value() == (path == cuda::RowPath::zero_copy));  // its kernels leave what they find in a status
    const auto finished = short_pass->finish();
    CHECK(finished.has_value() == (path == cuda::RowPath::ring));
    CHECK((done ? finished.error().code : done.error().code) == ErrorCode::out_of_range);
  }
}

}  // namespace tuplepack::tests::tgn_pass_test

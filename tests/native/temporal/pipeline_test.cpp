#include "temporal/pipeline.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace tuplepack::tests::pipeline_test {

using namespace temporal;

namespace {

/// Stages that note what happens, with a batch's number as its data.
struct Observed {
  explicit Observed(std::int64_t pipeline_depth) : depth(pipeline_depth), slots(pipeline_slots(pipeline_depth), -1) {}

  std::int64_t depth;
  std::vector<std::int64_t> slots;
  std::atomic<std::int64_t> prepared = 0, computed = 0;
  std::int64_t wrong = 0;  // only the thread that prepares counts here until it has ended
  std::int64_t wrong_slots = 0;

  Result<void> prepare(std::int64_t batch, std::size_t slot) {
    if (batch != prepared || batch - computed > depth) ++wrong;
    slots.at(slot) = batch;
    ++prepared;
    return {};
  }
  Result<void> compute(std::int64_t batch, std::size_t slot) {
    if (batch != computed || slots.at(slot) != batch) ++wrong_slots;
    std::this_thread::yield();
    if (slots.at(slot) != batch) ++wrong_slots;
    ++computed;
    return {};
  }
  PipelineStages stages() {
    return {.prepare = [this](std::int64_t batch, std::size_t slot) { return prepare(batch, slot); },
            .compute = [this](std::int64_t batch, std::size_t slot) { return compute(batch, slot); }};
  }
};

bool comes_true(const std::function<bool()>& condition) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(30);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > end) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace

TEST_CASE("synchronous stages wait after each stage, unless it fails") {
  std::string calls;
  PipelineStages stages{
      .prepare = [&](std::int64_t, std::size_t) -> Result<void> { return calls += 'p', Result<void>{}; },
      .compute = [&](std::int64_t batch, std::size_t) -> Result<void> {
        calls += 'c';
        if (batch == 1) return fail(ErrorCode::device, "lost");
        return {};
      }};
  const auto wait = [&]() -> Result<void> { return calls += 'w', Result<void>{}; };
  CHECK(run_pipeline(3, 0, synchronous(stages, wait)).error().message == "lost");
  CHECK(calls == "pwcwpwc");
}

TEST_CASE("every batch is prepared once, in order, into a slot that is free, and then computed") {
  for (std::int64_t depth = 0; depth <= 4; ++depth) {
    for (const std::int64_t batches : {0, 1, 2, 3, 7, 500}) {
      Observed observed(depth);
      CHECK(run_pipeline(batches, depth, observed.stages()) == batches);
      CHECK(observed.prepared == batches);
      CHECK(observed.computed == batches);
      CHECK(observed.wrong == 0);
      CHECK(observed.wrong_slots == 0);
    }
  }
}

TEST_CASE("as many batches as the depth are prepared while one computes, and no more") {
  for (std::int64_t depth = 0; depth <= 4; ++depth) {
    Observed observed(depth);
    PipelineStages stages = observed.stages();
    bool reached = false;
    stages.compute = [&](std::int64_t batch, std::size_t slot) {
      if (batch == 0) {
        reached = comes_true([&] { return observed.prepared == depth + 1; });
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
      }
      return observed.compute(batch, slot);
    };
    CHECK(run_pipeline(20, depth, stages) == 20);
    CHECK(reached);
    CHECK(observed.wrong == 0);
  }
}

TEST_CASE("only preparation leaves the calling thread, and only where batches are prepared ahead") {
  const std::thread::id caller = std::this_thread::get_id();
  for (std::int64_t depth = 0; depth <= 2; ++depth) {
    std::int64_t prepared_here = 0, computed_here = 0;
    const PipelineStages stages{.prepare =
                                    [&](std::int64_t, std::size_t) {
                                      prepared_here += std::this_thread::get_id() == caller ? 1 : 0;
                                      return Result<void>{};
                                    },
                                .compute =
                                    [&](std::int64_t, std::size_t) {
                                      computed_here += std::this_thread::get_id() == caller ? 1 : 0;
                                      return Result<void>{};
                                    }};
    CHECK(run_pipeline(9, depth, stages) == 9);
    CHECK(prepared_here == (depth == 0 ? 9 : 0));
    CHECK(computed_here == 9);
  }
}

TEST_CASE("a stage's error comes out when the batches before it are computed") {
  for (std::int64_t depth = 0; depth <= 4; ++depth) {
    for (const std::int64_t bad : {0, 5, 19}) {
      for (const bool in_compute : {false, true}) {
        Observed observed(depth);
        PipelineStages stages = observed.stages();
        auto& failing = in_compute ? stages.compute : stages.prepare;
        failing = [&, works = failing](std::int64_t batch, std::size_t slot) -> Result<void> {
          if (batch == bad) return fail(ErrorCode::malformed, "batch " + std::to_string(batch));
          return works(batch, slot);
        };
        const auto run = run_pipeline(20, depth, stages);
        REQUIRE_FALSE(run);
        CHECK(run.error().code == ErrorCode::malformed);
        CHECK(run.error().message == "batch " + std::to_string(bad));
        CHECK(observed.computed == bad);
        CHECK(observed.prepared <= bad + (in_compute ? 1 + depth : 0));
      }
    }
  }
}

TEST_CASE("what a stage throws is thrown to the caller, and no thread is left") {
  for (std::int64_t depth = 0; depth <= 4; ++depth) {
    for (const bool in_compute : {false, true}) {
      Observed observed(depth);
      PipelineStages stages = observed.stages();
      auto& failing = in_compute ? stages.compute : stages.prepare;
      failing = [works = failing](std::int64_t batch, std::size_t slot) -> Result<void> {
        if (batch == 5) throw std::runtime_error("thrown");
        return works(batch, slot);
      };
      CHECK_THROWS_WITH_AS(static_cast<void>(run_pipeline(20, depth, stages)), "thrown", std::runtime_error);
      CHECK(observed.computed == 5);
      const std::int64_t prepared = observed.prepared;
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
      CHECK(observed.prepared == prepared);
    }
  }
}

TEST_CASE("a run that is asked to stop ends after the batch at hand") {
  for (std::int64_t depth = 0; depth <= 4; ++depth) {
    Observed observed(depth);
    PipelineStages stages = observed.stages();
    stages.stop = [&] { return observed.computed == 7; };
    CHECK(run_pipeline(1'000'000, depth, stages) == 7);
    CHECK(observed.computed == 7);
    CHECK(observed.prepared <= 7 + depth + 1);
  }
}

TEST_CASE("an error in a batch that a stopped run does not reach is none") {
  Observed observed(2);
  PipelineStages stages = observed.stages();
  std::atomic<bool> failed = false;
  stages.prepare = [&](std::int64_t batch, std::size_t slot) -> Result<void> {
    if (batch < 3) return observed.prepare(batch, slot);
    failed = true;
    return fail(ErrorCode::malformed, "not reached");
  };
  stages.stop = [&] { return observed.computed == 2; };
  stages.compute = [&](std::int64_t batch, std::size_t slot) {
    auto computed = observed.compute(batch, slot);
    if (batch == 1) CHECK(comes_true([&] { return failed.load(); }));
    return computed;
  };
  CHECK(run_pipeline(10, 2, stages) == 2);
}

}  // namespace tuplepack::tests::pipeline_test

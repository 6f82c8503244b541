#include "tuplepack/cuda/training/loss.hpp"

#include "device_arrays.hpp"
#include "training/random_segments.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

namespace tuplepack::tests::loss_test {

using namespace training;

static std::vector<Counting> all_countings() {
  return {{SequenceCount::nonempty}, {SequenceCount::paper}, {SequenceCount::declared, 17}};
}

/// Calls check(random, ids, shape, counting) with tokens of scattered segments.
template <typename Check>
static void with_random_tokens(Check&& check) {
  Random random(test_seed());
  const auto check_shape_of = [&](const Counting& counting, PackShape shape) {
    CAPTURE(static_cast<int>(counting.mode));
    CAPTURE(shape.packs);
    CAPTURE(shape.capacity);
    CAPTURE(shape.segments);
    check(random, random_segments(random, shape, all_orders[random.between(0, 2)]), shape, counting);
  };
  for (const Counting& counting : all_countings()) {
    for (const std::int64_t capacity : awkward_sizes) {
      check_shape_of(counting, {random.between(0, 3), capacity, random.between(1, 40)});
    }
    check_shape_of(counting, {2, 1023, 600});  // a column of tallies for each warp
  }
  // Whole quads: of part of a warp, of several warps, kept in registers and beyond.
  for (const PackShape shape : {PackShape{3, 36, 16}, {5, 512, 16}, {2, 4096, 9}, {1, 5120, 16}})
    check_shape_of(Counting{}, shape);
  check_shape_of(Counting{SequenceCount::paper}, {1, large_size, 16});
  check_shape_of(Counting{}, {1, 700, 12000});  // scratch memory in the workspace
}

/// With arrays that many values after a boundary: at 0, and if the capacity is a multiple of four, whole quads are read
/// and written.
static void check_weights_at(std::size_t ids_offset, std::size_t weights_offset, const std::vector<std::int32_t>& ids,
                             PackShape shape, const Counting& counting) {
  const DeviceArray device_ids(ids, ids_offset);
  const Workspace workspace(cuda::token_weights_workspace(shape));
  const Status status;
  const DeviceArray<std::int64_t> sequences(1);
  require(cuda::count_sequences(device_ids.input(), shape, counting, sequences.values().data(), workspace.bytes(),
                                status.word(), nullptr));
  CHECK(sequences.read()[0] == count_sequences(ids, shape, counting));

  std::vector<float> expected(ids.size());
  fill_token_weights(ids, shape, counting, expected);
  const DeviceArray<float> weights(ids.size(), weights_offset);
  require(cuda::fill_token_weights(device_ids.input(), shape, counting, weights.values(), workspace.bytes(),
                                   status.word(), nullptr));
  CHECK(weights.read() == expected);  // one division in double, rounded once
  require(status.check());
  workspace.check();
}

static void check_weights(Random&, const std::vector<std::int32_t>& ids, PackShape shape, const Counting& counting) {
  for (const std::size_t ids_offset : {0U, 1U}) {
    for (const std::size_t weights_offset : {0U, 1U})
      check_weights_at(ids_offset, weights_offset, ids, shape, counting);
    if (shape.capacity % 4 != 0) break;
  }
}

TEST_CASE("what unpack_loss is not asked for is neither read nor written, wherever its empty span begins") {
  const PackShape shape{8, 8, 2};
  const DeviceArray losses(std::vector<float>(64, 1.0F));
  const DeviceArray ids(std::vector<std::int32_t>(64, 1));
  const DeviceArray correct(std::vector<std::uint8_t>(64, 1));
  const std::vector<float> before(4, 7.0F);
  const DeviceArray arena(before);
  const DeviceArray<std::int32_t> tokens(std::vector<std::int32_t>(4, 7));
  const DeviceArray<PackedLoss> loss(1);
  const Workspace workspace(cuda::unpack_loss_workspace(shape));
  const Status status;
  require(cuda::unpack_loss(
      losses.input(), nothing_within(correct), ids.input(), shape, {},
      {.losses = nothing_within(arena), .accuracies = nothing_within(arena), .tokens = nothing_within(tokens)},
      loss.values().data(), workspace.bytes(), status.word(), nullptr));
  require(status.check());
  CHECK(arena.read() == before);
  CHECK(tokens.read() == std::vector<std::int32_t>(4, 7));
  CHECK(loss.read()[0].loss == 1);
  CHECK(loss.read()[0].accuracy == 0);
}

TEST_CASE("sequences and weights on the device are those of the core") {
  with_random_tokens(check_weights);
}

/// unpack_loss on the device, with arrays `offset` values after a boundary, and everything that it writes.
struct Unpacked {
  std::vector<PackedLoss> loss;
  std::vector<float> losses, accuracies;
  std::vector<std::int32_t> tokens;
};

static Unpacked unpack_on_device(const std::vector<float>& token_losses, const std::vector<std::uint8_t>& correct,
                                 const std::vector<std::int32_t>& ids, PackShape shape, const Counting& counting,
                                 std::size_t offset) {
  const auto sequences = static_cast<std::size_t>(shape.packs * shape.segments);
  const DeviceArray device_ids(ids, offset);
  const DeviceArray device_losses(token_losses, 3 * offset);
  const DeviceArray device_correct(correct, offset);
  const DeviceArray<float> losses(sequences, 1), accuracies(sequences, 1);
  const DeviceArray<std::int32_t> tokens(sequences, 1);
  const DeviceArray<PackedLoss> loss(1);
  const Workspace workspace(cuda::unpack_loss_workspace(shape));
  const Status status;
  require(cuda::unpack_loss(device_losses.input(),
                            correct.empty() ? std::span<const std::uint8_t>{} : device_correct.input(),
                            device_ids.input(), shape, counting,
                            {.losses = losses.values(), .accuracies = accuracies.values(), .tokens = tokens.values()},
                            loss.values().data(), workspace.bytes(), status.word(), nullptr));
  require(status.check());
  workspace.check();
  return {loss.read(), losses.read(), accuracies.read(), tokens.read()};
}

static void check_unpacked(Random& random, const std::vector<std::int32_t>& ids, PackShape shape,
                           const Counting& counting) {
  std::vector<float> token_losses(ids.size());
  std::vector<std::uint8_t> correct(random.one_in(4) ? 0 : ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto loss = static_cast<float>(random.between(0, 1000000)) * 1e-5F;
    token_losses[i] = ids[i] == 0 ? std::numeric_limits<float>::quiet_NaN() : loss;
    if (!correct.empty()) correct[i] = static_cast<std::uint8_t>(random.between(0, 1));
  }
  const auto sequences = static_cast<std::size_t>(shape.packs * shape.segments);
  Unpacked expected{
      {}, std::vector<float>(sequences), std::vector<float>(sequences), std::vector<std::int32_t>(sequences)};
  const PackedLoss loss =
      unpack_loss(token_losses, correct, ids, shape, counting,
                  {.losses = expected.losses, .accuracies = expected.accuracies, .tokens = expected.tokens});
  const Unpacked found = unpack_on_device(token_losses, correct, ids, shape, counting, 1);
  // Sums in double in another order: n additions err by at most n · 2^−53 of the sum.
  CHECK(found.loss[0].loss == doctest::Approx(loss.loss).epsilon(1e-11));
  CHECK(found.loss[0].accuracy == doctest::Approx(loss.accuracy).epsilon(1e-11));
  CHECK(found.loss[0].sequences == loss.sequences);
  CHECK(found.loss[0].tokens == loss.tokens);
  CHECK(found.tokens == expected.tokens);
  CHECK(found.accuracies == expected.accuracies);
  float worst = 0;
  for (std::size_t i = 0; i < sequences; ++i) {
    worst = std::max(worst, std::abs(found.losses[i] - expected.losses[i]) / std::max(expected.losses[i], 1e-5F));
  }
  CHECK(worst <= 1.2e-7F);  // the neighbouring float where the sum lies between two

  const Unpacked again = unpack_on_device(token_losses, correct, ids, shape, counting, 0);  // the same order of sums
  CHECK(same_bytes(again.loss, found.loss));
  CHECK(same_bytes(again.losses, found.losses));
}

TEST_CASE("losses unpacked on the device as by the core") {
  with_random_tokens(check_unpacked);
}

TEST_CASE("more packs than blocks (long)") {
  Random random(test_seed());
  const PackShape shape{3200, 3, 2};
  for (const Counting& counting : all_countings()) {
    const auto ids = random_segments(random, shape, SegmentOrder::scattered);
    check_weights(random, ids, shape, counting);
    check_unpacked(random, ids, shape, counting);
  }
}

TEST_CASE("an id out of range is reported and has no loss") {
  const DeviceArray ids(std::vector<std::int32_t>{1, 5, -3, 2});
  const DeviceArray<float> weights(4);
  const PackShape shape{1, 4, 2};
  const Workspace workspace(cuda::token_weights_workspace(shape));
  const Status status;
  require(
      cuda::fill_token_weights(ids.input(), shape, {}, weights.values(), workspace.bytes(), status.word(), nullptr));
  const auto fine = status.check();
  REQUIRE_FALSE(fine.has_value());
  CHECK(fine.error().message == "segment id out of range at position 1 of the batch");
  CHECK(weights.read() == std::vector<float>{0.5, 0, 0, 0.5});
}

}  // namespace tuplepack::tests::loss_test

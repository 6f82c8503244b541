#include "cuda/training/loss.hpp"

#include "device_arrays.hpp"
#include "training/random_segments.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>

using namespace tuplepack;
using namespace tuplepack::tests;

static std::vector<Counting> all_countings() {
  return {{SequenceCount::nonempty}, {SequenceCount::paper}, {SequenceCount::declared, 17}};
}

/// Calls check(random, ids, shape, counting) with tokens of scattered segments.
template <typename Check>
static void with_random_tokens(Check&& check) {
  const std::uint64_t seed = fresh_seed();
  CAPTURE(seed);
  Random random(seed);
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
  check_shape_of(Counting{SequenceCount::paper}, {1, large_size, 16});
  check_shape_of(Counting{}, {1, 700, 12000});  // scratch memory in the workspace
}

static void check_weights(Random&, const std::vector<std::int32_t>& ids, PackShape shape, const Counting& counting) {
  const DeviceArray device_ids(ids, 1);
  const Workspace workspace(cuda::token_weights_workspace(shape));
  const Status status;
  const DeviceArray<std::int64_t> sequences(1);
  require(cuda::count_sequences(device_ids.input(), shape, counting, sequences.values().data(), workspace.bytes(),
                                status.word(), nullptr));
  CHECK(sequences.read()[0] == count_sequences(ids, shape, counting));

  std::vector<float> expected(ids.size());
  fill_token_weights(ids, shape, counting, expected);
  const DeviceArray<float> weights(ids.size(), 1);
  require(cuda::fill_token_weights(device_ids.input(), shape, counting, weights.values(), workspace.bytes(),
                                   status.word(), nullptr));
  CHECK(weights.read() == expected);  // one division in double, rounded once
  require(status.check());
  workspace.check();
}

TEST_CASE("sequences and weights on the device are those of the core") {
  with_random_tokens(check_weights);
}

/// unpack_loss on the device, and everything that it writes.
struct Unpacked {
  std::vector<PackedLoss> loss;
  std::vector<float> losses, accuracies;
  std::vector<std::int32_t> tokens;
};

static Unpacked unpack_on_device(const std::vector<float>& token_losses, const std::vector<std::uint8_t>& correct,
                                 const std::vector<std::int32_t>& ids, PackShape shape, const Counting& counting) {
  const auto sequences = static_cast<std::size_t>(shape.packs * shape.segments);
  const DeviceArray device_ids(ids, 1);
  const DeviceArray device_losses(token_losses, 3);
  const DeviceArray device_correct(correct, 1);
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
  const Unpacked found = unpack_on_device(token_losses, correct, ids, shape, counting);
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

  const Unpacked again = unpack_on_device(token_losses, correct, ids, shape, counting);
  CHECK(same_bytes(again.loss, found.loss));
  CHECK(same_bytes(again.losses, found.losses));
}

TEST_CASE("losses unpacked on the device as by the core") {
  with_random_tokens(check_unpacked);
}

TEST_CASE("more packs than blocks (long)") {
  const std::uint64_t seed = fresh_seed();
  CAPTURE(seed);
  Random random(seed);
  const PackShape shape{3200, 3, 2};
  for (const Counting& counting : all_countings()) {
    const auto ids = random_segments(random, shape, SegmentOrder::scattered);
    check_weights(random, ids, shape, counting);
    check_unpacked(random, ids, shape, counting);
  }
}

TEST_CASE("an id that there is not is reported and has no loss") {
  const DeviceArray ids(std::vector<std::int32_t>{1, 5, -3, 2});
  const DeviceArray<float> weights(4);
  const PackShape shape{1, 4, 2};
  const Workspace workspace(cuda::token_weights_workspace(shape));
  const Status status;
  require(
      cuda::fill_token_weights(ids.input(), shape, {}, weights.values(), workspace.bytes(), status.word(), nullptr));
  const auto fine = status.check();
  REQUIRE_FALSE(fine.has_value());
  CHECK(fine.error().message == "position 1 of the batch has a segment id that there is not");
  CHECK(weights.read() == std::vector<float>{0.5, 0, 0, 0.5});
}

/// Rows of logits and what belongs to their tokens.
template <typename T>
struct RowCase {
  std::int64_t rows = 0;
  std::int64_t vocabulary = 0;
  std::int64_t stride = 0;
  std::vector<T> logits;
  std::vector<std::int32_t> labels;
  std::vector<std::int64_t> row_list;
  std::vector<float> weights;
};

template <typename T>
static RowCase<T> random_rows(Random& random, std::int64_t rows, std::int64_t vocabulary, bool with_list) {
  RowCase<T> c;
  c.rows = rows;
  c.vocabulary = vocabulary;
  c.stride = vocabulary + random.between(0, 3);
  c.logits.resize(static_cast<std::size_t>(rows * c.stride));
  for (T& logit : c.logits) {
    const auto value = static_cast<float>(random.between(-8000, 8000)) * 1e-3F;
    logit = rounded_to<T>(random.one_in(50) ? -std::numeric_limits<float>::infinity() : value);
  }
  const std::int64_t tokens = with_list ? 2 * rows + 3 : rows;
  for (std::int64_t row = 0; with_list && row < rows; ++row) c.row_list.push_back(2 * row + random.between(0, 1));
  for (std::int64_t token = 0; token < tokens; ++token) {
    const auto label = static_cast<std::int32_t>(random.between(0, vocabulary - 1));
    c.labels.push_back(random.one_in(5) ? -100 : label);
    c.weights.push_back(static_cast<float>(random.between(0, 1000)) * 1e-4F);
  }
  for (std::int64_t row = 0; row < rows; ++row) {  // some are predicted, some share the largest logit
    const std::int32_t label =
        c.labels[static_cast<std::size_t>(with_list ? c.row_list[static_cast<std::size_t>(row)] : row)];
    if (label < 0 || random.one_in(3)) continue;
    T* const logits = c.logits.data() + row * c.stride;
    logits[label] = rounded_to<T>(12.0F);
    if (random.one_in(3)) logits[random.between(0, vocabulary - 1)] = rounded_to<T>(12.0F);
  }
  return c;
}

struct TokenResults {
  std::vector<float> losses;
  std::vector<std::uint8_t> correct;
};

/// Losses and, if wanted, the gradient, on the device. The rows begin `offset` values after a boundary.
template <typename T>
static TokenResults rows_on_device(const RowCase<T>& c, std::size_t offset, std::vector<T>* gradient) {
  const DeviceArray logits(c.logits, offset);
  const DeviceArray labels(c.labels, 1);
  const DeviceArray row_list(c.row_list);
  const DeviceArray weights(c.weights, 1);
  const DeviceArray<float> losses(c.labels.size(), 1);
  const DeviceArray<std::uint8_t> correct(c.labels.size(), 1);
  const std::span<const std::int64_t> list = c.row_list.empty() ? std::span<const std::int64_t>{} : row_list.input();
  const Status status;
  if (gradient == nullptr) {
    const LogitRows<const T> rows{logits.values().data(), c.rows, c.vocabulary, c.stride};
    require(cuda::fill_token_losses<T>(rows, labels.input(), list, losses.values(), correct.values(), status.word(),
                                       nullptr));
    CHECK(same_bytes(logits.read(), c.logits));
  } else {
    const LogitRows<T> rows{logits.values().data(), c.rows, c.vocabulary, c.stride};
    require(cuda::replace_logits_by_gradient<T>(rows, labels.input(), list, weights.input(), losses.values(),
                                                correct.values(), status.word(), nullptr));
    *gradient = logits.read();
  }
  require(status.check());
  return {losses.read(), correct.read()};
}

/// Both are NaN, as they are in a row of −∞: with a vocabulary of one, random rows have that now and then.
static bool both_nan(float a, float b) {
  return std::isnan(a) && std::isnan(b);
}

/// Losses: the device's exponential errs by 2^−21 of the sum or less, which the logarithm turns into as much of 1; the
/// rest is the rounding of sums and of the loss itself.
static bool close_losses(const std::vector<float>& found, const std::vector<float>& expected) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (found[i] == expected[i] || both_nan(found[i], expected[i])) continue;  // infinite, too
    if (!(std::abs(found[i] - expected[i]) <= 2e-6F + 1e-6F * std::abs(expected[i]))) return false;
  }
  return true;
}

template <typename T>
constexpr float rounding_of = std::is_same_v<T, float>     ? 0
                              : std::is_same_v<T, Float16> ? 0x1p-10F
                                                           : 0x1p-7F;

/// Gradients: the same of the exponentials, then at most a step between neighbours of T. At the label two numbers that
/// are nearly the weight are subtracted, so that their errors are relative to that; weights are 1 here or less.
template <typename T>
static bool close_gradients(const std::vector<T>& found, const std::vector<T>& expected) {
  for (std::size_t i = 0; i < found.size(); ++i) {
    const float a = to_arithmetic(found[i]);
    const float b = to_arithmetic(expected[i]);
    if (both_nan(a, b)) continue;
    if (!(std::abs(a - b) <= (rounding_of<T> + 4e-6F) * std::abs(b) + 0x1p-21F)) return false;
  }
  return true;
}

template <typename T>
static void check_rows(Random& random, std::int64_t rows, std::int64_t vocabulary) {
  CAPTURE(vocabulary);
  const RowCase<T> c = random_rows<T>(random, rows, vocabulary, random.one_in(2));
  const auto offset = static_cast<std::size_t>(random.between(0, 8));
  CAPTURE(offset);
  TokenResults expected{std::vector<float>(c.labels.size()), std::vector<std::uint8_t>(c.labels.size())};
  require(fill_token_losses<T>({c.logits.data(), c.rows, c.vocabulary, c.stride}, c.labels, c.row_list, expected.losses,
                               expected.correct));
  const TokenResults found = rows_on_device<T>(c, offset, nullptr);
  CHECK(close_losses(found.losses, expected.losses));
  CHECK(found.correct == expected.correct);

  std::vector<T> gradient = c.logits;
  require(replace_logits_by_gradient<T>({gradient.data(), c.rows, c.vocabulary, c.stride}, c.labels, c.row_list,
                                        c.weights, expected.losses, expected.correct));
  std::vector<T> found_gradient;
  const TokenResults with_gradient = rows_on_device<T>(c, offset, &found_gradient);
  CHECK(close_losses(with_gradient.losses, expected.losses));
  CHECK(with_gradient.correct == expected.correct);
  for (std::int64_t row = 0; row < c.rows; ++row) {
    const auto begin = static_cast<std::ptrdiff_t>(row * c.stride);
    const auto own = [&](const std::vector<T>& all) {
      return std::vector<T>(all.begin() + begin, all.begin() + begin + static_cast<std::ptrdiff_t>(c.vocabulary));
    };
    CHECK(close_gradients(own(found_gradient), own(gradient)));
    for (std::int64_t i = row * c.stride + c.vocabulary; i < (row + 1) * c.stride; ++i) {  // between the rows
      const auto at = static_cast<std::size_t>(i);
      CHECK(std::memcmp(&found_gradient[at], &c.logits[at], sizeof(T)) == 0);
    }
  }

  std::vector<T> again;
  CHECK(same_bytes(rows_on_device<T>(c, offset, &again).losses, with_gradient.losses));
  CHECK(same_bytes(again, found_gradient));
}

TEST_CASE_TEMPLATE("token losses and gradients on the device are those of the core", T, float, Float16, BFloat16) {
  const std::uint64_t seed = fresh_seed();
  CAPTURE(seed);
  Random random(seed);
  for (const std::int64_t vocabulary : {1, 2, 3, 7, 8, 9, 31, 33, 257, 1023, 5000}) {
    for (int repeat = 0; repeat < 3; ++repeat) check_rows<T>(random, random.between(1, 5), vocabulary);
  }
  check_rows<T>(random, 3, 30522);
  check_rows<T>(random, 1, 131072);  // as 32 bits it is larger than shared memory
  check_rows<T>(random, 1, 262144);
}

TEST_CASE("a NaN, +∞ or a row of −∞ makes the loss and the gradient of its own row NaN") {
  const float infinity = std::numeric_limits<float>::infinity();
  std::vector<float> values(3 * 9, 1.0F);
  values[4] = std::numeric_limits<float>::quiet_NaN();
  values[9 + 4] = infinity;
  std::fill(values.begin() + 18, values.end(), -infinity);
  values.resize(4 * 9, 1.0F);
  values[27] = -infinity;  // the label: ruled out, and yet right
  const DeviceArray logits(values, 1);
  const DeviceArray labels(std::vector<std::int32_t>{1, 1, 1, 0});
  const DeviceArray weights(std::vector<float>{1, 1, 1, 1});
  const DeviceArray<float> losses(4);
  const DeviceArray<std::uint8_t> correct(4);
  const Status status;
  require(cuda::replace_logits_by_gradient<float>({logits.values().data(), 4, 9, 9}, labels.input(), {},
                                                  weights.input(), losses.values(), correct.values(), status.word(),
                                                  nullptr));
  const std::vector<float> found = losses.read();
  const std::vector<float> gradient = logits.read();
  for (std::size_t row = 0; row < 3; ++row) {
    CHECK(std::isnan(found[row]));
    CHECK(std::isnan(gradient[9 * row + 4]));
  }
  CHECK(found[3] == infinity);
  CHECK(gradient[27] == -1);
  CHECK(gradient[28] == doctest::Approx(0.125));
}

TEST_CASE("labels and tokens that there are not are reported, and their rows passed over") {
  const DeviceArray logits(std::vector<float>{0, 0, 1, 1, 2, 2});
  const DeviceArray labels(std::vector<std::int32_t>{1, 2, -1, 0});
  const DeviceArray row_list(std::vector<std::int64_t>{0, 1, 4});
  const DeviceArray weights(std::vector<float>{1, 1, 1, 1});
  const DeviceArray<float> losses(4);
  const DeviceArray<std::uint8_t> correct(4);
  const LogitRows<float> rows{logits.values().data(), 3, 2, 2};
  const Status status;
  require(cuda::replace_logits_by_gradient<float>(rows, labels.input(), row_list.input(), weights.input(),
                                                  losses.values(), correct.values(), status.word(), nullptr));
  const auto fine = status.check();
  REQUIRE_FALSE(fine.has_value());
  CHECK(fine.error().message == "label 1 is none of the classes that there are");
  CHECK(logits.read() == std::vector<float>{0.5, -0.5, 0, 0, 2, 2});
  CHECK(correct.read() == std::vector<std::uint8_t>{0, 0, 0, 0});

  const DeviceArray late(std::vector<std::int64_t>{0, 3, 4});
  const Status of_list;
  require(cuda::fill_token_losses<float>({logits.values().data(), 3, 2, 2}, labels.input(), late.input(),
                                         losses.values(), correct.values(), of_list.word(), nullptr));
  CHECK(of_list.check().error().message == "entry 2 of the row list is none of the tokens that there are");
}

TEST_CASE_TEMPLATE("next-sentence losses on the device are those of the core", T, float, Float16, BFloat16) {
  const std::uint64_t seed = fresh_seed();
  CAPTURE(seed);
  Random random(seed);
  for (const std::int64_t packs : {0, 1, 31, 33, 1023, 5001}) {
    CAPTURE(packs);
    const PackShape shape{packs, 0, 2};
    std::vector<std::int32_t> labels(static_cast<std::size_t>(2 * packs));
    std::vector<T> logits(2 * labels.size());
    for (auto& label : labels) label = static_cast<std::int32_t>(random.between(-1, 1));
    for (auto& logit : logits) logit = rounded_to<T>(static_cast<float>(random.between(-40, 40)) * 0.25F);
    std::vector<T> gradient(logits.size());
    const auto expected = next_sentence_loss<T>(logits, labels, shape, gradient);
    REQUIRE(expected.has_value());

    const DeviceArray device_logits(logits, 1);
    const DeviceArray device_labels(labels, 1);
    const DeviceArray<T> device_gradient(logits.size(), 3);
    const DeviceArray<PackedLoss> loss(1);
    const Workspace workspace(cuda::next_sentence_loss_workspace(shape));
    const Status status;
    const auto run = [&] {
      require(cuda::next_sentence_loss<T>(device_logits.input(), device_labels.input(), shape, device_gradient.values(),
                                          loss.values().data(), workspace.bytes(), status.word(), nullptr));
      return loss.read();
    };
    const auto found = run();
    require(status.check());
    workspace.check();
    CHECK(found[0].loss == doctest::Approx(expected->loss).epsilon(2e-6));
    CHECK(found[0].accuracy == doctest::Approx(expected->accuracy).epsilon(1e-11));
    CHECK(found[0].sequences == expected->sequences);
    CHECK(found[0].tokens == expected->tokens);
    CHECK(close_gradients(device_gradient.read(), gradient));
    CHECK(same_bytes(run(), found));
  }
}

TEST_CASE("a next-sentence label above 1 is reported") {
  const DeviceArray logits(std::vector<float>{0, 0, 0, 0});
  const DeviceArray labels(std::vector<std::int32_t>{1, 2});
  const DeviceArray<PackedLoss> loss(1);
  const PackShape shape{1, 0, 2};
  const Workspace workspace(cuda::next_sentence_loss_workspace(shape));
  const Status status;
  require(cuda::next_sentence_loss<float>(logits.input(), labels.input(), shape, {}, loss.values().data(),
                                          workspace.bytes(), status.word(), nullptr));
  CHECK(status.check().error().message == "label 1 is none of the classes that there are");
  CHECK(loss.read()[0].sequences == 1);
}

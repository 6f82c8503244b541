// Packing changes nothing (Kosec et al. 2021, §3.2 and §3.3): with our mask, position ids and loss weights, sequences
// have the outputs, losses and gradients in packs that they have one at a time. Without any of the three they have not.
#include "packed_training.hpp"
#include "tuplepack/training/loss.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

namespace tuplepack::tests::packed_equals_unpacked_test {

using namespace training;

namespace {

constexpr double rounding = 1e-12;  // sums of the same numbers in another order
constexpr double apart = 1e-3;

/// The largest difference, relative to the largest number.
double distance(const Reals& a, const Reals& b) {
  REQUIRE(a.size() == b.size());
  double difference = 0, largest = 0;
  bool are_numbers = true;
  for (std::size_t i = 0; i < a.size(); ++i) {
    difference = std::max(difference, std::abs(a[i] - b[i]));
    largest = std::max(largest, std::abs(a[i]));
    are_numbers = are_numbers && std::isfinite(a[i]) && std::isfinite(b[i]);
  }
  REQUIRE(are_numbers);
  return difference / largest;
}

Transformer random_model(Random& random) {
  Transformer model{.vocabulary = 7, .positions = pack_capacity, .width = 8, .heads = 2, .hidden = 12, .layers = 2};
  model.parameters.resize(parameter_count(model));
  for (double& parameter : model.parameters) parameter = static_cast<double>(random.between(-600, 600)) / 1000;
  return model;
}

/// The losses as training takes them, in float.
void check_losses_in_float(const Batch& batch, const Outcome& expected, std::size_t vocabulary) {
  const auto rows = static_cast<std::int64_t>(batch.ids.size());
  const auto columns = static_cast<std::int64_t>(vocabulary);
  std::vector<float> losses(batch.ids.size()), sequence_losses(expected.sequence_losses.size());
  std::vector<std::uint8_t> correct(batch.ids.size());
  REQUIRE(
      fill_token_losses<double>({expected.logits.data(), rows, columns, columns}, batch.labels, {}, losses, correct));
  const PackedLoss loss = unpack_loss(losses, correct, batch.loss_ids, batch_shape, {}, {.losses = sequence_losses});
  CHECK(distance(expected.loss, {loss.loss}) < 1e-6);
  CHECK(distance(expected.sequence_losses, Reals(sequence_losses.begin(), sequence_losses.end())) < 1e-6);
}

}  // namespace

TEST_CASE("sequences have in packs what they have one at a time") {
  Random random(17);
  for (const Layout layout : {Layout::in_order, Layout::first_at_end, Layout::first_kept_first}) {
    for (const bool causal : {false, true}) {
      // what is causal follows the order of the pack, and position ids do not change that
      if (causal && layout == Layout::first_kept_first) continue;
      for (const bool all_labels : {true, false}) {
        CAPTURE(static_cast<int>(layout));
        CAPTURE(causal);
        CAPTURE(all_labels);
        const Transformer model = random_model(random);
        const Batch batch = random_batch(random, model.vocabulary, layout, all_labels);
        const Outcome expected = one_at_a_time(model, batch, causal);
        const Outcome outcome = packed(model, batch, {.causal = causal});
        CHECK(distance(expected.logits, outcome.logits) < rounding);
        CHECK(distance(expected.sequence_losses, outcome.sequence_losses) < rounding);
        CHECK(distance(expected.loss, outcome.loss) < rounding);
        CHECK(distance(expected.gradient, outcome.gradient) < rounding);
        check_losses_in_float(batch, expected, model.vocabulary);
      }
    }
  }
}

TEST_CASE("without the mask, sequences see each other") {
  Random random(18);
  for (const bool causal : {false, true}) {
    const Transformer model = random_model(random);
    const Batch batch = random_batch(random, model.vocabulary, Layout::in_order, true);
    const Outcome expected = one_at_a_time(model, batch, causal);
    const Outcome outcome = packed(model, batch, {.causal = causal, .mask = false});
    CHECK(distance(expected.logits, outcome.logits) > apart);
    CHECK(distance(expected.sequence_losses, outcome.sequence_losses) > apart);
    CHECK(distance(expected.loss, outcome.loss) > apart);
    CHECK(distance(expected.gradient, outcome.gradient) > apart);
  }
}

TEST_CASE("without position ids that begin anew, sequences are not at their beginning") {
  Random random(19);
  for (const bool causal : {false, true}) {
    const Transformer model = random_model(random);
    const Batch batch = random_batch(random, model.vocabulary, Layout::in_order, true);
    const Outcome expected = one_at_a_time(model, batch, causal);
    const Outcome outcome = packed(model, batch, {.causal = causal, .positions = false});
    CHECK(distance(expected.logits, outcome.logits) > apart);
    CHECK(distance(expected.sequence_losses, outcome.sequence_losses) > apart);
    CHECK(distance(expected.loss, outcome.loss) > apart);
    CHECK(distance(expected.gradient, outcome.gradient) > apart);
  }
}

TEST_CASE("with a mean over all tokens, long sequences weigh more") {
  Random random(20);
  for (const bool all_labels : {true, false}) {
    const Transformer model = random_model(random);
    const Batch batch = random_batch(random, model.vocabulary, Layout::in_order, all_labels);
    const Outcome expected = one_at_a_time(model, batch, false);
    const Outcome outcome = packed(model, batch, {.weights = false});
    CHECK(distance(expected.logits, outcome.logits) < rounding);
    CHECK(distance(expected.loss, outcome.loss) > apart);
    CHECK(distance(expected.gradient, outcome.gradient) > apart);
  }
}

}  // namespace tuplepack::tests::packed_equals_unpacked_test

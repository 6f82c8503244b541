#include "packed_training.hpp"

#include "tuplepack/training/cross_entropy.hpp"
#include "tuplepack/training/loss.hpp"
#include "tuplepack/training/mask.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <numeric>

namespace tuplepack::tests {
static constexpr training::Counting counting{};

static void add(Reals& total, const Reals& more) {
  std::transform(total.begin(), total.end(), more.begin(), total.begin(), std::plus<>());
}

// ---- one at a time ----

/// −log softmax(row)[label]
static double token_loss(std::span<const double> row, std::int32_t label) {
  double total = 0;
  for (const double logit : row) total += std::exp(logit);
  return std::log(total) - row[static_cast<std::size_t>(label)];
}

/// Adds what one sequence comes to by itself, in the order of its position ids.
/// places   where its tokens are in the batch
/// counted  sequences with a label in the whole batch
static void add_sequence(Outcome& outcome, const Transformer& model, const Batch& batch,
                         const std::vector<std::size_t>& places, double counted, bool causal, double& sequence_loss) {
  const std::size_t length = places.size();
  const std::size_t vocabulary = model.vocabulary;
  Ids tokens, positions(length);
  for (const std::size_t place : places) tokens.push_back(batch.tokens[place]);
  std::iota(positions.begin(), positions.end(), 0);
  Reals mask(length * length);
  for (std::size_t query = 0; causal && query < length; ++query) {
    for (std::size_t key = query + 1; key < length; ++key) {
      mask[query * length + key] = -std::numeric_limits<double>::infinity();
    }
  }
  const TransformerInput input{tokens, positions, mask};
  const Reals result = logits(model, input);

  const auto has_label = [&](std::size_t place) { return batch.labels[place] != no_label; };
  const auto labelled = static_cast<double>(std::count_if(places.begin(), places.end(), has_label));
  Reals by_logits(result.size());
  for (std::size_t i = 0; i < length; ++i) {
    const auto row = std::span(result).subspan(i * vocabulary, vocabulary);
    std::copy(row.begin(), row.end(), outcome.logits.begin() + static_cast<std::ptrdiff_t>(places[i] * vocabulary));
    if (!has_label(places[i])) continue;
    const std::int32_t label = batch.labels[places[i]];
    sequence_loss += token_loss(row, label) / labelled;
    for (std::size_t c = 0; c < vocabulary; ++c) {
      const double share = std::exp(-token_loss(row, static_cast<std::int32_t>(c)));
      by_logits[i * vocabulary + c] = (share - (static_cast<std::int32_t>(c) == label ? 1 : 0)) / (labelled * counted);
    }
  }
  outcome.loss[0] += sequence_loss / counted;
  add(outcome.gradient, parameter_gradient(model, input, by_logits));
}

Outcome one_at_a_time(const Transformer& model, const Batch& batch, bool causal) {
  std::vector<std::vector<std::size_t>> places(batch_packs * pack_segments);
  std::vector<bool> has_label(places.size());
  for (std::size_t i = 0; i < batch.ids.size(); ++i) {
    if (batch.ids[i] == 0) continue;
    places[sequence_of(batch, i)].push_back(i);
    if (batch.labels[i] != no_label) has_label[sequence_of(batch, i)] = true;
  }
  const auto counted = static_cast<double>(std::count(has_label.begin(), has_label.end(), true));
  Outcome outcome(model);
  for (std::size_t sequence = 0; sequence < places.size(); ++sequence) {
    auto& own = places[sequence];
    std::sort(own.begin(), own.end(), [&](auto a, auto b) { return batch.positions[a] < batch.positions[b]; });
    if (!own.empty()) add_sequence(outcome, model, batch, own, counted, causal, outcome.sequence_losses[sequence]);
  }
  return outcome;
}

// ---- packed ----

template <typename T>
static std::span<const T> pack_of(const std::vector<T>& values, std::size_t pack) {
  const std::size_t each = values.size() / batch_packs;
  return std::span(values).subspan(pack * each, each);
}

/// A pack taken for one sequence.
static Ids ids_of_one_sequence() {
  return Ids(batch_packs * pack_capacity, 1);
}

static Reals attention_mask(const Batch& batch, const Treatment& treatment) {
  std::vector<float> mask(batch.ids.size() * pack_capacity);
  fill_additive_mask<float>(treatment.mask ? batch.ids : ids_of_one_sequence(), batch_shape,
                            {.causal = treatment.causal}, mask);
  return Reals(mask.begin(), mask.end());
}

static Ids position_ids(const Batch& batch, const Treatment& treatment) {
  if (treatment.positions) return batch.positions;
  Ids positions(batch.ids.size());
  REQUIRE(derive_segments(ids_of_one_sequence(), batch_shape, {.position_ids = positions}));
  return positions;
}

/// Our weights, as double: what fill_token_weights gives is rounded to float.
static Reals token_weights(const Batch& batch, const Treatment& treatment) {
  std::vector<float> rounded(batch.ids.size());
  fill_token_weights(batch.loss_ids, batch_shape, counting, rounded);
  Ids tokens(batch_packs * pack_segments);
  const std::vector<float> no_losses(batch.ids.size());
  const training::PackedLoss totals =
      unpack_loss(no_losses, {}, batch.loss_ids, batch_shape, counting, {.tokens = tokens});
  CHECK(totals.sequences == count_sequences(batch.loss_ids, batch_shape, counting));
  Reals weights(batch.ids.size());
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (batch.loss_ids[i] == 0) continue;
    weights[i] = 1 / static_cast<double>(tokens[sequence_of(batch, i)] * totals.sequences);
    CHECK(std::abs(rounded[i] - weights[i]) <= 1e-7 * weights[i]);
    if (!treatment.weights) weights[i] = 1 / static_cast<double>(totals.tokens);
  }
  return weights;
}

/// −log softmax of every token with a label, by the mathematics that core and kernels share; 0 elsewhere.
static Reals token_losses(const Batch& batch, const Reals& logits, std::size_t vocabulary) {
  Reals losses(batch.ids.size());
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (batch.labels[i] == no_label) continue;
    const auto row = std::span(logits).subspan(i * vocabulary, vocabulary);
    training::ExponentialSum<double> sum;
    for (const double logit : row) sum = combined(sum, {logit, 1});
    losses[i] = cross_entropy(sum, row[static_cast<std::size_t>(batch.labels[i])]);
  }
  return losses;
}

/// The gradient of the loss by the logits.
static Reals gradient_by_logits(const Batch& batch, Reals logits, const Reals& weights, std::size_t vocabulary) {
  const auto rows = static_cast<std::int64_t>(batch.ids.size());
  const auto columns = static_cast<std::int64_t>(vocabulary);
  const std::vector<float> ones(batch.ids.size(), 1);  // the weights in double follow
  std::vector<float> losses(batch.ids.size());
  std::vector<std::uint8_t> correct(batch.ids.size());
  REQUIRE(training::replace_logits_by_gradient<double>({logits.data(), rows, columns, columns}, batch.labels, {}, ones,
                                                       losses, correct));
  for (std::size_t i = 0; i < logits.size(); ++i) logits[i] *= weights[i / vocabulary];
  return logits;
}

Outcome packed(const Transformer& model, const Batch& batch, const Treatment& treatment) {
  const Reals mask = attention_mask(batch, treatment);
  const Ids positions = position_ids(batch, treatment);
  const auto input_of = [&](std::size_t pack) {
    return TransformerInput{pack_of(batch.tokens, pack), pack_of(positions, pack), pack_of(mask, pack)};
  };
  const std::size_t vocabulary = model.vocabulary;
  Outcome outcome(model);
  for (std::size_t pack = 0; pack < batch_packs; ++pack) {
    const Reals result = logits(model, input_of(pack));
    for (std::size_t i = 0; i < result.size(); ++i) {
      const std::size_t place = pack * pack_capacity + i / vocabulary;
      if (batch.ids[place] != 0) outcome.logits[place * vocabulary + i % vocabulary] = result[i];
    }
  }
  const Reals weights = token_weights(batch, treatment);
  const Reals losses = token_losses(batch, outcome.logits, vocabulary);
  const auto sequences = static_cast<double>(count_sequences(batch.loss_ids, batch_shape, counting));
  for (std::size_t i = 0; i < losses.size(); ++i) {
    if (batch.loss_ids[i] == 0) continue;
    outcome.sequence_losses[sequence_of(batch, i)] += weights[i] * losses[i] * sequences;
    outcome.loss[0] += weights[i] * losses[i];
  }
  const Reals by_logits = gradient_by_logits(batch, outcome.logits, weights, vocabulary);
  for (std::size_t pack = 0; pack < batch_packs; ++pack) {
    add(outcome.gradient, parameter_gradient(model, input_of(pack), pack_of(by_logits, pack)));
  }
  return outcome;
}

}  // namespace tuplepack::tests

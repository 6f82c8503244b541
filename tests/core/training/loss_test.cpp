#include "tuplepack/training/loss.hpp"

#include "training/listing1.hpp"
#include "training/random_segments.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace tuplepack::tests::loss_test {

using namespace training;

using tests::Random;

// The losses of tokens and gradients have files of their own: token_losses_test.cpp, next_sentence_loss_test.cpp.

namespace {

using Ids = std::vector<std::int32_t>;
using Floats = std::vector<float>;
using Bytes = std::vector<std::uint8_t>;

constexpr Counting paper{.mode = SequenceCount::paper};
constexpr Counting nonempty{.mode = SequenceCount::nonempty};
constexpr Counting declared(std::int64_t sequences) {
  return {.mode = SequenceCount::declared, .declared = sequences};
}

Floats token_weights(const Ids& ids, PackShape shape, const Counting& counting) {
  Floats weights(ids.size(), -7);
  fill_token_weights(ids, shape, counting, weights);
  return weights;
}

struct Unpacked {
  PackedLoss means;
  Floats losses, accuracies;
  Ids tokens;
};

Unpacked unpack(const Floats& token_losses, const Bytes& correct, const Ids& ids, PackShape shape,
                const Counting& counting) {
  const auto sequences = static_cast<std::size_t>(shape.packs * shape.segments);
  Unpacked result{{}, Floats(sequences, -7), Floats(sequences, -7), Ids(sequences, -7)};
  result.means = unpack_loss(token_losses, correct, ids, shape, counting,
                             {.losses = result.losses, .accuracies = result.accuracies, .tokens = result.tokens});
  return result;
}

/// Two packs of 4 tokens and 3 sequences; sequence 2 of the first and sequences 2 and 3 of the second have no token.
const Ids two_packs{1, 3, 0, 3, 0, 1, 1, 0};
constexpr PackShape two_packs_shape{.packs = 2, .capacity = 4, .segments = 3};

}  // namespace

TEST_CASE("what counts as a sequence") {
  CHECK(count_sequences(two_packs, two_packs_shape, nonempty) == 3);
  CHECK(count_sequences(two_packs, two_packs_shape, paper) == 4);
  CHECK(count_sequences(two_packs, two_packs_shape, declared(6)) == 6);
  CHECK(count_sequences(Ids{0, 0}, {.packs = 1, .capacity = 2, .segments = 4}, nonempty) == 0);
  CHECK(count_sequences(Ids{0, 0}, {.packs = 1, .capacity = 2, .segments = 4}, paper) == 0);
  CHECK(count_sequences(Ids{}, {.packs = 0, .capacity = 2, .segments = 4}, nonempty) == 0);
}

TEST_CASE("a token's weight is shared by the tokens of its sequence and by the sequences") {
  CHECK(token_weights(two_packs, two_packs_shape, paper) ==
        Floats{1.0F / 4, 1.0F / 8, 0, 1.0F / 8, 0, 1.0F / 8, 1.0F / 8, 0});
  CHECK(token_weights(two_packs, two_packs_shape, nonempty) ==
        Floats{1.0F / 3, 1.0F / 6, 0, 1.0F / 6, 0, 1.0F / 6, 1.0F / 6, 0});
  CHECK(token_weights(two_packs, two_packs_shape, declared(5)) ==
        Floats{1.0F / 5, 1.0F / 10, 0, 1.0F / 10, 0, 1.0F / 10, 1.0F / 10, 0});
  CHECK(token_weights({0, 0}, {.packs = 1, .capacity = 2, .segments = 1}, paper) == Floats{0, 0});
}

TEST_CASE("the loss of two packs by hand") {
  // Means: 4; 0; (1 + 2) / 2 = 1.5 and (3 + 5) / 2 = 4; 0; 0. Correct: 1; 0; 1/2 and 0; 0; 0.
  const Floats losses{4, 1, 9, 2, 9, 3, 5, 9};
  const Bytes correct{1, 1, 1, 0, 1, 0, 0, 1};
  const Unpacked unpacked = unpack(losses, correct, two_packs, two_packs_shape, paper);
  CHECK(unpacked.losses == Floats{4, 0, 1.5, 4, 0, 0});
  CHECK(unpacked.accuracies == Floats{1, 0, 0.5, 0, 0, 0});
  CHECK(unpacked.tokens == Ids{1, 0, 2, 2, 0, 0});
  CHECK(unpacked.means.loss == 9.5 / 4);
  CHECK(unpacked.means.accuracy == 1.5 / 4);
  CHECK(unpacked.means.sequences == 4);
  CHECK(unpacked.means.tokens == 5);
  CHECK(unpack(losses, correct, two_packs, two_packs_shape, nonempty).means.loss == 9.5 / 3);
  CHECK(unpack(losses, correct, two_packs, two_packs_shape, declared(5)).means.loss == 9.5 / 5);
  CHECK(unpack(losses, {}, two_packs, two_packs_shape, paper).means.accuracy == 0);
}

TEST_CASE("arrays that are not wanted may be left out") {
  const Floats losses{4, 1, 9, 2, 9, 3, 5, 9};
  CHECK(unpack_loss(losses, {}, two_packs, two_packs_shape, paper, {}).loss == 9.5 / 4);
}

TEST_CASE("the loss of a token without a sequence may be anything") {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const float infinity = std::numeric_limits<float>::infinity();
  const Unpacked unpacked = unpack({4, 1, nan, 2, infinity, 3, 5, -infinity}, {}, two_packs, two_packs_shape, paper);
  CHECK(unpacked.means.loss == 9.5 / 4);
  CHECK(unpacked.losses == Floats{4, 0, 1.5, 4, 0, 0});
}

TEST_CASE("where no token has a loss, it is 0") {
  const PackShape shape{.packs = 2, .capacity = 2, .segments = 3};
  for (const Counting& counting : {paper, nonempty, declared(2)}) {
    const Unpacked unpacked = unpack({1, 2, 3, 4}, {1, 1, 1, 1}, {0, 0, 0, 0}, shape, counting);
    CHECK(unpacked.means.loss == 0);
    CHECK(unpacked.means.accuracy == 0);
    CHECK(unpacked.means.sequences == counting.declared);
    CHECK(unpacked.losses == Floats(6));
  }
  CHECK(std::isnan(tests::listing1({1, 2, 3, 4}, {1, 1, 1, 1}, {0, 0, 0, 0}, shape).loss));
}

TEST_CASE("the loss of random packs is that of listing 1, and the sum of the weighted losses of tokens") {
  Random random(9);
  for (int round = 0; round < 500; ++round) {
    const PackShape shape = tests::random_shape(random, 60);
    const Ids ids = tests::random_segments(random, shape, tests::all_orders[round % 3]);
    Floats losses;
    Bytes correct;
    for (std::size_t i = 0; i < ids.size(); ++i) {
      losses.push_back(static_cast<float>(random.between(0, 12'000'000)) * 1e-6F);
      correct.push_back(random.one_in(3) ? 1 : 0);
    }
    const std::vector<double> exact(losses.begin(), losses.end());
    const auto expected = tests::listing1(exact, correct, ids, shape);
    const Unpacked unpacked = unpack(losses, correct, ids, shape, paper);
    CHECK(unpacked.means.sequences == expected.sequences);
    CHECK(unpacked.means.sequences == count_sequences(ids, shape, paper));
    CHECK(unpacked.means.tokens == std::count_if(ids.begin(), ids.end(), [](auto id) { return id > 0; }));
    for (std::size_t i = 0; i < expected.losses.size(); ++i) {
      CHECK(unpacked.losses[i] == doctest::Approx(expected.losses[i]).epsilon(1e-7));  // rounded to float
      CHECK(unpacked.accuracies[i] == doctest::Approx(expected.accuracies[i]).epsilon(1e-7));
    }
    // Sums in double, of at most 180 terms in another order.
    if (expected.sequences > 0) {
      CHECK(unpacked.means.loss == doctest::Approx(expected.loss).epsilon(1e-13));
      CHECK(unpacked.means.accuracy == doctest::Approx(expected.accuracy).epsilon(1e-13));
    }
    for (const Counting& counting : {paper, nonempty, declared(7)}) {
      const Floats weights = token_weights(ids, shape, counting);
      double weighted = 0;
      for (std::size_t i = 0; i < ids.size(); ++i) weighted += static_cast<double>(weights[i]) * exact[i];
      const PackedLoss means = unpack(losses, correct, ids, shape, counting).means;
      CHECK(means.loss == doctest::Approx(weighted).epsilon(1e-7));  // weights are rounded to float
      CHECK(means.sequences == count_sequences(ids, shape, counting));
    }
  }
}

}  // namespace tuplepack::tests::loss_test

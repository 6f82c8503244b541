#include "training/listing1.hpp"
#include "training/random_segments.hpp"
#include "tuplepack/training/loss.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace tuplepack::tests::token_losses_test {

using namespace training;

using tests::Random;

namespace {

using Labels = std::vector<std::int32_t>;
using Tokens = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Bytes = std::vector<std::uint8_t>;
using Row = std::vector<double>;

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Logits in memory that begins an entry after an aligned one, with other values around the rows.
template <typename T>
struct Memory {
  std::vector<T> entries;
  LogitRows<T> rows;

  Memory(const std::vector<Row>& values, std::int64_t vocabulary, std::int64_t stride)
      : entries(1 + values.size() * static_cast<std::size_t>(stride), rounded_to<T>(77)) {
    rows.data = entries.data() + 1;
    rows.rows = static_cast<std::int64_t>(values.size());
    rows.vocabulary = vocabulary;
    rows.stride = stride;
    for (std::size_t r = 0; r < values.size(); ++r) {
      for (std::size_t v = 0; v < values[r].size(); ++v) {
        rows.data[r * static_cast<std::size_t>(stride) + v] = rounded_to<T>(static_cast<ArithmeticOf<T>>(values[r][v]));
      }
    }
  }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  [[nodiscard]] Row row(std::int64_t r) const {
    Row values;
    values.reserve(static_cast<std::size_t>(rows.vocabulary));
    for (std::int64_t v = 0; v < rows.vocabulary; ++v) {
      values.push_back(static_cast<double>(to_arithmetic(rows.data[r * rows.stride + v])));
    }
    return values;
  }
  [[nodiscard]] LogitRows<const T> read_only() const {
    LogitRows<const T> view;
    view.data = rows.data;
    view.rows = rows.rows;
    view.vocabulary = rows.vocabulary;
    view.stride = rows.stride;
    return view;
  }
  /// How many entries outside of rows do not hold what they held.
  [[nodiscard]] std::int64_t changed_around_rows() const {
    std::int64_t changed = to_arithmetic(entries[0]) != 77;
    for (std::int64_t i = 0; i < rows.rows * rows.stride; ++i) {
      if (i % rows.stride >= rows.vocabulary && to_arithmetic(rows.data[i]) != 77) ++changed;
    }
    return changed;
  }
};

struct Losses {
  Floats losses;
  Bytes correct;
  Result<void> done;
};

template <typename T>
Losses token_losses(const LogitRows<const T>& logits, const Labels& labels, const Tokens& row_list = {}) {
  Losses result{Floats(labels.size(), -7), Bytes(labels.size(), 7), {}};
  result.done = fill_token_losses(logits, labels, row_list, result.losses, result.correct);
  return result;
}

template <typename T>
Losses replace(Memory<T>& memory, const Labels& labels, const Floats& weights, const Tokens& row_list = {}) {
  Losses result{Floats(labels.size(), -7), Bytes(labels.size(), 7), {}};
  result.done = replace_logits_by_gradient(memory.rows, labels, row_list, weights, result.losses, result.correct);
  return result;
}

/// The loss of one row of floats.
float loss_of(const Row& row, std::int32_t label) {
  const auto vocabulary = static_cast<std::int64_t>(row.size());
  const Losses result = token_losses(Memory<float>({row}, vocabulary, vocabulary).read_only(), {label});
  REQUIRE(result.done);
  return result.losses[0];
}

bool predicts(const Row& row, std::int32_t label) {
  const auto vocabulary = static_cast<std::int64_t>(row.size());
  return token_losses(Memory<float>({row}, vocabulary, vocabulary).read_only(), {label}).correct[0] == 1;
}

Row random_row(Random& random, std::int64_t vocabulary, std::int64_t spread) {
  Row row;
  row.reserve(static_cast<std::size_t>(vocabulary));
  for (std::int64_t v = 0; v < vocabulary; ++v) {
    row.push_back(static_cast<double>(random.between(-spread * 64, spread * 64)) / 64);
  }
  return row;
}

/// The unit of rounding to T, relative to a value.
template <typename T>
constexpr double rounding = std::is_same_v<T, Float16>    ? 0x1p-11
                            : std::is_same_v<T, BFloat16> ? 0x1p-8
                            : std::is_same_v<T, float>    ? 0x1p-24
                                                          : 0;

/// Losses and gradients of random rows against the definition on the very logits that T holds.
template <typename T>
void check_random_rows(std::int64_t vocabulary, std::int64_t tokens, std::uint64_t seed) {
  Random random(seed);
  const std::int64_t spread = random.one_in(2) ? 4 : 40;
  std::vector<Row> rows;
  Labels labels;
  Floats weights;
  for (std::int64_t token = 0; token < tokens; ++token) {
    rows.push_back(random_row(random, vocabulary, spread));
    labels.push_back(random.one_in(4) ? -100 : static_cast<std::int32_t>(random.between(0, vocabulary - 1)));
    weights.push_back(static_cast<float>(random.between(1, 100)) / 256);
    // As often as not the label has the largest logit, or shares it.
    if (labels.back() >= 0 && random.one_in(2))
      rows.back()[static_cast<std::size_t>(labels.back())] = static_cast<double>(spread);
  }
  Memory<T> memory(rows, vocabulary, vocabulary + random.between(0, 3));
  for (std::int64_t token = 0; token < tokens; ++token) rows[static_cast<std::size_t>(token)] = memory.row(token);
  const Losses forward = token_losses(memory.read_only(), labels);
  const Losses backward = replace(memory, labels, weights);
  REQUIRE(forward.done);
  REQUIRE(backward.done);
  CHECK(forward.losses == backward.losses);
  CHECK(forward.correct == backward.correct);
  CHECK(memory.changed_around_rows() == 0);
  // In float: exponentials are within some 2^−22 of a row's largest, so a sum of them is about as close, and so is its
  // logarithm in absolute terms; a loss up to 2 · spread is rounded to float. An element of a gradient is as far off as
  // its own exponential, which is |x| · 2^−23 of it, with |x| up to 2 · spread.
  const double exactness = std::is_same_v<T, double> ? 1e-13 : 1e-6;
  const double spread_exactness =
      std::is_same_v<T, double> ? 1e-13 : exactness + 2 * static_cast<double>(spread) * 0x1p-23;
  for (std::int64_t token = 0; token < tokens; ++token) {
    const auto at = static_cast<std::size_t>(token);
    const Row gradient = memory.row(token);
    if (labels[at] < 0) {
      CHECK(forward.losses[at] == 0);
      CHECK(forward.correct[at] == 0);
      CHECK(gradient == Row(gradient.size()));
      continue;
    }
    const double loss = tests::cross_entropy_of(rows[at], labels[at]);
    CHECK(std::abs(static_cast<double>(forward.losses[at]) - loss) <= exactness + loss * 1e-7);
    CHECK((forward.correct[at] == 1) == tests::predicts(rows[at], labels[at]));
    const auto weight = static_cast<double>(weights[at]);
    const Row expected = tests::gradient_of(rows[at], labels[at]);
    int wrong = 0;
    double sum = 0;
    double rounded = 0;
    for (std::size_t v = 0; v < expected.size(); ++v) {
      const double exact = weight * expected[v];
      // Below its normal values a Float16 is rounded to multiples of 2^−24; the label's element is a difference.
      const double smallest = std::is_same_v<T, Float16> ? 0x1p-25 : 1e-37;
      const double error =
          spread_exactness * (std::abs(exact) + (static_cast<std::int32_t>(v) == labels[at] ? weight : 0));
      const double allowed = error + rounding<T> * std::abs(exact) * (1 + spread_exactness) + smallest;
      if (std::abs(gradient[v] - exact) > allowed) ++wrong;
      sum += gradient[v];
      rounded += allowed;
    }
    CHECK(wrong == 0);
    CHECK(std::abs(sum) <= rounded);
  }
}

}  // namespace

TEST_CASE("losses of small rows by hand") {
  CHECK(loss_of({0, 0}, 1) == std::log(2.0F));
  CHECK(loss_of({5}, 0) == 0);
  CHECK(loss_of({0, std::log(3.0)}, 0) == doctest::Approx(std::log(4.0)));
  CHECK(loss_of({0, std::log(3.0)}, 1) == doctest::Approx(std::log(4.0 / 3)));
  CHECK(loss_of(Row(30'522, 1.5), 7) == doctest::Approx(std::log(30'522.0)).epsilon(1e-7));
}

TEST_CASE("a row becomes its weighted gradient") {
  Memory<float> memory({{0, 0}, {0, std::log(3.0)}, {4, 4}}, 2, 3);
  const Losses result = replace(memory, {1, 0, -100}, {8, 4, 3});
  REQUIRE(result.done);
  CHECK(memory.row(0) == Row{4, -4});
  CHECK(memory.row(1)[0] == doctest::Approx(-3));
  CHECK(memory.row(1)[1] == doctest::Approx(3));
  CHECK(memory.row(2) == Row{0, 0});
  CHECK(result.losses[2] == 0);
}

TEST_CASE("logits of any size neither overflow nor vanish") {
  CHECK(loss_of({1e30, 1e30}, 0) == std::log(2.0F));
  CHECK(loss_of({-3e38, -3e38}, 0) == std::log(2.0F));
  CHECK(loss_of({1e30, 0}, 0) == 0);
  CHECK(loss_of({1e30, 0}, 1) == 1e30F);
  CHECK(loss_of({3e38, -3e38}, 1) == infinity);
  Row rising(5000);
  std::iota(rising.begin(), rising.end(), 1e4);
  CHECK(loss_of(rising, 4999) == doctest::Approx(tests::cross_entropy_of(rising, 4999)).epsilon(1e-6));
  CHECK(loss_of(rising, 0) == doctest::Approx(tests::cross_entropy_of(rising, 0)).epsilon(1e-6));
}

TEST_CASE("classes that are ruled out") {
  const double out = -static_cast<double>(infinity);
  CHECK(loss_of({out, 0, out, 0}, 1) == std::log(2.0F));
  CHECK(loss_of({out, 0}, 0) == infinity);
  CHECK(std::isnan(loss_of({out, out}, 0)));
  CHECK(std::isnan(loss_of({-out, 0}, 1)));
  CHECK(std::isnan(loss_of({std::nan(""), 0}, 1)));
  Row block_of_nothing(3000, out);
  block_of_nothing.back() = 2;
  CHECK(loss_of(block_of_nothing, 2999) == 0);
  Memory<BFloat16> memory({{out, 0, 0}}, 3, 3);
  REQUIRE(replace(memory, {1}, {1}).done);
  CHECK(memory.row(0) == Row{0, -0.5, 0.5});
}

TEST_CASE("of equal logits the first is predicted, wherever it is") {
  CHECK(predicts({1, 4, 4}, 1));
  CHECK_FALSE(predicts({1, 4, 4}, 2));
  CHECK_FALSE(predicts({1, 4, 4}, 0));
  for (const std::size_t first : {0U, 5U, 2047U, 2048U, 2500U}) {
    Row row(4000);
    row[first] = 3;
    row[first + 1] = 3;
    row[3999] = 3;
    const auto label = static_cast<std::int32_t>(first);
    CHECK(predicts(row, label));
    CHECK_FALSE(predicts(row, label + 1));
    CHECK_FALSE(predicts(row, 3999));
    CHECK_FALSE(predicts(row, 3998));
  }
}

TEST_CASE_TEMPLATE("random rows have the losses and gradients of the definition", T, float, Float16, BFloat16, double) {
  std::uint64_t seed = 20;
  for (const std::int64_t vocabulary : {1, 2, 3, 31, 32, 33, 100}) check_random_rows<T>(vocabulary, 20, ++seed);
  for (const std::int64_t vocabulary : {2047, 2048, 2049, 4100}) check_random_rows<T>(vocabulary, 4, ++seed);
  check_random_rows<T>(30'522, 3, ++seed);
}

TEST_CASE("the gradient is what the loss does when a logit changes") {
  Random random(31);
  const double step = 1e-5;
  for (int round = 0; round < 20; ++round) {
    const std::int64_t vocabulary = random.between(1, 12);
    const auto label = static_cast<std::int32_t>(random.between(0, vocabulary - 1));
    Row row = random_row(random, vocabulary, 4);
    Memory<double> memory({row}, vocabulary, vocabulary);
    REQUIRE(replace(memory, {label}, {0.75F}).done);
    const Row gradient = memory.row(0);
    for (std::size_t v = 0; v < row.size(); ++v) {
      const double logit = row[v];
      row[v] = logit + step;
      const double above = tests::cross_entropy_of(row, label);
      row[v] = logit - step;
      const double below = tests::cross_entropy_of(row, label);
      row[v] = logit;
      // A central difference is off by step² / 6 · f''' and by rounding / step: some 1e-10 each.
      CHECK(std::abs(gradient[v] - 0.75 * (above - below) / (2 * step)) < 1e-9);
    }
  }
}

TEST_CASE("a row list says which tokens have rows") {
  Memory<float> memory({{0, 0}, {0, std::log(3.0)}, {9, 9}}, 2, 2);
  const Labels labels{1, 0, 0, -1, 1};
  const Losses forward = token_losses(memory.read_only(), labels, {1, 2, 3});
  REQUIRE(forward.done);
  CHECK(forward.losses[0] == 0);
  CHECK(forward.losses[1] == std::log(2.0F));
  CHECK(forward.losses[2] == doctest::Approx(std::log(4.0)));
  CHECK(forward.losses[3] == 0);
  CHECK(forward.losses[4] == 0);
  CHECK(forward.correct == Bytes{0, 1, 0, 0, 0});
  const Losses backward = replace(memory, labels, {9, 2, 4, 9, 9}, {1, 2, 3});
  REQUIRE(backward.done);
  CHECK(backward.losses == forward.losses);
  CHECK(memory.row(0) == Row{-1, 1});
  CHECK(memory.row(1)[0] == doctest::Approx(-3));
  CHECK(memory.row(2) == Row{0, 0});
}

TEST_CASE("no tokens, and no rows for the tokens there are") {
  CHECK(token_losses(Memory<float>({}, 5, 5).read_only(), {}).done);
  Memory<Float16> memory({{-50, 50}}, 2, 2);
  const Losses result = replace(memory, {0, 0, 0}, {1, 1, 1}, {2});
  REQUIRE(result.done);
  CHECK(result.losses == Floats{0, 0, 100});
}

TEST_CASE("labels and tokens that do not exist are named, and nothing is written") {
  const auto refused = [](const Labels& labels, const Tokens& row_list) {
    Memory<float> memory({{1, 2}, {3, 4}}, 2, 2);
    const Losses forward = token_losses(memory.read_only(), labels, row_list);
    const Losses backward = replace(memory, labels, Floats(labels.size(), 1), row_list);
    REQUIRE_FALSE(forward.done);
    REQUIRE_FALSE(backward.done);
    CHECK(forward.losses == Floats(labels.size(), -7));
    CHECK(backward.correct == Bytes(labels.size(), 7));
    CHECK(memory.row(0) == Row{1, 2});
    CHECK(forward.done.error().code == ErrorCode::out_of_range);
    CHECK(forward.done.error().message == backward.done.error().message);
    return forward.done.error().message;
  };
  CHECK(refused({1, 2}, {}) == "row 1 has label 2, but labels are below 2");
  CHECK(refused({0, 1, 1}, {1, 3}) == "row 1 has token 3, but there are 3 tokens");
  CHECK(refused({0, 1, 1}, {-1, 2}) == "row 0 has token -1, but there are 3 tokens");
}

}  // namespace tuplepack::tests::token_losses_test

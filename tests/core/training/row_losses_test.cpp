#include "training/row_losses.hpp"

#include "instances.hpp"
#include "training/listing1.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace tuplepack::tests::row_losses_test {

using namespace training;

using tests::Random;

// The losses of a row by each set of vector instructions that this machine has, against the definition in double.

namespace {

using Row = std::vector<double>;

constexpr float infinity = std::numeric_limits<float>::infinity();
constexpr float not_a_number = std::numeric_limits<float>::quiet_NaN();

template <typename T>
struct Named {
  std::string name;
  LossFunctions<T> functions;
};

/// All functions for rows of T but the reference.
template <typename T>
std::vector<Named<T>> all_functions() {
  std::vector<Named<T>> all;
  for (const VectorLosses& by : vector_losses()) {
    if constexpr (std::is_same_v<T, float>) all.push_back({by.instructions, by.of_float});
    if constexpr (std::is_same_v<T, Float16>) all.push_back({by.instructions, by.of_float16});
    if constexpr (std::is_same_v<T, BFloat16>) all.push_back({by.instructions, by.of_bfloat16});
  }
  std::erase_if(all, [](const Named<T>& named) { return named.functions.loss == nullptr; });
  return all;
}

/// A row in memory between two others, aligned as floats are and no more.
template <typename T>
class Memory {
 public:
  explicit Memory(const Row& row) : entries_(row.size() + 2, rounded_to<T>(77)) {
    for (std::size_t i = 0; i < row.size(); ++i) entries_[i + 1] = rounded_to<T>(static_cast<float>(row[i]));
  }
  [[nodiscard]] std::span<T> row() { return std::span(entries_).subspan(1, entries_.size() - 2); }
  [[nodiscard]] bool is_intact() const {
    return to_arithmetic(entries_.front()) == 77 && to_arithmetic(entries_.back()) == 77;
  }
  [[nodiscard]] Row values() {
    Row values;
    for (const T value : row()) values.push_back(static_cast<double>(to_arithmetic(value)));
    return values;
  }

 private:
  std::vector<T> entries_;
};

template <typename T>
RowLoss loss_of(const LossFunctions<T>& functions, const Row& row, std::size_t label) {
  Memory<T> memory(row);
  return functions.loss(memory.row(), label);
}

/// The gradient of weight 1.
template <typename T>
Row gradient_of(const LossFunctions<T>& functions, const Row& row, std::size_t label, float weight = 1) {
  Memory<T> memory(row);
  std::vector<float> workspace(workspace_of(row.size()));
  (void)functions.replace(memory.row(), label, weight, workspace);
  CHECK(memory.is_intact());
  return memory.values();
}

Row random_row(Random& random, std::size_t size, std::int64_t spread) {
  Row row(size);
  for (double& logit : row) logit = static_cast<double>(random.between(-spread * 4096, spread * 4096)) / 4096;
  return row;
}

/// Half the distance of two values of T, relative to them; and absolute, near 0.
template <typename T>
constexpr double rounding = std::is_same_v<T, Float16>    ? 0x1p-11
                            : std::is_same_v<T, BFloat16> ? 0x1p-8
                                                          : 0x1p-24;
template <typename T>
constexpr double smallest = std::is_same_v<T, Float16> ? 0x1p-25 : 1e-37;

/// Losses are within 1e-7 of the definition, relative to themselves or 1; of few logits, whose exponentials hardly average
/// out, within 1.5e-7. Elements of a gradient are within 2 units of the exponential, and what the sum and the factor are
/// rounded by, before they are rounded to T.
template <typename T>
void check_random_row(const Named<T>& named, Random& random, std::size_t size) {
  const std::int64_t spread = random.one_in(2) ? 4 : 60;
  Row row = random_row(random, size, spread);
  const auto label = static_cast<std::size_t>(random.between(0, static_cast<std::int64_t>(size) - 1));
  if (random.one_in(2)) row[label] = static_cast<double>(spread);
  const auto weight = static_cast<float>(random.between(1, 1000)) / 8192;
  Memory<T> memory(row);
  const Row exact_row = memory.values();
  const auto exact_label = static_cast<std::int32_t>(label);
  const double exact = tests::cross_entropy_of(exact_row, exact_label);
  const RowLoss loss = named.functions.loss(memory.row(), label);
  CHECK(std::abs(static_cast<double>(loss.loss) - exact) <= (size < 1000 ? 1.5e-7 : 1e-7) * std::max(exact, 1.0));
  CHECK(loss.is_correct == tests::predicts(exact_row, exact_label));
  CHECK(memory.values() == exact_row);
  std::vector<float> workspace(workspace_of(size));
  const RowLoss replaced = named.functions.replace(memory.row(), label, weight, workspace);
  CHECK(replaced.loss == loss.loss);
  CHECK(replaced.is_correct == loss.is_correct);
  CHECK(memory.is_intact());
  const Row found = memory.values();
  const Row expected = tests::gradient_of(exact_row, exact_label);
  const double distance = static_cast<double>(2 * spread);
  int wrong = 0;
  for (std::size_t i = 0; i < size; ++i) {
    const double gradient = static_cast<double>(weight) * expected[i];
    const double before =
        i == label ? 1e-7 * static_cast<double>(weight) : (4 * 0x1p-23 + distance * 0x1p-28) * std::abs(gradient);
    if (std::abs(found[i] - gradient) > before + rounding<T> * (std::abs(gradient) + before) + smallest<T>) ++wrong;
  }
  CHECK(wrong == 0);
}

template <typename T>
void check_random_rows(std::uint64_t seed) {
  for (const Named<T>& named : all_functions<T>()) {
    CAPTURE(named.name);
    CAPTURE(seed);
    Random random(seed);
    for (int round = 0; round < repeats(200); ++round) {
      check_random_row(named, random, static_cast<std::size_t>(random.between(1, 300)));
    }
    for (const std::size_t size : {2047U, 2048U, 2049U, 4096U, 6161U, 30'522U}) check_random_row(named, random, size);
  }
}

}  // namespace

TEST_CASE_TEMPLATE("rows by vectors have the losses and gradients of the definition", T, float, Float16, BFloat16) {
  for (std::uint64_t seed = 1; seed <= 4; ++seed) check_random_rows<T>(seed);
}

TEST_CASE("the exponential of vectors is as exact as its header says") {
  for (const auto& named : all_functions<float>()) {
    CAPTURE(named.name);
    double most = 0;
    for (double first = -24; first > -87; first -= 0.001) {
      // Beside e^0 the others vanish: the factor is 1, and the gradient is the exponential.
      Row row{0};
      for (int i = 0; i < 7; ++i) row.push_back(static_cast<double>(static_cast<float>(first - i * 0.00013)));
      const Row gradient = gradient_of(named.functions, row, 0);
      for (std::size_t i = 1; i < row.size(); ++i) {
        const double exact = std::exp(row[i]);
        const double unit = std::exp2(std::floor(std::log2(exact)) - 23);
        most = std::max(most, (std::abs(gradient[i] - exact) - exact * std::abs(row[i]) * 0x1p-28) / unit);
      }
    }
    CHECK(most < 2);
  }
}

TEST_CASE("a large logit does not hide small ones") {
  Random random(7);
  for (const auto& named : all_functions<float>()) {
    CAPTURE(named.name);
    for (const double peak : {0.0, 5.0, 10.0, 14.0}) {
      CAPTURE(peak);
      for (const std::size_t label : {0U, 3000U, 20'000U}) {
        Row row = random_row(random, 30'522, 2);
        for (double& logit : row) logit = static_cast<double>(static_cast<float>(logit * 0.7310585));
        row[3000] = peak;
        const double exact = tests::cross_entropy_of(row, static_cast<std::int32_t>(label));
        const double loss = static_cast<double>(loss_of(named.functions, row, label).loss);
        CHECK(std::abs(loss - exact) <= 1e-7 * std::max(exact, 1.0));
      }
    }
  }
}

TEST_CASE("rows that rise are rescaled on the way") {
  Row rising(9000);
  for (std::size_t i = 0; i < rising.size(); ++i) rising[i] = 1e4 + static_cast<double>(i) / 16;
  for (const auto& named : all_functions<float>()) {
    CAPTURE(named.name);
    for (const std::size_t label : {0U, 8000U, 8999U}) {
      const double exact = tests::cross_entropy_of(rising, static_cast<std::int32_t>(label));
      const RowLoss loss = loss_of(named.functions, rising, label);
      CHECK(std::abs(static_cast<double>(loss.loss) - exact) <= 1e-7 * std::max(exact, 1.0));
      CHECK(loss.is_correct == (label == 8999));
      const Row gradient = gradient_of(named.functions, rising, label, 2);
      const Row expected = tests::gradient_of(rising, static_cast<std::int32_t>(label));
      for (const std::size_t i : {0U, 2100U, 8500U, 8900U, 8999U}) {
        CHECK(gradient[i] == doctest::Approx(2 * expected[i]).epsilon(1e-6));
      }
    }
  }
}

TEST_CASE("a block of ruled out classes before small logits") {
  for (const auto& named : all_functions<float>()) {
    CAPTURE(named.name);
    Row row(5000, -static_cast<double>(infinity));
    row[2500] = -1000;
    row[4000] = -1001;
    CHECK(loss_of(named.functions, row, 2500).loss == doctest::Approx(std::log1p(std::exp(-1.0))));
    const Row gradient = gradient_of(named.functions, row, 2500);
    CHECK(gradient[0] == 0);
    CHECK(gradient[4000] == doctest::Approx(1 / (1 + std::exp(1.0))));
    CHECK(gradient[2500] == -gradient[4000]);
  }
}

TEST_CASE_TEMPLATE("rows by vectors that are not finite", T, float, BFloat16) {
  const auto out = -static_cast<double>(infinity);
  for (const auto& named : all_functions<T>()) {
    CAPTURE(named.name);
    for (const std::size_t size : {3U, 40U, 5000U}) {
      CAPTURE(size);
      Row row(size, out);
      CHECK(std::isnan(loss_of(named.functions, row, 1).loss));
      CHECK(std::isnan(gradient_of(named.functions, row, 1)[size - 1]));
      row.back() = 2;
      CHECK(loss_of(named.functions, row, size - 1).loss == 0);
      CHECK(loss_of(named.functions, row, 0).loss == infinity);
      CHECK(gradient_of(named.functions, row, size - 1) == Row(size));
      for (const float bad : {not_a_number, infinity}) {
        for (const std::size_t at : {std::size_t{0}, size / 2, size - 1}) {
          Row with_bad(size, 1);
          with_bad[at] = static_cast<double>(bad);
          CHECK(std::isnan(loss_of(named.functions, with_bad, 1).loss));
          const Row gradient = gradient_of(named.functions, with_bad, 1);
          CHECK(std::all_of(gradient.begin(), gradient.end(), [](double value) { return std::isnan(value); }));
        }
      }
    }
  }
}

TEST_CASE_TEMPLATE("of equal logits the first is predicted, by vectors too", T, float, Float16, BFloat16) {
  for (const auto& named : all_functions<T>()) {
    CAPTURE(named.name);
    for (const std::size_t first : {0U, 5U, 2047U, 2048U, 2500U, 3998U}) {
      CAPTURE(first);
      Row row(4001);
      row[first] = row[first + 1] = row[4000] = 3;
      CHECK(loss_of(named.functions, row, first).is_correct);
      CHECK_FALSE(loss_of(named.functions, row, first + 1).is_correct);
      CHECK_FALSE(loss_of(named.functions, row, 4000).is_correct);
    }
  }
}

TEST_CASE("the reference agrees with the vectors") {
  Random random(5);
  for (int round = 0; round < repeats(100); ++round) {
    CAPTURE(round);
    const Row row = random_row(random, static_cast<std::size_t>(random.between(1, 5000)), 8);
    const RowLoss expected = loss_of(reference_losses<float>(), row, 0);
    for (const auto& named : all_functions<float>()) {
      CAPTURE(named.name);
      CHECK(loss_of(named.functions, row, 0).loss == doctest::Approx(expected.loss).epsilon(1e-6));
    }
  }
}

}  // namespace tuplepack::tests::row_losses_test

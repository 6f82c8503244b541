#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>
#include <vector>

/// Matrix mathematics in double with gradients, as plain as can be.
namespace tuplepack::tests {

struct Matrix {
  Matrix(std::size_t row_count, std::size_t column_count)
      : rows(row_count), columns(column_count), values(row_count * column_count) {}
  [[nodiscard]] double& operator()(std::size_t r, std::size_t c) { return values[r * columns + c]; }

  std::size_t rows;
  std::size_t columns;
  std::vector<double> values;
};

/// A step of the calculation: its result, what the loss changes by with that, and how this goes back to what the step
/// was made from.
struct Step {
  Matrix value;
  Matrix gradient;
  std::function<void()> go_back{};
};

/// All steps, in their order. A step keeps its place in memory, so that later ones may refer to it.
class Calculation {
 public:
  Step& step(std::size_t rows, std::size_t columns) {
    steps_.push_back(Step{Matrix(rows, columns), Matrix(rows, columns)});
    return steps_.back();
  }
  /// Fills all gradients, from what the loss changes by with the last step.
  void go_back(std::span<const double> by_last);

 private:
  std::deque<Step> steps_;
};

/// The row of the table for each id.
[[nodiscard]] Step& embedded(Calculation& all, Step& table, std::span<const std::int32_t> ids);
/// a + b; b may be a single row, which is added to every row of a.
[[nodiscard]] Step& sum(Calculation& all, Step& a, Step& b);
/// a · b
[[nodiscard]] Step& product(Calculation& all, Step& a, Step& b);
/// Every row to mean 0 and variance 1, times `scale`, plus `shift`.
[[nodiscard]] Step& normed(Calculation& all, Step& a, Step& scale, Step& shift);
/// x · Φ(x), Φ the distribution function of the normal distribution (Hendrycks and Gimpel 2016).
[[nodiscard]] Step& gelu(Calculation& all, Step& a);
/// In the columns of each head: softmax(query · keyᵀ / √columns + mask) · value.
[[nodiscard]] Step& attention(Calculation& all, Step& query, Step& key, Step& value, std::span<const double> mask,
                              std::size_t heads);

}  // namespace tuplepack::tests

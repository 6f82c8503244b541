#include "row_losses.hpp"
#include "row_sum.hpp"

#include <algorithm>

namespace tuplepack {

/// Whether an earlier class ties with a label that has the largest logit. If so, it is in the first block with that
/// logit.
template <typename T>
static bool is_tied_earlier(std::span<const T> row, std::size_t first, std::size_t label) {
  const auto label_logit = to_arithmetic(row[label]);
  const std::size_t end = std::min(first + block_logits, label);
  bool tied = false;
  for (std::size_t i = first; i < end; ++i) tied |= to_arithmetic(row[i]) == label_logit;
  return tied;
}

template <typename T>
static RowLoss loss_of(std::span<const T> row, std::size_t label, const RowSum<ArithmeticOf<T>>& sum) {
  const auto label_logit = to_arithmetic(row[label]);
  return {.loss = static_cast<float>(cross_entropy(sum.sum, label_logit)),
          .is_correct = is_predicted(sum.sum, label_logit, is_tied_earlier(row, sum.first, label))};
}

template <typename T>
static RowLoss row_loss(std::span<const T> row, std::size_t label) {
  return loss_of(row, label, sum_row(row));
}

template <typename T>
static RowLoss replace_row(std::span<T> row, std::size_t label, ArithmeticOf<T> weight, std::span<float>) {
  using Real = ArithmeticOf<T>;
  const auto [sum, first] = sum_row(std::span<const T>(row));
  const RowLoss result = loss_of(std::span<const T>(row), label, {sum, first});
  const Real weight_per_sum = weight / sum.sum;
  T& at_label = row[label];
  const T label_gradient = rounded_to<T>(gradient_at(sum, to_arithmetic(at_label), weight_per_sum, weight));
  for (T& logit : row) logit = rounded_to<T>(gradient_at(sum, to_arithmetic(logit), weight_per_sum, Real{0}));
  at_label = label_gradient;
  return result;
}

template <typename T>
RowFunctions<T> reference_losses() {
  return {&row_loss<T>, &replace_row<T>};
}

template RowFunctions<float> reference_losses();
template RowFunctions<double> reference_losses();
template RowFunctions<Float16> reference_losses();
template RowFunctions<BFloat16> reference_losses();

}  // namespace tuplepack

#include "id_runs.hpp"
#include "row_losses.hpp"
#include "row_sum.hpp"

#include <algorithm>

namespace tuplepack::training {

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

template <typename Real>
static ExponentialSum<Real> sum_of_two(Real first, Real second) {
  ExponentialSum<Real> sum = raised(raised(ExponentialSum<Real>{}, first), second);
  sum.sum = exponential(first - reference(sum)) + exponential(second - reference(sum));
  return sum;
}

template <typename T>
static PairSum sum_pairs(std::span<const T> logits, std::span<const std::int32_t> labels, ArithmeticOf<T> weight,
                         std::span<T> gradient) {
  using Real = ArithmeticOf<T>;
  PairSum total;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::size_t at = 2 * i;
    if (labels[i] < 0) {
      if (!gradient.empty()) gradient[at] = gradient[at + 1] = T{};
      continue;
    }
    const bool is_second = labels[i] == 1;
    const Real first = to_arithmetic(logits[at]);
    const Real second = to_arithmetic(logits[at + 1]);
    const ExponentialSum<Real> row = sum_of_two(first, second);
    const Real label_logit = is_second ? second : first;
    total.loss += static_cast<double>(cross_entropy(row, label_logit));
    total.correct += is_predicted(row, label_logit, tied_before(first, 0, label_logit, labels[i])) ? 1 : 0;
    if (gradient.empty()) continue;
    const Real weight_per_sum = weight / row.sum;
    gradient[at] = rounded_to<T>(gradient_at(row, first, weight_per_sum, is_second ? Real{0} : weight));
    gradient[at + 1] = rounded_to<T>(gradient_at(row, second, weight_per_sum, is_second ? weight : Real{0}));
  }
  return total;
}

template <typename T>
LossFunctions<T> reference_losses() {
  return {&row_loss<T>, &replace_row<T>, &sum_pairs<T>};
}

static std::size_t find_runs(std::span<const std::int32_t> ids, std::span<IdRun> runs) {
  std::size_t found = 0;
  for (std::size_t end = 1; end <= ids.size(); ++end) {
    if (end == ids.size() || ids[end] != ids[end - 1]) runs[found++] = {ids[end - 1], static_cast<std::int32_t>(end)};
  }
  return found;
}

static void fill_runs(std::span<const IdRun> runs, std::span<const float> of_id, std::span<float> out) {
  std::size_t i = 0;
  for (const auto [id, end] : runs) {
    for (; i < static_cast<std::size_t>(end); ++i) out[i] = of_id[static_cast<std::size_t>(id)];
  }
}

static double sum_of_run(std::span<const float> losses) {
  std::array<double, lanes_of_sum> sums{};
  const std::size_t rest = losses.size() % lanes_of_sum;
  for (std::size_t i = 0; i < losses.size(); ++i) {
    const bool is_last = i + rest >= losses.size();
    const std::size_t lane = is_last ? i + lanes_of_sum - losses.size() : i % lanes_of_sum;
    sums[lane] += static_cast<double>(losses[i]);
  }
  return sum_of_lanes(sums);
}

static void add_runs(std::span<const IdRun> runs, std::span<const float> losses, std::span<double> sums) {
  std::size_t begin = 0;
  for (const auto [id, run_end] : runs) {
    const auto end = static_cast<std::size_t>(run_end);
    if (id != 0) sums[static_cast<std::size_t>(id)] += sum_of_run(losses.subspan(begin, end - begin));
    begin = end;
  }
}

RunFunctions reference_runs() {
  return {"", &find_runs, &fill_runs, &add_runs};
}

RunFunctions fastest_runs() {
  const auto by_vectors = vector_runs();
  RunFunctions fastest = by_vectors.empty() ? reference_runs() : by_vectors[0];
  if (fastest.add == nullptr) fastest.add = &add_runs;
  return fastest;
}

template LossFunctions<float> reference_losses();
template LossFunctions<double> reference_losses();
template LossFunctions<Float16> reference_losses();
template LossFunctions<BFloat16> reference_losses();

}  // namespace tuplepack::training

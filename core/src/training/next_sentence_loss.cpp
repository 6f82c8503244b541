#include "rows.hpp"
#include "tuplepack/training/cross_entropy.hpp"
#include "tuplepack/training/loss.hpp"

#include <algorithm>
#include <cassert>
#include <string>

namespace tuplepack {

/// How many sequences there are.
static Result<std::int64_t> count_labels(std::span<const std::int32_t> labels, std::int64_t segments) {
  std::int64_t sequences = 0;
  for (std::size_t i = 0; i < labels.size(); ++i) {
    const std::int32_t label = labels[i];
    if (label > 1) {
      const auto at = static_cast<std::int64_t>(i);
      return fail(ErrorCode::out_of_range, "sequence " + std::to_string(at % segments + 1) + " of pack " +
                                               std::to_string(at / segments) + " has label " + std::to_string(label) +
                                               "; labels are 0 and 1");
    }
    if (label >= 0) ++sequences;
  }
  return sequences;
}

template <typename Real>
static ExponentialSum<Real> sum_of_two(Real first, Real second) {
  ExponentialSum<Real> sum = raised(raised(ExponentialSum<Real>{}, first), second);
  sum.sum = exponential(first - reference(sum)) + exponential(second - reference(sum));
  return sum;
}

template <typename T>
Result<PackedLoss> next_sentence_loss(std::span<const T> logits, std::span<const std::int32_t> labels, PackShape shape,
                                      std::span<T> gradient) {
  using Real = ArithmeticOf<T>;
  assert(holds(labels, shape.packs * shape.segments) && logits.size() == 2 * labels.size());
  assert(gradient.empty() || gradient.size() == logits.size());
  const auto sequences = count_labels(labels, shape.segments);
  if (!sequences) return tl::unexpected(sequences.error());
  PackedLoss result;
  result.sequences = *sequences;
  result.tokens = *sequences;
  const double divisor = static_cast<double>(std::max<std::int64_t>(*sequences, 1));
  const Real weight = static_cast<Real>(1 / divisor);
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
    result.loss += static_cast<double>(cross_entropy(row, label_logit));
    result.accuracy += is_predicted(row, label_logit, tied_before(first, 0, label_logit, labels[i])) ? 1 : 0;
    if (gradient.empty()) continue;
    const Real weight_per_sum = weight / row.sum;
    gradient[at] = rounded_to<T>(gradient_at(row, first, weight_per_sum, is_second ? Real{0} : weight));
    gradient[at + 1] = rounded_to<T>(gradient_at(row, second, weight_per_sum, is_second ? weight : Real{0}));
  }
  result.loss /= divisor;
  result.accuracy /= divisor;
  return result;
}

template Result<PackedLoss> next_sentence_loss(std::span<const float>, std::span<const std::int32_t>, PackShape,
                                               std::span<float>);
template Result<PackedLoss> next_sentence_loss(std::span<const double>, std::span<const std::int32_t>, PackShape,
                                               std::span<double>);
template Result<PackedLoss> next_sentence_loss(std::span<const Float16>, std::span<const std::int32_t>, PackShape,
                                               std::span<Float16>);
template Result<PackedLoss> next_sentence_loss(std::span<const BFloat16>, std::span<const std::int32_t>, PackShape,
                                               std::span<BFloat16>);

}  // namespace tuplepack

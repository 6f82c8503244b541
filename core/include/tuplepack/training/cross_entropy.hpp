#pragma once

#include "tuplepack/base/float16.hpp"

#include <cmath>
#include <cstdint>

/// Softmax cross-entropy over one row of logits, in pieces that any number of threads can share (an online softmax).
/// The core and the CUDA kernels use the same pieces. Real is float or double.
///
/// A logit of −∞ excludes its class: probability and gradient are 0, and the loss is +∞ if it is the label. A NaN, a +∞
/// or a row of −∞ makes the loss and the gradient of its own row NaN, and of no other.
namespace tuplepack::training {

/// e^x for x ≤ 0. In float, the relative error is at most 2^−23, or |x| · 2^−23 for x < −1, which is at most 2^−23 of
/// the largest exponential of a row; 0 for x ≤ −88.
/// Branch-free, so that loops over it are vectorised; the result is the same on every host.
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline float exponential(float x) {
#ifdef __CUDA_ARCH__
  return __expf(x);  // as accurate, at the rate of the special function units
#else
  // e^x = 2^n · 2^f with |f| ≤ ½. Adding 1.5 · 2^23 rounds to a whole number and leaves it in the last bits; 127 more
  // and these are the exponent of 2^n, which for n = −127 is that of 0.
  constexpr float rounder = 0x1.8p23F + 127.0F;
  const float exponent = x * 1.44269504F;
  const float bounded = -127.0F > exponent ? -127.0F : exponent;
  const float rounded = bounded + rounder;
  const float f = bounded - (rounded - rounder);
  // The minimax polynomial of 2^f that is 1 at 0; its own error is 2.1e-8.
  const float high = 0x1.3b270ep-7F + f * (0x1.5f7276p-10F + f * 0x1.470b48p-13F);
  const float power = 1.0F + f * (0x1.62e432p-1F + f * (0x1.ebfbe2p-3F + f * (0x1.c6ae72p-5F + f * high)));
  return power * float_of_bits(bits_of(rounded) << 23);
#endif
}

[[nodiscard]] TUPLEPACK_HOST_DEVICE inline double exponential(double x) {
  return std::exp(x);
}

/// The running maximum and sum over part of a row. The default value is that of no logits.
template <typename Real>
struct ExponentialSum {
  Real maximum = -static_cast<Real>(INFINITY);  ///< of the logits
  Real sum = 0;                                 ///< of e^(logit − reference)
};

/// Subtracted from logits so that no exponential overflows: their maximum, or 0 where that is −∞.
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline Real reference(const ExponentialSum<Real>& part) {
  return part.maximum == -static_cast<Real>(INFINITY) ? Real{0} : part.maximum;
}

/// The same part, rescaled to a maximum of at least `maximum`, so that e^(logit − reference) of logits up to `maximum`
/// can be added to the sum.
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline ExponentialSum<Real> raised(const ExponentialSum<Real>& part, Real maximum) {
  ExponentialSum<Real> result;
  result.maximum = maximum > part.maximum ? maximum : part.maximum;
  result.sum = part.sum * exponential(part.maximum - reference(result));
  return result;
}

/// The union of two parts.
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline ExponentialSum<Real> combined(const ExponentialSum<Real>& first,
                                                                         const ExponentialSum<Real>& second) {
  ExponentialSum<Real> both = raised(first, second.maximum);
  both.sum += raised(second, first.maximum).sum;
  return both;
}

/// −log softmax(row)[label]
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline Real cross_entropy(const ExponentialSum<Real>& row, Real label_logit) {
  return (row.maximum - label_logit) + std::log(row.sum);
}

/// Whether the row predicts the label: the argmax, the first of several.
/// tied_earlier   whether tied_before() holds for any class of the row
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline bool is_predicted(const ExponentialSum<Real>& row, Real label_logit,
                                                             bool tied_earlier) {
  return label_logit == row.maximum && !tied_earlier;
}

/// Whether class `at` ties with the label and comes before it.
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline bool tied_before(Real logit, std::int64_t at, Real label_logit,
                                                            std::int64_t label) {
  return at < label && logit == label_logit;
}

/// weight · (softmax(row) − onehot(label)) at one class.
/// weight_per_sum   weight / row.sum, constant over the row
/// weight_if_label  weight at the label, 0 elsewhere
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline Real gradient_at(const ExponentialSum<Real>& row, Real logit,
                                                            Real weight_per_sum, Real weight_if_label) {
  return exponential(logit - reference(row)) * weight_per_sum - weight_if_label;
}

}  // namespace tuplepack::training

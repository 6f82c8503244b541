#pragma once

#include "tuplepack/training/float16.hpp"

#include <cmath>
#include <cstdint>

/// The mathematics of softmax cross-entropy over one row of logits, piece by piece, so that any number of threads can
/// share a row. The core and the CUDA kernels are made of the same pieces. Real is float or double.
///
/// A logit of −∞ is a class that is ruled out: its probability and its gradient are 0, and the loss is +∞ if it is the
/// label. A NaN, a +∞ or a row of −∞ only makes the loss and the gradient of its row NaN.
namespace tuplepack {

/// e^x for x ≤ 0. In float relative to e^x within 2^−23, or |x| · 2^−23 below −1, which is no more than 2^−23 of the
/// largest exponential of a row; 0 from −88 on.
/// There are no branches, so that loops over it are vectorised, and the result is the same on every host.
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline float exponential(float x) {
#ifdef __CUDA_ARCH__
  return __expf(x);  // as exact, at the rate of the special function units
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

/// The logits of a part of a row, for its softmax. One of no logit is what it is initialised to.
template <typename Real>
struct ExponentialSum {
  Real maximum = -static_cast<Real>(INFINITY);  ///< of the logits
  Real sum = 0;                                 ///< of e^(logit − reference)
};

/// What is subtracted from logits so that no exponential overflows: their maximum, or 0 where that is −∞.
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline Real reference(const ExponentialSum<Real>& part) {
  return part.maximum == -static_cast<Real>(INFINITY) ? Real{0} : part.maximum;
}

/// The same logits with a maximum that is no less than `maximum`, so that e^(logit − reference) of logits up to
/// `maximum` can be added to the sum.
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline ExponentialSum<Real> raised(const ExponentialSum<Real>& part, Real maximum) {
  ExponentialSum<Real> result;
  result.maximum = maximum > part.maximum ? maximum : part.maximum;
  result.sum = part.sum * exponential(part.maximum - reference(result));
  return result;
}

/// Both parts as one.
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

/// Whether the label is what the row predicts: the first of the classes with the largest logit.
/// tied_earlier   whether tied_before() holds for any class of the row
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline bool is_predicted(const ExponentialSum<Real>& row, Real label_logit,
                                                             bool tied_earlier) {
  return label_logit == row.maximum && !tied_earlier;
}

/// Whether class `at` would be predicted instead of the label if both had the largest logit.
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline bool tied_before(Real logit, std::int64_t at, Real label_logit,
                                                            std::int64_t label) {
  return at < label && logit == label_logit;
}

/// weight · (softmax(row) − onehot(label)) at one class.
/// weight_per_sum   weight / row.sum, which is the same for the whole row
/// weight_if_label  weight at the label, 0 elsewhere
template <typename Real>
[[nodiscard]] TUPLEPACK_HOST_DEVICE inline Real gradient_at(const ExponentialSum<Real>& row, Real logit,
                                                            Real weight_per_sum, Real weight_if_label) {
  return exponential(logit - reference(row)) * weight_per_sum - weight_if_label;
}

}  // namespace tuplepack

// Cross-entropy of pairs of logits by vectors, a sequence in each lane. Compiled for each of Highway's targets.
#if defined(TUPLEPACK_VECTOR_PAIRS) == defined(HWY_TARGET_TOGGLE)
#ifdef TUPLEPACK_VECTOR_PAIRS
#undef TUPLEPACK_VECTOR_PAIRS
#else
#define TUPLEPACK_VECTOR_PAIRS
#endif

#include "row_losses.hpp"
#include "vector_logits.hpp"

#include <algorithm>
#include <span>

HWY_BEFORE_NAMESPACE();
namespace tuplepack::training::HWY_NAMESPACE {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

/// The first logits of as many pairs as a vector has lanes, and the second ones.
HWY_INLINE void load_pairs(const float* logits, Vector& first, Vector& second) {
  hn::LoadInterleaved2(Floats(), logits, first, second);
}
HWY_INLINE void store_pairs(Vector first, Vector second, float* out) {
  hn::StoreInterleaved2(first, second, Floats(), out);
}

HWY_INLINE void load_pairs(const BFloat16* logits, Vector& first, Vector& second) {
  load(logits, first, second);
}
HWY_INLINE void store_pairs(Vector first, Vector second, BFloat16* out) {
  store(first, second, out);
}

HWY_INLINE void load_pairs(const Float16* logits, Vector& first, Vector& second) {
  const hn::Rebind<std::uint16_t, Floats> d;
  hn::Vec<decltype(d)> first_bits, second_bits;
  hn::LoadInterleaved2(d, &logits->bits, first_bits, second_bits);
  first = hn::PromoteTo(Floats(), hn::BitCast(Float16s(), first_bits));
  second = hn::PromoteTo(Floats(), hn::BitCast(Float16s(), second_bits));
}
HWY_INLINE void store_pairs(Vector first, Vector second, Float16* out) {
  const hn::Rebind<std::uint16_t, Floats> d;
  hn::StoreInterleaved2(hn::BitCast(d, hn::DemoteTo(Float16s(), first)),
                        hn::BitCast(d, hn::DemoteTo(Float16s(), second)), d, &out->bits);
}

/// log(1 + x) for 0 ≤ x ≤ 1, NaN for NaN.
HWY_INLINE Vector log_of_one_plus(Vector x) {
  const Floats d;
  // log(1 + x) = 2 · artanh s with s = x / (2 + x) ≤ ⅓
  const Vector s = hn::Div(x, hn::Add(hn::Set(d, 2.0F), x));
  const Vector square = hn::Mul(s, s);
  Vector series = hn::MulAdd(square, hn::Set(d, 0x1.1ed7c0p-2F), hn::Set(d, 0x1.1ebd0ep-2F));
  series = hn::MulAdd(series, square, hn::Set(d, 0x1.99d208p-2F));
  series = hn::MulAdd(series, square, hn::Set(d, 0x1.555502p-1F));
  return hn::MulAdd(hn::Mul(s, square), series, hn::Add(s, s));
}

/// The pairs in the lanes of a vector.
struct PairLosses {
  Vector losses;  ///< 0 without a label
  std::size_t correct;
};

/// weight    of the gradient
/// gradient  null if it is not wanted
template <typename T>
HWY_INLINE PairLosses pair_losses(const T* logits, const std::int32_t* labels, Vector weight, T* gradient) {
  const Floats d;
  const hn::RebindToSigned<Floats> whole;
  Vector first, second;
  load_pairs(logits, first, second);
  const auto label = hn::LoadU(whole, labels);
  const auto is_present = hn::RebindMask(d, hn::Gt(label, hn::Set(whole, -1)));
  const auto is_second = hn::RebindMask(d, hn::Gt(label, hn::Zero(whole)));
  // e^a / (e^a + e^b) and its logarithm depend on b − a alone. Where that is infinite, +∞ is told from −∞.
  const Vector difference = hn::Sub(second, first);
  const Vector lead = hn::IfThenElse(is_second, hn::Neg(difference), difference);  // of the other logit
  const Vector largest = hn::Max(first, second);
  const Vector nothing = hn::Sub(largest, largest);  // 0 or NaN
  const Product parts = exponential(hn::Neg(hn::Abs(lead)));
  const Vector smaller = hn::Mul(parts.power, parts.scale);
  const Vector loss = hn::Add(hn::Max(hn::Zero(d), lead), hn::Add(log_of_one_plus(smaller), nothing));
  const auto is_correct =
      hn::Or(hn::AndNot(is_second, hn::Ge(first, second)), hn::And(is_second, hn::Gt(second, first)));
  if (gradient != nullptr) {
    const Vector larger = hn::IfThenElse(hn::Gt(lead, hn::Zero(d)), hn::Set(d, 1.0F), smaller);
    const Vector share = hn::Add(hn::Div(larger, hn::Add(hn::Set(d, 1.0F), smaller)), nothing);  // of the other class
    const Vector of_other = hn::IfThenElseZero(is_present, hn::Mul(weight, share));
    const Vector of_label = hn::Sub(hn::Zero(d), of_other);  // not −0 without a label
    store_pairs(hn::IfThenElse(is_second, of_other, of_label), hn::IfThenElse(is_second, of_label, of_other), gradient);
  }
  return {hn::IfThenElseZero(is_present, loss), hn::CountTrue(d, hn::And(is_correct, is_present))};
}

/// Losses are added in float for a few vectors at a time.
template <typename T>
static PairSum sum_pairs(std::span<const T> logits, std::span<const std::int32_t> labels, float weight,
                         std::span<T> gradient) {
  constexpr std::size_t vectors_at_once = 8;
  const Floats d;
  const std::size_t lanes = hn::Lanes(d);
  const Vector weights = hn::Set(d, weight);
  PairSum total;
  std::size_t i = 0;
  while (i + lanes <= labels.size()) {
    Vector losses = hn::Zero(d);
    const std::size_t end = std::min(i + vectors_at_once * lanes, labels.size() / lanes * lanes);
    for (; i < end; i += lanes) {
      T* const out = gradient.empty() ? nullptr : gradient.data() + 2 * i;
      const PairLosses pairs = pair_losses(logits.data() + 2 * i, labels.data() + i, weights, out);
      losses = hn::Add(losses, pairs.losses);
      total.correct += static_cast<std::int64_t>(pairs.correct);
    }
    total.loss += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, losses)));
  }
  if (i == labels.size()) return total;
  T rest[2 * hn::MaxLanes(d)]{};
  std::int32_t rest_labels[hn::MaxLanes(d)];
  std::fill_n(rest_labels, lanes, -1);
  std::copy(labels.begin() + static_cast<std::ptrdiff_t>(i), labels.end(), rest_labels);
  std::copy(logits.begin() + static_cast<std::ptrdiff_t>(2 * i), logits.end(), rest);
  const PairLosses pairs = pair_losses(rest, rest_labels, weights, rest);
  total.loss += static_cast<double>(hn::GetLane(hn::SumOfLanes(d, pairs.losses)));
  total.correct += static_cast<std::int64_t>(pairs.correct);
  if (!gradient.empty()) std::copy_n(rest, gradient.size() - 2 * i, gradient.data() + 2 * i);
  return total;
}

#endif
}  // namespace tuplepack::training::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Logits in vectors of floats, and their exponentials. Compiled for each of Highway's targets: hence this guard.
#if defined(TUPLEPACK_VECTOR_LOGITS) == defined(HWY_TARGET_TOGGLE)
#ifdef TUPLEPACK_VECTOR_LOGITS
#undef TUPLEPACK_VECTOR_LOGITS
#else
#define TUPLEPACK_VECTOR_LOGITS
#endif

#include "tuplepack/base/float16.hpp"

#include <hwy/highway.h>

#include <cstddef>
#include <cstdint>
#include <limits>

HWY_BEFORE_NAMESPACE();
namespace tuplepack::HWY_NAMESPACE {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;

using Floats = hn::ScalableTag<float>;
using Words = hn::RebindToUnsigned<Floats>;
using HalfWords = hn::Repartition<std::uint16_t, Floats>;
using Vector = hn::Vec<Floats>;

/// Whether there are instructions for it. Highway's own conversion neither rounds nor knows infinity.
inline constexpr bool converts_float16 = (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX2) || HWY_ARCH_ARM_A64;

/// Of no logit.
inline constexpr float lowest = -std::numeric_limits<float>::infinity();

/// The logits that are loaded and stored at once, as two vectors: of BFloat16 those of even and of odd index.
HWY_INLINE std::size_t pair_size() {
  return 2 * hn::Lanes(Floats());
}

HWY_INLINE void load(const float* logits, Vector& first, Vector& second) {
  first = hn::LoadU(Floats(), logits);
  second = hn::LoadU(Floats(), logits + hn::Lanes(Floats()));
}
HWY_INLINE void store(Vector first, Vector second, float* out) {
  hn::StoreU(first, Floats(), out);
  hn::StoreU(second, Floats(), out + hn::Lanes(Floats()));
}

HWY_INLINE void load(const BFloat16* logits, Vector& even, Vector& odd) {
  const auto both = hn::BitCast(Words(), hn::LoadU(HalfWords(), &logits->bits));
  even = hn::BitCast(Floats(), hn::ShiftLeft<16>(both));
  odd = hn::BitCast(Floats(), hn::And(both, hn::Set(Words(), 0xffff0000U)));
}
/// Its upper half is the nearest BFloat16, ties to even, of any number but NaN.
HWY_INLINE hn::Vec<Words> rounded(Vector value) {
  const auto bits = hn::BitCast(Words(), value);
  const auto is_odd = hn::And(hn::ShiftRight<16>(bits), hn::Set(Words(), 1));
  return hn::Add(bits, hn::Add(is_odd, hn::Set(Words(), 0x7fffU)));
}
HWY_INLINE void store(Vector even, Vector odd, BFloat16* out) {
  const auto upper = hn::And(rounded(odd), hn::Set(Words(), 0xffff0000U));
  const auto both = hn::Or(hn::ShiftRight<16>(rounded(even)), upper);
  hn::StoreU(hn::BitCast(HalfWords(), both), HalfWords(), &out->bits);
}

using Float16s = hn::Rebind<hwy::float16_t, Floats>;

HWY_INLINE Vector load_float16(const Float16* logits) {
  return hn::PromoteTo(Floats(), hn::LoadU(Float16s(), reinterpret_cast<const hwy::float16_t*>(logits)));
}
HWY_INLINE void load(const Float16* logits, Vector& first, Vector& second) {
  first = load_float16(logits);
  second = load_float16(logits + hn::Lanes(Floats()));
}
HWY_INLINE void store(Vector first, Vector second, Float16* out) {
  auto* const halves = reinterpret_cast<hwy::float16_t*>(out);
  hn::StoreU(hn::DemoteTo(Float16s(), first), Float16s(), halves);
  hn::StoreU(hn::DemoteTo(Float16s(), second), Float16s(), halves + hn::Lanes(Floats()));
}

/// e^x for x ≤ 88, within 2 units in the last place; 0 for x ≤ −88.03, NaN for NaN.
HWY_INLINE Vector exponential(Vector x) {
  const Floats d;
  // e^x = 2^n · e^r with |r| ≤ ½ ln 2. Adding 1.5 · 2^23 rounds to a whole number and leaves it in the last bits; 127 more
  // and these are the exponent of 2^n, which for n = −127 is that of 0.
  const Vector rounder = hn::Set(d, 0x1.8p23F + 127.0F);
  const Vector bounded = hn::Max(hn::Set(d, -88.03F), x);  // in this order, the result is NaN for NaN
  const Vector exponent = hn::MulAdd(bounded, hn::Set(d, 1.44269504F), rounder);
  const Vector n = hn::Sub(exponent, rounder);
  Vector r = hn::NegMulAdd(n, hn::Set(d, 0x1.62e4p-1F), bounded);  // exact: the product has few bits
  r = hn::NegMulAdd(n, hn::Set(d, 0x1.7f7d1cp-20F), r);
  Vector power = hn::MulAdd(hn::Set(d, 0x1.0f9f9cp-7F), r, hn::Set(d, 0x1.573a1ap-5F));
  power = hn::MulAdd(power, r, hn::Set(d, 0x1.555a80p-3F));
  power = hn::MulAdd(power, r, hn::Set(d, 0x1.fffdc6p-2F));
  power = hn::MulAdd(power, r, hn::Set(d, 0x1.fffff6p-1F));
  power = hn::MulAdd(power, r, hn::Set(d, 1.0F));
  return hn::Mul(power, hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(Words(), exponent))));
}

#endif
}  // namespace tuplepack::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

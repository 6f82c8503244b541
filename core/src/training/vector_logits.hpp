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
namespace tuplepack::training::HWY_NAMESPACE {
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
/// Rounds to nearest, ties to even; not for NaN. The lower halves carry into the upper ones where these round up.
HWY_INLINE void store(Vector even, Vector odd, BFloat16* out) {
  const HalfWords d;
  const auto of_even = hn::BitCast(Words(), even), of_odd = hn::BitCast(Words(), odd);
  const auto upper = hn::OddEven(hn::BitCast(d, of_odd), hn::BitCast(d, hn::ShiftRight<16>(of_even)));
  const auto lower = hn::OddEven(hn::BitCast(d, hn::ShiftLeft<16>(of_odd)), hn::BitCast(d, of_even));
  const auto half = hn::Or(hn::And(upper, hn::Set(d, 1)), hn::Set(d, 0x7ffe));  // less 1 where it goes to even
  const auto carry = hn::ShiftRight<15>(hn::AverageRound(lower, half));
  hn::StoreU(hn::Add(upper, carry), d, &out->bits);
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

/// The largest of 16-bit logits so far, by their bits in the order of integers. Of rows with NaN it may be anything.
template <typename T>
class Largest {
 public:
  HWY_INLINE Largest() : bits_(hn::Set(Bits(), ordered(rounded_to<T>(lowest).bits))) {}
  HWY_INLINE void take_pair(const T* logits) {
    const auto bits = hn::BitCast(Bits(), hn::LoadU(HalfWords(), &logits->bits));
    const auto inverted = hn::And(hn::ShiftRight<15>(bits), hn::Set(Bits(), 0x7fff));
    bits_ = hn::Max(bits_, hn::Xor(bits, inverted));
  }
  [[nodiscard]] float value() const {
    const auto largest = static_cast<std::uint16_t>(hn::GetLane(hn::MaxOfLanes(Bits(), bits_)));
    return to_float(T{static_cast<std::uint16_t>(ordered(largest))});
  }

 private:
  using Bits = hn::RebindToSigned<HalfWords>;

  /// Negative numbers come in the opposite order but for the sign; the inverse function is the same.
  static std::int16_t ordered(std::uint16_t bits) {
    return static_cast<std::int16_t>((bits & 0x8000U) == 0 ? bits : bits ^ 0x7fffU);
  }

  hn::Vec<Bits> bits_;
};

/// The largest of the logits so far but NaN.
template <>
class Largest<float> {
 public:
  HWY_INLINE Largest() : first_(hn::Set(Floats(), lowest)), second_(first_) {}
  HWY_INLINE void take_pair(const float* logits) {
    Vector a, b;
    load(logits, a, b);
    first_ = hn::Max(a, first_);
    second_ = hn::Max(b, second_);
  }
  [[nodiscard]] float value() const { return hn::GetLane(hn::MaxOfLanes(Floats(), hn::Max(first_, second_))); }

 private:
  Vector first_, second_;
};

/// Two factors of a number.
struct Product {
  Vector power;
  Vector scale;
};

/// The larger number; NaN where x is NaN, which Max need not be: on Arm it is the other one.
HWY_INLINE Vector at_least(float least, Vector x) {
  const Vector low = hn::Set(Floats(), least);
#if HWY_ARCH_ARM
  return hn::IfThenElse(hn::Lt(x, low), low, x);
#else
  return hn::Max(low, x);                                                   // in this order
#endif
}

/// e^x for x ≤ 88, within 2 units in the last place, and |x| · 2^−28 more; 0 for x ≤ −88.03, NaN for NaN.
HWY_INLINE Product exponential(Vector x) {
  const Floats d;
  // e^x = 2^n · e^r with |r| ≤ ½ ln 2. Adding 1.5 · 2^23 rounds to a whole number and leaves it in the last bits; 127 more
  // and these are the exponent of 2^n, which for n = −127 is that of 0.
  const Vector rounder = hn::Set(d, 0x1.8p23F + 127.0F);
  const Vector bounded = at_least(-88.03F, x);
  const Vector exponent = hn::MulAdd(bounded, hn::Set(d, 1.44269504F), rounder);
  const Vector n = hn::Sub(exponent, rounder);
#if HWY_NATIVE_FMA
  const Vector r = hn::NegMulAdd(n, hn::Set(d, 0x1.62e43p-1F), bounded);  // ln 2, but for 2^−29
#else
  const Vector most = hn::NegMulAdd(n, hn::Set(d, 0x1.62e4p-1F), bounded);  // exact: the product has few bits
  const Vector r = hn::NegMulAdd(n, hn::Set(d, 0x1.7f7d1cp-20F), most);
#endif
  Vector power = hn::MulAdd(hn::Set(d, 0x1.0f9f9cp-7F), r, hn::Set(d, 0x1.573a1ap-5F));
  power = hn::MulAdd(power, r, hn::Set(d, 0x1.555a80p-3F));
  power = hn::MulAdd(power, r, hn::Set(d, 0x1.fffdc6p-2F));
  power = hn::MulAdd(power, r, hn::Set(d, 0x1.fffff6p-1F));
  power = hn::MulAdd(power, r, hn::Set(d, 1.0F));
  return {power, hn::BitCast(d, hn::ShiftLeft<23>(hn::BitCast(Words(), exponent)))};
}

#endif
}  // namespace tuplepack::training::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Runs of equal ids by vectors. Compiled for each of Highway's targets.
#if defined(TUPLEPACK_VECTOR_RUNS) == defined(HWY_TARGET_TOGGLE)
#ifdef TUPLEPACK_VECTOR_RUNS
#undef TUPLEPACK_VECTOR_RUNS
#else
#define TUPLEPACK_VECTOR_RUNS
#endif

#include "id_runs.hpp"

#include <hwy/highway.h>

#include <bit>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace tuplepack::training::HWY_NAMESPACE {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;

/// A bit for each of 64 ids that differs from the one before.
static std::uint64_t beginnings(const std::int32_t* ids) {
  const hn::ScalableTag<std::int32_t> d;
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
    std::uint64_t bits = 0;
    std::uint8_t bytes[sizeof bits]{};
    hn::StoreMaskBits(d, hn::Ne(hn::LoadU(d, ids + i), hn::LoadU(d, ids + i - 1)), bytes);
    std::memcpy(&bits, bytes, sizeof bits);
    all |= bits << i;
  }
  return all;
}

static std::size_t find_runs(std::span<const std::int32_t> ids, std::span<IdRun> runs) {
  std::size_t found = 0, i = 1;
  for (; i + 64 <= ids.size(); i += 64) {
    for (std::uint64_t bits = beginnings(ids.data() + i); bits != 0; bits &= bits - 1) {
      const std::size_t end = i + static_cast<std::size_t>(std::countr_zero(bits));
      runs[found++] = {ids[end - 1], static_cast<std::int32_t>(end)};
    }
  }
  for (; i < ids.size(); ++i) {
    if (ids[i] != ids[i - 1]) runs[found++] = {ids[i - 1], static_cast<std::int32_t>(i)};
  }
  if (!ids.empty()) runs[found++] = {ids.back(), static_cast<std::int32_t>(ids.size())};
  return found;
}

/// A run may write beyond its end, where the next one writes.
static void fill_runs(std::span<const IdRun> runs, std::span<const float> of_id, std::span<float> out) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d);
  std::size_t i = 0;
  for (const auto [id, run_end] : runs) {
    const float value = of_id[static_cast<std::size_t>(id)];
    const auto values = hn::Set(d, value);
    const auto end = static_cast<std::size_t>(run_end);
    for (; i < end && i + lanes <= out.size(); i += lanes) hn::StoreU(values, d, out.data() + i);
    for (; i < end; ++i) out[i] = value;
    i = end;
  }
}

#endif
}  // namespace tuplepack::training::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

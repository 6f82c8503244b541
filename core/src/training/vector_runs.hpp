// Runs of equal ids by vectors. Compiled for each of Highway's targets.
#if defined(TUPLEPACK_VECTOR_RUNS) == defined(HWY_TARGET_TOGGLE)
#ifdef TUPLEPACK_VECTOR_RUNS
#undef TUPLEPACK_VECTOR_RUNS
#else
#define TUPLEPACK_VECTOR_RUNS
#endif

#include "id_runs.hpp"

#include <hwy/cache_control.h>
#include <hwy/highway.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

HWY_BEFORE_NAMESPACE();
namespace tuplepack::training::HWY_NAMESPACE {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

namespace hn = hwy::HWY_NAMESPACE;

/// A bit for each of 64 ids that differs from the one before. Prefetches ids far ahead, which the processor does not do while
/// it recovers from branches that it mispredicted.
static std::uint64_t beginnings(const std::int32_t* ids) {
  const hn::ScalableTag<std::int32_t> d;
  constexpr std::size_t ahead = 1024, line = 16;
  std::uint64_t same = 0;
  for (std::size_t i = 0; i < 64; i += line) hwy::Prefetch(ids + ahead + i);
  for (std::size_t i = 0; i < 64; i += hn::Lanes(d)) {
    std::uint64_t bits = 0;
    std::uint8_t bytes[sizeof bits]{};
    hn::StoreMaskBits(d, hn::Eq(hn::LoadU(d, ids + i), hn::LoadU(d, ids + i - 1)), bytes);
    std::memcpy(&bits, bytes, sizeof bits);
    same |= bits << i;
  }
  return ~same;
}

/// Appends a run for each bit: the one that ends where the bit's begins. Several at once, since their number is unpredictable;
/// those too many are overwritten.
/// begin   of the 64 ids that the bits are of
static std::size_t append_runs(const std::int32_t* ids, std::size_t begin, std::uint64_t bits, IdRun* runs) {
  const auto count = static_cast<std::size_t>(std::popcount(bits));
  for (std::size_t r = 0; r < count; r += runs_at_once) {
    for (std::size_t k = 0; k < runs_at_once; ++k, bits &= bits - 1) {
      const std::size_t end = begin + static_cast<std::size_t>(std::countr_zero(bits));
      runs[r + k] = {ids[end - 1], static_cast<std::int32_t>(end)};
    }
  }
  return count;
}

static std::size_t find_runs(std::span<const std::int32_t> ids, std::span<IdRun> runs) {
  std::size_t found = 0, i = 1;
  for (; i + 64 <= ids.size(); i += 64) {
    found += append_runs(ids.data(), i, beginnings(ids.data() + i), &runs[found]);
  }
  if (ids.size() > 64 && i < ids.size()) {  // the last 64 ids once more, but for those that are done
    const std::size_t last = ids.size() - 64;
    const std::uint64_t left = ~std::uint64_t{0} << (i - last);
    found += append_runs(ids.data(), last, beginnings(ids.data() + last) & left, &runs[found]);
    i = ids.size();
  }
  for (; i < ids.size(); ++i) {
    if (ids[i] != ids[i - 1]) runs[found++] = {ids[i - 1], static_cast<std::int32_t>(i)};
  }
  if (!ids.empty()) runs[found++] = {ids.back(), static_cast<std::int32_t>(ids.size())};
  return found;
}

/// A run may write beyond its end, where the next one writes: several vectors at once, so that mostly one or two times do.
static void fill_runs(std::span<const IdRun> runs, std::span<const float> of_id, std::span<float> out) {
  const hn::ScalableTag<float> d;
  const std::size_t lanes = hn::Lanes(d), at_once = 4 * lanes;
  std::size_t i = 0;
  for (const auto [id, run_end] : runs) {
    const float value = of_id[static_cast<std::size_t>(id)];
    const auto values = hn::Set(d, value);
    const auto end = static_cast<std::size_t>(run_end);
    for (; i < end && i + at_once <= out.size(); i += at_once) {
      for (std::size_t at = i; at < i + at_once; at += lanes) hn::StoreU(values, d, out.data() + at);
    }
    for (; i < end; ++i) out[i] = value;
    i = end;
  }
}

#if HWY_HAVE_FLOAT64

/// Σ of a run in the order of reference_runs(): vector v holds the lanes from v times its size on.
/// losses   of a pack
static double sum_of_run(const float* losses, std::size_t begin, std::size_t end) {
  constexpr std::size_t ahead = 1024;
  const hn::CappedTag<double, lanes_of_sum> d;
  const hn::Rebind<float, decltype(d)> of_float;
  constexpr std::size_t size = hn::MaxLanes(d), vectors = lanes_of_sum / size;
  hn::Vec<decltype(d)> sums[vectors];
  for (std::size_t v = 0; v < vectors; ++v) sums[v] = hn::Zero(d);
  std::size_t i = begin;
  for (; i + lanes_of_sum <= end; i += lanes_of_sum) {
    hwy::Prefetch(losses + i + ahead);
    for (std::size_t v = 0; v < vectors; ++v) {
      sums[v] = hn::Add(sums[v], hn::PromoteTo(d, hn::LoadU(of_float, losses + i + v * size)));
    }
  }
  if (i < end) {  // less than 8 losses: loads 8 that end where the run does
    float first[lanes_of_sum]{};
    if (end < lanes_of_sum) std::copy(losses, losses + end, first + lanes_of_sum - end);
    const float* const from = end < lanes_of_sum ? first : losses + end - lanes_of_sum;
    const std::size_t others = lanes_of_sum - (end - i);
    for (std::size_t v = 0; v < vectors; ++v) {
      const auto ignored = hn::FirstN(of_float, others - std::min(others, v * size));
      const auto kept = hn::IfThenZeroElse(ignored, hn::LoadU(of_float, from + v * size));
      sums[v] = hn::Add(sums[v], hn::PromoteTo(d, kept));
    }
  }
  std::array<double, lanes_of_sum> lanes;
  for (std::size_t v = 0; v < vectors; ++v) hn::StoreU(sums[v], d, lanes.data() + v * size);
  return sum_of_lanes(lanes);
}

static void add_runs(std::span<const IdRun> runs, std::span<const float> losses, std::span<double> sums) {
  std::size_t begin = 0;
  for (const auto [id, run_end] : runs) {
    const auto end = static_cast<std::size_t>(run_end);
    if (id != 0) sums[static_cast<std::size_t>(id)] += sum_of_run(losses.data(), begin, end);
    begin = end;
  }
}

#endif
#endif
}  // namespace tuplepack::training::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif

// Compiles the losses by vectors for each of Highway's targets, and chooses among them.

// AVX3_DL: Highway 1.0.3 does not compile for processors that have it (-march=native); vectors of SVE and RVV have no
// fixed length.
#ifndef HWY_DISABLED_TARGETS
#define HWY_DISABLED_TARGETS (HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)
#endif
// Elsewhere there is no choice at run time.
#if !defined(__x86_64__) && !defined(__i386__)
#define HWY_COMPILE_ONLY_STATIC
#endif
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "training/vector_losses.cpp"
#include <hwy/foreach_target.h>

#include "id_runs.hpp"
#include "row_losses.hpp"
#include "vector_pairs.hpp"
#include "vector_rows.hpp"
#include "vector_runs.hpp"

#include <initializer_list>
#include <utility>
#if HWY_ARCH_X86
#include <cpuid.h>
#endif

HWY_BEFORE_NAMESPACE();
namespace tuplepack::training::HWY_NAMESPACE {
#if HWY_TARGET != HWY_SCALAR && HWY_TARGET != HWY_EMU128

template <typename T>
static LossFunctions<T> loss_functions() {
  if constexpr (std::is_same_v<T, Float16> && !converts_float16) {
    return {};
  } else {
    return {&row_loss<T>, &replace_row<T>, &sum_pairs<T>};
  }
}

VectorLosses losses() {
  return {.instructions = hwy::TargetName(HWY_TARGET),
          .of_float = loss_functions<float>(),
          .of_float16 = loss_functions<Float16>(),
          .of_bfloat16 = loss_functions<BFloat16>()};
}

RunFunctions run_functions() {
#if HWY_HAVE_FLOAT64
  return {hwy::TargetName(HWY_TARGET), &find_runs, &fill_runs, &add_runs};
#else
  return {hwy::TargetName(HWY_TARGET), &find_runs, &fill_runs, nullptr};
#endif
}

#endif
}  // namespace tuplepack::training::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tuplepack::training {

#if HWY_ARCH_X86
/// Asked for once: in a virtual machine each question takes microseconds.
static bool has_f16c() {
  static const bool found = [] {
    unsigned a = 0, b = 0, c = 0, d = 0;
    return __get_cpuid(1, &a, &b, &c, &d) != 0 && (c & bit_F16C) != 0;
  }();
  return found;
}

/// Whether this machine has the instructions that Highway takes for a target.
static bool runs(std::int64_t target) {
  if (!__builtin_cpu_supports("ssse3")) return false;
  if (target == HWY_SSSE3) return true;
  if (!__builtin_cpu_supports("sse4.1") || !__builtin_cpu_supports("sse4.2")) return false;
  if (!__builtin_cpu_supports("aes") || !__builtin_cpu_supports("pclmul")) return false;
  if (target == HWY_SSE4) return true;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma") || !has_f16c()) return false;
  if (!__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2")) return false;
  if (target == HWY_AVX2) return true;
  return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl") &&
         __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw");
}
#else
/// Elsewhere what is compiled is what the compiler may use anyway.
static bool runs(std::int64_t) {
  return true;
}
#endif

/// What this machine runs, best first.
/// make       for each target: what it has, or null where that is not compiled
/// otherwise  what the compiler may use anyway; may be null
template <typename Made>
static std::vector<Made> made_by(std::initializer_list<std::pair<std::int64_t, Made (*)()>> make, Made (*otherwise)()) {
  std::vector<Made> found;
  for (const auto& [target, of_target] : make) {
    if (of_target != nullptr && runs(target)) found.push_back(of_target());
  }
  if (found.empty() && otherwise != nullptr) found.push_back(otherwise());
  return found;
}

#if HWY_STATIC_TARGET != HWY_SCALAR && HWY_STATIC_TARGET != HWY_EMU128
#define STATIC_ONE(name) &HWY_STATIC_DISPATCH(name)
#else
#define STATIC_ONE(name) nullptr
#endif
#define OF_ALL_TARGETS(name)                                                                                   \
  {{HWY_AVX3, HWY_CHOOSE_AVX3(name)},   {HWY_AVX2, HWY_CHOOSE_AVX2(name)}, {HWY_SSE4, HWY_CHOOSE_SSE4(name)},  \
   {HWY_SSSE3, HWY_CHOOSE_SSSE3(name)}, {HWY_NEON, HWY_CHOOSE_NEON(name)}, {HWY_WASM, HWY_CHOOSE_WASM(name)}}, \
      STATIC_ONE(name)

std::vector<VectorLosses> vector_losses() {
  return made_by<VectorLosses>(OF_ALL_TARGETS(losses));
}

std::vector<RunFunctions> vector_runs() {
  return made_by<RunFunctions>(OF_ALL_TARGETS(run_functions));
}

}  // namespace tuplepack::training
#endif

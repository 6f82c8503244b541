#pragma once

#include "tuplepack/packing/fitting.hpp"

#include <random>

namespace tuplepack::tests {

/// The same numbers on every platform, which the standard's distributions do not promise.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}
  /// first ≤ result ≤ last
  [[nodiscard]] std::int64_t between(std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(last - first + 1));
  }
  [[nodiscard]] bool one_in(std::int64_t n) { return between(1, n) == 1; }

 private:
  std::mt19937_64 engine_;
};

/// How often a test repeats what it does. With sanitizers a run takes several times as long, and the other builds make
/// all: a quarter.
[[nodiscard]] constexpr int repeats(int count) {
#if defined(__SANITIZE_ADDRESS__)
  return (count + 3) / 4;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
  return (count + 3) / 4;
#else
  return count;
#endif
#else
  return count;
#endif
}

/// A histogram of one component, "length".
[[nodiscard]] packing::Histogram lengths(const std::vector<std::int64_t>& sizes,
                                         const std::vector<std::int64_t>& counts);

struct Instance {
  packing::Histogram histogram;
  packing::Limits limits;
};

/// How large a random instance is at most.
struct Shape {
  std::int64_t components = 3;
  std::int64_t bins = 4;
  std::int64_t count = 3;
  std::int64_t limit = 30;
  std::int64_t depth = 5;
  std::int64_t scale = 1;  ///< sizes and limits are multiplied by this
};

/// Any number of components; sizes from 0 up to the limit; half of the instances with a depth.
[[nodiscard]] Instance random_instance(Random& random, const Shape& shape);

/// Small multiples, a small reserve and any policy, each of them left out of some.
[[nodiscard]] packing::Fitting random_fitting(Random& random, std::size_t components);

/// The fewest packs there can be, by trying everything. For a handful of items.
[[nodiscard]] std::int64_t fewest_packs(const packing::Histogram& histogram, const packing::Limits& limits);

/// "limits 7 9 depth 3: (1, 2) × 5 …" to reproduce a failure.
[[nodiscard]] std::string describe_instance(const Instance& instance);

}  // namespace tuplepack::tests

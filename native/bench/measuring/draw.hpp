#pragma once

#include <cstdint>
#include <random>

namespace tuplepack::bench {

/// The same numbers on every platform, which the standard's distributions do not promise.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}
  /// first ≤ result ≤ last
  std::int64_t between(std::int64_t first, std::int64_t last) {
    return first + static_cast<std::int64_t>(engine_() % static_cast<std::uint64_t>(last - first + 1));
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace tuplepack::bench

#pragma once

#include "tuplepack/packing/limits.hpp"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::packing {

/// Maps the k sizes of an item, or the free room of a pack, to one number (Krell et al. 2022, §2.4): items with a large
/// number are placed first, and packs are searched by the number of their free room. Monotone: larger sizes never give
/// a smaller number.
struct Heuristic {
  enum class Kind {
    product,
    sum,
    max,
    min,
    normalized_sum,  ///< of sizes divided by their limits, so that no component dominates by its unit
    normalized_max,
    normalized_min,
    component,  ///< the projection on one component
    weighted,   ///< Σ weight · size
  };
  Kind kind = Kind::product;
  std::size_t component = 0;            ///< for component
  std::vector<std::int64_t> weights{};  ///< for weighted: k, in millionths

  bool operator==(const Heuristic&) const = default;
};

/// `product` `sum` `max` `min` `normalized-sum` `normalized-max` `normalized-min` `component:NAME` `weighted:w1,w2,…`.
/// NAME as for component_named. Weights are non-negative decimals with at most six digits after the point.
/// errors  unknown_name · component_mismatch (weights are not k) · malformed (a weight)
[[nodiscard]] Result<Heuristic> parse_heuristic(std::string_view text, std::span<const std::string> components);

/// The inverse of parse_heuristic.
[[nodiscard]] std::string to_string(const Heuristic& heuristic, std::span<const std::string> components);

/// Every heuristic without parameters, including the projections: what `quick` and `compare` try. For one component a
/// single one, because all give the same order.
[[nodiscard]] std::vector<Heuristic> all_heuristics(std::size_t component_count);

/// A heuristic compiled for given limits: integers only, saturating at 2^62 − 1, so that two can be added.
class Score {
 public:
  Score(const Heuristic& heuristic, const Limits& limits);

  /// sizes   k values, none above its limit
  [[nodiscard]] std::int64_t operator()(std::span<const std::int64_t> sizes) const;

 private:
  Heuristic::Kind kind_;
  std::size_t component_;
  std::vector<std::int64_t> weights_;  // k; fixed-point reciprocals of the limits for the normalized kinds

  static constexpr std::int64_t most = (std::int64_t{1} << 62) - 1;
  [[nodiscard]] static std::int64_t multiply(std::int64_t a, std::int64_t b) {
    std::int64_t product = 0;
    return __builtin_mul_overflow(a, b, &product) ? most : std::min(product, most);
  }
  [[nodiscard]] static std::int64_t add(std::int64_t a, std::int64_t b) { return std::min(a + b, most); }
};

// Inline: the innermost step of every search.
inline std::int64_t Score::operator()(std::span<const std::int64_t> sizes) const {
  std::int64_t score = kind_ == Heuristic::Kind::product ? 1 : 0;
  switch (kind_) {
    case Heuristic::Kind::product:
      for (const std::int64_t size : sizes) score = multiply(score, size);
      break;
    case Heuristic::Kind::sum:
      for (const std::int64_t size : sizes) score = add(score, size);
      break;
    case Heuristic::Kind::max:
      for (const std::int64_t size : sizes) score = std::max(score, size);
      break;
    case Heuristic::Kind::min:
      score = sizes[0];
      for (const std::int64_t size : sizes) score = std::min(score, size);
      break;
    case Heuristic::Kind::normalized_sum:
    case Heuristic::Kind::weighted:
      for (std::size_t c = 0; c < sizes.size(); ++c) score = add(score, multiply(sizes[c], weights_[c]));
      break;
    case Heuristic::Kind::normalized_max:
      for (std::size_t c = 0; c < sizes.size(); ++c) score = std::max(score, multiply(sizes[c], weights_[c]));
      break;
    case Heuristic::Kind::normalized_min:
      score = most;
      for (std::size_t c = 0; c < sizes.size(); ++c) score = std::min(score, multiply(sizes[c], weights_[c]));
      break;
    case Heuristic::Kind::component: score = sizes[component_]; break;
  }
  return score;
}

}  // namespace tuplepack::packing

#pragma once

#include "tuplepack/packing/search.hpp"

namespace tuplepack::packing {

/// What a search chooses from, and what for.
struct SearchSpace {
  Totals real;
  std::vector<Range> ranges;          ///< k, from the largest item on; none where no limits hold it
  std::vector<std::int64_t> weights;  ///< k
  std::int64_t depth = unlimited_depth;
  bool per_component = false;

  [[nodiscard]] std::int64_t cost(std::span<const std::int64_t> limits) const;

  /// Falls with the packs and with every limit, rounding included (see efficiency.hpp).
  [[nodiscard]] double measure(std::int64_t packs, std::span<const std::int64_t> limits) const;

  /// The most packs that limits may need and have a measure of `least` or more; 0: none has.
  [[nodiscard]] std::int64_t max_packs(std::span<const std::int64_t> limits, double least) const;
};

/// errors  those of the searches, but for the target
[[nodiscard]] Result<SearchSpace> search_space(const Histogram& histogram, const SearchOptions& options);

}  // namespace tuplepack::packing

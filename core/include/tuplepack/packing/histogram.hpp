#pragma once

#include "tuplepack/base/limits.hpp"
#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::packing {

/// The number of items of every size. An item has k sizes, one per component.
///
///   components   k names, e.g. {"num_nodes", "num_edges"}
///   sizes        bins × k, row-major, rows strictly ascending: bin b is [b·k, (b+1)·k)
///   counts       bins, each ≥ 1
///
/// Example: three graphs with 2 nodes and 2 edges, one with 5 nodes and 8 edges:
///   components {"nodes","edges"}   sizes {2,2, 5,8}   counts {3,1}
struct Histogram {
  std::vector<std::string> components;
  std::vector<std::int64_t> sizes;
  std::vector<std::int64_t> counts;

  [[nodiscard]] std::size_t component_count() const { return components.size(); }
  [[nodiscard]] std::size_t bins() const { return counts.size(); }
  [[nodiscard]] std::span<const std::int64_t> size(std::size_t bin) const {
    return std::span(sizes).subspan(bin * component_count(), component_count());
  }
};

/// Sums over all items of a histogram.
struct Totals {
  std::int64_t items = 0;
  std::vector<std::int64_t> sums;    ///< k: Σ count · size
  std::vector<std::int64_t> maxima;  ///< k: the largest size of a component
};

/// cost  O(bins · k)
[[nodiscard]] Totals totals(const Histogram& histogram);

/// Collects items in any order; memory grows with the number of bins, not of items.
class HistogramBuilder {
 public:
  explicit HistogramBuilder(std::size_t component_count);
  ~HistogramBuilder();
  HistogramBuilder(HistogramBuilder&&) noexcept;
  HistogramBuilder& operator=(HistogramBuilder&&) noexcept;

  /// Adds `count` items of one size. Equal sizes add up; a count of 0 adds nothing.
  /// sizes   k values
  /// errors  negative · too_large (a size, a count, or a sum so far above max_exact)
  [[nodiscard]] Result<void> add(std::span<const std::int64_t> sizes, std::int64_t count = 1);

  /// errors  empty (no item was added) · component_mismatch (names are not k) · too_large (Σ count · size)
  [[nodiscard]] Result<Histogram> finish(std::vector<std::string> components) &&;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Builds a histogram from arrays: sizes is n × k row-major, counts has n entries; rows in any order, duplicates add up.
[[nodiscard]] Result<Histogram> make_histogram(std::vector<std::string> components, std::span<const std::int64_t> sizes,
                                               std::span<const std::int64_t> counts);

}  // namespace tuplepack::packing

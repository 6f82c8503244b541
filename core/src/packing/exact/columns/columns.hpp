#pragma once

#include "packing/plan_builder.hpp"

namespace tuplepack::packing {

/// Packs as lists of runs, one after the other.
class Columns {
 public:
  void add(std::span<const Run> runs) {
    runs_.insert(runs_.end(), runs.begin(), runs.end());
    offsets_.push_back(runs_.size());
  }
  [[nodiscard]] std::size_t size() const { return offsets_.size() - 1; }
  [[nodiscard]] std::size_t runs() const { return runs_.size(); }
  [[nodiscard]] std::span<const Run> operator[](std::size_t column) const {
    return std::span(runs_).subspan(offsets_[column], offsets_[column + 1] - offsets_[column]);
  }

  /// The same packs, where bin b is called original[b].
  [[nodiscard]] Columns renumbered(std::span<const std::uint32_t> original) const {
    Columns result(*this);
    for (Run& run : result.runs_) run.bin = original[run.bin];
    return result;
  }

 private:
  std::vector<std::size_t> offsets_{0};
  std::vector<Run> runs_;
};

}  // namespace tuplepack::packing

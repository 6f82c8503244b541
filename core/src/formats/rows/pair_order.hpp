#pragma once

#include <cstdint>

namespace tuplepack::formats {

/// Whether rows of two numbers may be a histogram, sizes and their counts: the sizes ascend or descend without repetition, and
/// no count is 0. Fewer than three rows are in order too often by chance.
class PairOrder {
 public:
  void add(std::int64_t first, std::int64_t second) {
    ascends_ = ascends_ && (rows_ == 0 || first > last_);
    descends_ = descends_ && (rows_ == 0 || first < last_);
    has_zero_ = has_zero_ || second == 0;
    last_ = first;
    ++rows_;
  }
  [[nodiscard]] bool may_be_histogram() const { return rows_ >= 3 && (ascends_ || descends_) && !has_zero_; }

 private:
  std::int64_t rows_ = 0, last_ = 0;
  bool ascends_ = true, descends_ = true, has_zero_ = false;
};

}  // namespace tuplepack::formats

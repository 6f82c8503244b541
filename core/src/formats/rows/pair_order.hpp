#pragma once

#include <algorithm>
#include <cstdint>

namespace tuplepack::formats {

/// Whether rows of two numbers may be a histogram, sizes and their counts: the sizes ascend or descend without repetition, and
/// no count is 0. Fewer than three rows are in order too often by chance.
/// Or whether they may be edges, sorted by their sources and then their destinations: no row is repeated, both columns have
/// ids of one range, and the first source, which is 0 or 1, has destinations far away. Sizes grow together.
class PairOrder {
 public:
  void add(std::int64_t first, std::int64_t second) {
    if (rows_ == 0) begin_ = first;
    if (first == begin_) reach_ = second;
    largest_ = std::max(largest_, second);
    are_sorted_ = are_sorted_ && (rows_ == 0 || first > last_ || (first == last_ && second > last_second_));
    ascends_ = ascends_ && (rows_ == 0 || first > last_);
    descends_ = descends_ && (rows_ == 0 || first < last_);
    has_zero_ = has_zero_ || second == 0;
    last_ = first;
    last_second_ = second;
    ++rows_;
  }
  [[nodiscard]] bool may_be_histogram() const { return rows_ >= 3 && (ascends_ || descends_) && !has_zero_; }
  [[nodiscard]] bool may_be_edges() const {
    constexpr std::int64_t some = 16, part = 8;
    const bool is_one_range = last_ <= 2 * largest_ && largest_ <= 2 * last_;
    return rows_ >= some && are_sorted_ && !ascends_ && begin_ <= 1 && is_one_range && largest_ > some &&
           reach_ >= largest_ / part;
  }

 private:
  std::int64_t rows_ = 0, last_ = 0, last_second_ = 0, largest_ = 0;  // the largest of the second numbers
  std::int64_t begin_ = 0, reach_ = 0;                                // the first number, and the last beside it
  bool ascends_ = true, descends_ = true, has_zero_ = false, are_sorted_ = true;
};

}  // namespace tuplepack::formats

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// Why a column may hold no sizes.
enum class Doubt : std::uint8_t { flags, times, index };

/// What the numbers of a column tell of it.
class SeenNumbers {
 public:
  /// numbers  of the rows that follow, `stride` apart
  void add(const std::int64_t* numbers, std::size_t rows, std::size_t stride);
  [[nodiscard]] bool raise(Doubt doubt) const;
  [[nodiscard]] std::int64_t rows() const { return rows_; }

 private:
  std::int64_t rows_ = 0;
  std::int64_t bits_ = 0;  // that are set in any number
  std::int64_t odd_ = 0;   // how many numbers are
  std::int64_t first_ = 0, least_ = 0;
  bool count_rows_ = true;  // by one in every row
};

/// Notes on columns of flags, of dates or times, and of the numbers of rows, unless all are so. A few rows have nothing else by
/// chance.
/// columns         that are read as sizes
/// seen            one for each; without rows: nothing is known
/// may_have_index  whether the numbers of rows are noted
[[nodiscard]] std::vector<std::string> notes_on_doubts(std::span<const std::string> columns,
                                                       std::span<const SeenNumbers> seen, bool may_have_index);

}  // namespace tuplepack::formats

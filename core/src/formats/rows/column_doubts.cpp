#include "column_doubts.hpp"

#include "usual_columns.hpp"

#include <array>
#include <string_view>

namespace tuplepack::formats {

void SeenNumbers::add(const std::int64_t* numbers, std::size_t rows, std::size_t stride) {
  if (rows_ == 0 && rows > 0) first_ = least_ = numbers[0];
  std::int64_t next = first_ + rows_;
  for (std::size_t row = 0; row < rows; ++row) {
    const std::int64_t number = numbers[row * stride];
    bits_ |= number;
    odd_ += number & 1;
    if (number < least_) least_ = number;
    if (number != next++) count_rows_ = false;
  }
  rows_ += static_cast<std::int64_t>(rows);
}

/// Whether numbers may be dates from 19000101 on, or times since 1970 in seconds or milliseconds, from 2001 on.
/// bits  that are set in any: they bound the largest
static bool are_times(std::int64_t least, std::int64_t bits) {
  return (least >= 19'000'101 && bits < std::int64_t{1} << 25) ||
         (least >= 1'000'000'000 && bits < std::int64_t{1} << 32) ||
         (least >= 1'000'000'000'000 && bits < std::int64_t{1} << 42);
}

bool SeenNumbers::raise(Doubt doubt) const {
  constexpr std::int64_t few = 3, some = 8;
  if (rows_ < few) return false;
  if (doubt == Doubt::flags) return bits_ == 1 && odd_ < rows_;
  if (doubt == Doubt::times) return are_times(least_, bits_);
  return count_rows_ && first_ <= 1 && rows_ >= some;
}

static std::string_view says(Doubt doubt) {
  static constexpr std::array<std::string_view, 3> words{
      "only 0 and 1, as flags do", "numbers that may be dates or times", "the numbers of the rows, as an index does"};
  return words[static_cast<std::size_t>(doubt)];
}

std::vector<std::string> notes_on_doubts(std::span<const std::string> columns, std::span<const SeenNumbers> seen,
                                         bool may_have_index) {
  std::vector<std::string> notes;
  for (const Doubt doubt : {Doubt::flags, Doubt::times, Doubt::index}) {
    if (doubt == Doubt::index && !may_have_index) continue;
    std::vector<std::string> doubtful;
    for (std::size_t c = 0; c < columns.size(); ++c) {
      if (seen[c].raise(doubt)) doubtful.push_back(columns[c]);
    }
    if (doubtful.size() == columns.size()) continue;
    if (std::string note = doubtful_note(doubtful, says(doubt)); !note.empty()) notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace tuplepack::formats

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// The whole numbers of a line that is separated by blanks.
class LineNumbers {
 public:
  explicit LineNumbers(std::string_view line) : line_(line) {}
  /// The next word; empty at the end.
  [[nodiscard]] std::string_view word();
  /// The next number; none at the end, or if the word is not a plain whole number below 2^53: see done().
  [[nodiscard]] std::optional<std::int64_t> next();
  /// Whether everything was read.
  [[nodiscard]] bool done();
  /// Where the last word begins, from 1.
  [[nodiscard]] std::int64_t column() const { return static_cast<std::int64_t>(begin_ + 1); }

 private:
  std::string_view line_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
};

/// All numbers of a line; none if a word is not a plain whole number.
[[nodiscard]] std::optional<std::vector<std::int64_t>> numbers_of(std::string_view line);

/// A line without \r at its end.
[[nodiscard]] std::string_view without_return(std::string_view line);

}  // namespace tuplepack::formats

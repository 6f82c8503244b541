#include "counted_lines.hpp"

#include "text.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>

namespace tuplepack::formats {

std::string_view LineNumbers::word() {
  while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  begin_ = at_;
  while (at_ < line_.size() && !is_blank(line_[at_])) ++at_;
  return line_.substr(begin_, at_ - begin_);
}

std::optional<std::int64_t> LineNumbers::next() {
  const std::string_view digits = word();
  if (digits.empty() || digits.size() > 16) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : digits) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
  }
  return value <= max_exact ? std::optional(value) : std::nullopt;
}

bool LineNumbers::done() {
  while (at_ < line_.size() && is_blank(line_[at_])) ++at_;
  return at_ == line_.size();
}

std::optional<std::vector<std::int64_t>> numbers_of(std::string_view line) {
  std::vector<std::int64_t> numbers;
  for (LineNumbers words(line); !words.done();) {
    const auto number = words.next();
    if (!number) return std::nullopt;
    numbers.push_back(*number);
  }
  return numbers;
}

std::string_view without_return(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

}  // namespace tuplepack::formats

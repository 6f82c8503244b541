#include "tuplepack/base/words.hpp"

#include "tuplepack/base/visible.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack {

std::vector<std::string_view> parts(std::string_view text, char separator) {
  std::vector<std::string_view> found;
  for (std::size_t begin = 0;;) {
    const std::size_t end = text.find(separator, begin);
    found.push_back(text.substr(begin, end - begin));
    if (end == std::string_view::npos) return found;
    begin = end + 1;
  }
}

static std::string listed(std::span<const std::string_view> names, std::string_view before_last) {
  std::string text;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (i > 0) text += i + 1 == names.size() ? before_last : ", ";
    text += names[i];
  }
  return text;
}

std::string comma_list(std::span<const std::string_view> names) {
  return listed(names, ", ");
}

std::string alternatives(std::span<const std::string_view> names) {
  return listed(names, " or ");
}

static char small(char letter) {
  return letter >= 'A' && letter <= 'Z' ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// The letters to change, add, leave out or exchange with the next: the distance of optimal string alignment, row by row.
static std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> before(other.size() + 1), row(other.size() + 1), next(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  const auto same = [&](std::size_t i, std::size_t j) { return small(one[i]) == small(other[j]); };
  for (std::size_t i = 0; i < one.size(); ++i) {
    next[0] = i + 1;
    for (std::size_t j = 0; j < other.size(); ++j) {
      next[j + 1] = std::min({row[j] + (same(i, j) ? 0 : 1), row[j + 1] + 1, next[j] + 1});
      const bool is_exchanged = i > 0 && j > 0 && same(i, j - 1) && same(i - 1, j);
      if (is_exchanged) next[j + 1] = std::min(next[j + 1], before[j - 1] + 1);
    }
    before.swap(row);
    row.swap(next);
  }
  return row.back();
}

std::string_view nearest(std::span<const std::string_view> names, std::string_view wanted) {
  std::string_view best;
  std::size_t least = wanted.size() / 3 + 1;
  bool is_found = false;
  for (const std::string_view name : names) {
    const std::size_t letters = distance(wanted, name);
    if (letters > least || (letters == least && !is_found)) continue;
    best = letters == least ? std::string_view() : name;
    least = letters;
    is_found = true;
  }
  return best;
}

std::string did_you_mean(std::span<const std::string_view> names, std::string_view wanted) {
  constexpr std::size_t longest = 100;  // of a mistyped name: the work grows with its square
  const std::string_view meant = wanted.size() > longest ? std::string_view() : nearest(names, wanted);
  return meant.empty() ? "; " : "; did you mean '" + visible(meant) + "'? ";
}

std::string did_you_mean(std::span<const std::string> names, std::string_view wanted) {
  return did_you_mean(std::vector<std::string_view>(names.begin(), names.end()), wanted);
}

tl::unexpected<Error> not_among(std::span<const std::string_view> names, std::string_view wanted) {
  return fail(ErrorCode::unknown_name, "unknown value '" + std::string(wanted) + "'" + did_you_mean(names, wanted) +
                                           "choose " + alternatives(names));
}

}  // namespace tuplepack

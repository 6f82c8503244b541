#include "tuplepack/base/words.hpp"

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

tl::unexpected<Error> not_among(std::span<const std::string_view> names, std::string_view wanted) {
  return fail(ErrorCode::unknown_name, "unknown value '" + std::string(wanted) + "'; choose " + alternatives(names));
}

/// The letters to change, add or leave out: Levenshtein's distance, row by row.
static std::size_t distance(std::string_view one, std::string_view other) {
  std::vector<std::size_t> row(other.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < one.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < other.size(); ++j) {
      const std::size_t changed = diagonal + (one[i] == other[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({changed, row[j + 1] + 1, row[j] + 1});
    }
  }
  return row.back();
}

std::string_view nearest(std::span<const std::string_view> names, std::string_view wanted) {
  std::string_view best;
  std::size_t least = wanted.size() / 3 + 1;
  for (const std::string_view name : names) {
    if (const std::size_t letters = distance(wanted, name); letters < least) {
      best = name;
      least = letters;
    }
  }
  return best;
}

}  // namespace tuplepack

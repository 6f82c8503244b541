#include "tuplepack/words.hpp"

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

}  // namespace tuplepack

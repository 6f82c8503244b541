#include "json_events.hpp"

#include <algorithm>

namespace tuplepack {

static constexpr std::size_t longest_token = 100;  // messages show less

std::string_view JsonText::token(std::size_t offset) const {
  const std::string_view rest = bytes.substr(std::min(offset, bytes.size()), longest_token);
  if (rest.empty()) return rest;
  if (rest.front() != '"') {
    const std::size_t end = rest.find_first_of(" \t\r\n,:[]{}\"");
    return rest.substr(0, std::max<std::size_t>(end, 1));
  }
  std::size_t end = 1;
  while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
  return rest.substr(0, end + 1);
}

tl::unexpected<Error> JsonText::fail_at(std::size_t offset, ErrorCode code, std::string message) const {
  const std::string_view before = bytes.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const std::size_t line_begin = newline == std::string_view::npos ? 0 : newline + 1;
  return fail(code, std::move(message), first_line + std::count(before.begin(), before.end(), '\n'),
              static_cast<std::int64_t>(before.size() - line_begin + 1));
}

}  // namespace tuplepack

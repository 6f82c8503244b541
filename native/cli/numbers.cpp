#include "numbers.hpp"

#include "failure.hpp"

#include <fast_float/fast_float.h>
#include <fmt/format.h>

#include <charconv>
#include <cmath>

namespace tuplepack::cli {

std::int64_t whole_number(std::string_view text, std::string_view option) {
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error == std::errc::result_out_of_range) throw Failure(fmt::format("{}: {} is too large", option, text));
  if (error != std::errc() || end != text.data() + text.size()) {
    throw Failure(fmt::format("{}: '{}' is not a whole number", option, text));
  }
  return number;
}

double number(std::string_view text, std::string_view option) {
  double result = 0;
  const auto [end, error] = fast_float::from_chars(text.data(), text.data() + text.size(), result);
  if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(result)) {
    throw Failure(fmt::format("{}: '{}' is not a number", option, text));
  }
  return result;
}

}  // namespace tuplepack::cli

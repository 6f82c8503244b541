#include "numbers.hpp"

#include "failure.hpp"
#include "tuplepack/options.hpp"

namespace tuplepack::cli {

std::int64_t whole_number(std::string_view text, std::string_view option) {
  return value(read_count(text), option);
}

double number(std::string_view text, std::string_view option) {
  return value(read_decimal(text), option);
}

}  // namespace tuplepack::cli

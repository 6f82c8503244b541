#include "check_reads.hpp"

#include "reading.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests {

void check_reads(std::string_view text, const std::vector<std::string>& components,
                 const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& counts,
                 const formats::ReadOptions& options) {
  CAPTURE(text);
  const Reading reading = read(text, options);
  CHECK_MESSAGE(!reading.error, reading.error.value_or(Error{}).message);
  CHECK(reading.components == components);
  CHECK(reading.has_counts == !counts.empty());
  CHECK(reading.sizes == sizes);
  CHECK(reading.counts == counts);
}

}  // namespace tuplepack::tests

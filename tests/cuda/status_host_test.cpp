#include "tuplepack/cuda/status.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::status_host_test {

using namespace tuplepack::cuda;

TEST_CASE("a word of 0 is fine, any other says what is wrong and where") {
  CHECK(check_status(0).has_value());
  const auto wrong = check_status(status_word(Fault::not_contiguous, 41));
  REQUIRE_FALSE(wrong.has_value());
  CHECK(wrong.error().code == ErrorCode::not_contiguous);
  CHECK(wrong.error().message == "the segments of pack 41 are scattered or out of order");
  for (const Fault fault :
       {Fault::id_out_of_range, Fault::label_out_of_range, Fault::token_out_of_range, Fault::row_out_of_range}) {
    const auto far = check_status(status_word(fault, std::int64_t{1} << 40));
    REQUIRE_FALSE(far.has_value());
    CHECK(far.error().code == ErrorCode::out_of_range);
    CHECK(far.error().message.find("1099511627776") != std::string::npos);
  }
  CHECK(check_status(99).error().code == ErrorCode::malformed);
}

TEST_CASE("the largest word is that of the lowest index") {
  CHECK(status_word(Fault::id_out_of_range, 0) > status_word(Fault::token_out_of_range, 1));
  CHECK(status_word(Fault::id_out_of_range, std::int64_t{1} << 50) > 0);
}

}  // namespace tuplepack::tests::status_host_test

#include "tuplepack/formats/dgl/assignment_text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace tuplepack::tests::assignment_text_test {

using namespace formats;

static Result<std::vector<std::int64_t>> read_parts(const std::string& text, std::int64_t parts) {
  std::vector<std::int64_t> found;
  IdTextReader reader(part_lines(parts), [&](std::span<const std::int64_t> values) -> Result<void> {
    found.insert(found.end(), values.begin(), values.end());
    return {};
  });
  if (auto fed = reader.feed(text); !fed) return tl::unexpected(fed.error());
  if (auto finished = reader.finish(); !finished) return tl::unexpected(finished.error());
  return found;
}

TEST_CASE("parts are written one per line, and read back") {
  const std::vector<std::uint16_t> parts{0, 65'534, 3, 12'345, 0};
  std::string text = "7\n";
  append_part_lines(text, parts);
  CHECK(text == "7\n0\n65534\n3\n12345\n0\n");
  CHECK(read_parts(text, 65'535) == std::vector<std::int64_t>{7, 0, 65'534, 3, 12'345, 0});
}

TEST_CASE("lines of parts by anybody") {
  CHECK(read_parts("", 2) == std::vector<std::int64_t>{});
  CHECK(read_parts("0\r\n1\r\n", 2) == std::vector<std::int64_t>{0, 1});
  CHECK(read_parts("\xef\xbb\xbf"
                   "0\n\n1",
                   2) == std::vector<std::int64_t>{0, 1});
  const auto beyond = read_parts("0\n1\n2\n", 2);
  REQUIRE_FALSE(beyond);
  CHECK(beyond.error().message == "part 2 is not below 2, the number of parts");
  CHECK(beyond.error().line == 3);
  CHECK(read_parts("0\n-1\n", 2).error().line == 2);
  CHECK(read_parts("0\n1 1\n", 2).error().code == ErrorCode::extra_column);
  CHECK(read_parts("part\n0\n", 2).error().code == ErrorCode::not_an_integer);
}

TEST_CASE("the metadata of a partition") {
  CHECK(partition_metadata({.parts = 8, .algorithm = "metis"}) ==
        "{\"version\":\"1.0.0\",\"num_parts\":8,\"algo_name\":\"metis\"}\n");
  const auto read = read_partition_metadata(partition_metadata({.parts = 65'535, .algorithm = "random"}));
  REQUIRE(read);
  CHECK(read->parts == 65'535);
  CHECK(read->algorithm == "random");
  CHECK(read_partition_metadata(R"({"num_parts": 2, "algo_name": "mine", "more": []})")->algorithm == "mine");
  const auto code = [](const char* json) { return read_partition_metadata(json).error().code; };
  CHECK(code("") == ErrorCode::malformed);
  CHECK(code("[]") == ErrorCode::malformed);
  CHECK(code(R"({"algo_name": "metis"})") == ErrorCode::malformed);
  CHECK(code(R"({"num_parts": 2})") == ErrorCode::malformed);
  CHECK(code(R"({"num_parts": 2, "num_parts": 2, "algo_name": "metis"})") == ErrorCode::malformed);
  CHECK(code(R"({"num_parts": 0, "algo_name": "metis"})") == ErrorCode::limit_not_positive);
  CHECK(code(R"({"num_parts": 65536, "algo_name": "metis"})") == ErrorCode::too_large);
  CHECK(code(R"({"num_parts": -2, "algo_name": "metis"})") == ErrorCode::negative);
  CHECK(code(R"({"num_parts": 2.5, "algo_name": "metis"})") == ErrorCode::not_an_integer);
  CHECK(code(R"({"num_parts": "2", "algo_name": "metis"})") == ErrorCode::malformed);
}

}  // namespace tuplepack::tests::assignment_text_test

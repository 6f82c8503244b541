#include "tuplepack/formats/rows/row_ids.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace tuplepack::tests::row_ids_test {

using namespace formats;
using Kind = RowOrder::Kind;

namespace {

using Names = std::vector<std::string>;
using Numbers = std::vector<std::int64_t>;

/// The number of the first row of files that is refused, from 0; -1: none.
std::int64_t refused_row(Kind kind, const std::vector<Numbers>& files) {
  RowOrder order("x", kind);
  std::int64_t row = 0;
  for (const Numbers& file : files) {
    order.begin_file(row);
    for (const std::int64_t number : file) {
      if (!order.add(number, std::to_string(number))) return row;
      ++row;
    }
  }
  return -1;
}

std::optional<std::pair<std::size_t, Kind>> found(const Names& names, const std::vector<std::size_t>& features = {}) {
  return find_row_ids(names, features, [](std::size_t) { return true; });
}

}  // namespace

TEST_CASE("ids are 0, 1, 2, … in all files or in each") {
  CHECK(refused_row(Kind::ids, {{0, 1, 2}, {3, 4}}) == -1);
  CHECK(refused_row(Kind::ids, {{0, 1, 2}, {0, 1}}) == -1);
  CHECK(refused_row(Kind::ids, {{1, 2, 3}}) == 0);
  CHECK(refused_row(Kind::ids, {{0, 2, 1}}) == 1);
  RowOrder order("id", Kind::ids);
  CHECK(order.add(std::nullopt, "a").error().message.find("column 'id' has 'a' where the features of node 0") == 0);
}

TEST_CASE("an index does not go back but to where it began") {
  for (const Numbers& right :
       std::vector<Numbers>{{0, 1, 2}, {1, 2, 3}, {0, 4, 9}, {0, 1, 0, 1, 2}, {3, 4, 3, 4}, {2, 2, 5}}) {
    CHECK(refused_row(Kind::index, {right}) == -1);
  }
  CHECK(refused_row(Kind::index, {{5, 6}, {0, 1}}) == -1);
  CHECK(refused_row(Kind::index, {{2, 1, 0}}) == 1);
  CHECK(refused_row(Kind::index, {{0, 2, 1}}) == 2);
  CHECK(refused_row(Kind::index, {{0, 1}, {3, 0}}) == 3);
  RowOrder order("", Kind::index);
  CHECK(order.add(2, "2"));
  CHECK(order.add(std::nullopt, "total"));
  CHECK(order.add(0, "0").error().message.find("the index without a name has '0' after 2") == 0);
}

TEST_CASE("the column that says which nodes rows are of") {
  CHECK(found({"x", "node_id", "id"}) == std::pair(std::size_t{1}, Kind::ids));
  CHECK(found({"x", "node_id", "id"}, {1}) == std::pair(std::size_t{2}, Kind::ids));
  CHECK(found({"", "x", "id"}) == std::pair(std::size_t{2}, Kind::ids));
  for (const char* const name : {"", "Unnamed: 0", "__index_level_0__"}) {
    CHECK(found({name, "x"}) == std::pair(std::size_t{0}, Kind::index));
  }
  CHECK(found({"x", "__index_level_0__"}) == std::pair(std::size_t{1}, Kind::index));
  for (const char* const name : {"", "Unnamed: 1", "index", "y"}) CHECK(!found({"x", name}));
}

}  // namespace tuplepack::tests::row_ids_test

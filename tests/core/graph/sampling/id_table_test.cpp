#include "tuplepack/graph/sampling/id_table.hpp"

#include "base/random.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

namespace tuplepack::tests::id_table_test {

using namespace graph;

using tuplepack::Random;

TEST_CASE("ids are numbered in the order in which they come") {
  IdTable table;
  CHECK(table.find("a") == IdTable::none);
  CHECK(table.add("a") == 0);
  CHECK(table.add("") == 1);
  CHECK(table.add("b") == 2);
  CHECK(table.add("a") == IdTable::none);
  CHECK(table.find_or_add("b") == 2);
  CHECK(table.find_or_add(std::string("a\0", 2)) == 3);
  CHECK(table.size() == 4);
  CHECK(table[3] == std::string_view("a\0", 2));
  CHECK(table.find("") == 1);
}

TEST_CASE("an id table agrees with a map, for ids of any length") {
  Random random(11);
  for (const std::size_t reserved : {0U, 5'000U}) {
    IdTable table;
    table.reserve(reserved);
    std::map<std::string, std::uint32_t, std::less<>> expected;
    std::vector<std::string> all;
    for (int i = 0; i < 20'000; ++i) {
      std::string id;
      for (std::uint32_t n = random.below(12); n > 0; --n) id += static_cast<char>(random.below(4));
      const auto number = static_cast<std::uint32_t>(expected.size());
      const bool added = expected.emplace(id, number).second;
      REQUIRE(table.add(id) == (added ? number : IdTable::none));
      all.push_back(std::move(id));
    }
    for (int i = 0; i < 1'000; ++i) all.push_back("unknown " + std::to_string(i));
    const std::vector<std::string_view> views(all.begin(), all.end());
    std::vector<std::uint32_t> numbers(views.size());
    table.find(views, numbers);
    for (std::size_t i = 0; i < all.size(); ++i) {
      const auto found = expected.find(all[i]);
      const std::uint32_t number = found == expected.end() ? IdTable::none : found->second;
      REQUIRE(numbers[i] == number);
      REQUIRE(table.find(all[i]) == number);
      if (number != IdTable::none) REQUIRE(table[number] == all[i]);
    }
  }
}

}  // namespace tuplepack::tests::id_table_test

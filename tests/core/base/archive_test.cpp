#include "tuplepack/base/archive.hpp"

#include <doctest/doctest.h>

#include <array>

namespace tuplepack::tests::archive_test {

namespace {

struct Leaf {
  std::string name;
  std::optional<double> value;

  template <typename Archive>
  void visit(Archive& archive) {
    archive(name, value);
  }
  bool operator==(const Leaf&) const = default;
};

struct Tree {
  bool is_large = false;
  std::vector<std::int64_t> numbers;
  std::map<std::string, std::vector<Leaf>, std::less<>> leaves;

  template <typename Archive>
  void visit(Archive& archive) {
    archive(is_large, numbers, leaves);
  }
  bool operator==(const Tree&) const = default;
};

}  // namespace

TEST_CASE("what was saved is loaded, over whatever was there") {
  const std::array trees{Tree{},
                         Tree{.is_large = true,
                              .numbers = {-1, 7},
                              .leaves = {{"", {}}, {std::string("a\0b", 3), {{"x", 0.5}, {"", std::nullopt}}}}}};
  for (Tree tree : trees) {
    Tree loaded{.is_large = true, .numbers = {3}, .leaves = {{"other", {{"y", 1.0}}}}};
    load_saved(saved(tree), loaded);
    CHECK(loaded == tree);
  }
}

}  // namespace tuplepack::tests::archive_test

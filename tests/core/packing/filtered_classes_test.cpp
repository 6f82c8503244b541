// Open packs found through bits of their rooms, against packs in a row.
#include "packing/filling/filtered_classes.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::filtered_classes_test {

using namespace packing;

using tuplepack::tests::Random;

namespace {

constexpr std::size_t components = 4;
using Size = packing::Sizes<components>;

/// Classes in the order of scores and, among equals, of insertion; the first that fits is found by looking at all.
class Row {
 public:
  [[nodiscard]] const OpenClass<components>* find(std::int64_t from, std::int64_t until, const Size& size) const {
    const auto found = std::find_if(classes_.begin(), classes_.end(), [&](const OpenClass<components>& one) {
      return one.score >= from && one.score <= until && fits(size, one.room);
    });
    return found == classes_.end() ? nullptr : &*found;
  }
  void insert(const OpenClass<components>& entry) {
    const auto is_before = [](std::int64_t score, const OpenClass<components>& one) { return score < one.score; };
    classes_.insert(std::upper_bound(classes_.begin(), classes_.end(), entry.score, is_before), entry);
  }
  void erase(const OpenClass<components>* entry) { classes_.erase(classes_.begin() + (entry - classes_.data())); }

 private:
  std::vector<OpenClass<components>> classes_;
};

Size random_size(Random& random, std::int64_t most) {
  Size size{};
  for (std::int64_t& one : size) one = random.between(0, most);
  return size;
}

}  // namespace

TEST_CASE("classes are found as in a row") {
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U}) {
    CAPTURE(seed);
    Random random(seed);
    const std::int64_t most = seed == 1 ? 3 : 1000;  // small sizes: many equal scores
    std::vector<Size> sizes;
    sizes.reserve(500);
    for (int i = 0; i < 500; ++i) sizes.push_back(random_size(random, most));
    FilteredClasses<components> classes(TieOrder::oldest_first);
    classes.choose_levels(sizes);
    Row row;
    const auto score = [](const Size& room) { return *std::max_element(room.begin(), room.end()); };
    int found_any = 0;
    for (std::uint32_t step = 0; step < 6000; ++step) {
      const Size size = random_size(random, most);
      const std::int64_t from = random.between(0, most);
      const std::int64_t until = random.between(0, 3) == 0 ? from : most;
      const auto position = classes.find(from, until, size);
      const OpenClass<components>* const expected = row.find(from, until, size);
      REQUIRE(classes.is_end(position) == (expected == nullptr));
      if (expected != nullptr) REQUIRE(classes[position].id == expected->id);
      const Size room = random_size(random, most);
      const OpenClass<components> entry{.score = score(room), .id = step, .room = room};
      if (expected == nullptr) {
        classes.insert(entry);
        row.insert(entry);
        continue;
      }
      ++found_any;
      row.erase(expected);
      if (random.between(0, 1) == 0) {
        classes.erase(position);
      } else {
        classes.replace(position, entry);
        row.insert(entry);
      }
    }
    CHECK(found_any > 1000);
  }
}

}  // namespace tuplepack::tests::filtered_classes_test

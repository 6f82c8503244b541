#include "tuplepack/temporal/access.hpp"

#include "instances.hpp"
#include "tuplepack/base/float16.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>

namespace tuplepack::tests::access_test {

using namespace temporal;

using tests::Random;

namespace {

using Ids = std::vector<std::int64_t>;
using Inverse = std::vector<std::uint32_t>;
using Bytes = std::vector<std::byte>;

struct Plan {
  Ids unique;
  Inverse inverse;
};

/// Into memory that holds something else before; what lies after the unique ids must still hold it.
/// table  or the number of rows
template <typename Table>
Plan plan_of(Table& table, const Ids& ids, UniqueOrder order) {
  Plan plan{Ids(ids.size() + 1, -7), Inverse(ids.size(), 7777777)};
  const auto unique = unique_inverse(table, ids, order, plan.unique, plan.inverse);
  REQUIRE(unique);
  const Ids rest(plan.unique.begin() + static_cast<std::ptrdiff_t>(*unique), plan.unique.end());
  CHECK(rest == Ids(rest.size(), -7));
  plan.unique.resize(static_cast<std::size_t>(*unique));
  return plan;
}

Plan sorted_by_comparing(const Ids& ids) {
  Plan plan{ids, {}};
  std::sort(plan.unique.begin(), plan.unique.end());
  plan.unique.erase(std::unique(plan.unique.begin(), plan.unique.end()), plan.unique.end());
  for (const std::int64_t id : ids) {
    const auto at = std::lower_bound(plan.unique.begin(), plan.unique.end(), id);
    plan.inverse.push_back(static_cast<std::uint32_t>(at - plan.unique.begin()));
  }
  return plan;
}

Plan first_by_map(const Ids& ids) {
  Plan plan;
  std::map<std::int64_t, std::uint32_t> places;
  for (const std::int64_t id : ids) {
    const auto [place, is_new] = places.emplace(id, static_cast<std::uint32_t>(places.size()));
    if (is_new) plan.unique.push_back(id);
    plan.inverse.push_back(place->second);
  }
  return plan;
}

template <typename Table>
void check_both_orders(Table& table, const Ids& ids) {
  const Plan sorted = plan_of(table, ids, UniqueOrder::sorted);
  const Plan expected_sorted = sorted_by_comparing(ids);
  CHECK(sorted.unique == expected_sorted.unique);
  CHECK(sorted.inverse == expected_sorted.inverse);
  const Plan first = plan_of(table, ids, UniqueOrder::first);
  const Plan expected_first = first_by_map(ids);
  CHECK(first.unique == expected_first.unique);
  CHECK(first.inverse == expected_first.inverse);
}

enum class Spread : std::uint8_t { equal, skewed, uniform, different };

Ids random_ids(Random& random, std::int64_t size, std::int64_t count, Spread spread) {
  Ids ids(static_cast<std::size_t>(size));
  const std::int64_t same = random.between(0, count - 1);
  for (std::int64_t i = 0; i < size; ++i) {
    std::int64_t id = random.between(0, count - 1);
    if (spread == Spread::skewed) id = random.between(0, random.between(0, id));
    if (spread == Spread::equal) id = same;
    if (spread == Spread::different) id = (same + i * 7) % count;  // 7 and count have no common divisor
    ids[static_cast<std::size_t>(i)] = id;
  }
  return ids;
}

Bytes random_bytes(Random& random, std::int64_t size) {
  Bytes bytes(static_cast<std::size_t>(size));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.between(0, 255));
  return bytes;
}

/// The rows `indices`, copied byte by byte.
template <typename Index>
Bytes rows_of(std::span<const std::byte> table, std::int64_t width, const std::vector<Index>& indices) {
  Bytes out;
  for (const Index index : indices) {
    for (std::int64_t b = 0; b < width; ++b) {
      out.push_back(table[static_cast<std::size_t>(static_cast<std::int64_t>(index) * width + b)]);
    }
  }
  return out;
}

Rows rows(std::span<const std::byte> bytes, std::int64_t width) {
  const auto made = make_rows(bytes, width);
  REQUIRE(made);
  return *made;
}

}  // namespace

TEST_CASE("the unique ids of the header's example") {
  UniqueTable table(8);
  const Plan sorted = plan_of(table, {7, 2, 7, 5}, UniqueOrder::sorted);
  CHECK(sorted.unique == Ids{2, 5, 7});
  CHECK(sorted.inverse == Inverse{2, 0, 2, 1});
  const Plan first = plan_of(table, {7, 2, 7, 5}, UniqueOrder::first);
  CHECK(first.unique == Ids{7, 2, 5});
  CHECK(first.inverse == Inverse{0, 1, 0, 2});
}

TEST_CASE("unique ids equal those of sorting and of a map, whatever the size and the spread") {
  Random random(1);
  constexpr std::int64_t count = 100'019;
  UniqueTable table(count);
  for (const std::int64_t size : {0, 1, 31, 32, 33, 1023, 100'003}) {
    for (const Spread spread : {Spread::equal, Spread::skewed, Spread::uniform, Spread::different}) {
      const Ids ids = random_ids(random, size, count, spread);
      if (spread == Spread::different) CHECK(std::ssize(first_by_map(ids).unique) == size);
      check_both_orders(table, ids);
      check_both_orders(count, ids);
    }
  }
}

TEST_CASE("ids of a table of any size are hashed") {
  constexpr std::int64_t rows = std::int64_t{1} << 62;
  check_both_orders(rows, {rows - 1, 0, rows - 1, rows >> 1, 7});
  Ids unique(2);
  Inverse inverse(2);
  const auto found = unique_inverse(rows, Ids{0, rows}, UniqueOrder::first, unique, inverse);
  REQUIRE_FALSE(found);
  CHECK(found.error().code == ErrorCode::out_of_range);
}

TEST_CASE("a table serves any number of batches in any order") {
  Random random(2);
  for (const std::int64_t count : {1, 2, 63, 64, 65, 511, 512, 513, 5000}) {
    UniqueTable table(count);
    for (int batch = 0; batch < 200; ++batch) {
      const Ids ids =
          random_ids(random, random.between(0, 50), count, random.one_in(2) ? Spread::skewed : Spread::uniform);
      const bool is_first = random.one_in(2);
      const Plan plan = plan_of(table, ids, is_first ? UniqueOrder::first : UniqueOrder::sorted);
      const Plan expected = is_first ? first_by_map(ids) : sorted_by_comparing(ids);
      CHECK(plan.unique == expected.unique);
      CHECK(plan.inverse == expected.inverse);
    }
  }
}

TEST_CASE("stamps start anew when they are used up") {
  Random random(3);
  constexpr std::uint32_t most = std::numeric_limits<std::uint32_t>::max();
  for (std::uint32_t left = 0; left < 40; ++left) {
    UniqueTable table(20);
    check_both_orders(table, random_ids(random, 30, 20, Spread::uniform));
    // As after four billion stamps: some ids have old ones, and one has the last there is.
    table.next_stamp = most - left;
    table.stamps[3] = table.next_stamp - 1;
    for (int batch = 0; batch < 8; ++batch) check_both_orders(table, random_ids(random, 10, 20, Spread::uniform));
  }
}

TEST_CASE("an id outside the table is named, and the table stays good") {
  UniqueTable table(5);
  for (const UniqueOrder order : {UniqueOrder::sorted, UniqueOrder::first}) {
    for (const std::int64_t bad : {std::int64_t{5}, std::int64_t{-1}, std::numeric_limits<std::int64_t>::max(),
                                   std::numeric_limits<std::int64_t>::min()}) {
      const Ids ids{0, 4, bad, 4, bad};
      Plan plan{Ids(5, -7), Inverse(5, 7)};
      const auto unique = unique_inverse(table, ids, order, plan.unique, plan.inverse);
      REQUIRE_FALSE(unique);
      CHECK(unique.error().code == ErrorCode::out_of_range);
      CHECK(unique.error().message == "id " + std::to_string(bad) + " at index 2 is not one of the 5 ids of the table");
      CHECK(plan.unique == Ids(5, -7));
      CHECK(plan.inverse == Inverse(5, 7));
    }
    check_both_orders(table, {4, 0, 4});
  }
  UniqueTable none(0);
  CHECK(plan_of(none, {}, UniqueOrder::sorted).unique.empty());
  Plan plan{Ids(1), Inverse(1)};
  CHECK_FALSE(unique_inverse(none, Ids{0}, UniqueOrder::first, plan.unique, plan.inverse));
}

TEST_CASE("what is moved, with and without redundancy") {
  const auto volume = access_volume(1000, 80, 688);
  REQUIRE(volume);
  CHECK(volume->requested_bytes == 688'000);
  CHECK(volume->unique_bytes == 80 * 688 + 4000);
  CHECK(volume->redundancy == 12.5);
  CHECK(access_volume(0, 0, 1)->redundancy == 1);
  constexpr std::int64_t large = std::int64_t{1} << 50;
  CHECK(access_volume(large - 1, large - 1, 4)->unique_bytes == 8 * (large - 1));
  CHECK(access_volume(large, 1, 4).error().code == ErrorCode::too_large);
  CHECK(access_volume(std::numeric_limits<std::int64_t>::max(), 1, 688).error().code == ErrorCode::too_large);
}

TEST_CASE("rows have a width, and bytes are whole rows") {
  const Bytes bytes(12);
  CHECK(rows(bytes, 4).count() == 3);
  CHECK(rows({}, 4).count() == 0);
  const auto zero = make_rows(bytes, 0);
  REQUIRE_FALSE(zero);
  CHECK(zero.error().code == ErrorCode::limit_not_positive);
  CHECK(zero.error().message == "the width of rows is 0 bytes; it must be at least 1");
  const auto partial = make_rows(bytes, 5);
  REQUIRE_FALSE(partial);
  CHECK(partial.error().code == ErrorCode::malformed);
  CHECK(partial.error().message == "12 bytes are not a multiple of the row width 5");
}

TEST_CASE("gathered rows are those of the table, at any width and alignment") {
  Random random(4);
  for (const std::int64_t width : {1, 3, 4, 63, 64, 65, 688, 1500}) {
    for (const std::int64_t size : {0, 1, 7, 8, 9, 33, 200}) {
      const std::int64_t offset = random.between(0, 7), count = random.between(1, 60);
      const Bytes bytes = random_bytes(random, offset + count * width);
      const auto table = std::span(bytes).subspan(static_cast<std::size_t>(offset));
      const Ids ids = random_ids(random, size, count, Spread::uniform);
      Bytes out(static_cast<std::size_t>(size * width), std::byte{0xa5});
      REQUIRE(gather(rows(table, width), ids, out));
      CHECK(out == rows_of(table, width, ids));
    }
  }
}

TEST_CASE("a row that is not in the table is named, and nothing is written") {
  const Bytes bytes(30, std::byte{1});
  Bytes out(20);
  const auto gathered = gather(rows(bytes, 10), Ids{2, 3}, out);
  REQUIRE_FALSE(gathered);
  CHECK(gathered.error().code == ErrorCode::out_of_range);
  CHECK(gathered.error().message == "id 3 at index 1 is not one of the 3 rows of the table");
  CHECK(out == Bytes(20));
}

TEST_CASE("unique rows, reconstructed or viewed, are the requested rows of every field") {
  Random random(5);
  for (const std::int64_t size : {0, 1, 31, 32, 33, 1023}) {
    const std::int64_t count = random.between(1, 300);
    const Ids ids = random_ids(random, size, count, Spread::skewed);
    UniqueTable unique_table(count);
    const Plan plan = plan_of(unique_table, ids, random.one_in(2) ? UniqueOrder::sorted : UniqueOrder::first);
    const std::vector<std::int64_t> widths{5, 16, 172};
    std::vector<Bytes> tables, gathered, outs;
    std::vector<Field> fields;
    for (const std::int64_t width : widths) {
      tables.push_back(random_bytes(random, count * width));
      gathered.emplace_back(plan.unique.size() * static_cast<std::size_t>(width));
      outs.emplace_back(ids.size() * static_cast<std::size_t>(width), std::byte{0xa5});
      REQUIRE(gather(rows(tables.back(), width), plan.unique, gathered.back()));
    }
    for (std::size_t f = 0; f < widths.size(); ++f) {
      fields.push_back({.unique = rows(gathered[f], widths[f]), .out = outs[f]});
    }
    reconstruct(fields, plan.inverse);
    for (std::size_t f = 0; f < widths.size(); ++f) {
      CHECK(outs[f] == rows_of(std::span<const std::byte>(tables[f]), widths[f], ids));
      const ReconstructedView view{fields[f].unique, plan.inverse};
      CHECK(view.size() == size);
      Bytes viewed;
      for (std::int64_t i = 0; i < view.size(); ++i) viewed.insert(viewed.end(), view[i].begin(), view[i].end());
      CHECK(viewed == outs[f]);
    }
  }
}

TEST_CASE("floats are reconstructed as bfloat16, beside fields that are copied") {
  Random random(6);
  for (const std::int64_t floats : {1, 3, 4, 33}) {
    const std::int64_t width = 4 * floats, unique = 40;
    // Any bits at all: infinite, subnormal and not a number too; one byte off a float's alignment.
    Bytes bytes = random_bytes(random, 1 + unique * width);
    const float special[] = {std::numeric_limits<float>::infinity(), std::nanf(""), 1.00390625F, -0.0F};
    std::memcpy(bytes.data() + 1, special, static_cast<std::size_t>(std::min<std::int64_t>(16, unique * width)));
    const auto table = std::span<const std::byte>(bytes).subspan(1);
    Inverse inverse(100);
    for (std::uint32_t& i : inverse) i = static_cast<std::uint32_t>(random.between(0, unique - 1));
    Bytes converted(inverse.size() * static_cast<std::size_t>(width) / 2), copied(2 * converted.size());
    const std::vector<Field> fields{{.unique = rows(table, width), .out = converted, .to_bfloat16 = true},
                                    {.unique = rows(table, width), .out = copied}};
    reconstruct(fields, inverse);
    CHECK(copied == rows_of(table, width, inverse));
    Bytes expected;
    for (std::size_t at = 0; at < copied.size(); at += sizeof(float)) {
      float value = 0;
      std::memcpy(&value, copied.data() + at, sizeof value);
      const BFloat16 nearest = to_bfloat16(value);
      std::byte two[sizeof nearest];
      std::memcpy(two, &nearest, sizeof nearest);
      expected.insert(expected.end(), two, two + sizeof nearest);
    }
    CHECK(converted == expected);
  }
}

TEST_CASE("parts gathered and reconstructed apart make the same rows") {
  Random random(7);
  const std::int64_t width = 12, count = 50;
  const Bytes table = random_bytes(random, count * width);
  const Ids ids = random_ids(random, 101, count, Spread::uniform);
  const Inverse inverse(ids.begin(), ids.end());
  Bytes gathered(ids.size() * 12), reconstructed(gathered.size());
  for (std::size_t begin = 0; begin < ids.size();) {
    const std::size_t size = std::min(static_cast<std::size_t>(random.between(0, 20)), ids.size() - begin);
    REQUIRE(gather(rows(table, width), std::span(ids).subspan(begin, size),
                   std::span(gathered).subspan(begin * 12, size * 12)));
    const Field field{.unique = rows(table, width), .out = std::span(reconstructed).subspan(begin * 12, size * 12)};
    reconstruct({&field, 1}, std::span(inverse).subspan(begin, size));
    begin += size;
  }
  CHECK(gathered == rows_of(std::span<const std::byte>(table), width, ids));
  CHECK(reconstructed == gathered);
}

TEST_CASE("orders cross boundaries as their names") {
  for (const UniqueOrder order : {UniqueOrder::sorted, UniqueOrder::first}) {
    CHECK(unique_order_by_name(name(order)) == order);
  }
  CHECK(unique_order_by_name("random").error().message == "unknown value 'random'; choose sorted or first");
}

}  // namespace tuplepack::tests::access_test

#include "tuplepack/cuda/temporal/unique.hpp"

#include "device_arrays.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::unique_test {

using namespace temporal;

namespace {

using Ids = std::vector<std::int64_t>;

constexpr UniqueOrder both_orders[] = {UniqueOrder::sorted, UniqueOrder::first};

/// A table on the host and its twin.
struct Tables {
  tuplepack::temporal::UniqueTable host;
  DeviceArray<std::uint32_t> stamps;
  cuda::UniqueTable device;

  explicit Tables(std::int64_t size) : host(size), stamps(static_cast<std::size_t>(size), 1), device{stamps.values()} {}
};

void check_unique(Tables& tables, const Ids& ids, UniqueOrder order) {
  CAPTURE(ids.size());
  CAPTURE(tables.host.stamps.size());
  CAPTURE(static_cast<int>(order));
  Ids expected(ids.size());
  std::vector<std::uint32_t> expected_inverse(ids.size());
  const auto expected_count = unique_inverse(tables.host, ids, order, expected, expected_inverse);
  REQUIRE(expected_count.has_value());

  const DeviceArray device_ids(ids, 1);
  const DeviceArray<std::int64_t> unique(ids.size(), 1), count(1);
  const DeviceArray<std::uint32_t> inverse(ids.size(), 1);
  const auto table_size = static_cast<std::int64_t>(tables.host.stamps.size());
  const Workspace workspace(cuda::unique_inverse_workspace(static_cast<std::int64_t>(ids.size()), table_size, order));
  const Status status;
  require(cuda::unique_inverse(tables.device, device_ids.input(), order, unique.values(), inverse.values(),
                               count.values().data(), workspace.bytes(), status.word(), nullptr));
  require(status.check());
  workspace.check();
  REQUIRE(count.read() == Ids{*expected_count});
  Ids found = unique.read();
  const auto end = found.begin() + static_cast<std::ptrdiff_t>(*expected_count);
  const Ids rest(end, found.end());
  CHECK(rest == Ids(rest.size(), -0x5a5a5a5a5a5a5a5b));  // what was there before
  std::fill(end, found.end(), 0);
  CHECK(found == expected);
  CHECK(inverse.read() == expected_inverse);
  static_cast<void>(tables.stamps.read());
}

enum class Spread : std::uint8_t { equal, skewed, uniform, different };

Ids random_ids(Random& random, std::int64_t size, std::int64_t table_size, Spread spread) {
  Ids ids(static_cast<std::size_t>(size));
  const std::int64_t start = random.between(0, table_size - 1);
  for (std::size_t i = 0; i < ids.size(); ++i) {
    std::int64_t id = random.between(0, table_size - 1);
    if (spread == Spread::skewed) id = random.between(0, random.between(0, id));
    if (spread == Spread::equal) id = start;
    if (spread == Spread::different) id = (start + static_cast<std::int64_t>(i) * 7) % table_size;
    ids[i] = id;
  }
  return ids;
}

}  // namespace

TEST_CASE("unique ids and their inverse on the device are those of the core") {
  Random random(test_seed());
  for (const std::int64_t table_size : {1, 33, 9001}) {
    Tables tables(table_size);
    for (const std::int64_t size : awkward_sizes) {
      for (const Spread spread : {Spread::equal, Spread::skewed, Spread::uniform, Spread::different}) {
        const Ids ids = random_ids(random, size, table_size, spread);
        for (const UniqueOrder order : both_orders) check_unique(tables, ids, order);
      }
    }
  }
}

TEST_CASE("100,003 ids, and more tiles than the block has threads that adds them up") {
  Random random(test_seed());
  Tables tables(70001);
  check_unique(tables, random_ids(random, large_size, 70001, Spread::skewed), UniqueOrder::first);
  check_unique(tables, random_ids(random, large_size, 70001, Spread::uniform), UniqueOrder::sorted);
  Tables large(257 * 32 * 256 + 5);
  check_unique(large, random_ids(random, 500, 257 * 32 * 256 + 5, Spread::uniform), UniqueOrder::sorted);
}

TEST_CASE("stamps that are used up start anew") {
  Random random(test_seed());
  Tables tables(50);
  tables.device.next_stamp = 0;
  for (int round = 0; round < 3; ++round) {
    check_unique(tables, random_ids(random, 40, 50, Spread::uniform), UniqueOrder::first);
    CHECK(tables.device.next_stamp == 0xffffffff - 40);
    tables.device.next_stamp = 60;  // as after 10^8 batches: one fits, the next does not
    check_unique(tables, random_ids(random, 40, 50, Spread::uniform), UniqueOrder::first);
    CHECK(tables.device.next_stamp == 20);
  }
}

TEST_CASE("ids out of range are reported with the first index and skipped") {
  Random random(test_seed());
  for (const UniqueOrder order : both_orders) {
    for (const std::int64_t wrong : {std::int64_t{-1}, std::int64_t{50}, INT64_MAX, INT64_MIN}) {
      Tables tables(50);
      Ids ids = random_ids(random, 300, 50, Spread::uniform);
      Ids without = ids;
      for (const std::size_t at : {std::size_t{70}, std::size_t{71}, std::size_t{299}}) {
        ids[at] = wrong;
        without[at] = ids[0];
      }
      std::vector<std::uint32_t> expected_inverse(300);
      Ids expected(300);
      const auto expected_count = unique_inverse(tables.host, without, order, expected, expected_inverse);
      REQUIRE(expected_count.has_value());
      for (const std::size_t at : {std::size_t{70}, std::size_t{71}, std::size_t{299}}) expected_inverse[at] = ~0U;

      const DeviceArray device_ids(ids);
      const DeviceArray<std::int64_t> unique(300), count(1);
      const DeviceArray<std::uint32_t> inverse(300);
      const Workspace workspace(cuda::unique_inverse_workspace(300, 50, order));
      const Status status;
      require(cuda::unique_inverse(tables.device, device_ids.input(), order, unique.values(), inverse.values(),
                                   count.values().data(), workspace.bytes(), status.word(), nullptr));
      const auto fine = status.check();
      REQUIRE_FALSE(fine.has_value());
      CHECK(fine.error().message == "row id out of range at index 70 of the batch");
      CHECK(count.read() == Ids{*expected_count});
      const Ids found = unique.read();
      CHECK(
          std::equal(expected.begin(), expected.begin() + static_cast<std::ptrdiff_t>(*expected_count), found.begin()));
      CHECK(inverse.read() == expected_inverse);
    }
  }
}

}  // namespace tuplepack::tests::unique_test

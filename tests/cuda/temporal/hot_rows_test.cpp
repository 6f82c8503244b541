#include "tuplepack/cuda/temporal/hot_rows.hpp"

#include "device_arrays.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::hot_rows_test {

using namespace temporal;

namespace {

constexpr std::uint32_t poisoned = 0xa5a5a5a5U;

/// Of `rows` rows one in `every` is hot.
std::vector<std::uint32_t> random_places(Random& random, std::int64_t rows, std::int64_t every, std::int64_t& hot) {
  std::vector<std::uint32_t> places(static_cast<std::size_t>(rows), no_hot_row);
  hot = 0;
  for (std::uint32_t& place : places) {
    if (random.one_in(every)) place = static_cast<std::uint32_t>(hot++);
  }
  return places;
}

void check_sources(Random& random, std::int64_t size, std::int64_t room, std::int64_t every) {
  CAPTURE(size);
  CAPTURE(room);
  CAPTURE(every);
  const std::int64_t rows = random.between(1, 1000);
  std::int64_t hot = 0;
  const std::vector<std::uint32_t> places = random_places(random, rows, every, hot);
  // Ids need not differ for what is done with them. Those after the first `size` are none at all.
  std::vector<std::int64_t> ids(static_cast<std::size_t>(room), -7);
  for (std::size_t i = 0; i < static_cast<std::size_t>(size); ++i) ids[i] = random.between(0, rows - 1);
  const std::vector<std::int64_t> unique(ids.begin(), ids.begin() + size);
  std::vector<std::uint32_t> expected(unique.size());
  std::vector<std::int64_t> expected_misses(unique.size());
  expected_misses.resize(static_cast<std::size_t>(find_sources(places, hot, unique, expected, expected_misses)));

  const DeviceArray device_places(places, 1);
  const DeviceArray device_ids(ids, 1);
  const DeviceArray count(std::vector<std::int64_t>{size});
  const DeviceArray<std::uint32_t> sources(ids.size(), 3);
  const DeviceArray<std::int64_t> misses(ids.size(), 1), missed(1);
  const Workspace workspace(cuda::find_sources_workspace(room));
  const Status status;
  require(cuda::find_sources(device_places.input(), hot, device_ids.input(),
                             room == size ? nullptr : count.values().data(), sources.values(), misses.values(),
                             missed.values().data(), workspace.bytes(), status.word(), nullptr));
  require(status.check());
  workspace.check();
  CHECK(missed.read()[0] == static_cast<std::int64_t>(expected_misses.size()));
  expected.resize(ids.size(), poisoned);
  CHECK(sources.read() == expected);
  expected_misses.resize(ids.size(), static_cast<std::int64_t>(0xa5a5a5a5a5a5a5a5U));
  CHECK(misses.read() == expected_misses);
}

}  // namespace

TEST_CASE("hits and misses found on the device are those of the core") {
  Random random(test_seed());
  for (const std::int64_t size : awkward_sizes) {
    for (const std::int64_t every : {1, 2, 50}) {
      check_sources(random, size, size, every);
      check_sources(random, size, size + random.between(1, 600), every);
    }
  }
  check_sources(random, large_size, large_size, 3);
}

TEST_CASE("an id that is none of the rows is reported, and has no source") {
  const DeviceArray places(std::vector<std::uint32_t>{0, no_hot_row, 1});
  for (const std::int64_t wrong : {std::int64_t{-1}, std::int64_t{3}, INT64_MAX, INT64_MIN}) {
    const DeviceArray ids(std::vector<std::int64_t>{1, wrong, 2, 1});
    const DeviceArray<std::uint32_t> sources(4);
    const DeviceArray<std::int64_t> misses(4), missed(1);
    const Workspace workspace(cuda::find_sources_workspace(4));
    const Status status;
    require(cuda::find_sources(places.input(), 2, ids.input(), nullptr, sources.values(), misses.values(),
                               missed.values().data(), workspace.bytes(), status.word(), nullptr));
    REQUIRE_FALSE(status.check().has_value());
    CHECK(status.check().error().message == "row id out of range at index 1 of the batch");
    CHECK(sources.read() == std::vector<std::uint32_t>{2, 0xffffffffU, 1, 3});
    CHECK(missed.read()[0] == 2);
  }
}

}  // namespace tuplepack::tests::hot_rows_test

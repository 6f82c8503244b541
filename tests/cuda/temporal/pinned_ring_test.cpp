#include "tuplepack/cuda/temporal/pinned_ring.hpp"

#include "device_arrays.hpp"
#include "instances.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::pinned_ring_test {

using namespace temporal;

TEST_CASE("rows that go by way of the ring are those the core gathers, call after call") {
  Random random(test_seed());
  const auto stream = cuda::OwnStream::create();
  REQUIRE(stream.has_value());
  for (const std::int64_t workers : {1, 3}) {
    for (const std::int64_t slot_bytes : {7, 100, 5000}) {
      CAPTURE(workers);
      CAPTURE(slot_bytes);
      const auto ring = cuda::PinnedRing::create(workers, slot_bytes);
      REQUIRE(ring.has_value());
      CHECK(ring->workers() == workers);
      CHECK(ring->slot_bytes() == slot_bytes);
      for (const std::int64_t size : awkward_sizes) {
        const std::int64_t width = random.between(1, 7);
        const std::int64_t rows = random.between(1, 100);
        std::vector<std::byte> table(static_cast<std::size_t>(rows * width));
        for (std::byte& byte : table) byte = static_cast<std::byte>(random.between(0, 255));
        std::vector<std::int64_t> ids(static_cast<std::size_t>(size));
        for (std::int64_t& id : ids) id = random.between(0, random.between(0, rows - 1));
        std::vector<std::byte> expected(static_cast<std::size_t>(size * width));
        require(gather({table, width}, ids, expected));

        const DeviceArray<std::byte> out(expected.size(), 1);
        require(cuda::synchronize(nullptr));  // the array is poisoned
        require(cuda::gather(*ring, {table, width}, ids, out.values(), stream->get()));
        std::fill(table.begin(), table.end(), std::byte{0});  // it is not looked at any more
        require(cuda::synchronize(stream->get()));
        CHECK(out.read() == expected);
      }
    }
  }
}

TEST_CASE("of ids out of range the first is named") {
  const auto ring = cuda::PinnedRing::create(3, 16);
  REQUIRE(ring.has_value());
  const std::vector<std::byte> table(40);
  std::vector<std::int64_t> ids(100, 9);
  ids[95] = 10;
  ids[42] = -1;
  ids[80] = 11;
  const DeviceArray<std::byte> out(400);
  const auto gathered = cuda::gather(*ring, {table, 4}, ids, out.values(), nullptr);
  REQUIRE_FALSE(gathered.has_value());
  CHECK(gathered.error().code == ErrorCode::out_of_range);
  CHECK(gathered.error().message == "id -1 at index 42 is not one of the 10 rows of the table");
  static_cast<void>(out.read());
}

}  // namespace tuplepack::tests::pinned_ring_test

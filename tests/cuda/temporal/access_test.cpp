#include "tuplepack/cuda/temporal/access.hpp"

#include "device_arrays.hpp"
#include "instances.hpp"
#include "tuplepack/temporal/hot_rows.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <deque>

namespace tuplepack::tests::access_test {

using namespace temporal;

namespace {

using Bytes = std::vector<std::byte>;

Bytes random_bytes(Random& random, std::int64_t size) {
  Bytes bytes(static_cast<std::size_t>(size));
  for (std::byte& byte : bytes) byte = static_cast<std::byte>(random.between(0, 255));
  return bytes;
}

/// Indices of `rows` rows, some of them far more often than others.
template <typename Index>
std::vector<Index> skewed_rows(Random& random, std::int64_t size, std::int64_t rows) {
  std::vector<Index> indices(static_cast<std::size_t>(size));
  for (Index& index : indices) index = static_cast<Index>(random.between(0, random.between(0, rows - 1)));
  return indices;
}

/// What `run` says of the data must be that it is fine.
template <typename Run>
void check_without_fault(const Run& run) {
  const Status status;
  require(run(status.word()));
  require(status.check());
}

/// An array of bytes `words` 4-byte words after a 256-byte boundary.
DeviceArray<std::byte> after_words(const Bytes& bytes, std::int64_t words) {
  return DeviceArray(bytes, static_cast<std::size_t>(4 * words));
}

void check_gather(Random& random, std::int64_t size, std::int64_t width, std::int64_t table_words,
                  std::int64_t out_words) {
  CAPTURE(size);
  CAPTURE(width);
  CAPTURE(table_words);
  CAPTURE(out_words);
  const std::int64_t rows = random.between(1, 50);
  const Bytes table = random_bytes(random, rows * width);
  const auto ids = skewed_rows<std::int64_t>(random, size, rows);
  Bytes expected(static_cast<std::size_t>(size * width));
  require(gather({table, width}, ids, expected));

  const DeviceArray device_ids(ids, 1);
  const DeviceArray<std::byte> device_table = after_words(table, table_words);
  const DeviceArray<std::byte> out(expected.size(), static_cast<std::size_t>(4 * out_words));
  check_without_fault([&](cuda::StatusWord* status) {
    return cuda::gather({device_table.input(), width}, device_ids.input(), out.values(), status, nullptr);
  });
  CHECK(out.read() == expected);

  auto pinned = cuda::Memory::allocate(static_cast<std::int64_t>(table.size()) + 128, cuda::Place::pinned);
  REQUIRE(pinned.has_value());
  const std::span<std::byte> pinned_table =
      pinned->bytes().subspan(static_cast<std::size_t>(4 * table_words), table.size());
  std::copy(table.begin(), table.end(), pinned_table.begin());
  const DeviceArray<std::byte> read_out(expected.size(), static_cast<std::size_t>(4 * out_words));
  check_without_fault([&](cuda::StatusWord* status) {
    return cuda::gather_zero_copy({pinned_table, width}, device_ids.input(), read_out.values(), status, nullptr);
  });
  CHECK(read_out.read() == expected);
}

}  // namespace

TEST_CASE("rows without bytes are nothing to copy") {
  const Rows empty{.bytes = {}, .width = 0};
  require(gather(empty, std::vector<std::int64_t>{0, 5}, {}));
  const DeviceArray ids(std::vector<std::int64_t>{0, 5});
  const DeviceArray inverse(std::vector<std::uint32_t>{0, 0, 1});
  const Bytes four(8, std::byte{3});
  const DeviceArray<std::byte> table(four);
  const DeviceArray<std::byte> out(12);
  check_without_fault([&](cuda::StatusWord* status) { return cuda::gather(empty, ids.input(), {}, status, nullptr); });
  check_without_fault(
      [&](cuda::StatusWord* status) { return cuda::gather_zero_copy(empty, ids.input(), {}, status, nullptr); });
  const Field fields[] = {{.unique = empty, .out = {}}, {.unique = {table.input(), 4}, .out = out.values()}};
  check_without_fault(
      [&](cuda::StatusWord* status) { return cuda::reconstruct(fields, inverse.input(), status, nullptr); });
  CHECK(out.read() == Bytes(12, std::byte{3}));
}

TEST_CASE("rows gathered on the device are those of the core, however wide and aligned") {
  Random random(test_seed());
  for (const std::int64_t size : awkward_sizes) {
    for (const std::int64_t width : {4, 8, 12, 16, 40, 132, 688}) {
      if (size * width > 100000) continue;
      check_gather(random, size, width, random.between(0, 31), random.between(0, 5));
      check_gather(random, size, width, 0, 0);
    }
  }
  check_gather(random, 3, 12004, 1, 0);  // a row in more than one step of a block
  check_gather(random, 3, 3 * 16384, 0, 4);
  check_gather(random, large_size, 8, 0, 0);
}

namespace {

/// A field on both sides.
struct TwoFields {
  std::int64_t width;
  bool to_bfloat16;
  Bytes unique, expected;
  DeviceArray<std::byte> device_unique, out;

  TwoFields(Random& random, std::int64_t rows, std::int64_t size, std::int64_t row_width, bool converted)
      : width(row_width),
        to_bfloat16(converted),
        unique(random_bytes(random, rows * row_width)),
        expected(static_cast<std::size_t>(size * row_width / (converted ? 2 : 1))),
        device_unique(after_words(unique, random.one_in(2) ? 0 : random.between(0, 5))),
        out(expected.size(),
            random.one_in(2) ? 0 : static_cast<std::size_t>(random.between(0, 5) * (converted ? 2 : 4))) {}
};

void check_reconstruct(Random& random, std::int64_t size, std::int64_t max_width, std::size_t fields) {
  CAPTURE(size);
  CAPTURE(fields);
  const std::int64_t rows = random.between(1, 50);
  const auto inverse = skewed_rows<std::uint32_t>(random, size, rows);
  std::deque<TwoFields> all;
  std::vector<Field> host, device;
  for (std::size_t f = 0; f < fields; ++f) {
    // Half of the widths are multiples of 16.
    const std::int64_t width =
        random.one_in(2) ? 4 * random.between(1, max_width) : 16 * random.between(1, max_width / 4);
    TwoFields& field = all.emplace_back(random, rows, size, width, random.one_in(2));
    host.push_back({{field.unique, width}, field.expected, field.to_bfloat16});
    device.push_back({{field.device_unique.input(), width}, field.out.values(), field.to_bfloat16});
  }
  reconstruct(host, inverse);
  const DeviceArray device_inverse(inverse, 1);
  check_without_fault(
      [&](cuda::StatusWord* status) { return cuda::reconstruct(device, device_inverse.input(), status, nullptr); });
  for (const TwoFields& field : all) {
    CAPTURE(field.width);
    CAPTURE(field.to_bfloat16);
    CHECK(field.out.read() == field.expected);
  }
}

}  // namespace

TEST_CASE("fields reconstructed on the device are those of the core, converted or not") {
  Random random(test_seed());
  for (const std::int64_t size : awkward_sizes) {
    for (int round = 0; round < 6; ++round) {
      check_reconstruct(random, size, size > 100 ? 8 : 70, static_cast<std::size_t>(random.between(1, 3)));
    }
  }
  check_reconstruct(random, 33, 8, 0);
  check_reconstruct(random, 33, 8, 19);  // three launches
  check_reconstruct(random, large_size, 4, 2);
}

TEST_CASE("rows out of a cache and of what it misses are those of the table") {
  Random random(test_seed());
  for (const std::int64_t size : awkward_sizes) {
    for (const std::int64_t budget : {0, 1, 20, 100}) {
      CAPTURE(size);
      CAPTURE(budget);
      const std::int64_t rows = random.between(1, 60);
      const std::int64_t width = random.one_in(2) ? 16 : 4 * random.between(1, 20);
      const Bytes table = random_bytes(random, rows * width);
      std::vector<std::uint32_t> counts(static_cast<std::size_t>(rows));
      count_accesses(skewed_rows<std::int64_t>(random, 3 * rows, rows), counts);
      const HotRows hot = choose_hot_rows(counts, budget);
      const auto ids = skewed_rows<std::int64_t>(random, size, rows);
      UniqueTable unique_table(rows);
      std::vector<std::int64_t> unique(ids.size());
      std::vector<std::uint32_t> inverse(ids.size());
      unique.resize(
          static_cast<std::size_t>(unique_inverse(unique_table, ids, UniqueOrder::first, unique, inverse).value()));
      std::vector<std::uint32_t> sources(unique.size());
      std::vector<std::int64_t> misses(unique.size());
      misses.resize(static_cast<std::size_t>(
          find_sources(hot_places(hot, rows), static_cast<std::int64_t>(hot.ids.size()), unique, sources, misses)));
      const auto rows_of = [&](const std::vector<std::int64_t>& some) {
        Bytes gathered(some.size() * static_cast<std::size_t>(width));
        require(gather({table, width}, some, gathered));
        return gathered;
      };
      const DeviceArray<std::byte> hot_rows = after_words(rows_of(hot.ids), random.between(0, 4));
      const DeviceArray<std::byte> missed = after_words(rows_of(misses), random.between(0, 4));
      const DeviceArray device_sources(sources, 1), device_inverse(inverse, 1);
      const Bytes expected = rows_of(ids);
      const DeviceArray<std::byte> out(expected.size()), half(expected.size() / 2);
      const cuda::CachedField fields[] = {
          {{hot_rows.input(), width}, {missed.input(), width}, out.values()},
          {{hot_rows.input(), width}, {missed.input(), width}, half.values(), true},
      };
      check_without_fault([&](cuda::StatusWord* status) {
        return cuda::reconstruct(fields, device_sources.input(), device_inverse.input(), status, nullptr);
      });
      CHECK(out.read() == expected);
      Bytes converted(expected.size() / 2);
      const Bytes unique_rows = rows_of(unique);
      const Field whole{{unique_rows, width}, converted, true};
      reconstruct(std::span(&whole, 1), inverse);
      CHECK(half.read() == converted);
    }
  }
}

TEST_CASE("a source that is no row, and an entry without a source, are reported") {
  const DeviceArray rows(Bytes(4 * 8));
  const DeviceArray<std::byte> out(5 * 8);
  const DeviceArray inverse(std::vector<std::uint32_t>{0, 1, 0, 2, 3});
  for (const std::uint32_t source : {3U, 4U, 0xffffffffU}) {
    const DeviceArray sources(std::vector<std::uint32_t>{0, 1, source});
    const cuda::CachedField field{{rows.input().first(8), 8}, {rows.input().subspan(8), 8}, out.values()};
    const Status status;
    require(cuda::reconstruct(std::span(&field, 1), sources.input(), inverse.input(), status.word(), nullptr));
    const auto fine = status.check();
    REQUIRE_FALSE(fine.has_value());
    const std::string place = source == 3 ? "4" : "3";  // 3 is the last row there is
    CHECK(fine.error().message == "row id out of range at index " + place + " of the batch");
  }
}

TEST_CASE("a row out of range is reported with its first index and left unchanged") {
  const Bytes table(10 * 24, std::byte{3});
  const DeviceArray device_table(table);
  const auto check = [](const std::vector<std::byte>& out, const Status& status) {
    const auto fine = status.check();
    REQUIRE_FALSE(fine.has_value());
    CHECK(fine.error().code == ErrorCode::out_of_range);
    CHECK(fine.error().message == "row id out of range at index 70 of the batch");
    Bytes expected(200 * 24, std::byte{3});
    std::fill_n(expected.begin() + 70 * 24, 24, std::byte{0xa5});  // what was there before
    std::fill_n(expected.begin() + 90 * 24, 24, std::byte{0xa5});
    CHECK(out == expected);
  };
  for (const std::int64_t wrong : {std::int64_t{-1}, std::int64_t{10}, INT64_MAX, INT64_MIN}) {
    std::vector<std::int64_t> ids(200, 5);
    ids[70] = ids[90] = wrong;
    const DeviceArray device_ids(ids);
    const DeviceArray<std::byte> out(200 * 24), read_out(200 * 24);
    const Status status, read_status;
    require(cuda::gather({device_table.input(), 24}, device_ids.input(), out.values(), status.word(), nullptr));
    check(out.read(), status);
    require(cuda::gather_zero_copy({device_table.input(), 24}, device_ids.input(), read_out.values(),
                                   read_status.word(), nullptr));
    check(read_out.read(), read_status);
  }
  std::vector<std::uint32_t> inverse(200, 9);
  inverse[70] = 10;
  inverse[90] = 0xffffffffU;
  const DeviceArray device_inverse(inverse);
  const DeviceArray<std::byte> out(200 * 24);
  const Field field{{device_table.input(), 24}, out.values(), false};
  const Status status;
  require(cuda::reconstruct(std::span(&field, 1), device_inverse.input(), status.word(), nullptr));
  check(out.read(), status);
}

}  // namespace tuplepack::tests::access_test

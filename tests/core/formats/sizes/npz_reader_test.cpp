#include "formats/check_reads.hpp"
#include "formats/reading.hpp"
#include "tuplepack/formats/numpy/npz.hpp"

#include <doctest/doctest.h>

#include <map>

namespace tuplepack::tests::npz_reader_test {

using namespace formats;

using Numbers = std::vector<std::int64_t>;

namespace {

struct Array {
  std::string name;
  Numbers shape;
  Numbers values;
};

std::string npz(const std::vector<Array>& arrays) {
  std::string bytes;
  NpzWriter writer(
      [&](std::span<const std::byte> more) { bytes.append(reinterpret_cast<const char*>(more.data()), more.size()); });
  for (const Array& array : arrays) {
    writer.begin(array.name, Dtype::int64, array.shape);
    writer.append(std::as_bytes(std::span(array.values)));
    writer.end();
  }
  writer.finish();
  return bytes;
}

const Array offsets{"offsets", {3}, {0, 2, 5}};
const Array items{"items", {2}, {7, 9}};
const Array pairs{"pairs", {2, 2}, {3, 4, 5, 6}};

ReadOptions choosing(std::vector<std::string> columns) {
  return {.format = {}, .columns = std::move(columns), .count_column = "count"};
}

}  // namespace

TEST_CASE("the only array of an archive") {
  check_reads(npz({items}), {"items"}, {7, 9}, {});
  check_reads(npz({pairs}), {"size_1", "size_2"}, {3, 4, 5, 6}, {});
  check_reads(npz({pairs}), {"size"}, {4, 6}, {}, choosing({"2"}));
}

TEST_CASE("several arrays are columns, or one of them is chosen") {
  check_reads(npz({items, {"count", {2}, {1, 5}}}), {"items"}, {7, 9}, {1, 5});
  check_reads(npz({{"nodes", {2}, {3, 5}}, {"edges", {2}, {4, 6}}}), {"nodes", "edges"}, {3, 4, 5, 6}, {});
  check_reads(npz({offsets, items}), {"items"}, {7, 9}, {}, choosing({"items"}));
  check_reads(npz({offsets, pairs}), {"size_1", "size_2"}, {3, 4, 5, 6}, {}, choosing({"pairs"}));
  CHECK(refusal(npz({offsets, items})) ==
        "component_mismatch: column 'offsets' has 3 values, and column 'items' has 2; choose columns of equal length");
  CHECK(refusal(npz({offsets, items}), choosing({"item"})) ==
        "missing_column: unknown column 'item'; did you mean 'items'? columns: offsets, items");
  CHECK(refusal(npz({offsets, pairs})) ==
        "unsupported: array 'pairs': it has 2 dimensions, but a column has one; choose columns, or this array alone");
}

TEST_CASE("values of arrays in an archive are checked") {
  CHECK(refusal(npz({{"a", {2}, {5, -6}}})) == "negative: array 'a': the value -6 at [1] is negative");
  CHECK(refusal(npz({{"a", {0}, {}}})) == "empty: array 'a': no items: an array of shape (0,)");
  CHECK(refusal(npz({})) == "empty: no items: the archive has no arrays");
}

TEST_CASE("archives that are damaged or compressed") {
  const std::string whole = npz({items, pairs});
  for (const std::size_t length : {whole.size() - 1, whole.size() - 22, whole.size() / 2, std::size_t{10}}) {
    CHECK(refusal(whole.substr(0, length)) == "malformed: the zip archive is damaged or cut off");
  }
  std::string flipped = npz({items});
  flipped[flipped.find("NUMPY") + 125] ^= 1;
  CHECK(refusal(flipped) == "malformed: 'items.npy' in the archive is damaged: its checksum differs");
  std::string compressed = npz({items});
  compressed[compressed.rfind("PK\x01\x02") + 10] = 8;
  CHECK(refusal(compressed) == "malformed: the zip archive is damaged or cut off");  // before it the member is stored
  compressed[8] = 8;
  CHECK(refusal(compressed) == "unsupported: 'items.npy' in the archive is compressed; save it with numpy.savez");
}

TEST_CASE("a damaged byte anywhere in an archive is refused or changes nothing that is read") {
  const std::string whole = npz({items});
  for (std::size_t at = 0; at < whole.size(); ++at) {
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    const Reading reading = read(damaged, {.format = Format::npz, .columns = {}});
    if (!reading.error) CHECK(reading.sizes == Numbers{7, 9});
  }
}

}  // namespace tuplepack::tests::npz_reader_test

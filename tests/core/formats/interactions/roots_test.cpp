#include "tuplepack/formats/interactions/roots.hpp"

#include "formats/reading.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::roots_test {

using namespace formats;

namespace {

using Whole = std::vector<std::int64_t>;
using Fractional = std::vector<double>;

constexpr std::int64_t most = std::int64_t{1} << 53;

void check_roots(std::string_view text, const Whole& nodes, const temporal::Times& times,
                 const RootReadOptions& options = {}) {
  CAPTURE(text);
  const auto roots = read_roots(text, most, options);
  REQUIRE_MESSAGE(roots.has_value(), roots.error().message);
  CHECK(roots->nodes == nodes);
  CHECK(roots->times == times);
}

/// "line:column code: message" with the parts that are there. There are 4 nodes.
std::string roots_refusal(std::string_view text, const RootReadOptions& options = {}) {
  const auto roots = read_roots(text, 4, options);
  if (roots) return "";
  const Error& error = roots.error();
  std::string place;
  if (error.line > 0) place += std::to_string(error.line);
  if (error.column > 0) place += ":" + std::to_string(error.column);
  return place + (place.empty() ? "" : " ") + std::string(name(error.code)) + ": " + error.message;
}

}  // namespace

TEST_CASE("roots in any order, by the names of their columns or by their place") {
  check_roots("node,time\n3,10\n0,9\n3,10\n", {3, 0, 3}, Whole{10, 9, 10});
  check_roots("\xef\xbb\xbfTS;label;Node_ID\r\n10;x;4\r\n-9;\"y;z\";5", {4, 5}, Whole{10, -9});
  check_roots("node::time\n3::10\n4::9\n", {3, 4}, Whole{10, 9});
  check_roots("# time node\n10 3\n9 4\n", {3, 4}, Whole{10, 9});
  check_roots("3 10\n4  9.5\n", {3, 4}, Fractional{10, 9.5});
  check_roots("src,dst,t\n3,4,10\n", {4}, Whole{10}, {.columns = {"dst", "t"}});
  check_roots("3,4,10\n12,13,14\n", {10, 14}, Whole{3, 12}, {.columns = {"3", "1"}});
  check_roots("268435456,-4611686018427387904\n0,4611686018427387904\n", {268435456, 0},
              Whole{-4611686018427387904, 4611686018427387904});
}

TEST_CASE("arrays of roots") {
  check_roots(npy("|u1", "(2, 2)", "\x03\x07\x02\x06"), {3, 2}, Whole{7, 6});
  check_roots(npy("|u1", "(1, 3)", "\x03\x07\x02"), {2}, Whole{7}, {.columns = {"3", "2"}});
  CHECK(roots_refusal(npy("|u1", "(2, 2)", "\x03\x07\x04\x06")) ==
        "out_of_range: node id 4 is not below 4, the number of nodes (root 1)");
  check_roots(npy("<i2", "(1, 2)", little_endian(1, 2) + little_endian(0xffff, 2)), {1}, Whole{-1});
  CHECK(roots_refusal(npy("<i2", "(1, 2)", little_endian(0xffff, 2) + little_endian(1, 2))) ==
        "negative: the value -1 at [0, 0] is negative");
  CHECK(roots_refusal(npy("|u1", "(2,)", "\x03\x07")) == "missing_column: expected 2 columns (node and time), found 1");
  CHECK(roots_refusal(npy("|u1", "(1, 3)", "\x03\x07\x02")) ==
        "extra_column: expected 2 columns (node and time), found 3; choose columns with --root-columns NODE,TIME");
}

TEST_CASE("what is no root is named with its line and column") {
  CHECK(roots_refusal("node,time\n0,1\n4,1\n") == "3 out_of_range: node id 4 is not below 4, the number of nodes");
  CHECK(roots_refusal("node,time\n0,1\n-4,1\n") == "3:1 negative: node id '-4' is negative");
  CHECK(roots_refusal("node,time\n0,nan\n") == "2:3 malformed: time 'nan' is not a finite number");
  CHECK(roots_refusal("node,time\n0,\n") == "2:3 malformed: a time is missing");
  CHECK(roots_refusal("node,time\n0\n") == "2:2 missing_column: expected 2 columns, found 1");
  CHECK(roots_refusal("0,4611686018427387905\n") == "1:3 too_large: time '4611686018427387905' is beyond 2^62");
  CHECK(roots_refusal("9223372036854775808,1\n") == "1:1 too_large: node id '9223372036854775808' is beyond 2^53 - 1");
  CHECK(roots_refusal("0\n") == "1 missing_column: expected 2 columns (node and time), found 1");
  CHECK(roots_refusal("0,1,2\n") ==
        "1 extra_column: expected 2 columns (node and time), found 3; choose columns with --root-columns NODE,TIME");
  CHECK(roots_refusal("v,time\n0,1\n") ==
        "1 missing_column: no column of nodes (node, node_id, n_id, root); columns: v, time; choose columns with "
        "--root-columns NODE,TIME");
  CHECK(roots_refusal("node,root,time\n0,1,2\n") ==
        "1 malformed: ambiguous column of nodes: 'node' or 'root'; choose columns with --root-columns NODE,TIME");
  CHECK(roots_refusal("a,b,c\n0,1,2\n", {.columns = {"a", "b", "c"}}) ==
        "1 component_mismatch: expected 2 columns (node and time) in --root-columns, found 3");
  for (const std::string_view nothing : {"", "node,time\n", "# nothing"}) {
    CHECK(roots_refusal(nothing) == "empty: no roots");
  }
  CHECK(roots_refusal("[[0,1]]") == "unsupported: roots are read from csv, npy, npz, parquet or arrow, not from json");
}

}  // namespace tuplepack::tests::roots_test

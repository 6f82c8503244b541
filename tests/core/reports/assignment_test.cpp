#include "tuplepack/reports/assignment.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::assignment_test {

using namespace reports;

TEST_CASE("packs of padding and dropped items are counted") {
  const packing::Assignment assignment{
      .offsets = {0, 2, 3, 3}, .items = {0, 1, 3}, .begins = {}, .sizes = {}, .dropped = {2}, .packs = 2, .work = {}};
  const AssignmentCounts counts = assignment_counts(assignment, 4);
  CHECK(counts.items == 4);
  CHECK(counts.packs == 3);
  CHECK(counts.padding_packs == 1);
  CHECK(counts.dropped == 1);
  CHECK(counts.pieces == 3);
  CHECK_FALSE(counts.has_split_items());
}

TEST_CASE("an item in two pieces is a split one") {
  const packing::Assignment assignment{.offsets = {0, 1, 3},
                                       .items = {0, 0, 1},
                                       .begins = {0, 10, 0},
                                       .sizes = {},
                                       .dropped = {},
                                       .packs = 2,
                                       .work = {}};
  const AssignmentCounts counts = assignment_counts(assignment, 2);
  CHECK(counts.pieces == 3);
  CHECK(counts.padding_packs == 0);
  CHECK(counts.has_split_items());
}

}  // namespace tuplepack::tests::assignment_test

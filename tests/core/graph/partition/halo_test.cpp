#include "tuplepack/graph/partition/halo.hpp"

#include <doctest/doctest.h>

#include <random>
#include <set>

namespace tuplepack::tests::halo_test {

using namespace graph;

namespace {

using Ids = std::vector<std::uint32_t>;
using Numbers = std::vector<std::int64_t>;

Ids halo_of(const LocalNodes& nodes) {
  Ids ids;
  nodes.for_each_halo([&](std::uint32_t id) { ids.push_back(id); });
  return ids;
}

Numbers local_ids(const LocalNodes& nodes, const Ids& ids) {
  Numbers found;
  for (const std::uint32_t id : ids) found.push_back(nodes.local_id(id));
  return found;
}

}  // namespace

TEST_CASE("inner nodes first, then the HALO in ascending new id") {
  LocalNodes nodes(7);
  const Ids first{3, 1, 0, 5, 6, 2}, second{4, 0, 4, 5};  // new ids of the sources of edges
  nodes.reset({0, 3});
  nodes.add(first);
  nodes.number();
  CHECK(halo_of(nodes) == Ids{3, 5, 6});
  CHECK(nodes.size() == 6);
  CHECK(local_ids(nodes, first) == Numbers{3, 1, 0, 4, 5, 2});

  nodes.reset({3, 7});
  nodes.add(second);
  nodes.add(Ids{2});
  nodes.number();
  CHECK(halo_of(nodes) == Ids{0, 2});
  CHECK(local_ids(nodes, second) == Numbers{1, 4, 1, 2});
  CHECK(local_ids(nodes, {2}) == Numbers{5});
}

TEST_CASE("a part without nodes has a HALO, if any") {
  LocalNodes nodes(65);
  nodes.reset({3, 3});
  nodes.number();
  CHECK(nodes.size() == 0);
  nodes.add(Ids{64, 3});
  nodes.number();
  CHECK(local_ids(nodes, {3, 64}) == Numbers{0, 1});
}

TEST_CASE("one part has no HALO") {
  LocalNodes nodes(3);
  nodes.reset({0, 3});
  nodes.add(Ids{0, 1, 2});
  nodes.number();
  CHECK(nodes.halo() == 0);
}

TEST_CASE("local ids equal those of a sorted set, in random graphs") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 draw(seed);
  for (int round = 0; round < 200; ++round) {
    const std::uint32_t count = 1 + static_cast<std::uint32_t>(draw()) % 300;
    const std::uint32_t begin = static_cast<std::uint32_t>(draw()) % (count + 1);
    const std::uint32_t end = begin + static_cast<std::uint32_t>(draw()) % (count + 1 - begin);
    LocalNodes nodes(count);
    nodes.reset({begin, end});
    Ids added;
    for (unsigned left = static_cast<unsigned>(draw()) % 200; left > 0; --left) {
      added.push_back(static_cast<std::uint32_t>(draw()) % count);
    }
    nodes.add(added);
    nodes.number();
    std::set<std::uint32_t> outside;
    for (const std::uint32_t id : added) {
      if (id < begin || id >= end) outside.insert(id);
    }
    CHECK(halo_of(nodes) == Ids(outside.begin(), outside.end()));
    CHECK(nodes.size() == end - begin + outside.size());
    for (const std::uint32_t id : added) {
      const bool inner = begin <= id && id < end;
      CHECK(nodes.is_inner(id) == inner);
      const auto place = std::distance(outside.begin(), outside.lower_bound(id));
      CHECK(nodes.local_id(id) == (inner ? id - begin : end - begin + static_cast<std::uint32_t>(place)));
    }
  }
}

}  // namespace tuplepack::tests::halo_test

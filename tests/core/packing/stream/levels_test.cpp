#include "packing/stream/levels.hpp"

#include "instances.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <optional>

namespace tuplepack::tests::levels_test {

using namespace packing;

TEST_CASE("levels: what has room for a size is of its level or above, and one component is told apart exactly") {
  tests::Random random(1);
  for (int round = 0; round < 20'000; ++round) {
    const std::size_t k = static_cast<std::size_t>(random.between(1, 3));
    std::vector<std::int64_t> limits;
    std::vector<std::int64_t> room;
    std::vector<std::int64_t> size;
    for (std::size_t c = 0; c < k; ++c) {
      limits.push_back(random.between(1, random.one_in(2) ? 40 : std::int64_t{1} << 53));
      room.push_back(random.between(0, limits[c]));
      size.push_back(random.between(0, room[c]));
    }
    const Levels levels(limits);
    CHECK(levels.of(size.data()) <= levels.of(room.data()));
    CHECK(levels.of(limits.data()) < Levels::count);
    if (k == 1 && limits[0] < 4096 && size[0] < room[0]) CHECK(levels.of(size.data()) < levels.of(room.data()));
  }
}

TEST_CASE("levels: a queue finds what a search through everything finds") {
  constexpr std::uint32_t things = 12;
  tests::Random random(2);
  LevelQueue queue(things);
  struct Queued {
    std::uint32_t thing;
    std::uint32_t level;
  };
  std::vector<Queued> all;  // oldest first
  for (int round = 0; round < 50'000; ++round) {
    const auto thing = static_cast<std::uint32_t>(random.between(0, things - 1));
    const auto known = std::find_if(all.begin(), all.end(), [&](const Queued& q) { return q.thing == thing; });
    if (known != all.end()) {
      CHECK(queue.level_of(thing) == known->level);
      queue.erase(thing);
      all.erase(known);
    } else {
      const std::array<std::int64_t, 6> edges{0, 63, 64, 2048, 4032, 4095};
      const std::int64_t level =
          random.one_in(2) ? edges[static_cast<std::size_t>(random.between(0, 5))] : random.between(0, 4095);
      queue.push(thing, static_cast<std::uint32_t>(level));
      all.push_back({.thing = thing, .level = static_cast<std::uint32_t>(level)});
    }
    const auto at = static_cast<std::uint32_t>(random.one_in(3) ? 64 * random.between(0, 63) : random.between(0, 4095));
    const auto refused = static_cast<std::uint32_t>(random.between(0, things));
    const auto accepts = [&](std::uint32_t candidate) { return candidate != refused; };
    std::optional<Queued> above;
    std::optional<Queued> below;
    for (const Queued& q : all) {
      if (!accepts(q.thing)) continue;
      if (q.level >= at && (!above || q.level < above->level)) above = q;
      if (q.level <= at && (!below || q.level > below->level)) below = q;
    }
    CHECK(queue.at_least(at, accepts) == (above ? above->thing : LevelQueue::none));
    CHECK(queue.at_most(at, accepts) == (below ? below->thing : LevelQueue::none));
  }
}

}  // namespace tuplepack::tests::levels_test

#include "tuplepack/packing/stream.hpp"

#include "streams.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::policies_test {

using namespace packing;

using Sizes = std::vector<std::int64_t>;
using Packs = std::vector<Sizes>;

TEST_CASE("stream: best fit takes the least room that is enough, and the fullest pack gives way") {
  // 6 and 5 are open with room 4 and 5; 4 closes the first; 3 goes to the 5; 9 and 2 are one too many: 9 is fullest.
  const Stream stream = stream_of({6, 5, 4, 3, 9, 2}, {.sizes = {10}}, options_of(StreamPolicy::best_fit, 2));
  StreamPacker packer = stream.packer();
  ClosedPacks closed;
  REQUIRE(packer.add(stream.part(0, 2), closed));
  CHECK(lists(closed).empty());
  CHECK(packer.held() == 2);
  REQUIRE(packer.add(stream.part(2, 6), closed));
  CHECK(lists(closed) == Packs{{0, 2}, {1, 3, 5}});
  packer.finish(closed);
  CHECK(lists(closed) == Packs{{0, 2}, {1, 3, 5}, {4}});
  CHECK(packer.held() == 0);
  CHECK(packer.totals().packs == 3);
  CHECK(packer.totals().real == Sizes{29});
  CHECK(packer.lower_bound() == 3);
}

TEST_CASE("stream: the fullest pack may be the one just opened") {
  const Stream stream = stream_of({2, 9, 7}, {.sizes = {10}}, options_of(StreamPolicy::best_fit, 1));
  CHECK(lists(stream.pack_all()) == Packs{{1}, {2, 0}});
}

TEST_CASE("stream: a pack closes at its depth, and when a component is full") {
  Stream stream = stream_of({1, 1, 1}, {.sizes = {10}, .depth = 2}, options_of(StreamPolicy::best_fit, 5));
  CHECK(lists(stream.pack_all()) == Packs{{0, 1}, {2}});
  stream = stream_of({1, 4, 1, 2, 1, 0}, {.sizes = {10, 4}}, options_of(StreamPolicy::best_fit, 5));
  stream.components = {"nodes", "edges"};
  CHECK(lists(stream.pack_all()) == Packs{{0}, {1, 2}});
}

TEST_CASE("stream: look-ahead builds from the largest with the largest that fits, the oldest among equals") {
  // Four are held; the fifth item needs room: 7 with 3. The sixth: 5 with 5.
  const Stream stream = stream_of({5, 3, 7, 3, 5, 4}, {.sizes = {10}}, options_of(StreamPolicy::look_ahead, 4));
  StreamPacker packer = stream.packer();
  ClosedPacks closed;
  REQUIRE(packer.add(stream.part(0, 4), closed));
  CHECK(closed.packs() == 0);
  REQUIRE(packer.add(stream.part(4, 5), closed));
  CHECK(lists(closed) == Packs{{2, 1}});
  CHECK(packer.held() == 3);
  REQUIRE(packer.add(stream.part(5, 6), closed));
  packer.finish(closed);
  CHECK(lists(closed) == Packs{{2, 1}, {0, 4}, {5, 3}});
}

TEST_CASE("stream: a balanced buffer is packed but for what makes the last pack") {
  // Six fill more than two packs: the first five make two full ones.
  Stream stream = stream_of({7, 1, 3, 6, 1, 5, 9}, {.sizes = {9}}, options_of(StreamPolicy::balanced, 6));
  StreamPacker packer = stream.packer();
  ClosedPacks closed;
  REQUIRE(packer.add(stream.part(0, 6), closed));
  CHECK(closed.packs() == 0);
  REQUIRE(packer.add(stream.part(6, 7), closed));
  CHECK(closed.packs() == 2);
  CHECK(packer.held() == 2);
  packer.finish(closed);
  CHECK(closed.packs() == 4);
  CHECK(closed.items.back() == 6);
}

TEST_CASE("stream: guided packs wait for what their strategy lacks") {
  // The plan fills 10 by 6 + 4 and by 5 + 3 + 2, twice as often.
  Stream stream = stream_of({4, 5, 5, 2, 6, 3, 3, 2}, {.sizes = {10}}, options_of(StreamPolicy::guided, 3));
  const Plan plan{.offsets = {0, 2, 5}, .bins = {2, 4, 0, 1, 3}, .copies = {1, 1, 1, 1, 1}, .repeats = {1, 2}};
  stream.options.guide = StreamGuide{
      .histogram = {.components = {"length"}, .sizes = {2, 3, 4, 5, 6}, .counts = {2, 2, 1, 2, 1}}, .plan = plan};
  StreamPacker packer = stream.packer();
  ClosedPacks closed;
  REQUIRE(packer.add(stream.sizes, closed));
  // Best fit would put the first two together. Here 4 waits for 6; each 5 for 3 and then 2. The 2 that comes too early
  // would open a fourth pack, and takes the place of a 3 instead, which leaves room for a 3 where a 2 was meant.
  CHECK(lists(closed) == Packs{{0, 4}, {1, 3, 6}, {2, 5, 7}});
}

}  // namespace tuplepack::tests::policies_test

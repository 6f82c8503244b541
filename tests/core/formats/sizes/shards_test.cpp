#include "tuplepack/formats/sizes/shards.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::shards_test {

using namespace formats;

TEST_CASE("names of shards") {
  for (const char* text : {"dir/a@4", "dir/a-????\?-of-00004"}) {
    const auto name = sharded_name(text);
    REQUIRE(name.has_value());
    CHECK(name->base == "dir/a");
    CHECK(name->shards == 4);
    CHECK(shard_name(*name, 0) == "dir/a-00000-of-00004");
    CHECK(shard_name(*name, 3) == "dir/a-00003-of-00004");
  }
  CHECK(shard_name({.base = "a@b", .shards = 123456}, 100000) == "a@b-100000-of-123456");
  CHECK(sharded_name("me@home@16")->base == "me@home");
  for (const char* text : {"", "a", "@4", "a@", "a@0", "a@-1", "a@4x", "a@x", "a@99999999999999999999", "a@1000001",
                           "a-????\?-of-4", "a-???\?-of-00004", "a-????\?-of-0000x"}) {
    CAPTURE(text);
    CHECK_FALSE(sharded_name(text));
  }
}

}  // namespace tuplepack::tests::shards_test

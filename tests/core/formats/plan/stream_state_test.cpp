#include "tuplepack/formats/plan/stream_state.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::stream_state_test {

using namespace formats;

static const StreamState some{
    .output = "a \"b\"\n.jsonl", .bytes = 123, .packs = 4, .seen = 5, .numbers = {1, 0, (std::int64_t{1} << 53) - 1}};

TEST_CASE("a state of a stream reads back as it was written") {
  for (const StreamState& state : {some, StreamState{}}) {
    const auto read = parse_stream_state(to_json(state));
    REQUIRE(read);
    CHECK(read->output == state.output);
    CHECK(read->bytes == state.bytes);
    CHECK(read->packs == state.packs);
    CHECK(read->seen == state.seen);
    CHECK(read->numbers == state.numbers);
  }
}

TEST_CASE("a state with any byte changed, missing or added is refused") {
  const std::string text = to_json(some);
  for (std::size_t at = 0; at + 1 < text.size(); ++at) {  // a line may lack its end
    for (const char other : {'0', '1', '9', ' ', '"', '}', ',', 'e'}) {
      if (text[at] == other) continue;
      std::string changed = text;
      changed[at] = other;
      CHECK_FALSE(parse_stream_state(changed));
    }
    CHECK_FALSE(parse_stream_state(text.substr(0, at)));
    CHECK_FALSE(parse_stream_state(text.substr(0, at) + text.substr(at + 1)));
    CHECK_FALSE(parse_stream_state(text.substr(0, at) + "1" + text.substr(at)));
  }
}

TEST_CASE("a state is no bomb") {
  CHECK(parse_stream_state("{\"numbers\":" + std::string(1000, '[')).error().code == ErrorCode::too_large);
  CHECK(parse_stream_state("[7]").error().message == "not a tuplepack stream checkpoint");
}

TEST_CASE("what is wrong with a state is said") {
  const std::string text = to_json(some);
  const auto message = [](std::string_view changed) { return parse_stream_state(changed).error().message; };
  CHECK(message("{}\n") == "not a tuplepack stream checkpoint");
  CHECK(message("[1]") == "not a tuplepack stream checkpoint");
  CHECK(message("") != "");
  std::string changed = text;
  changed.replace(changed.find("123"), 3, "122");
  CHECK(message(changed) == "the checkpoint is corrupt: checksum mismatch");
  changed = text;
  changed.replace(changed.find("state/2"), 7, "state/1");
  CHECK(message(changed) == "this checkpoint was saved by an older, incompatible version; delete it to start over");
  CHECK(parse_stream_state(changed).error().code == ErrorCode::unsupported);
}

}  // namespace tuplepack::tests::stream_state_test

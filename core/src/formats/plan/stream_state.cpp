#include "tuplepack/formats/plan/stream_state.hpp"

#include "formats/bytes/crc32.hpp"
#include "formats/json/json_tree.hpp"
#include "tuplepack/formats/json/json_writer.hpp"

namespace tuplepack::formats {

static constexpr std::string_view state_schema = "tuplepack.stream-state/2";
static constexpr std::string_view earlier_schema = "tuplepack.stream-state/1";
static constexpr std::string_view checksum_key = ",\"crc32\":";

static std::uint32_t checksum(std::string_view text) {
  return crc32(0, std::as_bytes(std::span(text.data(), text.size())));
}

std::string to_json(const StreamState& state) {
  std::string text = json_line([&](JsonWriter& json) {
    json.field("schema", state_schema);
    json.field("output", state.output);
    json.field("bytes", state.bytes);
    json.field("packs", state.packs);
    json.field("seen", state.seen);
    json.field("numbers", state.numbers);
  });
  text.resize(text.size() - 2);  // the brace and the newline
  const std::uint32_t sum = checksum(text);
  return ((text += checksum_key) += std::to_string(sum)) += "}\n";
}

static Result<std::int64_t> integer(const JsonValue& value) {
  if (value.is_number()) {
    const Number number = parse_number(value.token());
    if (!number.wrong) return number.value;
  }
  return fail(ErrorCode::malformed, "not a tuplepack stream checkpoint");
}

Result<StreamState> parse_stream_state(std::span<const char> json) {
  const std::string_view text(json.data(), json.size());
  StreamState state;
  const auto tree =
      JsonTree::parse(pieces_of(text), {{.path = {"numbers"}, .take = [&](const JsonValue& number, std::size_t) {
                                           const auto read = integer(number);
                                           if (read) state.numbers.push_back(*read);
                                           return read ? Result<void>() : tl::unexpected(read.error());
                                         }}});
  if (!tree) return tl::unexpected(tree.error());
  const JsonValue root = tree->root();
  const JsonValue found = root.member("schema");
  if (found.is_string() && found.string() == earlier_schema) {
    return fail(ErrorCode::unsupported,
                "this checkpoint was saved by an older, incompatible version; delete it to start over");
  }
  const JsonValue output = root.member("output");
  if (!found.is_string() || found.string() != state_schema || !output.is_string() ||
      !root.member("numbers").is_array()) {
    return fail(ErrorCode::malformed, "not a tuplepack stream checkpoint");
  }
  const auto sum = integer(root.member("crc32"));
  if (!sum || *sum != checksum(text.substr(0, text.rfind(checksum_key)))) {
    return fail(ErrorCode::malformed, "the checkpoint is corrupt: checksum mismatch");
  }
  state.output = output.string();
  for (const auto& [key, value] : {std::pair("bytes", &state.bytes), {"packs", &state.packs}, {"seen", &state.seen}}) {
    const auto read = integer(root.member(key));
    if (!read) return tl::unexpected(read.error());
    *value = *read;
  }
  return state;
}

}  // namespace tuplepack::formats

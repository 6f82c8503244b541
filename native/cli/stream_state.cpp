#include "stream_state.hpp"

#include "failure.hpp"
#include "input.hpp"
#include "reports/shared.hpp"

#include <filesystem>

namespace tuplepack::cli {

static constexpr const char* schema = "tuplepack.stream-state/1";

static std::int64_t integer(const Json& value) {
  if (!value.is_number_integer()) throw Failure("not a state of a stream");
  return value.get<std::int64_t>();
}

static StreamState parsed(const Json& json) {
  const auto member = [&](const char* name) { return json.value(name, Json()); };
  if (!json.is_object() || member("schema") != schema || !member("output").is_string() ||
      !member("numbers").is_array()) {
    throw Failure("not a state of a stream");
  }
  StreamState state{.output = member("output").get<std::string>(),
                    .mark = {.bytes = integer(member("bytes")), .packs = integer(member("packs"))},
                    .seen = integer(member("seen")),
                    .numbers = {}};
  for (const Json& number : json["numbers"]) state.numbers.push_back(integer(number));
  return state;
}

std::optional<StreamState> read_state(const std::string& path) {
  if (!std::filesystem::exists(path)) return std::nullopt;
  const std::string bytes = read_all(path);
  try {
    return parsed(Json::parse(bytes, nullptr, false));
  } catch (const Failure& failure) {
    throw Failure(path + ": " + failure.what());
  }
}

void write_state(const std::string& path, const StreamState& state) {
  OutputFile file(path);
  file.write(line({{"schema", schema},
                   {"output", state.output},
                   {"bytes", state.mark.bytes},
                   {"packs", state.mark.packs},
                   {"seen", state.seen},
                   {"numbers", state.numbers}}));
  file.commit();
}

}  // namespace tuplepack::cli

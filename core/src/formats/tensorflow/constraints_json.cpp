#include "tuplepack/formats/tensorflow/constraints_json.hpp"

#include "formats/json/json_events.hpp"
#include "tuplepack/base/words.hpp"

namespace tuplepack::formats {

static void write_counts(JsonWriter& json, std::string_view key, const graph::SetCounts& counts) {
  json.object(key, [&] {
    for (const auto& [name, count] : counts) json.field(name, count);
  });
}

static void write_members(JsonWriter& json, const graph::SizeConstraints& constraints) {
  json.field("total_num_components", constraints.total_num_components);
  write_counts(json, "total_num_nodes", constraints.total_num_nodes);
  write_counts(json, "total_num_edges", constraints.total_num_edges);
  write_counts(json, "min_nodes_per_component", constraints.min_nodes_per_component);
}

void write_constraints(JsonWriter& json, const graph::SizeConstraints& constraints) {
  json.field("schema", constraints_schema);
  write_members(json, constraints);
}

std::string to_json(const graph::SizeConstraints& constraints) {
  return json_line([&](JsonWriter& json) { write_constraints(json, constraints); });
}

std::string to_tuple_json(const graph::SizeConstraints& constraints) {
  return json_line([&](JsonWriter& json) { write_members(json, constraints); });
}

namespace {

/// Takes the events of the object.
class ConstraintsReader {
 public:
  explicit ConstraintsReader(const JsonText& text) : text_(text) {}

  [[nodiscard]] Result<void> key(std::string_view name, std::size_t at);
  [[nodiscard]] Result<void> scalar(const JsonScalar& value, std::size_t at);
  [[nodiscard]] Result<void> open(char bracket, std::size_t at);
  [[nodiscard]] Result<void> close();
  [[nodiscard]] Result<graph::SizeConstraints> finish() &&;

 private:
  enum class Member : std::uint8_t { schema, components, nodes, edges, least };
  static constexpr std::string_view names[] = {"schema", "total_num_components", "total_num_nodes", "total_num_edges",
                                               "min_nodes_per_component"};

  JsonText text_;
  std::size_t depth_ = 0;
  Member member_{};
  std::string set_;    // the key within a member
  unsigned seen_ = 0;  // members, by bit
  graph::SizeConstraints read_;

  [[nodiscard]] std::string_view name() const { return names[static_cast<std::size_t>(member_)]; }
  [[nodiscard]] graph::SetCounts& counts();
  [[nodiscard]] tl::unexpected<Error> expected(std::size_t at, std::string_view what) const;
};

}  // namespace

graph::SetCounts& ConstraintsReader::counts() {
  if (member_ == Member::nodes) return read_.total_num_nodes;
  return member_ == Member::edges ? read_.total_num_edges : read_.min_nodes_per_component;
}

tl::unexpected<Error> ConstraintsReader::expected(std::size_t at, std::string_view what) const {
  return text_.fail_at(at, ErrorCode::malformed,
                       (depth_ == 0 ? "" : "'" + std::string(name()) + "': ") + "expected " + std::string(what) +
                           ", found " + quote(text_.token(at)));
}

Result<void> ConstraintsReader::key(std::string_view name, std::size_t at) {
  if (depth_ == 2) {
    set_ = name;
    if (counts().find(name) == counts().end()) return {};
    return text_.fail_at(at, ErrorCode::malformed, "duplicate set " + quote(name));
  }
  for (std::size_t i = 0; i < std::size(names); ++i) {
    if (names[i] != name) continue;
    member_ = static_cast<Member>(i);
    if ((seen_ >> i & 1U) != 0) return text_.fail_at(at, ErrorCode::malformed, "duplicate key " + quote(name));
    seen_ |= 1U << i;
    return {};
  }
  return text_.fail_at(at, ErrorCode::unknown_name, "unknown key " + quote(name) + "; choose " + alternatives(names));
}

Result<void> ConstraintsReader::scalar(const JsonScalar& value, std::size_t at) {
  if (depth_ == 0) return expected(at, "an object");
  if (member_ == Member::schema) {
    if (!value.string) return expected(at, "a string");
    if (*value.string == constraints_schema) return {};
    return text_.fail_at(at, ErrorCode::unsupported,
                         "the schema is " + quote(*value.string) + ", not " + std::string(constraints_schema));
  }
  if (depth_ == 1 && member_ != Member::components) return expected(at, "an object of numbers");
  if (value.number.wrong) return text_.wrong_number(at, *value.number.wrong);
  (depth_ == 1 ? read_.total_num_components : counts()[set_]) = value.number.value;
  return {};
}

Result<void> ConstraintsReader::open(char bracket, std::size_t at) {
  if (depth_ == 0 && bracket != '{') return expected(at, "an object");
  const bool of_counts = member_ == Member::nodes || member_ == Member::edges || member_ == Member::least;
  // An empty tuple of Python is an empty array: its first value would come at this depth.
  const bool empty_tuple = bracket == '[' && member_ == Member::least;
  if (depth_ == 1 && !(of_counts && (bracket == '{' || empty_tuple))) {
    return expected(at, of_counts ? "an object of numbers" : "a number");
  }
  if (depth_ == 1 && empty_tuple && text_.bytes.find_first_not_of(" \t\r\n", at + 1) != text_.bytes.find(']', at)) {
    return expected(at, "an object of numbers");
  }
  if (depth_ == 2) return expected(at, "an object of numbers");
  ++depth_;
  return {};
}

Result<void> ConstraintsReader::close() {
  --depth_;
  return {};
}

Result<graph::SizeConstraints> ConstraintsReader::finish() && {
  for (const Member needed : {Member::components, Member::nodes, Member::edges}) {
    if ((seen_ >> static_cast<unsigned>(needed) & 1U) != 0) continue;
    return text_.fail_at(text_.bytes.find('{'), ErrorCode::malformed,
                         "the key '" + std::string(names[static_cast<std::size_t>(needed)]) + "' is missing");
  }
  return std::move(read_);
}

Result<graph::SizeConstraints> parse_constraints(std::string_view json) {
  const JsonText text{.bytes = json};
  ConstraintsReader reader(text);
  if (auto read = visit_json(text, reader); !read) return tl::unexpected(std::move(read.error()));
  return std::move(reader).finish();
}

}  // namespace tuplepack::formats

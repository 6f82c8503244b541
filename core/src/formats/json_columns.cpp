#include "json_columns.hpp"

namespace tuplepack {

static constexpr std::size_t member_depth = 1;
static constexpr std::size_t value_depth = 2;

void JsonColumns::note(std::size_t offset, ErrorCode code) {
  if (!problems_.back()) problems_.back() = Problem{.offset = offset, .code = code};
}

Result<void> JsonColumns::scalar(const JsonScalar& value, std::size_t at) {
  if (depth_ == member_depth) note(at, ErrorCode::malformed);
  if (depth_ != value_depth) return {};
  if (value.number.wrong) note(at, *value.number.wrong);
  columns_.back().values.push_back(value.number.value);
  return {};
}

Result<void> JsonColumns::open(char bracket, std::size_t at) {
  if (depth_ == 0) begin_ = at;
  if (depth_ == member_depth && bracket != '[') note(at, ErrorCode::malformed);
  if (depth_ == value_depth) note(at, ErrorCode::not_an_integer);
  ++depth_;
  return {};
}

Result<void> JsonColumns::close() {
  --depth_;
  return {};
}

Result<void> JsonColumns::key(std::string_view name, std::size_t) {
  if (depth_ != member_depth) return {};
  columns_.push_back({.name = std::string(name), .values = {}});
  problems_.emplace_back();
  return {};
}

Result<void> JsonColumns::finish(const ReadOptions& options, RowSink& sink) && {
  if (columns_.empty()) return text_.fail_at(begin_, ErrorCode::empty, "no items: the object has no columns");
  const auto chosen = choose_columns(columns_, options);
  if (!chosen) return text_.fail_at(begin_, chosen.error().code, chosen.error().message);
  for (const std::size_t column : chosen->used()) {
    if (!problems_[column]) continue;
    const auto [offset, code] = *problems_[column];
    if (code != ErrorCode::malformed) return text_.wrong_number(offset, code);
    return text_.fail_at(offset, code,
                         quote(text_.token(offset)) + " is no column of numbers; an object holds columns of equal " +
                             "length, {\"lengths\":[…]} or a tuplepack plan");
  }
  return hand_over_columns(columns_, *chosen, sink);
}

}  // namespace tuplepack

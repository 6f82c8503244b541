#include "json.hpp"

#include "json_columns.hpp"
#include "json_object.hpp"

#include "formats/text/text.hpp"

namespace tuplepack::formats {
namespace {

/// The visitor of an object. Which one it is shows with the first key that lengths and plans have; until then both of
/// their visitors see it.
class ObjectVisitor {
 public:
  /// lists  lengths of lists are asked for: the object is neither lengths nor a plan
  ObjectVisitor(const JsonText& text, bool lists) : text_(text), lists_(lists), object_(text), columns_(text) {}

  Result<void> scalar(const JsonScalar& value, std::size_t at) {
    if (!opened_) {
      return text_.fail_at(at, ErrorCode::malformed, "expected an array or an object, found " + quote(text_.token(at)));
    }
    return both([&](auto& visitor) { return visitor.scalar(value, at); });
  }
  Result<void> open(char bracket, std::size_t at) {
    opened_ = true;
    return both([&](auto& visitor) { return visitor.open(bracket, at); });
  }
  Result<void> close() {
    return both([](auto& visitor) { return visitor.close(); });
  }
  Result<void> key(std::string_view name, std::size_t at) {
    return both([&](auto& visitor) { return visitor.key(name, at); });
  }

  Result<void> finish(const ReadOptions& options, RowSink& sink) &&;

 private:
  JsonText text_;
  bool lists_;
  bool opened_ = false;
  JsonObject object_;
  JsonColumns columns_;

  Result<void> both(auto call) {
    if (lists_) return call(columns_);
    if (auto ok = call(object_); !ok) return ok;
    return object_.recognized() ? Result<void>() : call(columns_);
  }
};

/// Only the columns asked for.
Result<CountedRows> pick(CountedRows rows, ReadOptions options) {
  const std::size_t width = rows.components.size();
  const bool is_usual = equal_in_any_case(options.count_column, ReadOptions{}.count_column);
  if (!is_usual && !options.count_column.empty()) {
    return fail(ErrorCode::unsupported, "the object has the counts of its sizes, so " + quote(options.count_column) +
                                            " cannot be the column of counts; leave it out");
  }
  options.count_column.clear();
  auto columns = choose_columns(rows.components, width, options);
  if (!columns) return tl::unexpected(columns.error());
  CountedRows picked{.components = std::move(columns->components), .sizes = {}, .counts = std::move(rows.counts)};
  picked.sizes.reserve(picked.counts.size() * picked.components.size());
  for (std::size_t row = 0; row < picked.counts.size(); ++row) {
    for (const std::size_t column : columns->sizes) picked.sizes.push_back(rows.sizes[row * width + column]);
  }
  return picked;
}

Result<void> ObjectVisitor::finish(const ReadOptions& options, RowSink& sink) && {
  const bool is_counter = !object_.recognized() && columns_.is_counter();
  if (!object_.recognized() && !is_counter) return std::move(columns_).finish(options, sink);
  if (is_counter && sink.note) sink.note("read as a histogram: the keys are sizes, their values counts");
  if (object_.has_lengths() && sink.note) {
    sink.note("read as a histogram: number i of 'lengths' counts the items of length i; a list of lengths has no name");
  }
  auto rows = is_counter ? std::move(columns_).counter() : std::move(object_).finish();
  if (rows) rows = pick(std::move(*rows), options);
  if (!rows) return tl::unexpected(rows.error());
  return hand_over(*rows, sink);
}

}  // namespace

JsonReader::JsonReader(ReadOptions options, RowSink sink) : options_(std::move(options)), sink_(std::move(sink)) {}

Result<void> JsonReader::feed(std::string_view bytes) {
  if (rows_) return rows_->feed(bytes);
  if (!begun_) {
    const std::size_t first = bytes.find_first_not_of(" \t\r\n");
    begun_ = first != std::string_view::npos;
    if (begun_ && bytes[first] == '[') {
      rows_.emplace(options_, std::move(sink_));
      if (auto ok = rows_->feed(text_); !ok) return ok;
      return rows_->feed(bytes);
    }
  }
  text_ += bytes;
  return {};
}

Result<void> JsonReader::finish() {
  if (rows_) return rows_->finish();
  if (!begun_) return fail(ErrorCode::empty, "no items");
  const JsonText text{.bytes = text_};
  ObjectVisitor visitor(text, !options_.lengths_of.empty());
  if (auto ok = visit_json(text, visitor); !ok) return ok;
  return std::move(visitor).finish(options_, sink_);
}

}  // namespace tuplepack::formats

#include "json.hpp"

#include "json_object.hpp"
#include "json_rows.hpp"
#include "row_blocks.hpp"

#include <optional>

namespace tuplepack {
namespace {

/// The visitor of the whole text: an array of rows, or an object that has its own visitor.
class JsonDocument {
 public:
  JsonDocument(const JsonText& text, const ReadOptions& options) : text_(text), table_(options) {}

  Result<void> scalar(const JsonScalar& value, std::size_t at) {
    if (object_) return object_->scalar(value, at);
    if (!in_rows_) {
      return text_.fail_at(at, ErrorCode::malformed,
                           "an array or an object is expected, not " + quote(text_.token(at)));
    }
    if (auto ok = row_.scalar(value, at); !ok) return ok;
    return take_row();
  }
  Result<void> open(char bracket, std::size_t at) {
    if (!object_ && !in_rows_ && bracket == '{') object_.emplace(text_);
    if (object_) return object_->open(bracket, at);
    if (in_rows_) return row_.open(bracket, at);
    in_rows_ = true;
    return {};
  }
  Result<void> close() {
    if (object_) return object_->close();
    if (row_.complete()) return {};  // the array of rows itself
    if (auto ok = row_.close(); !ok) return ok;
    return take_row();
  }
  Result<void> key(const std::string& name, std::size_t at) {
    return object_ ? object_->key(name, at) : row_.key(name, at);
  }

  [[nodiscard]] bool is_object() const { return object_.has_value(); }
  [[nodiscard]] bool has_counts() const { return is_object() || table_.has_counts(); }

  Result<CountedRows> finish() && {
    if (object_) return std::move(*object_).finish();
    rows_.components = table_.components();
    return std::move(rows_);
  }

 private:
  JsonText text_;
  bool in_rows_ = false;
  std::optional<JsonObject> object_;
  JsonRow row_;
  JsonTable table_;
  CountedRows rows_;

  Result<void> take_row() {
    if (!row_.complete()) return {};
    if (auto ok = table_.read(text_, row_); !ok) return ok;
    rows_.sizes.insert(rows_.sizes.end(), table_.sizes().begin(), table_.sizes().end());
    rows_.counts.push_back(table_.count());
    return {};
  }
};

}  // namespace

JsonReader::JsonReader(ReadOptions options, RowSink sink) : options_(std::move(options)), sink_(std::move(sink)) {}

Result<void> JsonReader::feed(std::string_view bytes) {
  text_ += bytes;
  return {};
}

/// Only the columns asked for; rows of an array or of objects have been cut down to them before.
static Result<CountedRows> pick(CountedRows rows, ReadOptions options) {
  const std::size_t width = rows.components.size();
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

static Result<void> hand_over(const CountedRows& rows, bool has_counts, RowSink& sink) {
  const std::size_t k = rows.components.size();
  const std::size_t n = rows.counts.size();
  if (n == 0) return fail(ErrorCode::empty, "no items");
  if (auto ok = sink.begin(rows.components, has_counts); !ok) return ok;
  for (std::size_t first = 0; first < n; first += RowBlocks::block_rows) {
    const std::size_t some = std::min(RowBlocks::block_rows, n - first);
    const auto counts = std::span(rows.counts).subspan(first, has_counts ? some : 0);
    if (auto ok = sink.rows(std::span(rows.sizes).subspan(first * k, some * k), counts); !ok) return ok;
  }
  return {};
}

Result<void> JsonReader::finish() {
  if (text_.find_first_not_of(" \t\r\n") == std::string::npos) return fail(ErrorCode::empty, "no items");
  const JsonText text{.bytes = text_};
  JsonDocument document(text, options_);
  if (auto ok = visit_json(text, document); !ok) return ok;
  const bool is_object = document.is_object();
  const bool has_counts = document.has_counts();
  auto rows = std::move(document).finish();
  if (rows && is_object) rows = pick(std::move(*rows), options_);
  if (!rows) return tl::unexpected(rows.error());
  return hand_over(*rows, has_counts, sink_);
}

}  // namespace tuplepack

#include "opening.hpp"

#include "formats/json/json_events.hpp"
#include "formats/text/line_stream.hpp"
#include "tuplepack/base/byte_order_mark.hpp"
#include "tuplepack/formats/detection/format_table.hpp"

#include <algorithm>

namespace tuplepack::formats {

Opening::Opening(Format asked, Format likely) : asked_(asked), likely_(likely) {}

static bool may_begin_known(std::string_view text) {
  return may_be_signature(text) || (text.size() < byte_order_mark.size() && byte_order_mark.starts_with(text));
}

Result<void> Opening::look_at_signature() {
  signature_ = 1;
  while (signature_ < text_.size() && may_begin_known(text_.substr(0, signature_))) ++signature_;
  const std::string_view first = text_.substr(0, signature_);
  if (const Compression compression = compression_of(first); compression != Compression::none) {
    return fail(ErrorCode::unsupported,
                "the file is compressed with " + std::string(name(compression)) + "; decompress it first");
  }
  if (const auto foreign = foreign_format(first); foreign && !binary_format(first)) {
    return fail(ErrorCode::unsupported, "this is " + *foreign);
  }
  if (text_.starts_with(byte_order_mark)) begin_ = byte_order_mark.size();
  content_ = begin_;
  return {};
}

static bool is_json(std::string_view text) {
  return read_json(JsonText{.bytes = text}, [](const JsonEvent&) -> Result<void> { return {}; }).has_value();
}

/// Whether the only line of a file that is named .jsonl is a row: not an array of rows.
bool Opening::may_be_row() const {
  if (likely_ != Format::json_lines) return false;
  const std::size_t inside = text_.find_first_not_of(" \t\r\n", content_ + 1);
  if (inside == std::string_view::npos) return false;
  return text_[content_] == '{' || (text_[inside] != '[' && text_[inside] != '{');
}

/// JSON when the first character opens an array or an object; lines of it when the first line is complete and another
/// one follows. None while it takes more bytes to tell.
std::optional<Format> Opening::detect(bool whole) {
  if (const auto binary = binary_format(text_.substr(0, signature_))) return binary;
  if (second_line_ == 0) {
    content_ = text_.find_first_not_of(" \t\r\n", content_);
    if (content_ == std::string_view::npos) {
      content_ = text_.size();
      return whole ? std::optional(Format::csv) : std::nullopt;
    }
    if (text_[content_] != '[' && text_[content_] != '{') return Format::csv;
    const std::size_t newline = text_.find('\n', std::max(content_, searched_));
    searched_ = text_.size();
    if (newline == std::string_view::npos) {
      const bool too_long = text_.size() - content_ > max_line_length;  // for a line of json_lines
      if (whole && !too_long && may_be_row()) return Format::json_lines;
      return whole || too_long ? std::optional(Format::json) : std::nullopt;
    }
    if (newline - content_ > max_line_length) return Format::json;
    if (!is_json(text_.substr(content_, newline - content_))) return Format::json;
    second_line_ = newline + 1;
    searched_ = second_line_;
  }
  const std::size_t more = text_.find_first_not_of(" \t\r\n", searched_);
  searched_ = text_.size();
  if (more != std::string_view::npos) return Format::json_lines;
  if (!whole) return std::nullopt;
  return may_be_row() ? Format::json_lines : Format::json;
}

Result<std::optional<Format>> Opening::add(std::string_view bytes, bool whole) {
  text_ = held_.empty() ? bytes : std::string_view(held_ += bytes);
  if (has_signature(asked_)) return std::optional(asked_);
  std::optional<Format> format;
  if (signature_ > 0 || whole || !may_begin_known(text_)) {
    if (signature_ == 0) {
      if (auto ok = look_at_signature(); !ok) return tl::unexpected(ok.error());
    }
    format = asked_ == Format::detect ? detect(whole) : std::optional(asked_);
  }
  if (!format && held_.empty()) held_ = bytes;
  return format;
}

}  // namespace tuplepack::formats

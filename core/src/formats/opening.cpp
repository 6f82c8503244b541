#include "opening.hpp"

#include "json_events.hpp"
#include "line_stream.hpp"
#include "npy.hpp"
#include "tuplepack/formats/zip_members.hpp"

#include <array>

namespace tuplepack {

Opening::Opening(Format asked) : asked_(asked) {}

/// Files that have their own first bytes and are none of ours.
struct Signature {
  std::string_view bytes;
  std::string_view message;
};
static constexpr std::array<Signature, 3> refused_signatures{{
    {"\x1f\x8b", "the file is compressed with gzip; decompress it first"},
    {"\xff\xfe", "the text is UTF-16; save it as UTF-8"},
    {"\xfe\xff", "the text is UTF-16; save it as UTF-8"},
}};
static constexpr std::string_view byte_order_mark = "\xef\xbb\xbf";
static constexpr std::size_t longest_signature = npy_magic.size();

Result<void> Opening::look_at_signature() {
  signature_known_ = true;
  for (const Signature& signature : refused_signatures) {
    if (text_.starts_with(signature.bytes)) return fail(ErrorCode::unsupported, std::string(signature.message));
  }
  if (text_.starts_with(byte_order_mark)) begin_ = byte_order_mark.size();
  content_ = begin_;
  return {};
}

static bool is_json(std::string_view text) {
  return read_json(JsonText{.bytes = text}, [](const JsonEvent&) -> Result<void> { return {}; }).has_value();
}

/// JSON when the first character opens an array or an object; lines of it when the first line is complete and another
/// one follows. None while it takes more bytes to tell.
std::optional<Format> Opening::detect(bool whole) {
  if (text_.starts_with(npy_magic)) return Format::npy;
  if (text_.starts_with(zip_magic) || text_.starts_with(empty_zip_magic)) return Format::npz;
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
  return whole ? std::optional(Format::json) : std::nullopt;
}

Result<std::optional<Format>> Opening::add(std::string_view bytes, bool whole) {
  text_ = held_.empty() ? bytes : std::string_view(held_ += bytes);
  if (asked_ == Format::npy || asked_ == Format::npz) return std::optional(asked_);
  std::optional<Format> format;
  if (signature_known_ || whole || text_.size() >= longest_signature) {
    if (!signature_known_) {
      if (auto ok = look_at_signature(); !ok) return tl::unexpected(ok.error());
    }
    format = asked_ == Format::detect ? detect(whole) : std::optional(asked_);
  }
  if (!format && held_.empty()) held_ = bytes;
  return format;
}

}  // namespace tuplepack

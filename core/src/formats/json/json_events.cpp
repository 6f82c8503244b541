#include "json_events.hpp"

#include "json_limits.hpp"
#include "tuplepack/base/byte_order_mark.hpp"
#include "tuplepack/base/limits.hpp"

#include <rapidjson/reader.h>

#include <vector>

namespace tuplepack::formats {

static constexpr std::size_t longest_token = 100;  // messages show less

std::string_view json_token(std::string_view text) {
  text = text.substr(0, longest_token);
  if (text.empty()) return text;
  if (text.front() != '"') {
    const std::size_t end = text.find_first_of(" \t\r\n,:[]{}\"");
    return text.substr(0, std::max<std::size_t>(end, 1));
  }
  std::size_t end = 1;
  while (end < text.size() && text[end] != '"') end += text[end] == '\\' ? 2 : 1;
  return text.substr(0, end + 1);
}

JsonText JsonText::from(std::size_t offset) const {
  const std::string_view before = bytes.substr(0, offset);
  JsonText rest{.bytes = bytes.substr(before.size()), .first_line = first_line, .first_column = first_column};
  std::size_t line_begin = 0;
  for (std::size_t at = before.find('\n'); at != std::string_view::npos; at = before.find('\n', line_begin)) {
    line_begin = at + 1;
    ++rest.first_line;
    rest.first_column = 1;
  }
  rest.first_column += static_cast<std::int64_t>(before.size() - line_begin);
  return rest;
}

tl::unexpected<Error> JsonText::fail_at(std::size_t offset, ErrorCode code, std::string message) const {
  const JsonText rest = from(offset);
  return fail(code, std::move(message), rest.first_line, rest.first_column);
}

tl::unexpected<Error> JsonText::syntax_error(std::size_t offset, std::string_view expected) const {
  return fail_at(offset, ErrorCode::malformed,
                 "invalid JSON at " + quote(token(offset)) + ": " + std::string(expected));
}

namespace {

/// Where the token begins that comes next: only blanks and one separator lie before it.
std::size_t next_token(std::string_view bytes, std::size_t at) {
  const auto skip_blanks = [&] {
    while (at < bytes.size() && (is_blank(bytes[at]) || bytes[at] == '\n' || bytes[at] == '\r')) ++at;
  };
  skip_blanks();
  if (at < bytes.size() && (bytes[at] == ',' || bytes[at] == ':')) ++at;
  skip_blanks();
  return at;
}

/// What the library reads from. Of text in pieces it holds the current piece, and before it what came since the last
/// token.
class JsonStream {
 public:
  using Ch = char;

  explicit JsonStream(const JsonText& text) {
    hold(text);
    skip_byte_order_mark();
  }
  explicit JsonStream(TextPieces pieces) : pieces_(std::move(pieces)) {
    refill();
    skip_byte_order_mark();
  }
  JsonStream(const JsonStream&) = delete;
  JsonStream& operator=(const JsonStream&) = delete;

  [[nodiscard]] char Peek() const { return at_ == end_ ? '\0' : *at_; }
  char Take() {
    if (at_ == end_) return '\0';
    const char c = *at_++;
    if (at_ == end_ && pieces_) {
      if (next() == text_.bytes.size()) token_end_ = begin_ + text_.bytes.size();  // blanks need not be held
      refill();
    }
    return c;
  }
  [[nodiscard]] std::size_t Tell() const { return begin_ + static_cast<std::size_t>(at_ - text_.bytes.data()); }

  // For output, which there is none.
  [[nodiscard]] char* PutBegin() const { return nullptr; }
  void Put(char) const {}
  void Flush() const {}
  [[nodiscard]] std::size_t PutEnd(char*) const { return 0; }

  [[nodiscard]] const JsonText& text() const { return text_; }
  [[nodiscard]] std::size_t begin() const { return begin_; }  // of text(), in the input
  [[nodiscard]] bool at_end() const { return at_ == end_; }
  /// Whether the text was cut, because one token fills the memory.
  [[nodiscard]] bool is_too_long() const { return too_long_; }

  /// Where the token begins that comes next, in text().
  [[nodiscard]] std::size_t next() const { return next_token(text_.bytes, token_end_ - begin_); }
  void end_token(std::size_t end) { token_end_ = end; }

  /// Reads on until the token at an offset in the input can be shown. Parsing must be over.
  void complete_token(std::size_t offset) {
    while (pieces_ && begin_ + text_.bytes.size() < offset + longest_token) refill();
  }

 private:
  TextPieces pieces_;
  std::string buffer_;
  JsonText text_;
  std::size_t begin_ = 0;
  std::size_t token_end_ = 0;  // of the last token, in the input
  const char* at_ = nullptr;
  const char* end_ = nullptr;
  bool too_long_ = false;

  void hold(const JsonText& text) {
    text_ = text;
    at_ = text.bytes.data();
    end_ = at_ + text.bytes.size();
  }

  void skip_byte_order_mark() {
    if (text_.first_line > 1 || text_.first_column > 1 || !text_.bytes.starts_with(byte_order_mark)) return;
    at_ += byte_order_mark.size();
    token_end_ = byte_order_mark.size();
  }

  void refill() {
    if (!pieces_) return;
    too_long_ = begin_ + text_.bytes.size() - token_end_ > max_json_token;
    if (too_long_) pieces_ = nullptr;
    if (too_long_) return;
    const std::size_t seen = token_end_ - begin_;
    JsonText rest = text_.from(seen);
    buffer_.erase(0, seen);
    const std::size_t read = buffer_.size();
    const std::string_view piece = pieces_();
    if (piece.empty()) pieces_ = nullptr;
    buffer_ += piece;
    rest.bytes = buffer_;
    hold(rest);
    begin_ += seen;
    at_ += read;
  }
};

/// What the library calls. Its events do not say where their tokens begin, only the stream where they end.
class Handler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
 public:
  Handler(JsonStream& stream, const JsonEventSink& sink) : stream_(stream), sink_(sink) {}

  bool Default() { return not_a_number({}); }  // null, true, false
  bool Int(int value) { return integer(value); }
  bool Uint(unsigned value) { return integer(value); }
  bool Int64(std::int64_t value) { return integer(value); }
  bool Uint64(std::uint64_t value) { return integer(static_cast<std::int64_t>(std::min(value, beyond_exact))); }
  bool Double(double) {
    const std::size_t begin = stream_.next();
    const std::size_t end = stream_.Tell() - stream_.begin();
    return token(JsonEvent::Kind::scalar, {.number = parse_number(stream_.text().bytes.substr(begin, end - begin))});
  }
  bool String(const char* first, rapidjson::SizeType length, bool) {
    return not_a_number(std::string_view(first, length));
  }
  bool Key(const char* first, rapidjson::SizeType length, bool) {
    if (++members_.back() > max_json_members) {
      return refuse(beyond_json_limit(max_json_members, "members in one object", "use an array instead"));
    }
    return token(JsonEvent::Kind::key, {.number = {}, .string = std::string_view(first, length)});
  }
  bool StartObject() { return open(); }
  bool StartArray() { return open(); }
  bool EndObject(rapidjson::SizeType) { return close(); }
  bool EndArray(rapidjson::SizeType) { return close(); }

  [[nodiscard]] Result<void>& result() { return result_; }

 private:
  static constexpr std::uint64_t beyond_exact = static_cast<std::uint64_t>(max_exact) + 1;

  JsonStream& stream_;
  const JsonEventSink& sink_;
  Result<void> result_;
  std::vector<std::size_t> members_;  // so far, of what is open

  bool refuse(std::string message) {
    result_ = stream_.text().fail_at(stream_.next(), ErrorCode::too_large, std::move(message));
    return false;
  }
  bool tell(JsonEvent::Kind kind, std::size_t begin, const JsonScalar& scalar, std::size_t end) {
    auto taken = sink_({.kind = kind,
                        .offset = stream_.begin() + begin,
                        .text = stream_.text().bytes.substr(begin),
                        .scalar = scalar,
                        .held = stream_.text()});
    stream_.end_token(end);
    if (taken) return true;
    result_ = std::move(taken);
    return false;
  }
  bool token(JsonEvent::Kind kind, const JsonScalar& scalar) {
    return tell(kind, stream_.next(), scalar, stream_.Tell());
  }
  bool integer(std::int64_t value) {
    JsonScalar scalar{.number = {.value = value}};
    if (value < 0) scalar.number = {.value = 0, .wrong = ErrorCode::negative};
    if (value > max_exact) scalar.number = {.value = 0, .wrong = ErrorCode::too_large};
    return token(JsonEvent::Kind::scalar, scalar);
  }
  bool not_a_number(std::optional<std::string_view> string) {
    return token(JsonEvent::Kind::scalar,
                 {.number = {.value = 0, .wrong = ErrorCode::not_an_integer}, .string = string});
  }
  bool open() {
    if (members_.size() == max_json_depth) {
      return refuse(beyond_json_limit(max_json_depth, "arrays and objects within each other", "write fewer levels"));
    }
    members_.push_back(0);
    return bracket(JsonEvent::Kind::open);
  }
  bool close() {
    members_.pop_back();
    return bracket(JsonEvent::Kind::close);
  }
  bool bracket(JsonEvent::Kind kind) {
    const std::size_t begin = stream_.next();
    return tell(kind, begin, {}, stream_.begin() + begin + 1);
  }
};

std::string_view reason(rapidjson::ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorDocumentRootNotSingular: return "expected the end of the JSON";
    case rapidjson::kParseErrorObjectMissName: return "expected a key in quotes";
    case rapidjson::kParseErrorObjectMissColon: return "expected ':'";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket: return "expected ',' or '}'";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket: return "expected ',' or ']'";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid: return "invalid \\u escape";
    case rapidjson::kParseErrorStringEscapeInvalid: return "invalid escape or bare control character";
    case rapidjson::kParseErrorStringMissQuotationMark: return "missing closing quote";
    case rapidjson::kParseErrorStringInvalidEncoding: return "not valid UTF-8";
    case rapidjson::kParseErrorNumberMissFraction: return "missing digits after the decimal point";
    case rapidjson::kParseErrorNumberMissExponent: return "missing digits in the exponent";
    default: return "expected a value";
  }
}

}  // namespace

/// A number beyond the range of a double is a wrong number; everything else is broken syntax.
static tl::unexpected<Error> syntax_error(const JsonText& text, rapidjson::ParseErrorCode code, std::size_t offset) {
  if (offset == text.bytes.size()) return text.fail_at(offset, ErrorCode::malformed, "unexpected end of JSON");
  if (code == rapidjson::kParseErrorNumberTooBig) {
    return text.wrong_number(offset, parse_number(text.token(offset)).wrong.value_or(ErrorCode::not_an_integer));
  }
  return text.syntax_error(offset, reason(code));
}

static Result<void> read_stream(JsonStream stream, const JsonEventSink& sink) {
  constexpr unsigned flags = rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag;
  Handler handler(stream, sink);
  rapidjson::CrtAllocator allocator;  // else the reader allocates one
  rapidjson::Reader reader(&allocator);
  const rapidjson::ParseResult parsed = reader.Parse<flags>(stream, handler);
  if (!handler.result()) return std::move(handler.result());
  if (stream.is_too_long()) {
    return stream.text().fail_at(stream.next(), ErrorCode::too_large,
                                 beyond_json_limit(max_json_token, "bytes of one value", "shorten it"));
  }
  if (parsed.IsError()) {
    const std::size_t offset = std::min(parsed.Offset(), stream.begin() + stream.next());
    stream.complete_token(offset);
    return syntax_error(stream.text(), parsed.Code(), offset - stream.begin());
  }
  if (!stream.at_end()) {  // a zero byte, which ends the text for the library
    return syntax_error(stream.text(), rapidjson::kParseErrorDocumentRootNotSingular, stream.Tell() - stream.begin());
  }
  return {};
}

Result<void> read_json(const JsonText& text, const JsonEventSink& sink) {
  return read_stream(JsonStream(text), sink);
}

Result<void> read_json(TextPieces pieces, const JsonEventSink& sink) {
  return read_stream(JsonStream(std::move(pieces)), sink);
}

}  // namespace tuplepack::formats

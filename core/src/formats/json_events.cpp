#include "json_events.hpp"

#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>
#include <algorithm>

namespace tuplepack {

static constexpr std::size_t longest_token = 100;  // messages show less

std::string_view JsonText::token(std::size_t offset) const {
  const std::string_view rest = bytes.substr(std::min(offset, bytes.size()), longest_token);
  if (rest.empty()) return rest;
  if (rest.front() != '"') {
    const std::size_t end = rest.find_first_of(" \t\r\n,:[]{}\"");
    return rest.substr(0, std::max<std::size_t>(end, 1));
  }
  std::size_t end = 1;
  while (end < rest.size() && rest[end] != '"') end += rest[end] == '\\' ? 2 : 1;
  return rest.substr(0, end + 1);
}

tl::unexpected<Error> JsonText::fail_at(std::size_t offset, ErrorCode code, std::string message) const {
  const std::string_view before = bytes.substr(0, offset);
  const std::size_t newline = before.rfind('\n');
  const bool same_line = newline == std::string_view::npos;
  const std::size_t in_line = same_line ? before.size() : before.size() - newline - 1;
  return fail(code, std::move(message), first_line + std::count(before.begin(), before.end(), '\n'),
              static_cast<std::int64_t>(in_line) + (same_line ? first_column : 1));
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

/// What the library calls. Its events do not say where their tokens begin, only the stream where they end.
class Handler : public rapidjson::BaseReaderHandler<rapidjson::UTF8<>, Handler> {
 public:
  Handler(const JsonText& text, const rapidjson::MemoryStream& stream, const JsonEventSink& sink)
      : text_(text), stream_(stream), sink_(sink) {}

  bool Default() { return not_a_number(nullptr); }  // null, true, false
  bool RawNumber(const char* digits, rapidjson::SizeType length, bool) {
    return token(JsonEvent::Kind::scalar, {.number = parse_number({digits, length})});
  }
  bool String(const char* first, rapidjson::SizeType length, bool) {
    string_.assign(first, length);
    return not_a_number(&string_);
  }
  bool Key(const char* first, rapidjson::SizeType length, bool) {
    string_.assign(first, length);
    return token(JsonEvent::Kind::key, {.number = {}, .string = &string_});
  }
  bool StartObject() { return bracket(JsonEvent::Kind::open); }
  bool StartArray() { return bracket(JsonEvent::Kind::open); }
  bool EndObject(rapidjson::SizeType) { return bracket(JsonEvent::Kind::close); }
  bool EndArray(rapidjson::SizeType) { return bracket(JsonEvent::Kind::close); }

  /// Where the token begins after the last event's.
  [[nodiscard]] std::size_t next() const { return next_token(text_.bytes, end_); }
  [[nodiscard]] Result<void>& result() { return result_; }

 private:
  const JsonText& text_;
  const rapidjson::MemoryStream& stream_;
  const JsonEventSink& sink_;
  std::size_t end_ = 0;  // of the last event's token
  std::string string_;
  Result<void> result_;

  bool tell(const JsonEvent& event, std::size_t end) {
    end_ = end;
    result_ = sink_(event);
    return result_.has_value();
  }
  bool token(JsonEvent::Kind kind, const JsonScalar& scalar) {
    return tell({.kind = kind, .offset = next(), .scalar = scalar}, stream_.Tell());
  }
  bool not_a_number(const std::string* string) {
    return token(JsonEvent::Kind::scalar,
                 {.number = {.value = 0, .wrong = ErrorCode::not_an_integer}, .string = string});
  }
  bool bracket(JsonEvent::Kind kind) {
    const std::size_t begin = next();
    return tell({.kind = kind, .offset = begin, .scalar = {}}, begin + 1);
  }
};

std::string_view reason(rapidjson::ParseErrorCode code) {
  switch (code) {
    case rapidjson::kParseErrorDocumentRootNotSingular: return "the end is expected";
    case rapidjson::kParseErrorObjectMissName: return "a key in quotes is expected";
    case rapidjson::kParseErrorObjectMissColon: return "':' is expected";
    case rapidjson::kParseErrorObjectMissCommaOrCurlyBracket: return "',' or '}' is expected";
    case rapidjson::kParseErrorArrayMissCommaOrSquareBracket: return "',' or ']' is expected";
    case rapidjson::kParseErrorStringUnicodeEscapeInvalidHex:
    case rapidjson::kParseErrorStringUnicodeSurrogateInvalid: return "a \\u in it is invalid";
    case rapidjson::kParseErrorStringEscapeInvalid: return "it has an invalid escape or a bare control character";
    case rapidjson::kParseErrorStringMissQuotationMark: return "its closing quote is missing";
    case rapidjson::kParseErrorStringInvalidEncoding: return "it is not UTF-8";
    case rapidjson::kParseErrorNumberMissFraction: return "digits are missing after the point";
    case rapidjson::kParseErrorNumberMissExponent: return "digits are missing in the exponent";
    default: return "a value is expected";
  }
}

}  // namespace

/// A number beyond the range of a double is a wrong number; everything else is broken syntax.
static tl::unexpected<Error> syntax_error(const JsonText& text, rapidjson::ParseErrorCode code, std::size_t offset) {
  if (offset == text.bytes.size()) return text.fail_at(offset, ErrorCode::malformed, "the JSON ends too early");
  if (code == rapidjson::kParseErrorNumberTooBig) {
    return text.wrong_number(offset, parse_number(text.token(offset)).wrong.value_or(ErrorCode::not_an_integer));
  }
  return text.syntax_error(offset, reason(code));
}

Result<void> read_json(const JsonText& text, const JsonEventSink& sink) {
  constexpr unsigned flags =
      rapidjson::kParseIterativeFlag | rapidjson::kParseNumbersAsStringsFlag | rapidjson::kParseValidateEncodingFlag;
  rapidjson::MemoryStream stream(text.bytes.data(), text.bytes.size());
  Handler handler(text, stream, sink);
  rapidjson::Reader reader;
  const rapidjson::ParseResult parsed = reader.Parse<flags>(stream, handler);
  if (!handler.result()) return std::move(handler.result());
  if (parsed.IsError()) return syntax_error(text, parsed.Code(), std::min(parsed.Offset(), handler.next()));
  if (stream.Tell() < text.bytes.size()) {  // a zero byte, which ends the text for the library
    return syntax_error(text, rapidjson::kParseErrorDocumentRootNotSingular, stream.Tell());
  }
  return {};
}

}  // namespace tuplepack

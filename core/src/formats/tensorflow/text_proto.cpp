#include "tuplepack/formats/tensorflow/text_proto.hpp"

#include "text_proto_cursor.hpp"

#include <charconv>

namespace tuplepack::formats {

namespace {

/// Reads fields. Strings, numbers and words are the cursor's.
class TextProtoParser {
 public:
  explicit TextProtoParser(std::string_view text) : cursor_(text) {}

  Result<std::vector<TextProtoField>> parse();

 private:
  Result<std::string> name();
  Result<void> scalar(TextProtoField& field);
  Result<void> message(TextProtoField& field);
  Result<void> value(TextProtoField& field, bool after_colon);
  Result<void> list(const TextProtoField& named, bool after_colon, std::vector<TextProtoField>& fields);
  Result<void> field(std::vector<TextProtoField>& fields);

  TextProtoCursor cursor_;
  int depth_ = 0;
};

/// A field's, or an extension's in brackets.
Result<std::string> TextProtoParser::name() {
  if (cursor_.at_word()) return cursor_.word();
  if (!cursor_.take('[')) return cursor_.unexpected("the name of a field");
  std::string name = "[";
  do {
    if (!cursor_.at_word()) return cursor_.unexpected("the name of an extension");
    name += cursor_.word();
    const char between = cursor_.peek();
    if (between == ']') break;
    if (between != '.' && between != '/' && between != '-') return cursor_.unexpected("']'");
    name += between;
    cursor_.take(between);
  } while (true);
  cursor_.take(']');
  return name + "]";
}

Result<void> TextProtoParser::scalar(TextProtoField& field) {
  if (cursor_.at_string()) {
    auto bytes = cursor_.strings();
    if (!bytes) return tl::unexpected(std::move(bytes.error()));
    field.kind = TextProtoKind::string;
    field.text = std::move(*bytes);
    return {};
  }
  const bool negative = cursor_.take('-');
  if (cursor_.at_word()) {
    const TextPlace place = cursor_.place();
    field.kind = TextProtoKind::word;
    field.text = (negative ? "-" : "") + cursor_.word();
    const std::string_view word = field.text;
    if (!negative || word == "-inf" || word == "-infinity" || word == "-nan") return {};
    return fail(ErrorCode::malformed, "'-' must be followed by a number", place.line, place.column);
  }
  auto number = cursor_.number();
  if (!number) return tl::unexpected(std::move(number.error()));
  field.kind = TextProtoKind::number;
  field.text = (negative ? "-" : "") + *number;
  return {};
}

Result<void> TextProtoParser::message(TextProtoField& field) {
  const TextPlace opened = cursor_.place();
  const char closing = cursor_.peek() == '{' ? '}' : '>';
  field.kind = TextProtoKind::message;
  if (depth_ == max_text_proto_depth) {
    return cursor_.fail_here("messages nest more than " + std::to_string(max_text_proto_depth) + " deep");
  }
  ++depth_;
  cursor_.take(cursor_.peek());
  while (!cursor_.take(closing)) {
    if (cursor_.at_end()) {
      return fail(ErrorCode::malformed, "the message of '" + field.name + "' is not closed", opened.line,
                  opened.column);
    }
    if (auto ok = this->field(field.fields); !ok) return ok;
  }
  --depth_;
  return {};
}

Result<void> TextProtoParser::value(TextProtoField& field, bool after_colon) {
  field.value_place = cursor_.place();
  if (cursor_.peek() == '{' || cursor_.peek() == '<') return message(field);
  if (!after_colon) return cursor_.unexpected("':' or a message after '" + field.name + "'");
  return scalar(field);
}

Result<void> TextProtoParser::list(const TextProtoField& named, bool after_colon, std::vector<TextProtoField>& fields) {
  const TextPlace opened = cursor_.place();
  cursor_.take('[');
  if (cursor_.take(']')) {
    fields.push_back(named);
    fields.back().kind = TextProtoKind::empty_list;
    fields.back().value_place = opened;
    return {};
  }
  do {
    TextProtoField element = named;
    if (auto ok = value(element, after_colon); !ok) return ok;
    fields.push_back(std::move(element));
  } while (cursor_.take(','));
  if (!cursor_.take(']')) return cursor_.unexpected("',' or ']'");
  return {};
}

Result<void> TextProtoParser::field(std::vector<TextProtoField>& fields) {
  TextProtoField read;
  read.place = cursor_.place();
  auto named = name();
  if (!named) return tl::unexpected(std::move(named.error()));
  read.name = std::move(*named);
  const bool after_colon = cursor_.take(':');
  if (cursor_.peek() == '[') {
    read.in_list = true;
    if (auto ok = list(read, after_colon, fields); !ok) return ok;
  } else {
    if (auto ok = value(read, after_colon); !ok) return ok;
    fields.push_back(std::move(read));
  }
  if (!cursor_.take(',')) cursor_.take(';');
  return {};
}

Result<std::vector<TextProtoField>> TextProtoParser::parse() {
  std::vector<TextProtoField> fields;
  cursor_.skip_blanks();
  while (!cursor_.at_end()) {
    if (auto ok = field(fields); !ok) return tl::unexpected(std::move(ok.error()));
  }
  return fields;
}

}  // namespace

static void append_string_literal(std::string& out, std::string_view bytes) {
  out += '"';
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      (out += '\\') += c;
    } else if (byte < 0x20U || byte == 0x7fU) {
      out += '\\';
      for (const unsigned shift : {6U, 3U, 0U}) out += static_cast<char>('0' + (byte >> shift & 7U));
    } else {
      out += c;
    }
  }
  out += '"';
}

static void append_fields(std::string& out, std::span<const TextProtoField> fields, std::size_t indent) {
  for (const TextProtoField& field : fields) {
    out.append(indent, ' ') += field.name;
    if (field.kind == TextProtoKind::message) {
      out += " {\n";
      append_fields(out, field.fields, indent + 2);
      out.append(indent, ' ') += "}\n";
      continue;
    }
    out += ": ";
    if (field.kind == TextProtoKind::string) {
      append_string_literal(out, field.text);
    } else {
      out += field.kind == TextProtoKind::empty_list ? "[]" : field.text;
    }
    out += '\n';
  }
}

std::string text_proto(std::span<const TextProtoField> fields) {
  std::string out;
  append_fields(out, fields, 0);
  return out;
}

Result<std::int64_t> text_proto_integer(std::string_view number) {
  const std::string text(number);
  const bool negative = number.starts_with('-');
  if (negative) number.remove_prefix(1);
  int base = 10;
  if (number.starts_with("0x") || number.starts_with("0X")) {
    base = 16;
    number.remove_prefix(2);
  } else if (number.size() > 1 && number.front() == '0') {
    base = 8;
    number.remove_prefix(1);
  }
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value, base);
  if (end != number.data() + number.size() || number.empty()) {
    return fail(ErrorCode::not_an_integer, "'" + text + "' is not an integer");
  }
  constexpr std::uint64_t half = std::uint64_t{1} << 63U;
  if (error == std::errc::result_out_of_range || value > (negative ? half : half - 1)) {
    return fail(ErrorCode::too_large, "'" + text + "' is beyond 64 bits");
  }
  return static_cast<std::int64_t>(negative ? ~value + 1 : value);
}

Result<std::vector<TextProtoField>> parse_text_proto(std::string_view text) {
  return TextProtoParser(text).parse();
}

}  // namespace tuplepack::formats

#include "tuplepack/formats/tensorflow/text_proto.hpp"

#include <doctest/doctest.h>

#include <random>
#include <string>

namespace tuplepack::tests::text_proto_test {

using namespace formats;

static std::vector<TextProtoField> parsed(const std::string& text) {
  CAPTURE(text);
  auto fields = parse_text_proto(text);
  if (!fields) FAIL(fields.error().message);
  return *fields;
}

/// The text of fields on one line: every form of one message has the same.
static std::string shown(const std::string& text) {
  std::string line = text_proto(parsed(text)), joined;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\n') {
      joined += ' ';
      while (i + 1 < line.size() && line[i + 1] == ' ') ++i;
    } else {
      joined += line[i];
    }
  }
  return joined;
}

static void check_text_proto_fails(const std::string& text, const std::string& says, std::int64_t line,
                                   std::int64_t column) {
  CAPTURE(text);
  const auto fields = parse_text_proto(text);
  REQUIRE_FALSE(fields);
  CHECK(fields.error().code == ErrorCode::malformed);
  CHECK_MESSAGE(fields.error().message.find(says) != std::string::npos, fields.error().message);
  CHECK(fields.error().line == line);
  CHECK(fields.error().column == column);
}

TEST_CASE("text protos are read in all their forms") {
  const std::string expected = "a: 1 m { b: \"x\" } ";
  for (const char* text :
       {"a: 1 m { b: 'x' }", "a:1,m<b:\"x\">", "a: 1; m: { b: \"x\"; };", "# c\na: 1 # d\nm: <b: 'x',>", "a:1m{b:'x'}",
        "\ta :\r\n1 m\n{ b : '' \"x\" # e\n '' }\f\v"}) {
    if (std::string(text) == "a:1m{b:'x'}") {
      check_text_proto_fails(text, "'1m' is not a number", 1, 3);
    } else {
      CHECK(shown(text) == expected);
    }
  }
  CHECK(shown("") == "");
  CHECK(shown("\xef\xbb\xbf"
              "a: 1 m { b: 'x' }") == expected);
  CHECK(shown(" # only a comment") == "");
  CHECK(shown("a: [1, 2,3] b: ['x' 'y', \"z\"] m [{a: 1}, <>] n: [{}]") ==
        "a: 1 a: 2 a: 3 b: \"xy\" b: \"z\" m { a: 1 } m { } n { } ");
  CHECK(shown("a: []") == "a: [] ");
  CHECK(shown("[a.b_c/d.e]: 5 [x.y] { z: 1 }") == "[a.b_c/d.e]: 5 [x.y] { z: 1 } ");
}

TEST_CASE("numbers and words of text protos stand as they are") {
  const auto text_after = [](const std::string& token) { return parsed("a: " + token).at(0).text; };
  for (const char* token :
       {"0",       "5",   "-5",   "0x1F", "-0XaB", "017", "1.5",  ".5",  "5.",       "1e3",  "1E-3",
        "1.5e+3f", "10f", "09.5", "00",   "3F",    "inf", "-inf", "nan", "DT_FLOAT", "true", "_a1"}) {
    CHECK(text_after(token) == token);
  }
  CHECK(text_after("-  # sign\n 5") == "-5");
  CHECK(parsed("a: 1.5f")[0].kind == TextProtoKind::number);
  CHECK(parsed("a: inf")[0].kind == TextProtoKind::word);
  for (const char* token : {"08", "0x", "1e", "1.2.3", "1..2", "5x", "0x1G", "1_000"}) {
    check_text_proto_fails(std::string("a: ") + token, std::string("'") + token + "' is not a number", 1, 4);
  }
  check_text_proto_fails("a: -b", "'-' must be followed by a number", 1, 5);
  check_text_proto_fails("a: -'x'", "expected a value, but found '''", 1, 5);
  check_text_proto_fails("a: +5", "expected a value, but found '+'", 1, 4);
  check_text_proto_fails("a: .", "is not a number", 1, 4);
}

TEST_CASE("integers of text protos are decimal, octal and hexadecimal") {
  const auto is = [](const std::string& text, std::int64_t number) {
    const auto read = text_proto_integer(text);
    REQUIRE(read);
    CHECK(*read == number);
  };
  is("0", 0);
  is("-0", 0);
  is("-12", -12);
  is("0x7fffffffffffffff", INT64_MAX);
  is("-9223372036854775808", INT64_MIN);
  is("-0x8000000000000000", INT64_MIN);
  is("-017", -15);
  is("00", 0);
  for (const char* text : {"", "-", "1.5", "1e3", "5f", "0x", "x"}) {
    CHECK(text_proto_integer(text).error().code == ErrorCode::not_an_integer);
  }
  for (const char* text : {"9223372036854775808", "-9223372036854775809", "99999999999999999999"}) {
    CHECK(text_proto_integer(text).error().code == ErrorCode::too_large);
  }
}

TEST_CASE("strings of text protos are joined and their escapes resolved") {
  const auto string_after = [](const std::string& literal) { return parsed("a: " + literal).at(0).text; };
  CHECK(string_after(R"('\a\b\f\n\r\t\v\?\\\'\"')") == "\a\b\f\n\r\t\v?\\'\"");
  CHECK(string_after(R"("\101\60\0" "\x41\x7" '\X4a')") == std::string("A0\0A\aJ", 6));
  CHECK(string_after(R"("\u00e9\u20ac\U0001F600\ud83d\ude00")") == "\u00e9\u20ac\U0001F600\U0001F600");
  CHECK(string_after("'a'\n# c\n\"b\"") == "ab");
  CHECK(string_after("'it\"s'") == "it\"s");
  CHECK(string_after("\"\u00e9\xff\"") == "\u00e9\xff");
  check_text_proto_fails("a: 'x", "a string is not closed in its line", 1, 4);
  check_text_proto_fails("a: 'b' 'x\n'", "a string is not closed in its line", 1, 8);
  check_text_proto_fails("a: 'x\\", "unknown", 1, 7);
  check_text_proto_fails("a: '\\q'", "the escape '\\q' is unknown", 1, 6);
  check_text_proto_fails("a: '\\400'", "over \\377", 1, 6);
  check_text_proto_fails("a: '\\xg'", "1 hexadecimal digits", 1, 7);
  check_text_proto_fails("a: '\\u12'", "4 hexadecimal digits", 1, 7);
  check_text_proto_fails("a: '\\ud800'", "not a Unicode character", 1, 11);
  check_text_proto_fails("a: '\\ud800\\u0041'", "not a Unicode character", 1, 17);
  check_text_proto_fails("a: '\\U00110000'", "not a Unicode character", 1, 15);
}

TEST_CASE("errors in text protos have a line and a column in bytes") {
  check_text_proto_fails("a", "expected ':' or a message after 'a', but the text ends", 1, 2);
  check_text_proto_fails("a 5", "expected ':' or a message after 'a', but found '5'", 1, 3);
  check_text_proto_fails("a [1]", "expected ':' or a message after 'a', but found '1'", 1, 4);
  check_text_proto_fails("a: ", "expected a value, but the text ends", 1, 4);
  check_text_proto_fails("a: 1\nm {\n  b: 'x'\n", "the message of 'm' is not closed", 2, 3);
  check_text_proto_fails("m { b: 1 >", "expected the name of a field, but found '>'", 1, 10);
  check_text_proto_fails("}", "expected the name of a field, but found '}'", 1, 1);
  check_text_proto_fails("a: 1,, b: 2", "expected the name of a field, but found ','", 1, 6);
  check_text_proto_fails("a: [1 2]", "expected ',' or ']', but found '2'", 1, 7);
  check_text_proto_fails("a: [1,]", "expected a value, but found ']'", 1, 7);
  check_text_proto_fails("a: [[1]]", "expected a value, but found '['", 1, 5);
  check_text_proto_fails("[a b]: 1", "expected ']', but found 'b'", 1, 4);
  check_text_proto_fails("[]: 1", "expected the name of an extension, but found ']'", 1, 2);
  check_text_proto_fails("d: '\u00e9' 5", "expected the name of a field, but found '5'", 1, 9);
  check_text_proto_fails("5: 1", "expected the name of a field, but found '5'", 1, 1);
}

TEST_CASE("text protos nest to a limit") {
  const auto nested = [](int depth) {
    std::string text;
    for (int i = 0; i < depth; ++i) text += "a<";
    return text + std::string(static_cast<std::size_t>(depth), '>');
  };
  CHECK(parse_text_proto(nested(max_text_proto_depth)));
  check_text_proto_fails(nested(max_text_proto_depth + 1), "nest more than 100 deep", 1, 2 * max_text_proto_depth + 2);
}

// ---- random trees ----

namespace {

/// Random fields, and a text of them in random forms.
struct RandomProto {
  std::mt19937 random;

  int below(int n) { return std::uniform_int_distribution<int>(0, n - 1)(random); }

  std::vector<TextProtoField> fields(int depth) {
    std::vector<TextProtoField> made(static_cast<std::size_t>(below(5)));
    for (TextProtoField& field : made) {
      field.name = "f" + std::to_string(below(9));
      field.kind = static_cast<TextProtoKind>(below(depth > 0 ? 4 : 3) + (depth > 0 ? 0 : 1));
      if (field.kind == TextProtoKind::message) field.fields = fields(depth - 1);
      if (field.kind == TextProtoKind::word) field.text = below(2) == 0 ? "DT_INT64" : "-inf";
      if (field.kind == TextProtoKind::number)
        field.text = std::to_string(below(1000) - 500) + (below(2) == 0 ? ".5" : "");
      for (int i = below(6); field.kind == TextProtoKind::string && i > 0; --i)
        field.text += static_cast<char>(below(256));
    }
    return made;
  }

  std::string blank() {
    static const std::vector<std::string> blanks = {" ", "\n", "\t", " # a comment: {\n", "\r\n  "};
    return blanks[static_cast<std::size_t>(below(5))];
  }

  std::string literal(const std::string& bytes) {
    const char quotes = below(2) == 0 ? '"' : '\'';
    std::string text(1, quotes);
    for (const char c : bytes) {
      const auto byte = static_cast<unsigned char>(c);
      char escaped[8];
      if (c == quotes || c == '\\' || c == '\n' || below(3) == 0) {
        std::snprintf(escaped, sizeof escaped, below(2) == 0 ? "\\%03o" : "\\x%02x", byte);
        text += escaped;
        if (escaped[1] == 'x') (text += quotes) += quotes;  // ends what the digits may be
      } else {
        text += c;
      }
    }
    return text + quotes;
  }

  std::string text(const std::vector<TextProtoField>& tree) {
    std::string out;
    for (const TextProtoField& field : tree) {
      out += blank() + field.name;
      if (field.kind == TextProtoKind::message) {
        const bool angle = below(2) == 0, listed = below(4) == 0;
        out += (below(2) == 0 ? " : " : blank()) + (listed ? "[ " : "") + (angle ? "<" : "{");
        out += text(field.fields) + blank() + (angle ? ">" : "}") + (listed ? "]" : "");
      } else {
        const bool listed = below(4) == 0;
        out += (below(2) == 0 ? ":" : " :" + blank()) + (listed ? "[" : "");
        out += field.kind == TextProtoKind::string ? literal(field.text) : field.text;
        out += listed ? blank() + "]" : "";
      }
      out += std::vector<std::string>{blank(), ",", ";"}[static_cast<std::size_t>(below(3))];
    }
    return out;
  }
};

}  // namespace

static bool same_fields(const std::vector<TextProtoField>& a, const std::vector<TextProtoField>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const TextProtoField& x, const TextProtoField& y) {
    return x.name == y.name && x.kind == y.kind && x.text == y.text && same_fields(x.fields, y.fields);
  });
}

TEST_CASE("random trees of fields are read back from what is written of them, in any form") {
  const auto seed = std::random_device{}();
  CAPTURE(seed);
  RandomProto proto{std::mt19937(seed)};
  for (int round = 0; round < 3000; ++round) {
    const std::vector<TextProtoField> tree = proto.fields(4);
    const std::string free = proto.text(tree), plain = text_proto(tree);
    CAPTURE(free);
    const auto read = parse_text_proto(free), again = parse_text_proto(plain);
    REQUIRE_MESSAGE(read, read.error().message);
    REQUIRE(again);
    REQUIRE(same_fields(*read, tree));
    REQUIRE(same_fields(*again, tree));
    REQUIRE(text_proto(*again) == plain);
  }
}

}  // namespace tuplepack::tests::text_proto_test

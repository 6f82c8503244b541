#include "formats/dgl/pickle_reader.hpp"

#include <doctest/doctest.h>

#include <string>

namespace tuplepack::tests::pickle_reader_test {

using namespace formats;

using namespace std::string_literals;

namespace {

std::string shown(const Pickle& pickle, std::uint32_t index) {
  const PickleValue& value = pickle.values[index];
  const auto items = [&](const char* open, const char* close) {
    std::string text = open;
    for (const std::uint32_t item : value.items) text += (text.size() > 1 ? " " : "") + shown(pickle, item);
    return text + close;
  };
  switch (value.kind) {
    case PickleKind::none: return "none";
    case PickleKind::boolean: return value.number != 0 ? "true" : "false";
    case PickleKind::number: return std::to_string(value.number);
    case PickleKind::text: return "'" + std::string(value.text) + "'";
    case PickleKind::global: return std::string(value.text).replace(value.text.find('\n'), 1, ".");
    case PickleKind::tuple: return items("(", ")");
    case PickleKind::list: return items("[", "]");
    case PickleKind::dict: return items("{", "}");
    case PickleKind::call: return items("!", "");
    case PickleKind::object: return items("<", ">");
    case PickleKind::reference: return items("@", "");
  }
  return "?";
}

/// The value of a pickle of protocol 2 with these operations, as a text, or the error.
std::string value_of(const std::string& operations) {
  const std::string bytes = "\x80\x02" + operations;
  const auto pickle = read_pickle(bytes);
  return pickle ? shown(*pickle, pickle->root) : std::string(name(pickle.error().code)) + ": " + pickle.error().message;
}

}  // namespace

TEST_CASE("atoms of a pickle") {
  CHECK(value_of("N.") == "none");
  CHECK(value_of("\x88.") == "true");
  CHECK(value_of("\x89.") == "false");
  CHECK(value_of("K\xff.") == "255");
  CHECK(value_of("M\xff\xff.") == "65535");
  CHECK(value_of("J\xff\xff\xff\xff.") == "-1");
  CHECK(value_of("\x8a\0."s) == "0");
  CHECK(value_of("\x8a\x01\xfe.") == "-2");
  CHECK(value_of("\x8a\x08\0\0\0\0\0\0\0\x80."s) == "-9223372036854775808");
  CHECK(value_of("\x8a\x05\0\0\0\0\x01."s) == "4294967296");
  CHECK(value_of("X\x03\0\0\0a\xc3\xa4."s) == "'aä'");
  CHECK(value_of("ctorch._utils\nf\n.") == "torch._utils.f");
}

TEST_CASE("structures of a pickle") {
  CHECK(value_of(").") == "()");
  CHECK(value_of("(K\1K\2K\3K\4t.") == "(1 2 3 4)");
  CHECK(value_of("K\1\x85.") == "(1)");
  CHECK(value_of("K\1K\2\x86.") == "(1 2)");
  CHECK(value_of("K\1K\2K\3\x87.") == "(1 2 3)");
  CHECK(value_of("](K\1K\2eK\3a.") == "[1 2 3]");
  CHECK(value_of("}(K\1K\2uK\3K\4s.") == "{1 2 3 4}");
  CHECK(value_of("cm\nf\nK\1\x85R.") == "!m.f (1)");
  CHECK(value_of("cm\nC\n)\x81}b.") == "<m.C () {}>");
  CHECK(value_of("K\1Q.") == "@1");
}

TEST_CASE("the memo of a pickle stands for one value") {
  CHECK(value_of("}q\0K\1h\0\x86."s) == "malformed: the pickle is not one value, at byte 10");
  CHECK(value_of("]q\0h\0K\1a\x86."s) == "([1] [1])");
  CHECK(value_of("K\7r\0\1\0\0j\0\1\0\0\x86."s) == "(7 7)");
  const auto circle = read_pickle("\x80\x02]q\0h\0a."s);
  REQUIRE(circle);
  CHECK(circle->values[circle->root].items == std::vector{circle->root});
}

TEST_CASE("what is wrong in a pickle is told with its place") {
  CHECK(value_of("h\1.") == "malformed: undefined memo key 1, at byte 2");
  CHECK(value_of("K\1\x86.") == "malformed: the stack of the pickle is too small, at byte 4");
  CHECK(value_of("K\1(K\2\x86.") == "malformed: the stack of the pickle is too small, at byte 7");
  CHECK(value_of("q\1.") == "malformed: the stack of the pickle is too small, at byte 2");
  CHECK(value_of("K\1t.") == "malformed: the stack of the pickle has no mark, at byte 4");
  CHECK(value_of("K\1K\1a.") == "malformed: SETITEMS, APPENDS or BUILD on a value that does not support it, at byte 6");
  CHECK(value_of("}(K\1u.") == "malformed: SETITEMS, APPENDS or BUILD on a value that does not support it, at byte 6");
  CHECK(value_of(")}b.") == "malformed: SETITEMS, APPENDS or BUILD on a value that does not support it, at byte 4");
  CHECK(value_of("K") == "malformed: the pickle is truncated, at byte 2");
  CHECK(value_of("N") == "malformed: the pickle is truncated, at byte 3");
  CHECK(value_of("cm\nf.") == "malformed: the pickle is truncated, at byte 2");
  CHECK(value_of("X\xff\xff\xff\xffz.") == "malformed: the pickle is truncated, at byte 2");
  CHECK(value_of("X\1\0\0\0\xff."s) == "malformed: a string that is not UTF-8, at byte 2");
  CHECK(value_of("N.N") == "malformed: trailing bytes after the pickle's STOP opcode, at byte 3");
  CHECK(value_of("NN.") == "malformed: the pickle is not one value, at byte 4");
  CHECK(value_of("(N.") == "malformed: the pickle is not one value, at byte 4");
  CHECK(value_of(".") == "malformed: the pickle is not one value, at byte 2");
  CHECK(value_of("\x8a\x09") == "unsupported: an integer of 9 bytes, at byte 2");
  CHECK(value_of("\x95") == "unsupported: an operation of code 149 in the pickle, at byte 2");
  CHECK(value_of("\x80\x02N.") == "unsupported: an operation of code 128 in the pickle, at byte 2");
  CHECK(read_pickle("").error().message == "not a pickle of protocol 2 or 3");
  CHECK(read_pickle("(lp0\n.").error().message == "not a pickle of protocol 2 or 3");
  CHECK(read_pickle("\x80\x04N.").error().message == "a pickle of protocol 4 instead of 2 or 3");
  CHECK(read_pickle("\x80\x03N."));
}

TEST_CASE("a pickle has a limited number of values (long)") {
  const std::size_t most = std::size_t{1} << 22;
  CHECK(read_pickle("\x80\x02(" + std::string(most - 1, ')') + "t."));
  const auto more = read_pickle("\x80\x02(" + std::string(most, ')') + "t.");
  REQUIRE_FALSE(more);
  CHECK(more.error().message.starts_with("a pickle of more than 4194304 values, at byte "));
}

}  // namespace tuplepack::tests::pickle_reader_test

#include "tuplepack/base/visible.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace tuplepack::tests::shell_word_test {

TEST_CASE("words of a command are in quotes where a shell would read something else") {
  for (const char* plain : {"a", "sizes.csv", "../A_b-1/x@16", "1,2:3", "--limits=5", "50%", "+x"}) {
    CHECK(shell_word(plain) == plain);
  }
  CHECK(shell_word("") == "''");
  CHECK(shell_word("x y;touch Z.csv") == "'x y;touch Z.csv'");
  CHECK(shell_word("it's") == R"('it'\''s')");
  CHECK(shell_word("=ls") == "'=ls'");
  for (const char c : std::string_view(" !\"#$&()*;<>?[\\]^`{|}~")) {
    const std::string word = std::string("a") + c;
    CHECK(shell_word(word) == "'" + word + "'");
  }
  CHECK(shell_word("größe") == "'größe'");
}

TEST_CASE("words that would drive a terminal or are no text are written with octal numbers") {
  CHECK(shell_word("a\nb") == R"($'a\012b')");
  CHECK(shell_word("\x1b[31m'\\1") == R"($'\033[31m\'\\1')");
  CHECK(shell_word("\xff") == R"($'\377')");
  CHECK(shell_word("ü\x7f") == R"($'\303\274\177')");
  CHECK(shell_word("\u202e") == R"($'\342\200\256')");  // changes the direction of text
}

TEST_CASE("a command is words with blanks between them") {
  CHECK(shell_command(std::vector<std::string>{"tuplepack", "pack", "a b", "--limits", "5"}) ==
        "tuplepack pack 'a b' --limits 5");
  CHECK(shell_command({}).empty());
}

}  // namespace tuplepack::tests::shell_word_test

#include "tuplepack/formats/edges/edge_ends.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace tuplepack::tests::edge_ends_test {

using namespace formats;

namespace {

using Names = std::vector<std::string>;
using Columns = std::vector<std::size_t>;

EdgeEndOptions between(const std::string& source, const std::string& destination, Names columns = {}) {
  return {.columns = std::move(columns), .types = {source, destination}};
}

Result<Columns> choose(const Names& names, EdgeEndOptions options) {
  return EdgeEnds(std::move(options)).choose({.names = names, .width = names.size()});
}

/// What is noted when a table begins.
Names notes_on(const Names& names, EdgeEndOptions options, std::string_view part = "column", Names known = {}) {
  Names notes;
  EdgeEnds ends(std::move(options));
  const EdgeTable table{.names = names, .width = names.size(), .part = part, .known = std::move(known)};
  const auto chosen = ends.choose(table);
  REQUIRE(chosen.has_value());
  ends.begin(table, *chosen, [&](const std::string& text) { notes.push_back(text); });
  return notes;
}

/// Whether edges may be between the nodes that they seem to be.
bool may_be(const Names& names, EdgeEndOptions options, const std::vector<std::int64_t>& pairs) {
  EdgeEnds ends(std::move(options));
  const EdgeTable table{.names = names, .width = names.size()};
  const auto chosen = ends.choose(table);
  REQUIRE(chosen.has_value());
  ends.begin(table, *chosen, {});
  ends.add(pairs);
  return ends.check().has_value();
}

}  // namespace

TEST_CASE("columns that are named as the node types the other way round are turned") {
  for (const Names& names : std::vector<Names>{{"user", "item"}, {"userId", "movieId"}, {"USER_ID", "Item_Id"}}) {
    const std::string item = names[1] == "movieId" ? "movies" : "item";
    CHECK(choose(names, between(item, "user")) == Columns{1, 0});
    CHECK(choose(names, between("user", item)) == Columns{0, 1});
  }
  CHECK(choose({"author_id", "paper_id"}, between("paper", "author")) == Columns{1, 0});
  CHECK(choose({"userId", "movieId", "rating"}, between("movie", "user")) == Columns{1, 0});
  CHECK(choose({"author", "title"}, between("page", "author")) == Columns{1, 0});  // one says so, and the other nothing
  CHECK(choose({"src", "dst"}, between("page", "user")) == Columns{0, 1});
  CHECK(choose({"user", "item"}, between("item", "user", {"user", "item"})) == Columns{0, 1});
  CHECK(choose({"user", "item"}, between("_N", "_N")) == Columns{0, 1});
  CHECK(choose({"author", "author_id"}, between("a", "author")) == Columns{0, 1});
}

TEST_CASE("columns are found by the names of node types where no other name tells") {
  CHECK(choose({"year", "paper_id", "authorId"}, between("author", "paper")) == Columns{2, 1});
  CHECK(choose({"user", "rating", "movie"}, between("user", "movie")) == Columns{0, 2});
  CHECK(!choose({"src", "dst", "user", "movie"}, between("user", "movie")));  // several may be meant
  CHECK(!choose({"year", "paper_id", "writer"}, between("author", "paper")));
  CHECK(!choose({"paper", "paper_id", "author"}, between("author", "paper")));
  CHECK(EdgeEnds(between("author", "paper")).is_header(Names{"paper", "author"}));
  CHECK(!EdgeEnds(between("author", "paper")).is_header(Names{"paper", "anna"}));
  CHECK(EdgeEnds(between("_N", "_N")).is_header(Names{"src", "dst"}));
}

TEST_CASE("a table that begins is noted") {
  const std::string others = "; use --columns to choose others";
  CHECK(notes_on({"user", "item"}, between("item", "user")) ==
        Names{"'item' has the sources and 'user' the destinations, by the names of the node types" + others});
  CHECK(notes_on({"item", "user"}, between("user", "item")).empty());
  CHECK(notes_on({"src", "dst", "w"}, between("a", "b")) == Names{"column 'w' is ignored" + others});
  CHECK(notes_on({"x", "src", "dst", "y", "n"}, between("a", "a"), "array", {"n"}) ==
        Names{"arrays 'x', 'y' are ignored" + others});
  CHECK(notes_on({"src", "dst", "w"}, between("a", "b", {"src", "dst"})).empty());
  CHECK(
      notes_on({"a", "b"}, between("_N", "_N")) ==
      Names{"ids of 'a' and 'b' are taken as nodes of one type; for two types, name them, as in user:edge:item=FILE"});
}

TEST_CASE("users and items of one type do not have the same ids") {
  const Names names{"user", "item"};
  CHECK(may_be(names, between("_N", "_N"), {0, 6, 5, 7}));
  CHECK(!may_be(names, between("_N", "_N"), {0, 6, 6, 7}));
  CHECK(may_be(names, between("user", "item"), {0, 0}));
  CHECK(may_be({"src", "dst"}, between("_N", "_N"), {0, 0}));
  auto one = between("_N", "_N");
  one.one_numbering = true;
  CHECK(may_be(names, one, {0, 0}));
  auto numbered = between("_N", "_N");
  numbered.are_numbered = true;
  CHECK(may_be(names, numbered, {0, 1, 2, 3, 0, 3}));
  CHECK(!may_be(names, numbered, {0, 1, 2, 3, 1, 3}));
}

TEST_CASE("users and items of several files do not have the same ids") {
  EdgeEnds ends(between("_N", "_N"));
  const Names names{"user", "item"};
  const EdgeTable table{.names = names, .width = 2};
  const Columns columns{0, 1};
  ends.begin(table, columns, {});
  ends.add(std::vector<std::int64_t>{0, 3});
  CHECK(ends.check());
  ends.begin();  // without names
  ends.add(std::vector<std::int64_t>{9, 0});
  CHECK(ends.check());
  ends.begin(table, columns, {});
  ends.add(std::vector<std::int64_t>{3, 4});
  CHECK(!ends.check());
}

}  // namespace tuplepack::tests::edge_ends_test

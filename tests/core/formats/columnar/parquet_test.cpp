#include "tuplepack/formats/columnar/parquet.hpp"

#include "formats/bytes/crc32.hpp"
#include "formats/columnar/parquet/deltas.hpp"
#include "formats/columnar/parquet/lengths.hpp"
#include "formats/columnar/parquet/runs.hpp"
#include "formats/columnar/parquet/thrift.hpp"
#include "formats/hex.hpp"
#include "formats/parquet_bytes.hpp"
#include "formats/reading.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"

#include <doctest/doctest.h>

#include <random>

namespace tuplepack::tests::parquet_test {

using namespace formats;

using Numbers = std::vector<std::int64_t>;

namespace {

// ---- files ----

constexpr int required = 0, optional = 1, repeated = 2;
constexpr int int32 = 1, byte_array = 6;
constexpr int converted_list = 3;

struct Leaf {
  std::vector<std::string> fields;  // of the schema
  std::vector<std::string> pages;   // whole
  int codec = 0;
};

std::string field(std::string_view name, int repetition, int type) {
  return thrift({i32(1, type), i32(3, repetition), text(4, name)});
}
std::string group(std::string_view name, int repetition, int children, int converted = -1) {
  std::vector<ThriftBytes> fields{i32(3, repetition), text(4, name), i32(5, children)};
  if (converted >= 0) fields.push_back(i32(6, converted));
  return thrift(fields);
}

std::string with_length(const std::string& levels) {
  return little_endian(levels.size(), 4) + levels;
}
std::string plain(const Numbers& values) {
  std::string bytes;
  for (const std::int64_t value : values) bytes += little_endian(static_cast<std::uint64_t>(value), 4);
  return bytes;
}

std::string page(std::size_t values, const std::string& content, int encoding = 0) {
  const auto size = static_cast<std::int64_t>(content.size());
  const std::string head = thrift({i32(1, static_cast<int>(values)), i32(2, encoding), i32(3, 3), i32(4, 3)});
  return thrift({i32(1, 0), i32(2, size), i32(3, size), structure(5, head)}) + content;
}

std::string file(std::int64_t rows, const std::vector<Leaf>& leaves, int columns) {
  std::string bytes = "PAR1";
  std::vector<std::string> schema{group("root", required, columns)}, chunks;
  for (const Leaf& leaf : leaves) {
    schema.insert(schema.end(), leaf.fields.begin(), leaf.fields.end());
    const auto begin = static_cast<std::int64_t>(bytes.size());
    for (const std::string& one : leaf.pages) bytes += one;
    const auto size = static_cast<std::int64_t>(bytes.size()) - begin;
    const std::string about = thrift({i32(1, int32), i32(4, leaf.codec), i64(5, rows), i64(7, size), i64(9, begin)});
    chunks.push_back(thrift({i64(2, begin), structure(3, about)}));
  }
  const std::string row_group = thrift({list(1, chunks), i64(2, 0), i64(3, rows)});
  const std::string footer = thrift({i32(1, 1), list(2, schema), i64(3, rows), list(4, {row_group})});
  return bytes + footer + little_endian(footer.size(), 4) + "PAR1";
}

Leaf list_of_numbers(const std::vector<std::string>& pages) {
  return {.fields = {group("ids", optional, 1, converted_list), group("list", repeated, 1),
                     field("element", optional, int32)},
          .pages = pages};
}

// ---- reading ----

/// The first bytes of `packed`, whatever the codec.
Result<void> copy(Codec, std::string_view packed, std::size_t size, std::span<char> out) {
  if (packed.size() != size) return fail(ErrorCode::malformed, "its data is corrupt");
  packed.copy(out.data(), out.size());
  return {};
}

struct SizesRead {
  std::vector<std::string> components;
  Numbers sizes;
  std::string error;
};

SizesRead sizes_of(const std::string& bytes, const ReadOptions& options = {}) {
  SizesRead read;
  const auto opened = ColumnFile::open(bytes, ColumnFormat::parquet, copy);
  if (!opened) return {.components = {}, .sizes = {}, .error = opened.error().message};
  const auto done = opened->read_sizes(
      options, {.begin = [&](const std::vector<std::string>& names, bool) -> Result<void> {
                  read.components = names;
                  return {};
                },
                .rows = [&](std::span<const std::int64_t> sizes, std::span<const std::int64_t>) -> Result<void> {
                  read.sizes.insert(read.sizes.end(), sizes.begin(), sizes.end());
                  return {};
                }});
  if (!done) read.error = done.error().message;
  return read;
}

ReadOptions columns(std::vector<std::string> names) {
  return {.columns = std::move(names)};
}

// ---- lists and their levels ----

struct Levels {
  std::vector<unsigned> repetition, definition;
};

/// Of lists that may be null, of elements that may be.
Levels levels_of(const Numbers& lengths, std::mt19937_64& random) {
  Levels levels;
  for (const std::int64_t length : lengths) {
    if (length <= 0) {
      levels.repetition.push_back(0);
      levels.definition.push_back(length == 0 ? 1 : 0);
    }
    for (std::int64_t i = 0; i < length; ++i) {
      levels.repetition.push_back(i == 0 ? 0 : 1);
      levels.definition.push_back(random() % 50 == 0 ? 2 : 3);
    }
  }
  return levels;
}

/// From 0 to below n.
std::size_t draw(std::mt19937_64& random, std::size_t n) {
  return static_cast<std::size_t>(random() % n);
}

const ParquetColumn list_column{
    .max_repetition = 1, .max_definition = 3, .list_definition = 1, .element_definition = 2};

}  // namespace

TEST_CASE("a page is held against its checksum and its size, however little of it is wanted") {
  const std::string levels = with_length(runs({0, 1, 0}, 1)) + with_length(runs({3, 3, 3}, 2));
  const std::string content = levels + plain({7, 8, 9});
  const auto with = [&](std::int64_t size, std::optional<std::int64_t> checksum, int codec = 0) {
    const auto packed = static_cast<std::int64_t>(content.size());
    std::vector<ThriftBytes> fields{i32(1, 0), i32(2, size), i32(3, packed)};
    if (checksum) fields.push_back(i32(4, *checksum));
    fields.push_back(structure(5, thrift({i32(1, 3), i32(2, 0), i32(3, 3), i32(4, 3)})));
    Leaf leaf = list_of_numbers({thrift(fields) + content});
    leaf.codec = codec;
    return file(2, {leaf}, 1);
  };
  const auto size = static_cast<std::int64_t>(content.size());
  const std::uint32_t crc = crc32(0, std::as_bytes(std::span(content)));
  const auto checksum = static_cast<std::int32_t>(crc);  // as Thrift has it
  for (const auto& options : {columns({"ids"}), columns({})}) {
    CHECK(sizes_of(with(size, std::nullopt), options).sizes == Numbers{2, 1});
    CHECK(sizes_of(with(size, checksum), options).sizes == Numbers{2, 1});
    CHECK(sizes_of(with(size, checksum, 6), options).sizes == Numbers{2, 1});
    CHECK(sizes_of(with(size, checksum ^ 1), options).error ==
          "column 'ids', row group 1, page 1: it is damaged: its checksum (CRC-32) differs from that of its header");
    CHECK(sizes_of(with(size + 1, checksum), options).error ==
          "column 'ids', row group 1, page 1: it has " + std::to_string(size) +
              " bytes, not compressed, but its header declares " + std::to_string(size + 1));
    CHECK(sizes_of(with(size + 1, checksum, 6), options).error ==
          "column 'ids', row group 1, page 1: its data is corrupt");
  }
}

TEST_CASE("runs and differences as the format's own examples") {
  std::vector<std::uint32_t> numbers(8);
  REQUIRE(read_runs(RunReader(bytes_of_hex("03 88 c6 fa"), 3, 8), std::span(numbers)));
  CHECK(numbers == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7});
  Numbers values;
  std::string bytes = bytes_of_hex("80 01 04 05 02 02 00 00 00 00");
  std::string_view rest = bytes;
  REQUIRE(read_deltas(rest, 5, values));
  CHECK(values == Numbers{1, 2, 3, 4, 5});
  CHECK(rest.empty());
  values.clear();
  bytes = bytes_of_hex("80 01 04 08 0e 03 02 00 00 00") + bytes_of_hex("c0 3f") + std::string(6, '\0') + "next";
  rest = bytes;
  REQUIRE(read_deltas(rest, 8, values));
  CHECK(rest == "next");  // the last miniblock is as long as the others
  CHECK(values == Numbers{7, 5, 3, 1, 2, 3, 4, 5});
}

TEST_CASE("lengths come from levels, in pages that end anywhere") {
  for (unsigned seed = 0; seed < 60; ++seed) {
    CAPTURE(seed);
    std::mt19937_64 random(seed);
    const auto longest = static_cast<std::int64_t>(1 + draw(random, seed % 2 == 0 ? 6 : 300));
    Numbers lengths;
    for (std::size_t i = 0; i < 400; ++i) {
      const std::size_t kind = draw(random, 10);
      lengths.push_back(kind == 0 ? -1 : kind == 1 ? 0 : static_cast<std::int64_t>(random() % 1000) % longest);
    }
    const Levels levels = levels_of(lengths, random);
    Numbers found;
    for (std::size_t begin = 0; begin < levels.repetition.size();) {
      const std::size_t end = std::min(begin + 1 + draw(random, 700), levels.repetition.size());
      const auto cut = [&](const std::vector<unsigned>& all, unsigned width) {
        return runs({all.begin() + static_cast<std::ptrdiff_t>(begin), all.begin() + static_cast<std::ptrdiff_t>(end)},
                    width);
      };
      const std::string repetition = cut(levels.repetition, 1), definition = cut(levels.definition, 2);
      REQUIRE(append_lengths(list_column, {.repetition = repetition, .definition = definition, .count = end - begin},
                             found));
      begin = end;
    }
    REQUIRE(found == lengths);
  }
}

TEST_CASE("levels that contradict each other are refused") {
  const auto refused = [](const std::vector<unsigned>& repetition, const std::vector<unsigned>& definition,
                          Numbers before = {}) {
    const std::string repetitions = runs(repetition, 1), definitions = runs(definition, 2);
    return !append_lengths(list_column,
                           {.repetition = repetitions, .definition = definitions, .count = repetition.size()}, before);
  };
  CHECK_FALSE(refused({0, 1, 0}, {3, 3, 1}));
  CHECK_FALSE(refused({1, 1, 0}, {3, 3, 1}, {4}));
  CHECK(refused({1, 1, 0}, {3, 3, 1}));       // goes on a list that is not there
  CHECK(refused({1, 1, 0}, {3, 3, 1}, {0}));  // goes on an empty list
  CHECK(refused({0, 1, 0}, {3, 1, 3}));       // an empty list as an element
  CHECK(refused({0, 1, 0}, {1, 3, 3}));       // elements of an empty list
  CHECK(refused({0, 0, 0}, {3, 3}));          // too few
}

TEST_CASE("sizes are columns of whole numbers and the lengths of lists") {
  const std::string definition = with_length(runs({3, 2, 1, 3}, 2)), repetition = with_length(runs({0, 1, 0, 0}, 1));
  const Leaf numbers{.fields = {field("nodes", required, int32)}, .pages = {page(3, plain({5, 7, 9}))}};
  const Leaf ids = list_of_numbers({page(4, repetition + definition + plain({11, 12}))});
  const SizesRead both = sizes_of(file(3, {numbers, ids}, 2));
  CHECK(both.error == "");
  CHECK(both.components == std::vector<std::string>{"nodes", "ids"});
  CHECK(both.sizes == Numbers{5, 2, 7, 0, 9, 1});
  CHECK(sizes_of(file(3, {numbers, ids}, 2), columns({"2"})).sizes == Numbers{2, 0, 1});
  CHECK(sizes_of(file(3, {numbers, ids}, 2), columns({"edges"})).error ==
        "unknown column 'edges'; columns: nodes, ids");
  CHECK(sizes_of(file(3, {numbers, ids}, 2), {.columns = {}, .lengths_of = {"nodes"}}).error ==
        "column 'nodes' does not hold lists");
}

TEST_CASE("lists are read in the older forms, and within structs") {
  const std::string levels = with_length(runs({0, 1, 0}, 1)) + with_length(runs({1, 1, 0}, 1));
  const Leaf unannotated{.fields = {field("ids", repeated, int32)}, .pages = {page(3, levels + plain({1, 2}))}};
  CHECK(sizes_of(file(2, {unannotated}, 1), columns({"ids"})).sizes == Numbers{2, 0});
  const Leaf two_levels{.fields = {group("ids", required, 1, converted_list), field("array", repeated, int32)},
                        .pages = unannotated.pages};
  CHECK(sizes_of(file(2, {two_levels}, 1), columns({"ids"})).sizes == Numbers{2, 0});
  const Leaf nested{.fields = {group("text", required, 1), group("ids", required, 1, converted_list),
                               field("array", repeated, int32)},
                    .pages = unannotated.pages};
  CHECK(sizes_of(file(2, {nested}, 1), columns({"text.ids"})).sizes == Numbers{2, 0});
  CHECK(
      sizes_of(file(2, {nested}, 1)).error ==
      "whole numbers and lists are only in fields of structs, which are read when they are chosen: --columns text.ids; "
      "columns: text.ids");
}

TEST_CASE("what is wrong is said with its place") {
  const auto of = [](const std::vector<std::string>& pages, std::int64_t rows = 3, int type = int32) {
    return sizes_of(file(rows, {{.fields = {field("nodes", required, type)}, .pages = pages}}, 1), columns({"nodes"}))
        .error;
  };
  CHECK(of({page(2, plain({5, 7})), page(1, plain({-3}))}) == "row 3, column 'nodes': the value -3 is negative");
  CHECK(of({page(2, plain({5, 7})), page(1, "abc")}) ==
        "column 'nodes', row group 1, page 2: the data is too short for its 1 values");
  CHECK(of({page(2, plain({5, 7}))}) == "column 'nodes', row group 1: it has 2 rows instead of 3");
  CHECK(of({page(3, plain({5, 7, 9}), 11)}) == "column 'nodes', row group 1, page 1: encoding 11 is not supported");
  CHECK(of({page(3, std::string(1, '\1') + runs({0, 0, 1}, 1), 8)}) ==
        "column 'nodes', row group 1, page 1: the page needs a dictionary, but the column chunk has none");
  CHECK(of({page(3, plain({5, 7, 9})).substr(0, 4)}) == "column 'nodes', row group 1, page 1: its header is corrupt");
  CHECK(of({page(3, "")}, 3, byte_array) == "column 'nodes' holds text, not sizes");
  const std::string whole = file(3, {{.fields = {field("nodes", required, int32)}, .pages = {}}}, 1);
  CHECK(sizes_of(whole.substr(0, whole.size() - 1)).error == "no Parquet footer found; the file may be truncated");
}

TEST_CASE("a struct without fields is passed over") {
  const Leaf leaf{.fields = {group("none", repeated, 0), field("nodes", required, int32)},
                  .pages = {page(3, plain({5, 7, 9}))}};
  CHECK(sizes_of(file(3, {leaf}, 2)).sizes == Numbers{5, 7, 9});
}

TEST_CASE("columns that look like sizes are taken") {
  const auto whole = [](std::string name, Numbers first) -> SampledColumn {
    return {.column = {.name = std::move(name), .kind = ColumnKind::whole}, .first = std::move(first)};
  };
  const auto lists = [](std::string name, Numbers first) -> SampledColumn {
    return {.column = {.name = std::move(name), .lists = true}, .first = std::move(first)};
  };
  const auto likely = [](const std::vector<SampledColumn>& sampled) { return likely_sizes(sampled, "count"); };
  using Indices = std::vector<std::size_t>;
  CHECK(likely({whole("nodes", {3, 5}), whole("edges", {4, 8}), whole("Count", {1, 2})}) == Indices{0, 1});
  CHECK(likely({whole("user_id", {3, 5}), whole("__index_level_0__", {0, 5}), whole("valid", {3})}) == Indices{2});
  CHECK(likely({whole("label", {0, 9}), whole("active", {0, 1})}) == Indices{0, 1});  // nothing else
  CHECK(likely({lists("input_ids", {3, 5}), lists("attention_mask", {3, 5}), lists("pair", {2, 2})}) == Indices{0});
  const SampledColumn weight{.column = {.name = "weight", .kind = ColumnKind::floating}, .first = {}};
  CHECK(likely({weight, whole("label", {0, 1})}) == Indices{1});
}

TEST_CASE("two columns may be a histogram by their names") {
  const auto column = [](std::string name) -> SampledColumn {
    return {.column = {.name = std::move(name), .kind = ColumnKind::whole}, .first = Numbers{5, 7, 9}};
  };
  const auto may_be = [&](const std::string& sizes, const std::string& counts, const ReadOptions& options = {}) {
    const auto found = likely_columns(std::vector{column(sizes), column(counts)}, options);
    return found && found->may_be_histogram;
  };
  for (const std::string counts : {"len", "size", "number", "value", "doc_count", "rows"})
    CHECK(may_be("length", counts));
  CHECK(may_be("arr_0", "arr_1"));
  CHECK_FALSE(may_be("nodes", "edges"));
  CHECK_FALSE(may_be("length", "len", {.format = {}, .columns = {}, .count_column = ""}));
}

TEST_CASE("the usual columns come with a note") {
  const auto column = [](std::string name, Numbers first) -> SampledColumn {
    return {.column = {.name = std::move(name), .kind = ColumnKind::whole}, .first = std::move(first)};
  };
  const auto likely = [](const std::vector<SampledColumn>& sampled) {
    const auto found = likely_columns(sampled, {});
    if (!found) return found.error().message;
    std::string text;
    for (const std::string& name : found->sizes) text += name + " ";
    return text + "# " + found->count.value_or("") + ": " + found->note;
  };
  CHECK(likely({column("nodes", {3, 5}), column("edges", {4, 8})}) == "nodes edges # : ");
  CHECK(likely({column("uid", {3, 5}), column("nodes", {4, 8}), column("ok", {0, 1})}) ==
        "nodes # : column 'uid' is ignored, as ids; column 'ok' is ignored, as flags, constants or copies; choose with "
        "--columns");
  CHECK(likely({column("length", {3, 5}), column("freq", {4, 8})}) ==
        "length # freq: read as a histogram: sizes 'length', counts 'freq' (--count-column another, or --columns)");
  const std::string way_out = "; choose the columns of sizes with --columns";
  const SampledColumn rows = column("editor", {1, 2, 3, 4, 5, 6, 7, 8}),
                      day = column("a", {20'240'101, 20'240'131, 20'240'201});
  const SampledColumn nodes = column("nodes", {3, 5, 4, 4, 9, 7, 8, 8});
  SampledColumn lists = rows;
  lists.column.lists = true;
  CHECK(likely({rows, nodes}) ==
        "editor nodes # : column 'editor' has the numbers of the rows, as an index does" + way_out);
  CHECK(likely({day, nodes}) == "a nodes # : column 'a' has numbers that may be dates or times" + way_out);
  CHECK(likely({rows, column("count", {3, 5, 4, 4, 9, 7, 8, 8})}) == "editor # : ");
  CHECK(likely({rows}) == "editor # : ");
  CHECK(likely({lists, nodes}) == "editor nodes # : ");
  const SampledColumn text{.column = {.name = "name", .kind = ColumnKind::text}, .first = {}};
  CHECK(likely({text, column("nodes", {3, 5})}) == "nodes # : ");
  CHECK(likely({text}) == "no column holds whole numbers or lists; columns: name");
  SampledColumn field = column("text.size", {3, 5});
  field.column.nested = true;
  CHECK(likely({text, field}).find("only in fields of structs") != std::string::npos);
  CHECK(likely({column("index", {13, 10}), column("length", {10, 8})}).find("--count-column length") !=
        std::string::npos);
  CHECK(likely({column("doc_id", {0, 5}), column("count", {10, 8})}).find("--columns count") != std::string::npos);
  CHECK(likely({column("doc_id", {0, 5}), column("freq", {10, 8})}).find("--columns freq") != std::string::npos);
  CHECK(likely({column("", {0, 1, 2}), column("nodes", {10, 8, 9}), column("ids", {3, 4})}) ==
        "nodes # : the column without a name is ignored as an index; column 'ids' is ignored, as ids; choose with "
        "--columns");
}

TEST_CASE("metadata may have fields that are not known") {
  const std::string unknown = thrift({list(1, {thrift({text(1, "x")}), thrift({})}),
                                      structure(2, thrift({i64(9, -5)})),
                                      {3, 7, std::string(8, 'd')},
                                      {4, 1, ""},
                                      {5, 3, "b"},
                                      i32(6, 42)});
  ThriftReader reader(unknown);
  std::int64_t found = 0;
  for (reader.open(); reader.next();) {
    if (reader.id() == 6) {
      found = reader.integer();
    } else {
      reader.skip();
    }
  }
  CHECK(reader.good());
  CHECK(found == 42);
  CHECK(reader.position() == unknown.size());
  for (std::size_t size = 0; size < unknown.size(); ++size) {
    ThriftReader cut(std::string_view(unknown).substr(0, size));
    for (cut.open(); cut.next();) cut.skip();
    CHECK_FALSE(cut.good());
  }
}

}  // namespace tuplepack::tests::parquet_test

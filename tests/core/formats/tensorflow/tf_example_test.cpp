#include "tuplepack/formats/tensorflow/tf_example.hpp"

#include "formats/hex.hpp"

#include <doctest/doctest.h>

#include <cmath>
#include <limits>
#include <map>
#include <random>

namespace tuplepack::tests::tf_example_test {

using namespace formats;

namespace {

using Integers = std::vector<std::int64_t>;
using Floats = std::vector<float>;
using Strings = std::vector<std::string_view>;

NamedFeature integers(std::string_view name, const Integers& values) {
  return {.name = name, .values = std::span<const std::int64_t>(values)};
}

NamedFeature floats(std::string_view name, const Floats& values) {
  return {.name = name, .values = std::span<const float>(values)};
}

NamedFeature strings(std::string_view name, const Strings& values) {
  return {.name = name, .values = std::span<const std::string_view>(values)};
}

std::string written(const std::vector<NamedFeature>& features) {
  std::string bytes;
  append_example(bytes, features);
  return bytes;
}

template <typename T>
std::vector<T> values_of(const NamedFeature& feature) {
  const auto& values = std::get<std::span<const T>>(feature.values);
  return {values.begin(), values.end()};
}

/// What the example `{"a": Feature}` has, given the bytes of the Feature.
Result<std::vector<NamedFeature>> read_feature(ExampleReader& reader, const std::string& feature) {
  const auto field = [](char tag, const std::string& bytes) {
    REQUIRE(bytes.size() < 128);
    return std::string{tag, static_cast<char>(bytes.size())} + bytes;
  };
  static std::string example;  // outlives what is read of it
  example = field('\x0a', field('\x0a', field('\x0a', "a") + field('\x12', feature)));
  const auto read = reader.read(example);
  if (!read) return tl::unexpected(read.error());
  return std::vector<NamedFeature>(read->begin(), read->end());
}

std::string refusal_of(const std::string& feature) {
  ExampleReader reader;
  const auto read = read_feature(reader, feature);
  return read ? "" : read.error().message;
}

bool same(const NamedFeature& a, const NamedFeature& b) {
  if (a.name != b.name || a.values.index() != b.values.index()) return false;
  std::string left, right;  // equal bytes: NaN and -0 too
  append_example(left, std::span(&a, 1));
  append_example(right, std::span(&b, 1));
  return left == right;
}

}  // namespace

TEST_CASE("bytes of known examples") {
  CHECK(written({}).empty());
  const Integers size{3}, scores{10, 15, 23, 89, 64, 53, 25, 29}, lengths{3, 1, 4};
  const std::vector<NamedFeature> students{integers("nodes/students.scores.d1", lengths),
                                           integers("nodes/students.#size", size),
                                           integers("nodes/students.scores", scores)};
  CHECK(
      hex(written(students)) ==
      "0a6b0a1d0a146e6f6465732f73747564656e74732e2373697a6512051a030a01030a250a156e6f6465732f73747564656e74732e73636f72"
      "6573120c1a0a0a080a0f17594035191d0a230a186e6f6465732f73747564656e74732e73636f7265732e643112071a050a03030104");
  CHECK(hex(written({students[1]})) == "0a1f0a1d0a146e6f6465732f73747564656e74732e2373697a6512051a030a0103");
  const Integers values{1, 2, 3}, d1{2}, d2{1, 2};
  CHECK(
      hex(written({integers("context/r", values), integers("context/r.d1", d1), integers("context/r.d2", d2)})) ==
      "0a450a140a09636f6e746578742f7212071a050a030102030a150a0c636f6e746578742f722e643112051a030a01020a160a0c636f6e7465"
      "78742f722e643212061a040a020102");
}

TEST_CASE("empty lists and an empty feature are different") {
  CHECK(hex(written({{.name = "a", .values = {}}})) == "0a070a050a01611200");
  CHECK(hex(written({strings("a", {})})) == "0a090a070a016112020a00");
  CHECK(hex(written({floats("a", {})})) == "0a090a070a016112021200");
  CHECK(hex(written({integers("a", {})})) == "0a090a070a016112021a00");
  ExampleReader reader;
  for (const NamedFeature& feature : {NamedFeature{.name = "a", .values = {}}, strings("a", {}), integers("a", {})}) {
    const std::string bytes = written({feature});
    const auto read = reader.read(bytes);
    REQUIRE(read.has_value());
    REQUIRE(read->size() == 1);
    CHECK(same(read->front(), feature));
  }
}

TEST_CASE("random features are read as they were written, in order of their names") {
  const unsigned seed = 20261123;
  INFO("seed ", seed);
  std::mt19937_64 random(seed);
  ExampleReader reader;
  for (int round = 0; round < 500; ++round) {
    std::map<std::string, int> names;
    for (std::size_t i = random() % 8; i-- > 0;) {
      std::string name(random() % 200, 'x');
      for (char& c : name) c = static_cast<char>(random());
      names[name] = static_cast<int>(random() % 4);
    }
    std::vector<Integers> integer_lists(names.size());
    std::vector<Floats> float_lists(names.size());
    std::vector<std::vector<std::string>> texts(names.size());
    std::vector<Strings> string_lists(names.size());
    std::vector<NamedFeature> features;
    for (const auto& [name, kind] : names) {
      const std::size_t i = features.size();
      for (std::size_t n = random() % 40; n-- > 0;) {
        integer_lists[i].push_back(static_cast<std::int64_t>(random() >> random() % 64));
        float_lists[i].push_back(static_cast<float>(random()) / 1e9F);
        texts[i].emplace_back(random() % 300, 'y');
      }
      string_lists[i] = Strings(texts[i].begin(), texts[i].end());
      features.push_back(kind == 0   ? NamedFeature{.name = name, .values = {}}
                         : kind == 1 ? strings(name, string_lists[i])
                         : kind == 2 ? floats(name, float_lists[i])
                                     : integers(name, integer_lists[i]));
    }
    const std::string bytes = written({features.rbegin(), features.rend()});
    CHECK(bytes == written(features));
    const auto read = reader.read(bytes);
    REQUIRE(read.has_value());
    REQUIRE(read->size() == features.size());
    for (std::size_t i = 0; i < features.size(); ++i) REQUIRE(same((*read)[i], features[i]));
  }
}

TEST_CASE("lists are read packed, unpacked, in pieces and merged") {
  ExampleReader reader;
  const auto ints = [&](const char* feature) {
    return values_of<std::int64_t>(read_feature(reader, bytes_of_hex(feature))->at(0));
  };
  CHECK(ints("1a 04 0a02 0102") == Integers{1, 2});
  CHECK(ints("1a 04 0801 0802") == Integers{1, 2});
  CHECK(ints("1a 05 0801 0a01 02") == Integers{1, 2});
  CHECK(ints("1a 02 0801 1a 02 0802") == Integers{1, 2});
  CHECK(ints("1a 02 0801 12 00 1a 02 0802") == Integers{2});
  CHECK(ints("1a 0b 08 ffffffffffffffffff01") == Integers{-1});
  const auto numbers = [&](const char* feature) {
    return values_of<float>(read_feature(reader, bytes_of_hex(feature))->at(0));
  };
  CHECK(numbers("12 0a 0d 0000803f 0d 00000040") == Floats{1, 2});
  CHECK(numbers("12 0a 0a 08 0000803f 00000040") == Floats{1, 2});
  const auto texts = read_feature(reader, bytes_of_hex("0a 08 0a02 6869 0a00 1205"));  // an unknown field at the end
  CHECK(texts.error().message ==
        "not a tf.Example: field extends past the end of its message at byte 19 of the record");
}

TEST_CASE("unknown fields and groups are passed over, the last of equal keys counts") {
  ExampleReader reader;
  const auto ints = [&](const char* feature) {
    return values_of<std::int64_t>(read_feature(reader, bytes_of_hex(feature))->at(0));
  };
  CHECK(ints("20 05 1a 02 0807 2a 01 78 35 01020304 39 0102030405060708") == Integers{7});
  CHECK(ints("33 08 05 3b 10 01 3c 34 1a 02 0807") == Integers{7});
  CHECK(ints("1a 04 1005 0807") == Integers{7});
  CHECK(ints("1a 07 0d01020304 0807") == Integers{7});  // a float where integers are is unknown
  CHECK(refusal_of(bytes_of_hex("33 08 05")) == "not a tf.Example: unterminated group at byte 12 of the record");
  CHECK(refusal_of(bytes_of_hex("33 3c")) == "not a tf.Example: unmatched end-group tag at byte 11 of the record");
  CHECK(refusal_of(bytes_of_hex("34")) == "not a tf.Example: unmatched end-group tag at byte 10 of the record");
  CHECK(refusal_of(std::string(110, '\x33')) == "not a tf.Example: groups nested too deeply at byte 110 of the record");

  const Integers one{1}, two{2};
  const std::string first = written({integers("b", one), integers("a", one)}), second = written({integers("b", two)});
  const auto read = reader.read(first + second);
  REQUIRE(read.has_value());
  REQUIRE(read->size() == 2);
  CHECK(values_of<std::int64_t>((*read)[0]) == one);
  CHECK(values_of<std::int64_t>((*read)[1]) == two);
}

TEST_CASE("messages of what is no example") {
  CHECK(refusal_of(bytes_of_hex("1a 02 08ff")) == "not a tf.Example: truncated varint at byte 12 of the record");
  CHECK(refusal_of(bytes_of_hex("1a 03 0a0180")) ==
        "not a tf.Example: truncated varint in a packed list at byte 13 of the record");
  CHECK(refusal_of(bytes_of_hex("12 05 0a03 010203")) ==
        "not a tf.Example: packed floats that are not a multiple of 4 bytes at byte 13 of the record");
  CHECK(refusal_of(bytes_of_hex("00")) == "not a tf.Example: invalid field tag at byte 10 of the record");
  CHECK(refusal_of(bytes_of_hex("0e")) == "not a tf.Example: unknown wire type at byte 10 of the record");
  CHECK(refusal_of(bytes_of_hex("0aff")) == "not a tf.Example: truncated length prefix at byte 10 of the record");
}

TEST_CASE("kinds and sizes of values") {
  const Integers three{1, 2, 3};
  CHECK(kind_of({}) == "nothing");
  CHECK(size_of({}) == 0);
  CHECK(kind_of(integers("", three).values) == "integers");
  CHECK(size_of(integers("", three).values) == 3);
  CHECK(kind_of(floats("", {}).values) == "floats");
  CHECK(kind_of(strings("", {}).values) == "bytes");
}

}  // namespace tuplepack::tests::tf_example_test

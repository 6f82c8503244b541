#include "tuplepack/formats/tensorflow/padding_values.hpp"

#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests::padding_values_test {

using namespace formats;

namespace {

std::string why_not(const std::string& text) {
  const auto values = parse_padding_values(text);
  return values ? "" : values.error().message;
}

/// Why values do not fit the schema.
std::string misfit(const std::string& text) {
  const auto schema = read_tensor_schema(R"(
      context { features { key: 'label' value { dtype: DT_FLOAT } } }
      node_sets { key: 'n' value { features { key: 'small' value { dtype: DT_UINT8 } }
                                   features { key: 'flag' value { dtype: DT_BOOL } }
                                   features { key: 'text' value { dtype: DT_STRING } } } }
      edge_sets { key: 'e' value { source: 'n' target: 'n' } })");
  const auto values = parse_padding_values(text);
  REQUIRE_MESSAGE(values.has_value(), values.error().message);
  const auto checked = check_padding_values(*values, *schema);
  return checked ? "" : checked.error().message;
}

}  // namespace

TEST_CASE("padding values are read as TensorFlow GNN's tuple") {
  const auto values = parse_padding_values(
      R"({"context":{"a":-1,"b":0.5,"c":"x"},"node_sets":{"n":{"d":true},"m":null},"edge_sets":null})");
  REQUIRE(values.has_value());
  CHECK(values->context == FeaturePadding{{"a", std::int64_t{-1}}, {"b", 0.5}, {"c", std::string("x")}});
  CHECK(values->node_sets.at("n") == FeaturePadding{{"d", std::int64_t{1}}});
  CHECK(values->node_sets.at("m").empty());
  CHECK(values->edge_sets.empty());
  CHECK(parse_padding_values("{}").has_value());
}

TEST_CASE("padding values that are no scalars by feature are refused") {
  CHECK(why_not("[]") == "expected an object with 'context', 'node_sets' and 'edge_sets'");
  CHECK(why_not(R"({"nodes":{}})") == "unknown key 'nodes'; choose context, node_sets or edge_sets");
  CHECK(why_not(R"({"context":{"a":[1]}})") == "context.a: expected a number, a string or a boolean, found '['");
  CHECK(why_not(R"({"context":{"a":null}})") == "context.a: expected a number, a string or a boolean, found 'null'");
  CHECK(why_not(R"({"node_sets":{"n":3}})") == "node_sets.n: expected an object of values by feature, found '3'");
  CHECK(why_not(R"({"edge_sets":3})") == "edge_sets: expected an object of sets, found '3'");
  CHECK(why_not(R"({"context":{"a":1,"a":2}})") == "context.a: duplicate feature");
  CHECK(why_not(R"({"context":{"a":99999999999999999999}})").find("context.a: ") == 0);
  CHECK_FALSE(why_not("{").empty());
}

TEST_CASE("padding values fit the types of the schema") {
  CHECK(misfit(R"({"context":{"label":3},"node_sets":{"n":{"small":255,"flag":true,"text":""}}})").empty());
  CHECK(misfit(R"({"context":{"lable":3}})") ==
        "context: there is no feature 'lable'; did you mean 'label'? there are label");
  CHECK(misfit(R"({"node_sets":{"m":{}}})") == "node_sets: there is no set 'm'; there are n");
  CHECK(misfit(R"({"edge_sets":{"e":{"w":1}}})") == "edge_sets.e: there is no feature 'w'");
  CHECK(misfit(R"({"node_sets":{"n":{"small":256}}})") == "node_sets.n.small: 256 is out of the range of uint8");
  CHECK(misfit(R"({"node_sets":{"n":{"flag":2}}})") == "node_sets.n.flag: 2 is out of the range of bool");
  CHECK(misfit(R"({"node_sets":{"n":{"small":0.5}}})") ==
        "node_sets.n.small: a fraction, but the schema declares uint8");
  CHECK(misfit(R"({"node_sets":{"n":{"text":1}}})") == "node_sets.n.text: a number, but the schema declares string");
  CHECK(misfit(R"({"context":{"label":"x"}})") == "context.label: a string, but the schema declares float32");
  CHECK(misfit(R"({"context":{"label":1e39}})") == "context.label: beyond the range of a float");
}

}  // namespace tuplepack::tests::padding_values_test

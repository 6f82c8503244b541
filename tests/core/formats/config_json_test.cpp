#include "tuplepack/formats/config_json.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::config_json_test {

namespace tuplepack {

namespace {

const Command& command_named(std::string_view name) {
  return *std::find_if(commands().begin(), commands().end(), [=](const Command& row) { return row.name == name; });
}

/// "limits=384 depth=3".
std::string read(std::string_view command, std::string_view json) {
  const auto configured = parse_config(json, command_named(command));
  if (!configured) {
    const Error& error = configured.error();
    return std::to_string(error.line) + ":" + std::to_string(error.column) + ": " + error.message;
  }
  std::string line;
  for (const ConfiguredOption& given : *configured) {
    line += (line.empty() ? "" : " ") + std::string(given.option->name);
    for (const std::string& text : given.texts) line += "=" + text;
  }
  return line;
}

}  // namespace

TEST_CASE("options come as on the command line") {
  CHECK(read("pack", R"({"limits": [222, 502], "depth": 256, "method": "lpfhp", "json": true, "paper": false})") ==
        "limits=222,502 depth=256 method=lpfhp json=on paper");
  CHECK(read("pack", R"({"distribute": false, "heuristic": null, "gap": 0.1000000000000000055})") ==
        "distribute=off gap=0.1000000000000000055");
  CHECK(read("sweep", R"({"range": ["nodes=1:3", "edges=2:4"]})") == "range=nodes=1:3=edges=2:4");
  CHECK(read("pack", "\xef\xbb\xbf{\r\n\"depth\": 1}\r\n") == "depth=1");
  CHECK(read("pack", "{}") == "");
}

TEST_CASE("options of other commands are passed over") {
  CHECK(read("pack", R"({"parts": 8, "loss": [1, 2], "depth": 2})") == "depth=2");
}

TEST_CASE("mistakes in a file of options, with their places") {
  CHECK(read("pack", "") == "1:1: the JSON ends too early");
  CHECK(read("pack", "{\"depth\": }").starts_with("1:11: "));
  CHECK(read("pack", "[1]") == "1:1: an object of options is expected, not '['");
  CHECK(read("pack", "3") == "1:1: an object of options is expected, not '3'");
  CHECK(read("pack", "{\"limits\": 384,\n \"dept\": 3}") == "2:2: 'dept' is not an option that a file may hold");
  CHECK(read("pack", R"({"FILE": "x"})") == "1:2: 'FILE' is not an option that a file may hold");
  CHECK(read("pack", R"({"help": true})") == "1:2: 'help' is not an option that a file may hold");
  CHECK(read("pack", R"({"config": "x"})") == "1:2: 'config' is not an option that a file may hold");
  CHECK(read("pack", R"({"depth": 1, "depth": 2})") == "1:14: 'depth' comes twice");
  CHECK(read("pack", R"({"parts": 1, "parts": 2})") == "1:14: 'parts' comes twice");
  CHECK(read("pack", R"({"depth": "x"})") == "1:11: 'depth': 'x' is not a whole number");
  CHECK(read("pack", R"({"depth": 1.5})") == "1:11: 'depth': '1.5' is not a whole number");
  CHECK(read("partition", R"({"balance": ["nodes", "x"]})").starts_with("1:13: 'balance': "));
  CHECK(read("pack", R"({"method": "lpfph"})").starts_with("1:12: 'method': "));
  CHECK(read("pack", R"({"paper": 1})") == "1:11: 'paper' should be true or false, not '1'");
  CHECK(read("pack", R"({"paper": [true]})") == "1:11: 'paper' should be true or false, not '['");
  CHECK(read("pack", R"({"depth": true})") ==
        "1:11: 'depth' should be a number, a text or an array of these, not 'true'");
  CHECK(read("pack", R"({"limits": {"a": 1}})") ==
        "1:12: 'limits' should be a number, a text or an array of these, not '{'");
  CHECK(read("pack", R"({"limits": [[1]]})") ==
        "1:13: 'limits' should be a number, a text or an array of these, not '['");
  CHECK(read("pack", R"({"plan": "a\u0000b"})").starts_with("1:10: 'plan' should be a text without zero bytes"));
}

}  // namespace tuplepack

}  // namespace tuplepack::tests::config_json_test

#include "tuplepack/options/config_json.hpp"

#include <doctest/doctest.h>

#include <algorithm>

namespace tuplepack::tests::config_json_test {

using namespace options;

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
  CHECK(read("pack", "") == "1:1: unexpected end of JSON");
  CHECK(read("pack", "{\"depth\": }").starts_with("1:11: "));
  CHECK(read("pack", "[1]") == "1:1: expected an object of options, found '['");
  CHECK(read("pack", "3") == "1:1: expected an object of options, found '3'");
  CHECK(read("pack", "{\"limits\": 384,\n \"dept\": 3}") == "2:2: unknown option 'dept'; did you mean 'depth'?");
  CHECK(read("pack", R"({"packs_multiple": 3})") ==
        "1:2: unknown option 'packs_multiple'; did you mean 'packs-multiple'?");
  CHECK(read("pack", R"({"--depth": 3})") == "1:2: unknown option '--depth'; did you mean 'depth'?");
  CHECK(read("pack", R"({"xyzzy": 3})") == "1:2: unknown option 'xyzzy'");
  CHECK(read("pack", R"({"FILE": "x"})") == "1:2: option 'FILE' is not allowed in a config file");
  CHECK(read("pack", R"({"help": true})") == "1:2: option 'help' is not allowed in a config file");
  CHECK(read("pack", R"({"config": "x"})") == "1:2: option 'config' is not allowed in a config file");
  CHECK(read("pack", R"({"depth": 1, "depth": 2})") == "1:14: duplicate option 'depth'");
  CHECK(read("pack", R"({"parts": 1, "parts": 2})") == "1:14: duplicate option 'parts'");
  CHECK(read("pack", R"({"depth": "x"})") == "1:11: 'depth': 'x' is not a whole number");
  CHECK(read("pack", R"({"depth": 1.5})") == "1:11: 'depth': '1.5' is not a whole number");
  CHECK(read("partition", R"({"balance": ["nodes", "x"]})").starts_with("1:13: 'balance': "));
  CHECK(read("pack", R"({"method": "lpfph"})").starts_with("1:12: 'method': "));
  CHECK(read("pack", R"({"paper": 1})") == "1:11: 'paper': expected true or false, found '1'");
  CHECK(read("pack", R"({"paper": [true]})") == "1:11: 'paper': expected true or false, found '['");
  CHECK(read("pack", R"({"depth": true})") ==
        "1:11: 'depth': expected a number, a string or an array of these, found 'true'");
  CHECK(read("pack", R"({"limits": {"a": 1}})") ==
        "1:12: 'limits': expected a number, a string or an array of these, found '{'");
  CHECK(read("pack", R"({"limits": [[1]]})") ==
        "1:13: 'limits': expected a number, a string or an array of these, found '['");
  CHECK(read("pack", R"({"plan": "a\u0000b"})").starts_with("1:10: 'plan': expected a string without NUL bytes"));
}

}  // namespace tuplepack::tests::config_json_test

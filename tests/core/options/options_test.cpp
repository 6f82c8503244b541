#include "tuplepack/options/options.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/options/settings.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <set>

namespace tuplepack::tests::options_test {

using namespace options;

static const Command& command_named(std::string_view name) {
  return *std::find_if(commands().begin(), commands().end(), [=](const Command& row) { return row.name == name; });
}

static const Option& option_named(std::string_view command, std::string_view name) {
  const auto all = options_of(command_named(command));
  const auto found = std::find_if(all.begin(), all.end(), [=](const Option* row) { return row->name == name; });
  REQUIRE(found != all.end());
  return **found;
}

static std::string wrong(const Option& option, std::string_view text) {
  const auto read = read_value(option, text);
  return read ? "" : read.error().message;
}

TEST_CASE("every option belongs to commands that exist, and each command has one option of a name") {
  std::set<std::string> names;
  for (const Command& command : commands()) CHECK(names.insert(std::string(command.name)).second);
  for (const auto rows :
       {size_options(), packing_options(), temporal_options(), graph_options(), record_options(), tool_options()}) {
    for (const Option& option : rows) {
      INFO(option.name);
      for (const std::string_view command : commands_of(option)) CHECK(names.count(std::string(command)) == 1);
    }
  }
  for (const Command& command : commands()) {
    INFO(command.name);
    std::set<std::string_view> seen;
    for (const Option* option : options_of(command)) CHECK(seen.insert(option->name).second);
  }
}

TEST_CASE("commands read what their options name") {
  const auto readers = [](formats::Content content) {
    std::vector<std::string_view> names;
    for (const Command* command : commands_reading(content)) names.push_back(command->name);
    return names;
  };
  using Names = std::vector<std::string_view>;
  CHECK(readers(formats::Content::interactions) == Names{"split", "sample", "access"});
  CHECK(readers(formats::Content::edges) == Names{"chunk"});
  CHECK(readers(formats::Content::features) == Names{"access", "chunk"});
  CHECK(readers(formats::Content::plans) == Names{"verify", "assign", "stream", "batches"});
  CHECK(readers(formats::Content::records) == Names{"records", "batches"});
  CHECK(readers(formats::Content::schemas) == Names{"schema", "records", "subgraphs", "batches"});
  CHECK(readers(formats::Content::sizes).size() == 10);
}

TEST_CASE("every row is complete: a default passes its own check, and help names every choice") {
  for (const Command& command : commands()) {
    for (const Option* option : options_of(command)) {
      INFO(command.name, " ", option->name);
      CHECK_FALSE(option->help.empty());
      CHECK(option->value.empty() == (option->operand || option->kind == OptionKind::flag));
      const std::string fallback = value_text(option->fallback);
      if (!fallback.empty()) CHECK(*read_value(*option, fallback) == option->fallback);
      const bool chooses = option->kind == OptionKind::choice || option->kind == OptionKind::choices;
      REQUIRE(chooses == (option->choices != nullptr));
      if (!chooses) continue;
      const std::string line = help_line(*option) + std::string(option->value);
      for (const std::string_view choice : option->choices()) CHECK(line.find(choice) != std::string::npos);
    }
  }
}

TEST_CASE("an amount of memory has a unit of 1024") {
  CHECK(*read_bytes("4096") == 4096);
  CHECK(*read_bytes("3K") == 3 << 10);
  CHECK(*read_bytes("2G") == std::int64_t{2} << 30);
  CHECK(*read_bytes("8388607T") == std::int64_t{8388607} << 40);
  for (const char* text : {"", "G", "2g", "2 G", "1.5G", "-1K", "-4", "8388608T", "9223372036854775808"}) {
    INFO(text);
    CHECK_FALSE(read_bytes(text));
  }
}

TEST_CASE("a value is checked against its row, and the message names the range or the choices") {
  CHECK(wrong(option_named("pack", "depth"), "1") == "");
  CHECK(wrong(option_named("pack", "depth"), "0") == "0 is out of range (at least 1)");
  CHECK(wrong(option_named("pack", "depth"), "1.5") == "'1.5' is not a whole number");
  CHECK(wrong(option_named("pack", "depth"), "99999999999999999999") == "99999999999999999999 is too large");
  CHECK(wrong(option_named("pack", "time-limit"), "0.1") == "");
  CHECK(wrong(option_named("pack", "time-limit"), "0") == "0 is out of range (above 0, at most 1000000000)");
  CHECK(wrong(option_named("pack", "time-limit"), "nan") == "'nan' is not a number");
  CHECK(wrong(option_named("estimate", "beta1"), "1.5") == "1.5 is out of range (0 to 1)");
  CHECK(wrong(option_named("sample", "recent"), "10,5") == "");
  CHECK(wrong(option_named("sample", "recent"), "10,") == "'' is not a whole number");
  CHECK(wrong(option_named("sample", "recent"), "10,0") == "0 is out of range (at least 1)");
  CHECK(wrong(option_named("pack", "overlong"), "ignore") ==
        "unknown value 'ignore'; choose error, drop, truncate or split");
  CHECK(wrong(option_named("assign", "emit"), "segment_ids,x") ==
        "unknown value 'x'; choose segment_ids, position_ids or cu_seqlens");
  CHECK(wrong(option_named("pack", "plan"), "") == "the name of the file is empty");
}

TEST_CASE("a row stores its value in the settings") {
  const std::vector<std::string> components{"num_nodes", "num_edges"};
  Settings settings;
  const auto set = [&](std::string_view command, std::string_view name, std::string_view text) {
    const Option& option = option_named(command, name);
    const auto stored = option.set(settings, *read_value(option, text), components);
    return stored ? "" : stored.error().message;
  };
  CHECK(set("pack", "depth", "7") == "");
  CHECK(settings.plan.limits.depth == 7);
  CHECK(set("pack", "paper", "on") == "");
  CHECK(settings.plan.pack.paper);
  CHECK(set("pack", "distribute", "off") == "");
  CHECK(settings.plan.pack.distribute == false);
  CHECK(set("pack", "overlong", "split") == "");
  CHECK(settings.plan.fitting.overlong == packing::Overlong::split);
  CHECK(set("pack", "time-limit", "2.5") == "");
  CHECK(settings.time_limit == 2.5);
  CHECK(set("pack", "heuristic", "component:edges") == "");
  CHECK(settings.plan.pack.heuristic.component == 1);
  CHECK(set("estimate", "component", "atoms") == "unknown component 'atoms'; components: num_nodes, num_edges");
  CHECK(set("pack", "method", "fill") == "");
  CHECK(set("sweep", "method", "lpfhp") == "");
  CHECK(settings.plan.pack.method == "lpfhp");
}

TEST_CASE("an effort is that of the portfolio, whose methods it names, and of no other method") {
  const auto methods_after = [](std::string_view method) {
    std::vector<std::string> methods;
    for (const std::string_view effort : efforts()) {
      const Option& option = option_named("pack", "effort");
      Settings settings;
      settings.plan.pack.method = method;
      const auto stored = option.set(settings, *read_value(option, effort), {});
      methods.push_back(stored ? settings.plan.pack.method : stored.error().message);
    }
    return methods;
  };
  CHECK(methods_after("auto") == std::vector<std::string>{"quick", "auto", "optimal"});
  const std::string refusal = "method 'optimal' has no efforts, which the default method has; leave out one of the two";
  CHECK(methods_after("optimal") == std::vector<std::string>{refusal, refusal, "optimal"});
  CHECK(option_named("pack", "effort").fallback == OptionValue());
  CHECK(option_named("stream", "effort").choices() == packing::stream_efforts());
}

TEST_CASE("the rows with setters are those of the whole table, without the texts of help") {
  std::vector<std::string> names;
  for (const Option& option : packing_options()) {
    if (option.set != nullptr) names.emplace_back(option.name);
  }
  std::vector<std::string> found;
  for (const Option& option : packing_settings()) {
    found.emplace_back(option.name);
    CHECK(option.help.empty());
  }
  CHECK(found == names);
}

TEST_CASE("the defaults of estimate are those of the function") {
  const packing::EstimateOptions usual;
  CHECK(option_named("estimate", "overhead").fallback == OptionValue());
  CHECK_FALSE(usual.overhead.has_value());
  CHECK(option_named("estimate", "devices").fallback == OptionValue(usual.devices));
  CHECK(option_named("estimate", "batch").fallback == OptionValue(usual.batch));
  CHECK(option_named("estimate", "beta1").fallback == OptionValue(usual.beta1));
  CHECK(option_named("estimate", "beta2").fallback == OptionValue(usual.beta2));
}

TEST_CASE("a mistyped name is near to one that exists, or to none") {
  const std::vector<std::string_view> names = {"method", "heuristic", "depth", "overlong"};
  for (const auto& [wanted, meant] : {std::pair{"methd", "method"},
                                      {"mehtod", "method"},
                                      {"heuristics", "heuristic"},
                                      {"dept", "depth"},
                                      {"Depth", "depth"},
                                      {"dpeth", "depth"},
                                      {"over", ""},
                                      {"x", ""},
                                      {"", ""},
                                      {"depth", "depth"}}) {
    CHECK(nearest(names, wanted) == meant);
  }
  CHECK(nearest({}, "method").empty());
  CHECK(nearest(std::vector<std::string_view>{"eq7", "eq8"}, "eq9").empty());
  CHECK(did_you_mean(names, "dpeth") == "; did you mean 'depth'? ");
  CHECK(did_you_mean(names, "x") == "; ");
  CHECK(did_you_mean(names, std::string(1000, 'x')) == "; ");
}

}  // namespace tuplepack::tests::options_test

#include "table.hpp"

#include "cli/output/failure.hpp"
#include "commands.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/base/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tuplepack::cli {

static constexpr auto functions = std::to_array<std::pair<std::string_view, int (*)(const Arguments&)>>({
    {"pack", run_pack},           {"verify", run_verify},     {"compare", run_compare},     {"stats", run_stats},
    {"bound", run_bound},         {"estimate", run_estimate}, {"sweep", run_sweep},         {"search", run_search},
    {"assign", run_assign},       {"stream", run_stream},     {"split", run_split},         {"sample", run_sample},
    {"access", run_access},       {"chunk", run_chunk},       {"partition", run_partition}, {"dispatch", run_dispatch},
    {"inspect", run_inspect},     {"schema", run_schema},     {"records", run_records},     {"batches", run_batches},
    {"subgraphs", run_subgraphs}, {"bench", run_bench},       {"devices", run_devices},     {"help", run_help},
});

static const options::Command* find(std::string_view name) {
  const auto all = options::commands();
  const auto found =
      std::find_if(all.begin(), all.end(), [=](const options::Command& command) { return command.name == name; });
  return found == all.end() ? nullptr : &*found;
}

static std::vector<std::string_view> available_commands() {
  std::vector<std::string_view> names;
  for (const options::Command& command : options::commands()) {
    if (!ranks::is_distributed() || command.many_ranks) names.push_back(command.name);
  }
  return names;
}

Runnable command_named(std::string_view name) {
  if (name == "--help" || name == "-h") name = "help";
  const options::Command* const command = find(name);
  const auto* const function =
      std::find_if(functions.begin(), functions.end(), [=](const auto& row) { return row.first == name; });
  if (command == nullptr || function == functions.end()) {
    const auto known = available_commands();
    throw Failure(
        fmt::format("unknown command '{}'{}commands: {}", name, did_you_mean(known, name), comma_list(known)));
  }
  return {command, function->second};
}

void require_many_ranks(const options::Command& command) {
  if (!ranks::is_distributed() || command.many_ranks) return;
  throw Failure(fmt::format("'{0}' does not run under MPI: use tuplepack {0}; {1} supports: {2}", command.name,
                            ranks::program_name(), comma_list(available_commands())));
}

}  // namespace tuplepack::cli

#include "machine_list.hpp"

#include "cli/commands/table.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/text.hpp"
#include "files/files.hpp"
#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/graph/partition/place_parts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <sstream>

namespace tuplepack::cli {

// ---- The list ----

static bool is_address(std::string_view text) {
  return !text.empty() && text.front() != '-' && std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '.' || c == '-' ||
           c == '_' || c == ':';
  });
}

static bool is_port(std::string_view text) {
  std::uint16_t port = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), port);
  return error == std::errc{} && end == text.data() + text.size() && port > 0;
}

std::vector<std::string> read_machine_list(const std::string& path) {
  const files::MappedFile file = value(files::MappedFile::open(path));
  std::istringstream text{std::string(file.bytes())};
  std::vector<std::string> machines;
  std::string line;
  for (int number = 1; std::getline(text, line); ++number) {
    std::istringstream words(line);
    std::string address, port, more;
    if (!(words >> address)) continue;
    words >> port >> more;
    if (!is_address(address) || (!port.empty() && !is_port(port)) || !more.empty()) {
      throw Failure(fmt::format("{}:{}: '{}' is not ADDRESS or ADDRESS PORT", path, number, visible(line)));
    }
    machines.push_back(address);
  }
  if (machines.empty()) throw Failure(path + ": no hosts listed");
  return machines;
}

// ---- The command ----

/// "10.0.0.1:2,10.0.0.2:1": as many ranks as the machine gets parts.
static std::string host_list(const std::vector<std::string>& machines, const std::vector<std::int64_t>& parts) {
  std::string list;
  for (std::size_t i = 0; i < machines.size(); ++i) {
    if (parts[i] == 0) continue;
    list += fmt::format("{}{}:{}", list.empty() ? "" : ",", machines[i], parts[i]);
  }
  return list;
}

LocalDispatch local_dispatch(const std::vector<std::string>& machines, std::int64_t parts, const Arguments& arguments) {
  LocalDispatch dispatch;
  std::vector<std::int64_t> by_machine(machines.size());
  for (std::int64_t part = 0; part < parts; ++part) {
    const auto machine =
        static_cast<std::size_t>(graph::machine_of_part(part, parts, static_cast<std::int64_t>(machines.size())));
    ++by_machine[machine];
    dispatch.machine_of_part.push_back(machines[machine]);
  }
  dispatch.command = {"mpirun",        "-np",      std::to_string(parts), "--host", host_list(machines, by_machine),
                      "tuplepack-mpi", "dispatch", arguments.operand()};
  for (const std::string_view option : {"assignment", "format", "memory", "output"}) {
    if (!arguments.has(option)) continue;
    dispatch.command.push_back("--" + std::string(option));
    dispatch.command.push_back(arguments[option]);
  }
  dispatch.command.emplace_back("--local");
  return dispatch;
}

std::string local_dispatch_text(const LocalDispatch& dispatch) {
  Table table{.header = {"part", "machine"}, .rows = {}, .left = {false, true}, .marked = {}};
  for (std::size_t part = 0; part < dispatch.machine_of_part.size(); ++part) {
    table.rows.push_back({std::to_string(part), dispatch.machine_of_part[part]});
  }
  return shell_command(dispatch.command) + "\n\n" + table.text(Terminal{});
}

std::string local_dispatch_json(const LocalDispatch& dispatch) {
  std::string text;
  formats::JsonWriter json(text);
  json.object([&] {
    json.field("schema", "tuplepack.places/1");
    json.array("command", [&] {
      for (const std::string& word : dispatch.command) json.value(word);
    });
    json.array("machine_of_part", [&] {
      for (const std::string& machine : dispatch.machine_of_part) json.value(machine);
    });
  });
  return text + "\n";
}

}  // namespace tuplepack::cli

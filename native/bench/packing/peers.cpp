#include "bench/measuring/bench.hpp"

#include <rapidjson/document.h>

#include <array>
#include <cstdio>
#include <memory>
#include <stdexcept>

namespace tuplepack::bench {

/// The output of a command. Its words are fixed; paths, the only external input, are quoted.
static std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  if (!pipe) throw std::runtime_error("cannot run " + command);
  std::string output;
  std::array<char, 4096> buffer{};
  while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe.get())) {
    output.append(buffer.data(), n);
  }
  return output;
}

namespace {

struct PeerResult {
  double seconds = 0;
  bool finished = false;
};

}  // namespace

static PeerResult result_of(const std::string& command) {
  rapidjson::Document json;
  json.Parse(output_of(command).c_str());
  const bool complete = !json.HasParseError() && json.IsObject() && json.HasMember("seconds") &&
                        json["seconds"].IsNumber() && json.HasMember("finished") && json["finished"].IsBool();
  if (!complete) throw std::runtime_error("no result from: " + command);
  return {.seconds = json["seconds"].GetDouble(), .finished = json["finished"].GetBool()};
}

static std::string shell_quoted(const std::string& path) {
  std::string text = "'";
  for (const char ch : path) text += ch == '\'' ? std::string("'\\''") : std::string(1, ch);
  return text + "'";
}

void run_peers(Report& report, const std::string& data, const std::string& script, double time_limit,
               const std::function<void(const std::string&)>& progress) {
  for (Case& entry : report.cases) {
    double total = 0;
    for (const std::string& arguments : entry.peer) {
      progress("Python: " + arguments);
      const std::size_t file_end = arguments.find(' ');
      const std::string command = "python3 " + shell_quoted(script) + " " +
                                  shell_quoted(data + "/" + arguments.substr(0, file_end)) +
                                  arguments.substr(file_end) + " --json --time-limit " + std::to_string(time_limit);
      const PeerResult result = result_of(command);
      total += result.seconds;
      entry.peer_finished = entry.peer_finished && result.finished;
    }
    if (!entry.peer.empty()) entry.peer_seconds = total;
  }
}

}  // namespace tuplepack::bench

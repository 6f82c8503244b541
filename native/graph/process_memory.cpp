#include "graph/process_memory.hpp"

#include <fstream>
#include <string>

namespace tuplepack {

/// A line of /proc/self/status, in bytes.
/// key  with its colon
static std::optional<std::int64_t> status_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.starts_with(key)) return std::stoll(line.substr(key.size())) * 1024;
  }
  return std::nullopt;
}

std::optional<std::int64_t> current_memory() {
  return status_bytes("VmRSS:");
}

std::optional<std::int64_t> peak_memory() {
  return status_bytes("VmHWM:");
}

}  // namespace tuplepack

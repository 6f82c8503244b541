#include "process_memory.hpp"

#include <unistd.h>

#include <fstream>
#include <string>

namespace tuplepack::files {

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

std::optional<std::int64_t> machine_memory() {
  const long pages = sysconf(_SC_PHYS_PAGES);
  const long size = sysconf(_SC_PAGESIZE);
  if (pages <= 0 || size <= 0) return std::nullopt;
  return std::int64_t{pages} * size;
}

}  // namespace tuplepack::files

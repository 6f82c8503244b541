#include "process.hpp"

#include <malloc.h>

#include <algorithm>
#include <ctime>
#include <fstream>
#include <string>

namespace tuplepack::bench {

/// A line of /proc/self/status, in bytes.
static std::optional<std::int64_t> status_bytes(const std::string& key) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (line.rfind(key + ":", 0) == 0) return std::stoll(line.substr(key.size() + 1)) * 1024;
  }
  return std::nullopt;
}

std::optional<std::int64_t> memory_of(const std::function<void()>& work) {
  malloc_trim(0);
  const bool reset = static_cast<bool>(std::ofstream("/proc/self/clear_refs") << "5" << std::flush);
  const auto before = status_bytes("VmRSS");
  work();
  const auto peak = status_bytes("VmHWM");
  if (!reset || !before || !peak) return std::nullopt;
  return std::max<std::int64_t>(0, *peak - *before);
}

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace tuplepack::bench

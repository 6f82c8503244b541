#include "process.hpp"

#include "files/process_memory.hpp"

#include <malloc.h>

#include <algorithm>
#include <ctime>
#include <fstream>

namespace tuplepack::bench {

std::optional<std::int64_t> memory_of(const std::function<void()>& work) {
  malloc_trim(0);
  const bool reset = static_cast<bool>(std::ofstream("/proc/self/clear_refs") << "5" << std::flush);
  const auto before = files::current_memory();
  work();
  const auto peak = files::peak_memory();
  if (!reset || !before || !peak) return std::nullopt;
  return std::max<std::int64_t>(0, *peak - *before);
}

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

}  // namespace tuplepack::bench

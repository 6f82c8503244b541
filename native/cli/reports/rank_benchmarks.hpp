#pragma once

#include "cli/output/text.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// A command on some ranks.
struct RankRun {
  int ranks = 1;
  double seconds = 0;     ///< wall time
  std::int64_t sent = 0;  ///< bytes, by the rank that sent most
  double waiting = 0;     ///< seconds in collectives, of the rank that waited longest
};

struct RankCase {
  std::string command;
  std::int64_t amount = 0;  ///< of what the command works through
  std::string unit;
  std::vector<RankRun> runs{};  ///< the first is of one rank

  [[nodiscard]] double rate(const RankRun& run) const { return static_cast<double>(amount) / run.seconds; }
  [[nodiscard]] double speedup(const RankRun& run) const { return runs.front().seconds / run.seconds; }
};

struct RanksReport {
  std::string platform;  ///< compiler and target
  unsigned processors = 0;
  int machines = 1;
  std::vector<RankCase> cases;
};

[[nodiscard]] std::string ranks_benchmark_text(const RanksReport& report, const Terminal& terminal);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string ranks_benchmark_json(const RanksReport& report);

}  // namespace tuplepack::cli

#pragma once

#include "bench/measuring/share_report.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::bench {

/// A problem whose optimum is not known.
struct ExactGap {
  std::string name;
  std::int64_t packs = 0;  ///< of the best plan
  std::int64_t bound = 0;  ///< no plan has fewer packs
};

/// Problems of one kind, each solved by itself.
struct ExactCase {
  std::string name;
  std::int64_t problems = 0;
  std::int64_t proven = 0;  ///< plans that are proven optimal
  double median = 0;        ///< seconds, of all problems
  double percentile99 = 0;  ///< seconds
  double longest = 0;       ///< seconds
  std::vector<ExactGap> open;
};

struct ExactReport {
  std::string platform;  ///< compiler and target
  std::vector<ExactCase> cases;
};

/// The problems of exact_problems.hpp by the method optimal. Every plan is checked and every certificate verified.
/// Processor time of one thread, at most 10 seconds each.
/// Throws std::runtime_error when a file is missing or a result is wrong.
[[nodiscard]] ExactReport bench_exact(const std::string& data, const ShareOptions& options, const Say& progress);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const ExactReport& report);

}  // namespace tuplepack::bench

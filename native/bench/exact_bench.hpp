#pragma once

#include "share_report.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::bench {

/// Random problems of one kind, each solved by itself.
struct ExactCase {
  std::string name;
  std::int64_t problems = 0;
  std::int64_t proven = 0;  ///< plans that are proven optimal
  double median = 0;        ///< seconds, of all problems
  double percentile99 = 0;  ///< seconds
  double longest = 0;       ///< seconds
};

struct ExactReport {
  std::string platform;  ///< compiler and target
  std::vector<ExactCase> cases;
};

/// Problems of the literature on bin packing and vector packing, drawn anew, by the method optimal: triplets (Falkenauer
/// 1996), few and many uniform sizes, the classes 1 to 9 of Caprara and Toth 2001 in two components, and sizes that all
/// differ. Quick: a few of each. Every plan is checked and every certificate verified. Processor time of one thread, at
/// most 10 seconds each.
/// Throws std::runtime_error when a result is wrong.
[[nodiscard]] ExactReport bench_exact(const ShareOptions& options, const Say& progress);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const ExactReport& report);

}  // namespace tuplepack::bench

#pragma once

#include "bench/measuring/share_report.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::bench {

/// What a method made of a problem.
struct Tried {
  std::int64_t packs = 0;
  std::int64_t bound = 0;  ///< that its certificate shows, or lower_bound() where it has none
  double seconds = 0;      ///< of processor time, one thread

  [[nodiscard]] bool is_proven() const { return packs == bound; }
};

/// One problem by the default method, and by what it is measured against.
struct DefaultRow {
  std::string name;
  Tried usual;              ///< auto
  Tried timed;              ///< optimal, stopped after 0.1 s
  std::int64_t listed = 0;  ///< packs of the best method that `compare` lists, of those that end within 0.1 s
  std::int64_t inside = 0;  ///< fewest packs of auto for a problem of the same items with no larger limit or depth

  [[nodiscard]] bool is_equal() const { return usual.packs <= timed.packs; }
  [[nodiscard]] bool is_near() const { return 1000 * usual.packs <= 1001 * timed.packs; }
  [[nodiscard]] bool is_above_listed() const { return usual.packs > listed; }
  [[nodiscard]] bool is_above_inside() const { return usual.packs > inside; }
};

/// The goals of the default: shares of all rows, and seconds of processor time.
inline constexpr double equal_goal = 0.95;
inline constexpr double near_goal = 0.99;
inline constexpr double proven_goal = 0.85;
inline constexpr double median_goal = 0.02;
inline constexpr double longest_goal = 0.5;

struct DefaultReport {
  std::string platform;  ///< compiler and target
  std::vector<DefaultRow> rows;
};

struct DefaultSummary {
  double equal = 0;  ///< share of the rows: no more packs than optimal
  double near = 0;   ///< at most 0.1 % more
  double proven = 0;
  double median = 0;   ///< seconds of auto
  double longest = 0;  ///< seconds of auto
  std::int64_t above_listed = 0;
  std::int64_t above_inside = 0;
};

/// The problems of default_cases.hpp. Every plan is checked and every certificate verified.
/// Throws std::runtime_error when a file is missing or a result is wrong.
[[nodiscard]] DefaultReport bench_default(const std::string& data, const ShareOptions& options, const Say& progress);

/// assumes  a row
[[nodiscard]] DefaultSummary summarize(const DefaultReport& report);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const DefaultReport& report);

}  // namespace tuplepack::bench

#pragma once

#include "timing.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::bench {

/// The fastest that a machine does one plain thing, measured in the same run as the cases that are held against it.
struct Ceiling {
  std::string name;        ///< memset, read, copy, …
  std::int64_t bytes = 0;  ///< read and written by one run; 0: only its time matters
  Timing timing;
};

/// One line of a report.
struct ShareCase {
  std::string name;
  std::int64_t bytes = 0;         ///< the least that one run must read and write
  double operations = 0;          ///< a comparison, an addition, a multiplication or an exponential is one
  std::string ceiling;            ///< the name of what it is held against
  std::optional<double> goal{};   ///< share of the ceiling's rate it should reach
  std::optional<double> limit{};  ///< seconds it should take at most
  std::string limit_text{};       ///< what the limit is, such as "1/8 of additive bf16"
  Timing timing{};
};

/// Cases as shares of what the memory can do. Times are of the processor, or of the device.
struct ShareReport {
  std::string bench;     ///< mask, loss or access
  std::string device;    ///< cpu or gpu
  std::string platform;  ///< compiler and target, or the device's name
  std::vector<Ceiling> ceilings;
  std::vector<ShareCase> cases;
};

/// How long and how large to measure. Quick: sizes that say nothing about speed, to see that everything works.
struct ShareOptions {
  bool quick = false;
};

/// Told the name of each case before it starts.
using Say = std::function<void(const std::string&)>;

/// Bytes per second of the best run.
[[nodiscard]] double rate(const Ceiling& ceiling);
[[nodiscard]] double rate(const ShareCase& entry);

/// The case's rate as a share of its ceiling's, both of their best runs: what disturbs a run only slows it.
[[nodiscard]] double share(const ShareReport& report, const ShareCase& entry);

/// Whether a case reaches its goal and keeps its limit; nothing where it has neither.
[[nodiscard]] std::optional<bool> met(const ShareReport& report, const ShareCase& entry);

/// The ceiling or the case of that name, which must be there.
[[nodiscard]] const Ceiling& ceiling_named(const ShareReport& report, std::string_view name);
[[nodiscard]] const ShareCase& case_named(const ShareReport& report, std::string_view name);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const ShareReport& report);

}  // namespace tuplepack::bench

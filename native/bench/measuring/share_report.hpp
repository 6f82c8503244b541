#pragma once

#include "timing.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::bench {

/// A ceiling of the machine, such as its memory bandwidth, measured in the same run as the cases compared with it.
struct Ceiling {
  std::string name;        ///< memset, read, copy, …
  std::int64_t bytes = 0;  ///< read and written by a run; 0: only the time matters
  Timing timing;
};

/// One line of a report.
struct ShareCase {
  std::string name;
  std::int64_t bytes = 0;         ///< the least that a run must read and write
  double operations = 0;          ///< a comparison, an addition, a multiplication or an exponential is one
  std::string ceiling;            ///< the name of the ceiling to compare with
  std::optional<double> goal{};   ///< at least this share of the ceiling's rate
  std::optional<double> limit{};  ///< at most so many seconds
  std::string limit_text{};       ///< what the limit is, e.g. "1/8 of additive bf16"
  Timing timing{};
};

/// Cases as shares of their ceilings. Times are processor or device times.
struct ShareReport {
  std::string bench;     ///< mask, loss, access or columns
  std::string device;    ///< cpu or gpu
  std::string platform;  ///< compiler and target, or the device's name
  std::vector<Ceiling> ceilings;
  std::vector<ShareCase> cases;
};

/// Quick: small sizes that exercise everything, but whose times mean nothing.
struct ShareOptions {
  bool quick = false;
};

/// Called with the name of each case before it starts.
using Say = std::function<void(const std::string&)>;

/// Bytes per second of the best run.
[[nodiscard]] double rate(const Ceiling& ceiling);
[[nodiscard]] double rate(const ShareCase& entry);

/// The case's rate as a share of its ceiling's, both from their best runs: noise only slows a run down.
[[nodiscard]] double share(const ShareReport& report, const ShareCase& entry);

/// Whether a case meets its goal and its limit; nothing where it has neither.
[[nodiscard]] std::optional<bool> met(const ShareReport& report, const ShareCase& entry);

/// The ceiling or the case of that name, which must exist.
[[nodiscard]] const Ceiling& ceiling_named(const ShareReport& report, std::string_view name);
[[nodiscard]] const ShareCase& case_named(const ShareReport& report, std::string_view name);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const ShareReport& report);

}  // namespace tuplepack::bench

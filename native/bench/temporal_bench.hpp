#pragma once

#include "share_report.hpp"
#include "timing.hpp"
#include "tuplepack/temporal/events.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::bench {

/// Interactions to measure with.
struct NamedEvents {
  std::string name;
  Events events;
};

/// One line of a report: work on many items of one kind.
struct TemporalCase {
  std::string name;
  std::string unit;  ///< what an item is: interaction, root or batch
  std::int64_t items = 0;
  Timing timing{};                ///< of all items
  std::optional<double> goal{};   ///< seconds an item should take at most
  std::optional<double> ratio{};  ///< of a pipeline: its time over that of its slower stage alone, of rounds the median
  std::optional<double> goal_ratio{};
};

/// Of the best run.
[[nodiscard]] double seconds_per_item(const TemporalCase& entry);

/// Whether a case reaches its goal; nothing where it has none.
[[nodiscard]] std::optional<bool> met(const TemporalCase& entry);

struct TemporalReport {
  std::string device = "cpu";  ///< or gpu
  std::string platform;        ///< compiler and target, or the device's name
  std::vector<TemporalCase> cases;
};

/// The cases of `bench temporal`.
///   for every list, one thread, processor time: split, T-CSR, ten recent and ten uniform neighbours in batches of 600
///   for the first list, wall time: bench_pipeline
/// lists   at least one
/// Throws std::runtime_error when a result is wrong.
[[nodiscard]] TemporalReport bench_temporal(std::span<const NamedEvents> lists, const ShareOptions& options,
                                            const Say& progress);

/// The first batches of 600 through the stand-in training step, a small one and a larger one, edges with features of
/// 172 floats: each stage alone, both in turn on one thread, and on two threads.
[[nodiscard]] std::vector<TemporalCase> bench_pipeline(const NamedEvents& list, const ShareOptions& options,
                                                       const Say& progress);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const TemporalReport& report);

}  // namespace tuplepack::bench

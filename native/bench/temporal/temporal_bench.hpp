#pragma once

#include "bench/measuring/share_report.hpp"
#include "bench/measuring/timing.hpp"
#include "tuplepack/temporal/events.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tuplepack::bench {

/// A list of events with its name.
struct NamedEvents {
  std::string name;
  temporal::Events events;
};

/// One line of a report.
struct TemporalCase {
  std::string name;
  std::string unit;  ///< of items: interaction, root or batch
  std::int64_t items = 0;
  Timing timing{};                ///< of all items
  std::optional<double> goal{};   ///< at most so many seconds per item
  std::optional<double> ratio{};  ///< of a pipeline: its time over that of its slower stage, the median of rounds
  std::optional<double> goal_ratio{};
};

/// Of the best run.
[[nodiscard]] double seconds_per_item(const TemporalCase& entry);

/// Whether a case meets its goal; nothing where it has none.
[[nodiscard]] std::optional<bool> met(const TemporalCase& entry);

/// Of a table: its name in JSON, its heading, and what its values are. In JSON, bytes, seconds and bytes per second.
struct PaperColumn {
  enum class Unit : std::uint8_t { count, megabytes, milliseconds, gigabytes_per_second, ratio };
  std::string key;
  std::string heading;
  Unit unit;
};

/// A value for each column; none: a rate that nothing limits.
using PaperRow = std::vector<std::optional<double>>;

/// A table of Gao et al. 2024, by its number, with a row for each list of events.
struct PaperTable {
  int number = 0;
  std::string title;
  std::vector<PaperColumn> columns;
  std::vector<std::pair<std::string, PaperRow>> rows{};  ///< with the name of the list
};

struct TemporalReport {
  std::string device = "cpu";  ///< or gpu
  std::string platform;        ///< compiler and target, or the device's name
  std::vector<TemporalCase> cases;
  std::vector<PaperTable> tables{};
};

/// The cases of `bench temporal`.
///   every list, one thread, processor time: split, T-CSR, ten recent and ten uniform neighbours in batches of 600
///   the first list, wall time: bench_pipeline
/// Its tables are those of measure_paper_tables.
/// lists   at least one
/// Throws std::runtime_error when a result is wrong.
[[nodiscard]] TemporalReport bench_temporal(std::span<const NamedEvents> lists, const ShareOptions& options,
                                            const Say& progress);

/// The first batches of 600 through the TGN-like training step at two widths, with 172 floats of features per edge:
/// each stage alone, both sequentially on one thread, and pipelined on two.
[[nodiscard]] std::vector<TemporalCase> bench_pipeline(const NamedEvents& all, const ShareOptions& options,
                                                       const Say& progress);

/// The same on the first CUDA device, with edge features through the pinned ring and by zero-copy. Throws
/// std::runtime_error when the scores of a pipeline differ from those of a sequential pass.
[[nodiscard]] TemporalReport bench_temporal_on_device(const NamedEvents& list, const ShareOptions& options,
                                                      const Say& progress);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const TemporalReport& report);

}  // namespace tuplepack::bench

#pragma once

#include "batching.hpp"
#include "cli/output/text.hpp"
#include "ranks.hpp"
#include "tuplepack/cuda/devices.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"
#include "tuplepack/packing/search.hpp"
#include "tuplepack/packing/stream.hpp"
#include "tuplepack/packing/sweep.hpp"
#include "tuplepack/packing/without_packing.hpp"
#include "tuplepack/reports/access.hpp"
#include "tuplepack/reports/assignment.hpp"
#include "tuplepack/reports/bounds.hpp"
#include "tuplepack/reports/compare.hpp"
#include "tuplepack/reports/partition.hpp"
#include "tuplepack/reports/sample.hpp"
#include "tuplepack/reports/search.hpp"
#include "tuplepack/reports/split.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// The results of the commands, as text and as JSON. Both end with a newline.

/// source  totals of the input, before items were dropped or truncated
/// asked   the requested method, e.g. auto; the document has the method it chose
[[nodiscard]] std::string plan_text(const packing::PlanDocument& document, const packing::Totals& source,
                                    const packing::WithoutPacking& before, std::string_view asked, double seconds,
                                    const Terminal& terminal);

struct VerificationReport {
  std::string data;  ///< the file of sizes to check the plan against; empty: none
  formats::PlanVerification verified;
  Result<void> source{};  ///< check_source() for `data`
  double seconds = 0;

  [[nodiscard]] bool holds() const { return verified.holds() && source.has_value(); }
};
[[nodiscard]] std::string verification_text(const VerificationReport& report);
[[nodiscard]] std::string verification_json(const VerificationReport& report);

struct ComparisonReport {
  packing::Histogram source;
  packing::Limits limits;
  reports::PlanComparison comparison;  ///< ranked
  BatchingReport batching{};
  packing::Ended ended{};  ///< finished, or why some methods are missing
  double seconds = 0;
};
[[nodiscard]] std::string comparison_text(const ComparisonReport& report, const Terminal& terminal);
[[nodiscard]] std::string comparison_json(const ComparisonReport& report);

[[nodiscard]] std::string stats_text(const packing::Histogram& histogram, const packing::WithoutPacking& paid,
                                     const RanksCost& cost, const Terminal& terminal);
[[nodiscard]] std::string stats_json(const packing::Histogram& histogram, const packing::WithoutPacking& paid,
                                     const RanksCost& cost);

struct BoundsReport {
  packing::Histogram source;
  packing::Limits limits;
  reports::Bounds bounds;
  double seconds = 0;
};
[[nodiscard]] std::string bounds_text(const BoundsReport& report, const Terminal& terminal);
[[nodiscard]] std::string bounds_json(const BoundsReport& report);

struct SweepReport {
  packing::Histogram source;
  packing::Sweep sweep;
  packing::SweepOptions options;
  packing::Ended ended{};  ///< finished, or why the sweep was stopped
  double seconds = 0;
};
[[nodiscard]] std::string sweep_text(const SweepReport& report, const Terminal& terminal);
[[nodiscard]] std::string sweep_json(const SweepReport& report);
[[nodiscard]] std::string sweep_csv(const SweepReport& report);

struct SearchReport {
  packing::Histogram source;
  std::vector<std::string> files;    ///< as given on the command line
  std::vector<std::string> reading;  ///< the options that say how they are read
  std::optional<double> target;
  std::optional<std::int64_t> packs;  ///< at most
  std::optional<std::int64_t> items;  ///< of a pack on average, which `packs` follow from
  bool front = false;
  packing::SearchOptions options;
  packing::Search search;
  std::optional<packing::Search> best;  ///< the best limits, if the target was not reached
  packing::Ended ended{};               ///< finished, or why the search was stopped
  double seconds = 0;
};
[[nodiscard]] std::string search_text(const SearchReport& report, const Terminal& terminal);
[[nodiscard]] std::string search_json(const SearchReport& report);

/// The command that makes the plan of a candidate.
[[nodiscard]] std::string pack_command(const SearchReport& report, const packing::Candidate& candidate);

struct AssignmentReport {
  reports::AssignmentCounts counts;
  std::optional<packing::Assignment::Work> work;  ///< with --balance
  std::int64_t ranks = 1;
  std::string output;  ///< empty: nothing was written
  std::vector<std::string> arrays;
  RanksCost cost{};
  double seconds = 0;
};
[[nodiscard]] std::string assignment_text(const AssignmentReport& report);
[[nodiscard]] std::string assignment_json(const AssignmentReport& report);

struct StreamReport {
  std::vector<std::string> components;
  packing::Limits limits;
  packing::StreamPolicy policy{};
  std::int64_t most = 0;  ///< limit on open packs or buffered items
  packing::StreamTotals totals;
  std::int64_t lower_bound = 0;
  std::int64_t flushed = 0;  ///< packs that the end of the stream closed
  std::int64_t resumed = 0;  ///< items that the saved state covers
  /// Guided: packs of the first items, or of all, with the guide and of best fit with as many open packs.
  struct Guided {
    std::int64_t items;
    std::int64_t packs;
    std::int64_t unguided_packs;
  };
  std::optional<Guided> guide;
  std::string output;  ///< empty: nothing was written
  std::vector<std::string> arrays;
  double seconds = 0;
};
/// Whether following the plan made more packs than not following it.
[[nodiscard]] bool is_worse_guided(const StreamReport& report);
/// How many packs the guide saved or cost, in one line.
[[nodiscard]] std::string guide_text(const StreamReport& report);
/// assumes  the stream has an item
[[nodiscard]] std::string stream_text(const StreamReport& report, const Terminal& terminal);
[[nodiscard]] std::string stream_json(const StreamReport& report);

struct SplitReport {
  reports::SplitComparison comparison;
  double seconds = 0;               ///< for the bounded batches
  std::string output;               ///< empty: nothing was written
  std::vector<std::string> arrays;  ///< or columns
};
[[nodiscard]] std::string split_text(const SplitReport& answer, const Terminal& terminal);
[[nodiscard]] std::string split_json(const SplitReport& answer);

struct SampleReport {
  temporal::EventStatistics events;
  std::string roots;  ///< a file of roots; empty: the nodes of all events
  temporal::SampleStrategy strategy{};
  temporal::Visible visible{};
  temporal::Direction direction{};
  std::optional<double> window{};
  std::int64_t batches = 0;  ///< with Visible::batch_start
  std::vector<reports::SampledLayer> layers;
  double csr_seconds = 0;
  double seconds = 0;  ///< for sampling
  std::string output;  ///< empty: nothing was written
  std::vector<std::string> arrays;
};
[[nodiscard]] std::string sample_text(const SampleReport& report, const Terminal& terminal);
[[nodiscard]] std::string sample_json(const SampleReport& report);

/// The features of a file.
struct FeatureReport {
  std::string file;  ///< empty: the features are generated
  std::string type;  ///< of a number, by numpy's name: float32
  std::int64_t columns = 0;
};
/// Rows kept on the device.
struct HotRowReport {
  std::int64_t budget = 0;  ///< most rows to keep; 0: --hot-rows was not given
  temporal::HotRows rows;
};
struct AccessReport {
  temporal::EventStatistics events;
  std::string table;  ///< nodes or edges
  std::int64_t table_rows = 0;
  std::int64_t width = 0;  ///< of a row, in bytes
  FeatureReport features;
  std::vector<std::int64_t> fanouts;
  temporal::Negatives negatives;
  temporal::UniqueOrder order{};
  std::int64_t roots = 0;  ///< requests that are not for neighbours
  reports::AccessCounts counts;
  HotRowReport hot;
  temporal::AccessVolume volume;  ///< of all batches
  reports::AccessRounds rounds;
  std::string output;  ///< empty: nothing was written
  std::vector<std::string> arrays;
};
[[nodiscard]] std::string access_text(const AccessReport& report, const Terminal& terminal);
[[nodiscard]] std::string access_json(const AccessReport& report);

/// An error says why there is no device.
[[nodiscard]] std::string devices_text(const Result<std::vector<cuda::Device>>& devices, const Terminal& terminal);
[[nodiscard]] std::string devices_json(const Result<std::vector<cuda::Device>>& devices);

/// labels  the values of the labels that are balanced; empty: none
[[nodiscard]] std::string partition_text(const reports::PartitionReport& report, std::span<const std::int64_t> labels,
                                         const std::string& output, const RanksCost& cost, const Terminal& terminal);
[[nodiscard]] std::string partition_json(const reports::PartitionReport& report, std::span<const std::int64_t> labels,
                                         const std::string& output, const RanksCost& cost);

}  // namespace tuplepack::cli

#pragma once

#include "tuplepack/formats/tensorflow/graph_records.hpp"
#include "tuplepack/graph/schema/size_constraints.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::reports {

/// A set of nodes or edges over all records.
struct RecordedSet {
  std::string name;  ///< "paper"
  std::string
      column;  ///< of a table of sizes: "paper"; "nodes/paper" where there are edges of that name too, or it is "count"
  std::string prefix;  ///< "nodes" or "edges"
  std::int64_t total = 0;
  std::int64_t largest = 0;
  std::vector<std::int64_t> sizes;  ///< of every record so far; empty unless they are kept
  std::int64_t records = 0;         ///< that have it
  bool everywhere = true;           ///< every component of every record has one

  template <typename Archive>
  void visit(Archive& archive) {
    archive(name, column, prefix, total, largest, sizes, records, everywhere);
  }
};

/// A feature over all records.
struct RecordedFeature {
  std::string name;
  std::vector<std::string_view> kinds;  ///< kind_of() its values, in the order of their first occurrence
  std::int64_t records = 0;             ///< that have it
  std::int64_t values = 0;              ///< in all of them
  std::int64_t most = 0;                ///< in one

  template <typename Archive>
  void visit(Archive& archive) {
    std::vector<std::string> names(kinds.begin(), kinds.end());
    archive(name, names, records, values, most);
    kinds.clear();
    for (const std::string& kind : names) kinds.push_back(formats::kind_named(kind));
  }
};

/// Collects what the command records shows. Memory: independent of the number of records, unless sizes are kept.
class RecordStatistics {
 public:
  explicit RecordStatistics(bool keep_sizes) : keep_sizes_(keep_sizes) {}

  /// A record without sizes has one component.
  void add(const formats::GraphRecord& record);
  /// Adds those of the records that follow.
  void add(const RecordStatistics& next);
  template <typename Archive>
  void visit(Archive& archive) {
    archive(keep_sizes_, records_, bytes_, largest_record_, components_, max_components_, components_of_records_, sets_,
            features_);
  }

  [[nodiscard]] std::int64_t records() const { return records_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  [[nodiscard]] std::int64_t largest_record() const { return largest_record_; }
  [[nodiscard]] std::int64_t components() const { return components_; }
  [[nodiscard]] std::int64_t max_components() const { return max_components_; }
  /// Of every record; empty unless sizes are kept.
  [[nodiscard]] std::span<const std::int64_t> components_of_records() const { return components_of_records_; }
  /// The node sets, then the edge sets, each by name. A record without a set has none of its nodes or edges. Kept sizes
  /// have one number per record.
  [[nodiscard]] std::vector<RecordedSet> sets() const;
  /// By name, without those that make up the sets: #size, #source and #target.
  [[nodiscard]] std::vector<RecordedFeature> features() const;

 private:
  bool keep_sizes_;
  std::int64_t records_ = 0, bytes_ = 0, largest_record_ = 0, components_ = 0, max_components_ = 0;
  std::vector<std::int64_t> components_of_records_;
  std::map<std::string, RecordedSet, std::less<>> sets_;
  std::map<std::string, RecordedFeature, std::less<>> features_;
};

struct RecordFile {
  std::string name;
  std::int64_t records = 0;  ///< good ones
  std::int64_t bad = 0;

  template <typename Archive>
  void visit(Archive& archive) {
    archive(name, records, bad);
  }
};

struct BadRecord {
  std::string file;
  std::string message;

  template <typename Archive>
  void visit(Archive& archive) {
    archive(file, message);
  }
};

struct ShownFeature {
  std::string name;
  std::string kind;
  std::vector<std::string> values;  ///< as JSON

  template <typename Archive>
  void visit(Archive& archive) {
    archive(name, kind, values);
  }
};

/// A record with its values.
struct ShownRecord {
  std::string file;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  std::vector<ShownFeature> features;

  template <typename Archive>
  void visit(Archive& archive) {
    archive(file, offset, bytes, features);
  }
};

/// What the command records answers.
struct RecordsReport {
  RecordStatistics statistics;
  std::vector<RecordFile> files{};
  std::vector<BadRecord> bad{};  ///< in their order; perhaps only the first
  std::vector<ShownRecord> shown{};
  std::optional<graph::SizeConstraints> constraints{};  ///< that were asked for
  bool checked = false;
  std::optional<double> seconds{};
};

/// tuplepack.records/1, ending with a newline.
[[nodiscard]] std::string records_json(const RecordsReport& report);

/// The kept sizes as CSV, a row per record: what pack reads.
[[nodiscard]] std::string sizes_csv(const RecordStatistics& statistics);

}  // namespace tuplepack::reports

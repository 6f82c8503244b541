#pragma once

#include "../text.hpp"
#include "tuplepack/reports/records.hpp"

#include <string>
#include <vector>

namespace tuplepack::cli {

struct RecordFile {
  std::string name;
  std::int64_t records = 0;  ///< good ones
  std::int64_t bad = 0;
};

struct BadRecord {
  std::string file;
  std::string message;
};

/// What --show shows of a record.
struct ShownFeature {
  std::string name;
  std::string kind;
  std::vector<std::string> values;  ///< as JSON
};
struct ShownRecord {
  std::string file;
  std::int64_t offset = 0;
  std::int64_t bytes = 0;
  std::vector<ShownFeature> features;
};
[[nodiscard]] ShownRecord shown_record(const std::string& file, std::int64_t offset, std::size_t bytes,
                                       std::span<const NamedFeature> features);

struct RecordsReport {
  RecordStatistics statistics;
  std::vector<RecordFile> files{};
  std::vector<BadRecord> bad{};
  std::vector<ShownRecord> shown{};
  bool checked = false;
  double seconds = 0;
};

[[nodiscard]] std::string records_text(const RecordsReport& report, const Terminal& terminal);
[[nodiscard]] std::string records_json(const RecordsReport& report);

}  // namespace tuplepack::cli

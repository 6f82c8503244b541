#pragma once

#include "tuplepack/formats/set_sizes.hpp"

#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

namespace tuplepack {

/// A set of nodes or edges over all records.
struct RecordedSet {
  std::string name;    ///< "paper"
  std::string column;  ///< of a table of sizes: "paper", or "nodes/paper" where there are edges of that name too
  std::string prefix;  ///< "nodes" or "edges"
  std::int64_t total = 0;
  std::int64_t largest = 0;
  std::vector<std::int64_t> sizes;  ///< of every record so far; empty unless they are kept
};

/// Collects what the command records shows. Memory: independent of the number of records, unless sizes are kept.
class RecordStatistics {
 public:
  explicit RecordStatistics(bool keep_sizes) : keep_sizes_(keep_sizes) {}

  /// A record of so many bytes. A record without sizes has one component.
  void add(std::int64_t bytes, std::span<const SetSize> sizes);

  [[nodiscard]] std::int64_t records() const { return records_; }
  [[nodiscard]] std::int64_t bytes() const { return bytes_; }
  [[nodiscard]] std::int64_t largest_record() const { return largest_record_; }
  [[nodiscard]] std::int64_t components() const { return components_; }
  [[nodiscard]] std::int64_t most_components() const { return most_components_; }
  /// The node sets, then the edge sets, each by name. A record without a set has none of its nodes or edges. Kept sizes
  /// have one number per record.
  [[nodiscard]] std::vector<RecordedSet> sets() const;

 private:
  bool keep_sizes_;
  std::int64_t records_ = 0, bytes_ = 0, largest_record_ = 0, components_ = 0, most_components_ = 0;
  std::map<std::string, RecordedSet, std::less<>> sets_;
};

}  // namespace tuplepack

#pragma once

#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/base/visible.hpp"
#include "tuplepack/graph/partition/chunks.hpp"
#include "tuplepack/graph/sampling/id_table.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace tuplepack::cli {

/// The feature that has the ids of nodes as they were before they were numbered: int64, or where they are text, its bytes,
/// zeros after them, uint8 of n × the longest.
inline constexpr std::string_view raw_id_feature = "raw_id";

/// The ids of a node type, any text, numbered in the order in which they first come.
class NodeIds {
 public:
  /// errors  too_large (more nodes than a graph may have, or an id of more than 1,024 bytes) · out_of_range (an id that is
  ///         new, after close()) · malformed (1 and 1.0 both occur)
  [[nodiscard]] Result<std::int64_t> number(std::string_view id);

  /// No more ids come: another one is an error, which names where these are from.
  void close(std::string from) { from_ = std::move(from); }

  [[nodiscard]] std::int64_t nodes() const { return static_cast<std::int64_t>(ids_.size()); }

  /// Notes where the ids were given, and no edge has the first one, which is not a number: it may name the column.
  void note_first() const;

  /// Appends a line "ID,NUMBER" to a table for each.
  /// first   the number of the first one
  /// ending  of each line
  void append_rows(std::string& table, std::int64_t first, std::string_view ending) const;

  /// An array of raw_id_feature.
  [[nodiscard]] std::string npy() const;

 private:
  [[nodiscard]] Result<std::int64_t> add(std::string_view id);

  graph::IdTable ids_;
  std::size_t longest_ = 0;
  std::string from_;         // empty: any id is added
  bool uses_first_ = false;  // by number(), since close()
  bool noted_missing_ = false;
};

/// Reads ids of nodes in their order: the first column of a table, under a header or none. Throws Failure.
void read_node_ids(const std::string& path, NodeIds& ids);

/// Writes FOLDER/raw_ids/TYPE.csv, and the feature, in files of `sizes` rows.
/// errors  of the system · stopped
[[nodiscard]] Result<graph::FeatureChunks> write_node_ids(const NodeIds& ids, std::size_t type, const std::string& name,
                                                          std::span<const std::int64_t> sizes,
                                                          const std::string& folder, const KeepGoing& keep_going);

}  // namespace tuplepack::cli

#pragma once

#include "feature_source.hpp"
#include "tuplepack/base/keep_going.hpp"
#include "tuplepack/graph/partition/chunks.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// Reads the headers of all files of a feature.
/// rows    what the schema says; none: any number is fine
/// errors  those of FeatureSource; FILE: a type or a width other than that of the first file; another number of rows in all
[[nodiscard]] Result<FeatureLayout> feature_layout(const FeatureChunks& feature, std::optional<std::int64_t> rows,
                                                   const std::string& folder);

/// Reads rows of a feature, from any of its files. The arguments must outlive it.
class FeatureRows {
 public:
  FeatureRows(const FeatureChunks& feature, const FeatureLayout& layout, const std::string& folder);

  /// Reads whole rows that follow each other.
  /// first   the type-wise id of the first one
  /// errors  those of FeatureSource · malformed (a file has changed)
  [[nodiscard]] Result<void> read(std::int64_t first, std::span<std::byte> rows);

 private:
  const FeatureChunks& feature_;
  const FeatureLayout& layout_;
  const std::string& folder_;
  std::vector<std::int64_t> ends_;  // rows of the files up to each one
  std::optional<FeatureSource> open_;
  std::size_t open_file_ = 0;

  [[nodiscard]] Result<void> open(std::size_t file);
};

/// Takes whole rows, and the type-wise id of the first one.
using FeatureSink = std::function<Result<void>(std::span<const std::byte> rows, std::int64_t first)>;

/// Reads the rows of a feature in order, in blocks of about a megabyte.
[[nodiscard]] Result<void> read_feature(const FeatureChunks& feature, const FeatureLayout& layout,
                                        const std::string& folder, const FeatureSink& sink,
                                        const KeepGoing& keep_going = {});

/// Reads rows [begin, end).
[[nodiscard]] Result<void> read_feature_rows(const FeatureChunks& feature, const FeatureLayout& layout,
                                             const std::string& folder, std::int64_t begin, std::int64_t end,
                                             const FeatureSink& sink, const KeepGoing& keep_going = {});

}  // namespace tuplepack::graph

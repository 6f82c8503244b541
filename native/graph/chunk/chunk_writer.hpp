#pragma once

#include "edge_reader.hpp"
#include "feature_reader.hpp"
#include "files/files.hpp"
#include "tuplepack/graph/partition/chunks.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

/// The sizes of equal chunks, the larger ones first: 7 in 3 chunks are 3, 2 and 2.
[[nodiscard]] std::vector<std::int64_t> chunk_sizes(std::int64_t count, std::int64_t chunks);

/// Keeps the edges of a type in a file, 8 bytes each, while their number is not known.
class EdgeSpool {
 public:
  /// errors  of the system
  [[nodiscard]] static Result<EdgeSpool> create(const std::string& path);

  /// pairs  source, target, source, …; ids below 2^32
  [[nodiscard]] Result<void> add(std::span<const std::int64_t> pairs);
  /// Nothing may be added afterwards.
  [[nodiscard]] Result<void> finish() { return file_.close(); }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::int64_t edges() const { return edges_; }
  /// The largest source and the largest target; −1 without edges.
  [[nodiscard]] const std::array<std::int64_t, 2>& largest() const { return largest_; }

 private:
  EdgeSpool(std::string path, files::FileWriter file) : path_(std::move(path)), file_(std::move(file)) {}

  std::string path_;
  files::FileWriter file_;
  std::int64_t edges_ = 0;
  std::array<std::int64_t, 2> largest_{-1, -1};
  std::vector<std::uint32_t> narrow_;
};

/// Writes the files of a type's edges into FOLDER/edges/TYPE.
/// type    its name, "source:relation:target"
/// format  csv, with a blank between the ids, or numpy: int64 of n × 2
/// result  with paths relative to the folder
[[nodiscard]] Result<EdgeChunks> write_edge_chunks(const EdgeSpool& spool, const std::string& type, ChunkFormat format,
                                                   std::span<const std::int64_t> sizes, const std::string& folder,
                                                   const KeepGoing& keep_going);

/// Copies the rows of a feature into files of other sizes, in FOLDER/KIND/TYPE/NAME.
/// feature  its files, relative to the working directory
/// kind     "node_data" or "edge_data"
/// result   of the same type and name, with paths relative to the folder
[[nodiscard]] Result<FeatureChunks> write_feature_chunks(const FeatureChunks& feature, const FeatureLayout& layout,
                                                         const std::string& kind, const std::string& type,
                                                         std::span<const std::int64_t> sizes, const std::string& folder,
                                                         const KeepGoing& keep_going);

}  // namespace tuplepack::graph

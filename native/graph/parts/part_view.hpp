#pragma once

#include "files/files.hpp"
#include "part_edges.hpp"
#include "tuplepack/formats/dgl/dgl.hpp"
#include "tuplepack/graph/partition/parts.hpp"

#include <cassert>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

/// A column of numbers in a mapped file, at any alignment.
template <typename T>
class Column {
 public:
  Column() = default;
  explicit Column(std::string_view data) : data_(data) {}

  [[nodiscard]] std::int64_t size() const { return static_cast<std::int64_t>(data_.size() / sizeof(T)); }
  [[nodiscard]] T operator[](std::int64_t i) const {
    assert(0 <= i && i < size());
    T number;
    std::memcpy(&number, data_.data() + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
    return number;
  }

  /// The index of the first number that is not below another.
  /// assumes  the numbers ascend
  [[nodiscard]] std::int64_t first_from(T least) const {
    std::int64_t low = 0, high = size();
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if ((*this)[middle] < least) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

 private:
  std::string_view data_;
};

/// Arrays of a part, and the file that they are in.
struct NamedArrays {
  std::string file;  ///< its path; of .npy files: that of their folder
  std::vector<formats::TensorView> arrays;

  /// Null: there is none of the name.
  [[nodiscard]] const formats::TensorView* find(std::string_view name) const;
};

/// The files of a part, mapped.
struct PartView {
  std::vector<files::MappedFile> files;                     ///< what the views refer to
  std::vector<std::string> names;                           ///< of the files, from the folder of metadata.json
  std::shared_ptr<const std::vector<std::int64_t>> ends{};  ///< of edges whose file has them in compressed form only

  std::string graph_file;  ///< its path
  std::int64_t nodes = 0;
  PartEdges edges;
  NamedArrays structure;  ///< of a graph of GraphBolt: "independent_tensors/indptr", …, "node_type_to_id/user", …
  NamedArrays node_data;  ///< "_ID", …; a row per local node
  NamedArrays edge_data;  ///< in the order of the edges
  NamedArrays node_ids;   ///< original type-wise ids by node type
  NamedArrays edge_ids;
  NamedArrays node_features;  ///< "type/feature"
  NamedArrays edge_features;

  /// Takes the pages that were touched out of this process's memory; they are read again when they are touched again.
  void release() const;
};

/// Whether an archive is held against the checksums of its members: by this call, which reads it once more, or by
/// another rank, or not at all where nothing but names and types is wanted.
enum class Checksums : std::uint8_t { compared, left_out };

/// Maps the files of a part: DGL's .dgl files, a graph of GraphBolt (an archive) beside such files, or folders of .npy
/// files. Of these only the archive has checksums.
/// folder        that of the document
/// original_ids  there are files with them
/// errors  of the system; FILE: those of read_dgl_tensors, read_dgl_graph and read_sampling_graph, and of .npy headers ·
///         malformed (data that is cut short; arrays of edges of differing lengths; an indptr that falls; another
///         checksum)
[[nodiscard]] Result<PartView> open_part(const std::string& folder, const PartFiles& files, Checksums checksums,
                                         bool original_ids = true);

}  // namespace tuplepack::graph

#pragma once

#include "dgl.hpp"
#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/bytes/zip_members.hpp"

#include <string_view>
#include <vector>

namespace tuplepack::formats {

// Reading what torch.save wrote of dgl.graphbolt.FusedCSCSamplingGraph, without Python and torch: nothing in the file is
// executed. See pickle_zip.hpp for what is in such a file.

struct SamplingGraphView {
  /// By their place in the graph's state: "independent_tensors/indptr", "node_type_to_id/user", "node_attributes/_ID", …
  /// Names are unique.
  std::vector<TensorView> tensors;
  std::vector<ZipMember> members;  ///< of the archive; only the pickle has been compared with its checksum
};

/// The bytes must outlive the result. Only the pickle and the records of the archive are read. Safe for any bytes: the
/// memory depends on the pickle alone, which may have 4,194,304 values.
/// errors  those of list_zip_members and of reading a pickle · malformed · unsupported (another object than such a graph;
///         elements of another type, big-endian or not on the CPU; a tensor that is not contiguous); the message names
///         the tensor
[[nodiscard]] Result<SamplingGraphView> read_sampling_graph(std::string_view file);

}  // namespace tuplepack::formats

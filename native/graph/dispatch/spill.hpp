#pragma once

#include "graph/dispatch/written_file.hpp"
#include "graph/edge_reader.hpp"
#include "tuplepack/graph/assignment.hpp"
#include "tuplepack/graph/remap.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack {

// Between reading the edges and writing the parts, every edge waits in a file of the part that owns it, the owner of its
// target: in the order in which it was read, 9 to 10 bytes each. Blocks of such a file hold columns one after another, so
// that a part's arrays are written from those they need.

/// Edges in the order of new edge ids.
struct SpilledEdges {
  std::span<const std::uint32_t> sources;  ///< new ids
  std::span<const std::uint32_t> targets;  ///< new ids less that of the part's first inner node
  std::span<const std::byte> ids;          ///< type-wise ids, see EdgeIdDecoder
  std::size_t count = 0;
};

/// Reads the ids of the edges of a type: each is the difference to the one before it, in groups of 7 bits, the lowest
/// first; the highest bit of a byte says that more follow. The first counts from −1.
class EdgeIdDecoder {
 public:
  /// places  of the type's edges among all of the part
  explicit EdgeIdDecoder(IdRange places) : places_(places) {}

  /// Calls function(id) for every edge of the type in a block. Blocks come in order, from the first one on.
  template <typename Function>
  void decode(const SpilledEdges& block, Function&& function) {
    const std::int64_t end = place_ + static_cast<std::int64_t>(block.count);
    for (std::size_t at = 0; place_ < end && end > places_.begin && place_ < places_.end; ++place_) {
      std::uint64_t difference = 0;
      for (unsigned shift = 0, more = 1; more != 0; shift += 7) {
        const auto byte = std::to_integer<std::uint64_t>(block.ids[at++]);
        difference |= (byte & 127U) << shift;
        more = byte >= 128 ? 1 : 0;
      }
      if (place_ < places_.begin) continue;
      id_ += static_cast<std::int64_t>(difference);
      function(id_);
    }
    place_ = end;
  }

 private:
  IdRange places_;
  std::int64_t place_ = 0;
  std::int64_t id_ = -1;
};

/// Which columns a pass needs; the others are left empty.
struct SpillColumns {
  bool sources = false;
  bool targets = false;
  bool ids = false;
};

/// errors  of the system; those of the sink
[[nodiscard]] Result<void> read_spill(const std::string& path, SpillColumns columns,
                                      const std::function<Result<void>(const SpilledEdges&)>& sink);

/// What the pass over the edges leaves behind.
struct Spill {
  std::vector<std::int64_t> edges;  ///< entry part × types + type
  std::vector<WrittenFile> files;   ///< their paths in the folder; not yet on the disk
};

/// The file of a part, and that of the owners of a type's edges: 16 bits per edge, in order.
[[nodiscard]] std::string spill_name(std::size_t part);
[[nodiscard]] std::string spill_path(const std::string& folder, std::size_t part);
[[nodiscard]] std::string owners_path(const std::string& folder, std::size_t edge_type);

/// The largest size of the files of a graph together.
[[nodiscard]] std::int64_t spill_bytes(const ChunkedGraph& graph, std::int64_t parts);

/// Reads the edges once.
/// source   folder of the chunked graph
/// target   folder of the files
/// memory   bytes for buffers; a part gets room for 64 edges at least
/// errors   those of read_edges
[[nodiscard]] Result<Spill> spill_edges(const ChunkedGraph& graph, const std::string& source,
                                        const NodeAssignment& assignment, const NodeMap& map, const std::string& target,
                                        std::int64_t memory, const KeepGoing& keep_going);

/// Bytes that spill_edges takes for buffers.
[[nodiscard]] std::int64_t spill_memory(std::int64_t parts, std::int64_t memory);

}  // namespace tuplepack

#pragma once

#include "graph/chunk/edge_runs.hpp"
#include "tuplepack/graph/partition/chunks.hpp"
#include "tuplepack/graph/partition/remap.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::graph {

// Between reading the edges and writing the parts, every edge waits in a file of the part that owns it, the owner of its
// target: in the order in which it was read, 9 to 10 bytes each. Blocks of such a file hold columns one after another, so
// that a part's arrays are written from those they need. The files of a part are with the rank that writes it, one from
// each rank that read edges; one after another they hold the edges in the order of new ids.

/// The spilled edges of parts.
struct SpilledParts {
  std::string folder;
  int readers = 1;   ///< ranks that read the edges
  RunStarts starts;  ///< of the runs that they read
};

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
  /// places  of the type's edges among all of a file
  /// first   the id that the differences begin at
  explicit EdgeIdDecoder(IdRange places, std::int64_t first = 0) : places_(places), id_(first - 1) {}

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
  std::int64_t id_ = 0;
};

/// What a block begins with. One without edges is the last of a file: the edges of each type follow it, 64 bits each.
struct SpillHeader {
  std::uint32_t part = 0;
  std::uint32_t edges = 0;
  std::uint32_t id_bytes = 0;
};

/// Two bytes of id per edge are enough for nearly all blocks; a block is written early when they are not.
inline constexpr std::size_t id_bytes_per_edge = 2, longest_id = 10;

/// Which columns a pass needs; the others are left empty.
struct SpillColumns {
  bool sources = false;
  bool targets = false;
  bool ids = false;
};

/// The edges that a part owns.
/// errors  of the system; those of the sink
[[nodiscard]] Result<void> read_spill(const SpilledParts& spill, std::size_t part, SpillColumns columns,
                                      const std::function<Result<void>(const SpilledEdges&)>& sink);

/// The type-wise ids of the edges of a type that a part owns, ascending.
/// errors  of the system; those of the sink
[[nodiscard]] Result<void> read_edge_ids(const SpilledParts& spill, std::size_t part, std::size_t type,
                                         const std::function<Result<void>(std::span<const std::int64_t>)>& sink);

/// The file of a part from a rank that read edges, and that of the owners of the edges of a type that it read: 16 bits per
/// edge, in order.
[[nodiscard]] std::string spill_name(std::size_t part, int reader);
[[nodiscard]] std::string owners_name(std::size_t edge_type, int reader);

/// Whether the owners of a type's edges are needed.
[[nodiscard]] std::vector<bool> types_with_features(const ChunkedGraph& graph);

/// The largest size of the files of a graph together.
[[nodiscard]] std::int64_t spill_bytes(const ChunkedGraph& graph, std::int64_t parts, std::int64_t readers);

}  // namespace tuplepack::graph

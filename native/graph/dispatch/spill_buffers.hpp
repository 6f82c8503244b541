#pragma once

#include "graph/dispatch/spill.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// An edge whose ends have their new ids.
struct NewEdge {
  std::uint32_t source = 0;
  std::uint32_t target = 0;  ///< less the first id of its part
  std::uint32_t part = 0;
};

/// The edges that wait in memory, by part, until they make a block of its file.
class SpillBuffers {
 public:
  /// capacity  edges of each part
  SpillBuffers(std::size_t parts, std::size_t capacity);
  /// Bytes that they take.
  [[nodiscard]] static std::int64_t bytes(std::int64_t parts, std::size_t capacity);

  /// The next edges are of another type.
  void begin_type();

  /// Adds edges until the buffer of a part is full: that of the last edge added. Returns how many were added.
  /// first  the type-wise id of the first one
  std::size_t add(std::span<const NewEdge> edges, std::int64_t first);

  [[nodiscard]] bool is_full(std::size_t part) const {
    return waiting_[part].edges == capacity_ || waiting_[part].id_bytes + longest_id > id_capacity_;
  }

  /// The waiting edges as a block; none wait after that. Valid until the next call.
  [[nodiscard]] std::span<const std::byte> take(std::size_t part);

 private:
  struct Waiting {
    std::uint32_t edges = 0;
    std::uint32_t id_bytes = 0;
    std::int64_t last = -1;  ///< id of the last edge of the type
  };
  std::size_t capacity_, id_capacity_;
  std::vector<std::uint32_t> sources_, targets_;
  std::vector<std::byte> ids_;
  std::vector<Waiting> waiting_;
  std::vector<std::byte> block_;
};

}  // namespace tuplepack::graph

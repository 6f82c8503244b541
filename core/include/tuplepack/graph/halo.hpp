#pragma once

#include "tuplepack/graph/remap.hpp"

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack {

/// The nodes of a part: its inner nodes, and its HALO, nodes of other parts that its edges touch. A node's local id is
/// its place among them: inner nodes first, then the HALO, each in ascending new id.
/// cost  3/16 byte per node of the graph; local ids are looked up by counting bits, without hashing
class LocalNodes {
 public:
  /// Bytes for a graph of this many nodes.
  [[nodiscard]] static std::int64_t bytes(std::int64_t nodes);

  /// nodes  of the whole graph
  explicit LocalNodes(std::int64_t nodes);

  /// Forgets all nodes, for the part with these inner nodes.
  void reset(IdRange inner);
  /// Adds nodes, by new id. Inner nodes and known ones change nothing.
  void add(std::span<const std::uint32_t> ids);
  /// Prepares local_id and halo, after the last add.
  void number();

  [[nodiscard]] IdRange inner() const { return inner_; }
  [[nodiscard]] std::int64_t halo() const { return halo_; }
  [[nodiscard]] std::int64_t size() const { return inner_.size() + halo_; }
  [[nodiscard]] bool is_inner(std::uint32_t id) const { return inner_.contains(id); }
  [[nodiscard]] bool contains(std::uint32_t id) const {
    return is_inner(id) || (bits_[id / 64] >> (id % 64) & 1U) != 0;
  }

  /// assumes  contains(id), number()
  [[nodiscard]] std::int64_t local_id(std::uint32_t id) const {
    if (is_inner(id)) return id - inner_.begin;
    assert(contains(id));
    const std::uint64_t before = bits_[id / 64] & ((std::uint64_t{1} << (id % 64)) - 1);
    return inner_.size() + ranks_[id / 64] + std::popcount(before);
  }

  /// Calls function(new id) for the HALO, ascending.
  template <typename Function>
  void for_each_halo(Function&& function) const {
    for (std::size_t word = 0; word < bits_.size(); ++word) {
      for (std::uint64_t rest = bits_[word]; rest != 0; rest &= rest - 1) {
        function(static_cast<std::uint32_t>(word * 64) + static_cast<std::uint32_t>(std::countr_zero(rest)));
      }
    }
  }

 private:
  IdRange inner_;
  std::int64_t halo_ = 0;
  std::vector<std::uint64_t> bits_;   // of the HALO
  std::vector<std::uint32_t> ranks_;  // how many HALO nodes there are before each word
};

}  // namespace tuplepack

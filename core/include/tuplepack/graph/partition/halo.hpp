#pragma once

#include "remap.hpp"

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// The nodes of a part: its inner nodes, and its HALO, nodes of other parts that its edges touch. A node's local id is
/// its place among them: inner nodes first, then the HALO, each in ascending new id.
/// cost  1/4 byte per node of the graph; a local id is looked up in one place of memory, by counting bits
class LocalNodes {
 public:
  /// Bytes for a graph of this many nodes.
  [[nodiscard]] static std::int64_t bytes(std::int64_t nodes);

  /// nodes  of the whole graph
  explicit LocalNodes(std::int64_t nodes);

  /// Resets for the part with these inner nodes.
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
    return is_inner(id) || (words_[id / 32].bits >> (id % 32) & 1U) != 0;
  }

  /// assumes  contains(id), number()
  [[nodiscard]] std::int64_t local_id(std::uint32_t id) const {
    if (is_inner(id)) return id - inner_.begin;
    assert(contains(id));
    const Word word = words_[id / 32];
    return inner_.size() + word.before + count_bits(word.bits & ((std::uint32_t{1} << (id % 32)) - 1));
  }

  /// Calls function(new id) for the HALO, ascending.
  template <typename Function>
  void for_each_halo(Function&& function) const {
    for (std::size_t word = 0; word < words_.size(); ++word) {
      for (std::uint32_t rest = words_[word].bits; rest != 0; rest &= rest - 1) {
        function(static_cast<std::uint32_t>(word * 32) + static_cast<std::uint32_t>(std::countr_zero(rest)));
      }
    }
  }

 private:
  struct Word {
    std::uint32_t bits = 0;    // which of 32 nodes are in the HALO
    std::uint32_t before = 0;  // how many HALO nodes there are before them
  };
  IdRange inner_;
  std::int64_t halo_ = 0;
  std::vector<Word> words_;

  /// std::popcount is a call where the instruction cannot be taken for granted.
  [[nodiscard]] static std::uint32_t count_bits(std::uint32_t bits) {
    bits -= bits >> 1 & 0x55555555U;
    bits = (bits & 0x33333333U) + (bits >> 2 & 0x33333333U);
    return ((bits + (bits >> 4)) & 0x0f0f0f0fU) * 0x01010101U >> 24;
  }
};

}  // namespace tuplepack::graph

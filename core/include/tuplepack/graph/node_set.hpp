#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace tuplepack {

/// A set of nodes of a graph, one bit each.
class NodeSet {
 public:
  /// Bytes for a graph of this many nodes.
  [[nodiscard]] static std::int64_t bytes(std::int64_t nodes) { return (nodes + 63) / 64 * 8; }

  /// nodes  of the graph
  explicit NodeSet(std::int64_t nodes) : words_(static_cast<std::size_t>((nodes + 63) / 64)) {}

  void add(std::uint32_t node) { words_[node / 64] |= std::uint64_t{1} << (node % 64); }
  [[nodiscard]] bool contains(std::uint32_t node) const { return (words_[node / 64] >> (node % 64) & 1U) != 0; }
  void clear() { words_.assign(words_.size(), 0); }
  [[nodiscard]] std::int64_t count() const {
    std::int64_t nodes = 0;
    for (const std::uint64_t word : words_) nodes += std::popcount(word);
    return nodes;
  }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace tuplepack

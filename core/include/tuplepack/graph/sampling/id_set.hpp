#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::graph {

/// A set of ids 0 … n − 1, one bit each: of nodes of a graph, or of files.
class IdSet {
 public:
  /// Bytes for this many ids.
  [[nodiscard]] static std::int64_t bytes(std::int64_t ids) { return (ids + 63) / 64 * 8; }

  /// ids  how many there can be
  explicit IdSet(std::int64_t ids) : words_(static_cast<std::size_t>((ids + 63) / 64)) {}

  void add(std::uint32_t id) { words_[id / 64] |= std::uint64_t{1} << (id % 64); }
  [[nodiscard]] bool contains(std::uint32_t id) const { return (words_[id / 64] >> (id % 64) & 1U) != 0; }
  void clear() { words_.assign(words_.size(), 0); }
  [[nodiscard]] std::int64_t count() const {
    std::int64_t ids = 0;
    for (const std::uint64_t word : words_) ids += std::popcount(word);
    return ids;
  }

  /// assumes  as many ids
  void unite(const IdSet& more) {
    for (std::size_t i = 0; i < words_.size(); ++i) words_[i] |= more.words_[i];
  }
  /// assumes  as many ids
  [[nodiscard]] bool meets(const IdSet& other) const {
    for (std::size_t i = 0; i < words_.size(); ++i) {
      if ((words_[i] & other.words_[i]) != 0) return true;
    }
    return false;
  }

  /// 64 ids each.
  [[nodiscard]] std::span<std::uint64_t> words() { return words_; }

 private:
  std::vector<std::uint64_t> words_;
};

}  // namespace tuplepack::graph

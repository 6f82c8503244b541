#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tuplepack::graph {

/// A heap of nodes by key, the highest on top, whose keys can change. The order of equal keys depends on the order of
/// calls alone.
/// memory  4 bytes per node and 16 per node that is in it
class NodeHeap {
 public:
  explicit NodeHeap(std::size_t nodes) : place_(nodes, absent) {}

  [[nodiscard]] bool empty() const { return entries_.empty(); }
  [[nodiscard]] std::uint32_t top() const { return entries_.front().node; }
  [[nodiscard]] std::int64_t top_key() const { return entries_.front().key; }
  void pop() { remove(top()); }

  /// Puts a node in, or changes its key.
  void set(std::uint32_t node, std::int64_t key) {
    std::uint32_t at = place_[node];
    if (at == absent) {
      at = static_cast<std::uint32_t>(entries_.size());
      entries_.push_back({key, node});
    } else if (entries_[at].key == key) {
      return;
    }
    const bool rises = key >= entries_[at].key;
    entries_[at] = {key, node};
    if (rises) {
      rise(at);
    } else {
      sink(at);
    }
  }
  /// Puts a node in, or changes its key if that is lower.
  void raise(std::uint32_t node, std::int64_t key) {
    const std::uint32_t at = place_[node];
    if (at == absent || entries_[at].key < key) set(node, key);
  }
  /// Nothing happens if it is not in.
  void remove(std::uint32_t node) {
    const std::uint32_t at = place_[node];
    if (at == absent) return;
    place_[node] = absent;
    const Entry last = entries_.back();
    entries_.pop_back();
    if (last.node == node) return;
    entries_[at] = last;
    rise(at);
    sink(place_[last.node]);
  }
  void clear() {
    for (const Entry& entry : entries_) place_[entry.node] = absent;
    entries_.clear();
  }

 private:
  static constexpr std::uint32_t absent = 0xffffffff;
  struct Entry {
    std::int64_t key;
    std::uint32_t node;
  };
  std::vector<Entry> entries_;
  std::vector<std::uint32_t> place_;

  void put(std::uint32_t at, const Entry& entry) {
    entries_[at] = entry;
    place_[entry.node] = at;
  }
  void rise(std::uint32_t at) {
    const Entry entry = entries_[at];
    for (; at > 0 && entries_[(at - 1) / 2].key < entry.key; at = (at - 1) / 2) put(at, entries_[(at - 1) / 2]);
    put(at, entry);
  }
  void sink(std::uint32_t at) {
    const Entry entry = entries_[at];
    const auto size = static_cast<std::uint32_t>(entries_.size());
    while (true) {
      std::uint32_t child = 2 * at + 1;
      if (child >= size) break;
      if (child + 1 < size && entries_[child].key < entries_[child + 1].key) ++child;
      if (entries_[child].key <= entry.key) break;
      put(at, entries_[child]);
      at = child;
    }
    put(at, entry);
  }
};

}  // namespace tuplepack::graph

#pragma once

#include <cassert>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace tuplepack::graph {

/// A column of signed integers of 1, 2, 4 or 8 bytes in a mapped file, at any alignment.
class IntegerColumn {
 public:
  IntegerColumn() = default;
  /// width  bytes of an element
  IntegerColumn(std::string_view data, std::int64_t width)
      : data_(data.data()), size_(static_cast<std::int64_t>(data.size()) / width), width_(width) {}

  [[nodiscard]] std::int64_t size() const { return size_; }
  [[nodiscard]] std::int64_t operator[](std::int64_t i) const {
    assert(0 <= i && i < size());
    switch (width_) {
      case 8: return at<std::int64_t>(i);
      case 4: return at<std::int32_t>(i);
      case 2: return at<std::int16_t>(i);
      default: return at<std::int8_t>(i);
    }
  }

 private:
  const char* data_ = nullptr;
  std::int64_t size_ = 0;
  std::int64_t width_ = 8;

  template <typename T>
  [[nodiscard]] T at(std::int64_t i) const {
    T number;
    std::memcpy(&number, data_ + static_cast<std::size_t>(i) * sizeof(T), sizeof(T));
    return number;
  }
};

/// An edge in the file of a part.
struct StoredEdge {
  std::int64_t index = 0;
  std::int64_t source = 0;  ///< local id
  std::int64_t destination = 0;
};

/// The edges of a part in the order of the file: coordinates, as DGL stores them, or the compressed columns of
/// GraphBolt, which holds the edges into local node 0, then those into node 1, and so on.
class PartEdges {
 public:
  class Iterator;
  struct Range;
  struct Positions {
    std::int64_t begin = 0;
    std::int64_t end = 0;
  };

  PartEdges() = default;
  /// assumes  as many of each
  static PartEdges coordinates(IntegerColumn sources, IntegerColumn destinations) {
    return {sources, destinations, {}};
  }
  /// assumes  indptr that begins at 0, never falls, and ends at the number of sources
  static PartEdges columns(IntegerColumn indptr, IntegerColumn sources) { return {sources, {}, indptr}; }

  [[nodiscard]] std::int64_t size() const { return sources_.size(); }
  [[nodiscard]] bool compressed() const { return indptr_.size() > 0; }
  [[nodiscard]] std::int64_t source(std::int64_t index) const { return sources_[index]; }
  /// Of coordinates.
  [[nodiscard]] std::int64_t destination(std::int64_t index) const { return destinations_[index]; }
  /// Of compressed columns: where the edges into a node are.
  [[nodiscard]] Positions into(std::int64_t node) const { return {indptr_[node], indptr_[node + 1]}; }

  /// Edges first … end − 1, one after the other.
  [[nodiscard]] Range between(std::int64_t first, std::int64_t end) const;
  [[nodiscard]] Range from(std::int64_t first) const;
  [[nodiscard]] Range all() const;

 private:
  PartEdges(IntegerColumn sources, IntegerColumn destinations, IntegerColumn indptr)
      : sources_(sources), destinations_(destinations), indptr_(indptr) {}

  IntegerColumn sources_;
  IntegerColumn destinations_;  // of coordinates
  IntegerColumn indptr_;        // of compressed columns
};

class PartEdges::Iterator {
 public:
  Iterator(const PartEdges& edges, std::int64_t index) : edges_(&edges), index_(index) {
    if (index_ < edges.size() && edges.compressed()) node_ = node_of(index_);
  }

  [[nodiscard]] StoredEdge operator*() const {
    return {index_, edges_->source(index_), edges_->compressed() ? node_ : edges_->destination(index_)};
  }
  Iterator& operator++() {
    ++index_;
    if (edges_->compressed() && index_ < edges_->size()) {
      while (edges_->into(node_).end <= index_) ++node_;
    }
    return *this;
  }
  [[nodiscard]] bool operator!=(const Iterator& other) const { return index_ != other.index_; }

 private:
  const PartEdges* edges_;
  std::int64_t index_;
  std::int64_t node_ = 0;  // of compressed columns: the destination

  /// The destination of an edge: the first column that ends after it.
  [[nodiscard]] std::int64_t node_of(std::int64_t index) const {
    std::int64_t low = 0, high = edges_->indptr_.size() - 2;
    while (low < high) {
      const std::int64_t middle = low + (high - low) / 2;
      if (edges_->into(middle).end > index) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return low;
  }
};

struct PartEdges::Range {
  Iterator first;
  Iterator last;

  [[nodiscard]] Iterator begin() const { return first; }
  [[nodiscard]] Iterator end() const { return last; }
};

inline PartEdges::Range PartEdges::between(std::int64_t first, std::int64_t end) const {
  return {Iterator(*this, first), Iterator(*this, end)};
}
inline PartEdges::Range PartEdges::from(std::int64_t first) const {
  return between(first, size());
}
inline PartEdges::Range PartEdges::all() const {
  return between(0, size());
}

}  // namespace tuplepack::graph

#pragma once

#include "tuplepack/packing/stream.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::packing {

/// The unit of packing: an item, or a part of a split one.
struct Piece {
  std::int64_t item;
  std::int64_t begin;
  const std::int64_t* sizes;  // k, the room it takes
};

/// Pieces of k components, stored as numbers: item, begin, sizes.
class Pieces {
 public:
  explicit Pieces(std::size_t k) : width_(k + 2) {}

  [[nodiscard]] std::size_t count() const { return numbers_.size() / width_; }
  [[nodiscard]] Piece operator[](std::size_t index) const {
    const std::int64_t* const at = numbers_.data() + index * width_;
    return {.item = at[0], .begin = at[1], .sizes = at + 2};
  }
  void push(const Piece& piece) {
    numbers_.push_back(piece.item);
    numbers_.push_back(piece.begin);
    numbers_.insert(numbers_.end(), piece.sizes, piece.sizes + (width_ - 2));
  }
  void clear() { numbers_.clear(); }
  [[nodiscard]] const std::vector<std::int64_t>& numbers() const { return numbers_; }

 private:
  std::size_t width_;
  std::vector<std::int64_t> numbers_;
};

/// Builds packs and counts them.
class PackWriter {
 public:
  PackWriter(ClosedPacks& closed, bool with_begins, std::int64_t& packs)
      : closed_(closed), with_begins_(with_begins), packs_(packs) {}

  void put(const Piece& piece) {
    closed_.items.push_back(piece.item);
    if (with_begins_) closed_.begins.push_back(piece.begin);
  }
  /// Tells the pack of a piece.
  void place(const Piece& piece, std::int64_t number) {
    if (piece.begin == 0) closed_.placed.push_back(number);
  }
  void place_nowhere() { closed_.placed.push_back(-1); }

  void close() {
    closed_.offsets.push_back(static_cast<std::int64_t>(closed_.items.size()));
    ++packs_;
  }
  void close(std::int64_t number) {
    closed_.numbers.push_back(number);
    close();
  }

  /// Closed since the stream began.
  [[nodiscard]] std::int64_t packs() const { return packs_; }

 private:
  ClosedPacks& closed_;
  bool with_begins_;
  std::int64_t& packs_;
};

/// Whether a piece fits into room.
[[nodiscard]] inline bool fits(const std::int64_t* sizes, const std::int64_t* room, std::size_t k) {
  for (std::size_t c = 0; c < k; ++c) {
    if (sizes[c] > room[c]) return false;
  }
  return true;
}

/// Reads saved numbers in sequence. A missing or invalid number makes it bad permanently; reads then return harmless
/// numbers.
class SavedNumbers {
 public:
  explicit SavedNumbers(std::span<const std::int64_t> numbers) : rest_(numbers) {}

  /// first ≤ result ≤ last, or first
  std::int64_t next(std::int64_t first, std::int64_t last) {
    if (rest_.empty() || rest_.front() < first || rest_.front() > last) {
      bad_ = true;
      return first;
    }
    const std::int64_t number = rest_.front();
    rest_ = rest_.subspan(1);
    return number;
  }

  /// A piece of `items` items that fits into `room` (k entries). Points into the saved numbers, so it is valid only as
  /// long as they are, and only unless bad.
  Piece piece(std::int64_t items, std::span<const std::int64_t> room) {
    const std::int64_t item = next(0, items - 1);
    const std::int64_t begin = next(0, max_exact);
    const std::int64_t* const sizes = rest_.data();
    for (const std::int64_t most : room) (void)next(0, most);
    return {.item = item, .begin = begin, .sizes = sizes};
  }

  [[nodiscard]] bool bad() const { return bad_; }
  void reject() { bad_ = true; }
  [[nodiscard]] bool at_end() const { return rest_.empty(); }

 private:
  std::span<const std::int64_t> rest_;
  bool bad_ = false;
};

}  // namespace tuplepack::packing

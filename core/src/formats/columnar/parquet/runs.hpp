#pragma once

#include "formats/tensorflow/wire.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace tuplepack::formats {

/// Unpacks numbers of `width` bits each, the lowest bits first.
/// width    0 to 64
/// assumes  bytes for all of them
void unpack_bits(std::string_view bytes, unsigned width, std::span<std::uint64_t> out);

/// Numbers that follow each other in Parquet's hybrid of run lengths and packed bits.
struct LevelRun {
  std::size_t count = 0;
  bool packed = false;  ///< numbers of their own, in `bits`, rather than one that is repeated
  std::uint32_t value = 0;
  std::string_view bits{};
};

/// Reads levels, indices of a dictionary and booleans run by run.
class RunReader {
 public:
  /// width   bits of a number, at most 32
  /// count   how many numbers there are, if the bytes have so many; the last run may hold more
  RunReader(std::string_view bytes, unsigned width, std::size_t count)
      : at_(bytes.data()), end_(bytes.data() + bytes.size()), width_(width), left_(count) {}

  /// False after `count` numbers, and where the bytes end or are malformed.
  [[nodiscard]] bool next(LevelRun& run) {
    if (left_ == 0 || at_ == end_) return false;
    std::uint64_t head = static_cast<unsigned char>(*at_);
    if (head < 128) {
      ++at_;
    } else if (end_ - at_ > 1 && static_cast<unsigned char>(at_[1]) < 128) {
      head = (head & 127U) | std::uint64_t{static_cast<unsigned char>(at_[1])} << 7U;
      at_ += 2;
    } else if (!take_varint(at_, end_, head)) {
      return false;
    }
    run.packed = (head & 1U) != 0;
    if (!(run.packed ? take_packed(head >> 1U, run) : take_repeated(head >> 1U, run))) return false;
    left_ -= run.count;
    return run.count > 0;
  }
  /// Skips what a function takes off the bytes, given how many numbers are left. Returns how many it skipped.
  template <typename Take>
  std::size_t pass(Take take) {
    std::string_view bytes(at_, static_cast<std::size_t>(end_ - at_));
    const std::size_t passed = take(bytes, left_);
    at_ = bytes.data();
    left_ -= passed;
    return passed;
  }
  /// The numbers that were not read.
  [[nodiscard]] std::size_t left() const { return left_; }
  [[nodiscard]] unsigned width() const { return width_; }

 private:
  const char* at_;
  const char* end_;
  unsigned width_ = 0;
  std::size_t left_ = 0;

  /// Groups of eight. Some writers leave out the bytes after the last number.
  bool take_packed(std::uint64_t groups, LevelRun& run) {
    groups = std::min<std::uint64_t>(groups, left_ / 8 + 1);
    const auto room = static_cast<std::uint64_t>(end_ - at_);
    std::uint64_t size = groups * width_, count = groups * 8;
    if (size > room) {
      size = room;
      count = room * 8 / width_;
    }
    run.bits = {at_, static_cast<std::size_t>(size)};
    run.count = static_cast<std::size_t>(std::min<std::uint64_t>(count, left_));
    at_ += size;
    return true;
  }
  bool take_repeated(std::uint64_t count, LevelRun& run) {
    const unsigned size = (width_ + 7) / 8;
    if (static_cast<std::size_t>(end_ - at_) < size) return false;
    run.value = 0;
    for (unsigned i = 0; i < size; ++i) run.value |= std::uint32_t{static_cast<unsigned char>(*at_++)} << (8 * i);
    run.count = static_cast<std::size_t>(std::min<std::uint64_t>(count, left_));
    return true;
  }
};

/// All numbers of a reader, each below 2^8, as bytes; false if there are fewer than the bytes to fill.
[[nodiscard]] bool read_runs(RunReader reader, std::span<std::uint8_t> out);
[[nodiscard]] bool read_runs(RunReader reader, std::span<std::uint32_t> out);

}  // namespace tuplepack::formats

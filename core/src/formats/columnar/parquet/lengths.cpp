#include "lengths.hpp"

#include "formats/bytes/little_endian.hpp"
#include "formats/tensorflow/wire.hpp"
#include "runs.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace tuplepack::formats {

unsigned level_width(unsigned most) {
  return static_cast<unsigned>(std::bit_width(most));
}

// ---- lists whose elements are not lists: levels of a bit, 0 where a row begins ----

namespace {

/// Entries at which rows begin, without a look at the vector's capacity for each.
class RowStarts {
 public:
  explicit RowStarts(std::vector<std::int64_t>& starts) : starts_(starts), size_(starts.size()) {}

  /// Makes sure that so many can be added.
  void reserve(std::size_t more) {
    constexpr std::size_t at_least = 4096;
    if (starts_.size() - size_ < more) starts_.resize(size_ + std::max(more, at_least));
  }
  /// Adds the entries of the bits that are set, from `entry` on. One is added first and kept if there is one: how many
  /// there are is hard to predict.
  /// assumes  room for one more than those
  void add(std::uint64_t bits, std::size_t entry) {
    std::int64_t* end = starts_.data() + size_;
    do {
      constexpr std::uint64_t last = std::uint64_t{1} << 63U;
      *end = static_cast<std::int64_t>(entry) + std::countr_zero(bits | last);
      end += bits != 0 ? 1 : 0;
      bits &= bits - 1;
    } while (bits != 0);
    size_ = static_cast<std::size_t>(end - starts_.data());
  }
  void add_all(std::size_t entry, std::size_t count) {
    reserve(count);
    for (std::size_t i = 0; i < count; ++i) starts_[size_ + i] = static_cast<std::int64_t>(entry + i);
    size_ += count;
  }
  void finish() { starts_.resize(size_); }

 private:
  std::vector<std::int64_t>& starts_;
  std::size_t size_;
};

}  // namespace

/// The next bits, at most 64; those after the last are ones.
static std::uint64_t cut_word(std::string_view& bits, std::size_t count) {
  std::uint64_t word = 0;
  if (bits.size() >= sizeof word) {
    word = little_endian<std::uint64_t>(bits.data());
  } else {
    std::array<char, sizeof word> padded{};
    std::memcpy(padded.data(), bits.data(), bits.size());
    word = little_endian<std::uint64_t>(padded.data());
  }
  bits.remove_prefix(std::min(bits.size(), sizeof word));
  return count < 64 ? word | ~std::uint64_t{0} << count : word;
}

static void add_packed_starts(std::string_view bits, std::size_t entry, std::size_t count, RowStarts& starts) {
  starts.reserve(count + 1);
  for (std::size_t first = 0; first < count; first += 64) starts.add(~cut_word(bits, count - first), entry + first);
}

/// Passes over levels as most writers pack them around the beginning of a long list: a packed byte, and a run of ones
/// whose length takes a byte or two. Returns the entries skipped, fewer than `count`.
static std::size_t add_long_lists(std::string_view& bytes, std::size_t entry, std::size_t count, RowStarts& starts) {
  constexpr std::uint64_t one_packed_byte = 3;
  std::size_t passed = 0;
  while (bytes.size() >= sizeof(std::uint64_t)) {
    const auto word = little_endian<std::uint64_t>(bytes.data());
    const std::uint64_t longer = word >> 23U & 1U;  // by a byte
    const std::uint64_t head = (word >> 16U & 127U) | (word >> 17U & 0x7f80U & (0 - longer));
    const std::uint64_t value = word >> (24 + 8 * longer) & 255U;
    if ((((word & 255U) ^ one_packed_byte) | (head & 0x4001U) | (value ^ 1U)) != 0) break;
    const std::size_t length = 8 + static_cast<std::size_t>(head >> 1U);
    if (passed + length >= count) break;
    starts.reserve(9);
    starts.add(~(word >> 8U) & 255U, entry + passed);
    passed += length;
    bytes.remove_prefix(static_cast<std::size_t>(4 + longer));
  }
  return passed;
}

/// Appends where rows begin; false where the levels are too few.
static bool add_starts(const PageLevels& levels, std::vector<std::int64_t>& found) {
  RowStarts starts(found);
  RunReader reader(levels.repetition, 1, levels.count);
  LevelRun run;
  for (std::size_t entry = 0;; entry += run.count) {
    entry += reader.pass(
        [&](std::string_view& bytes, std::size_t left) { return add_long_lists(bytes, entry, left, starts); });
    if (!reader.next(run)) break;
    if (run.packed) {
      add_packed_starts(run.bits, entry, run.count, starts);
    } else if (run.value == 0) {
      starts.add_all(entry, run.count);
    }
  }
  starts.finish();
  return reader.left() == 0;
}

/// Adds rows with as many elements as they have entries.
static bool add_entries(const PageLevels& levels, std::vector<std::int64_t>& lengths) {
  const std::size_t first = lengths.size();
  const auto count = static_cast<std::int64_t>(levels.count);
  if (!add_starts(levels, lengths)) return false;
  const std::int64_t lead = lengths.size() > first ? lengths[first] : count;
  if (lead > 0) {
    if (first == 0 || lengths[first - 1] < 1) return false;
    lengths[first - 1] += lead;
  }
  if (lengths.size() == first) return true;
  for (std::size_t row = first; row + 1 < lengths.size(); ++row) lengths[row] = lengths[row + 1] - lengths[row];
  lengths.back() = count - lengths.back();
  return true;
}

namespace {

/// Corrects rows whose only entry says that they have no elements, or are null.
class EmptyLists {
 public:
  /// first  the first row that begins in the page, at its entry `start`
  EmptyLists(const ParquetColumn& column, std::vector<std::int64_t>& lengths, std::size_t first, std::size_t start)
      : column_(column), lengths_(lengths), row_(first), start_(start) {}

  /// entry  greater than the last; false when it is not the only one of a row
  [[nodiscard]] bool add(std::size_t entry, unsigned definition) {
    while (row_ < lengths_.size() && start_ < entry) start_ += static_cast<std::size_t>(lengths_[row_++]);
    if (row_ == lengths_.size() || start_ != entry || lengths_[row_] != 1) return false;
    lengths_[row_++] = definition < column_.list_definition ? null_length : 0;
    ++start_;
    return true;
  }

 private:
  const ParquetColumn& column_;
  std::vector<std::int64_t>& lengths_;
  std::size_t row_, start_;
};

}  // namespace

static bool correct_empty(const ParquetColumn& column, const PageLevels& levels, EmptyLists empty) {
  RunReader reader(levels.definition, level_width(column.max_definition), levels.count);
  LevelRun run;
  std::array<std::uint64_t, 256> unpacked{};
  for (std::size_t entry = 0; reader.next(run); entry += run.count) {
    if (!run.packed && run.value >= column.element_definition) continue;
    for (std::size_t first = 0; first < run.count; first += unpacked.size()) {
      const auto some = std::span(unpacked).first(std::min(unpacked.size(), run.count - first));
      if (run.packed) {
        unpack_bits(run.bits.substr(first * reader.width() / 8), reader.width(), some);
      } else {
        std::fill(some.begin(), some.end(), run.value);
      }
      for (std::size_t i = 0; i < some.size(); ++i) {
        if (some[i] >= column.element_definition) continue;
        if (!empty.add(entry + first + i, static_cast<unsigned>(some[i]))) return false;
      }
    }
  }
  return reader.left() == 0;
}

// ---- lists of lists ----

static bool append_outer_lengths(const ParquetColumn& column, const PageLevels& levels,
                                 std::vector<std::int64_t>& lengths) {
  std::vector<std::uint8_t> repetition(levels.count), definition(levels.count);
  const RunReader repetitions(levels.repetition, level_width(column.max_repetition), levels.count);
  const RunReader definitions(levels.definition, level_width(column.max_definition), levels.count);
  if (!read_runs(repetitions, std::span(repetition)) || !read_runs(definitions, std::span(definition))) return false;
  for (std::size_t i = 0; i < levels.count; ++i) {
    const bool there = definition[i] >= column.element_definition;
    if (repetition[i] == 0) {
      lengths.push_back(there ? 1 : definition[i] < column.list_definition ? null_length : 0);
    } else if (lengths.empty() || lengths.back() < 1 || !there) {
      return false;
    } else if (repetition[i] == 1) {
      ++lengths.back();
    }
  }
  return true;
}

bool append_lengths(const ParquetColumn& column, const PageLevels& levels, std::vector<std::int64_t>& lengths) {
  if (column.max_repetition > 1) return append_outer_lengths(column, levels, lengths);
  const std::size_t first = lengths.size();
  const std::int64_t open = first > 0 ? lengths.back() : 0;
  if (!add_entries(levels, lengths)) return false;
  const std::int64_t lead = first > 0 ? lengths[first - 1] - open : 0;
  return correct_empty(column, levels, EmptyLists(column, lengths, first, static_cast<std::size_t>(lead)));
}

}  // namespace tuplepack::formats

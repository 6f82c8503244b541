#pragma once

#include "column_doubts.hpp"
#include "pair_order.hpp"
#include "tuplepack/base/limits.hpp"
#include "tuplepack/formats/rows/read_options.hpp"

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::formats {

/// Collects rows and hands them to a sink in blocks, so that the cost of a call is shared. Blocks end after the same
/// rows however the input was cut into pieces.
class RowBlocks {
 public:
  static constexpr std::size_t block_rows = 4096;

  explicit RowBlocks(RowSink sink);

  /// Once, before the first row.
  [[nodiscard]] Result<void> begin(const std::vector<std::string>& components, bool has_counts);

  /// Before begin.
  void note(const std::string& text) const {
    if (sink_.note && !text.empty()) sink_.note(text);
  }

  /// Notes why the rows may be edges, once.
  void note_edges(const std::string& text) {
    note(text);
    edges_are_noted_ = true;
  }

  /// Before begin: if there are two columns of sizes, and no counts, these may be sizes and their counts, if the order of the
  /// sizes tells so.
  /// references    what options call the columns
  /// counts_first  or the counts and then the sizes
  void leave_open(const std::vector<std::string>& references, bool counts_first = false) {
    references_ = references;
    counts_first_ = counts_first;
  }

  /// Before begin, where nobody chose the columns: those of flags, dates or an index, beside others, are noted in the end, and
  /// so is a single one without a name that ascends from 0.
  /// references  what options call the columns of sizes
  void watch(const std::vector<std::string>& references) { watched_ = references; }

  /// Whether rows may have counts for the sink: it wants to know of those that may be a histogram.
  [[nodiscard]] bool asks_for_counts() const { return static_cast<bool>(sink_.possible_histogram); }

  [[nodiscard]] bool full() const { return filled_ == block_rows; }
  /// That were added.
  [[nodiscard]] std::int64_t rows() const { return rows_ + static_cast<std::int64_t>(filled_); }
  [[nodiscard]] std::size_t room() const { return block_rows - filled_; }

  /// sizes    k values; count is not looked at when there are no counts
  /// assumes  not full
  void add(const std::int64_t* sizes, std::int64_t count) {
    std::int64_t* row = sizes_.data() + filled_ * k_;
    for (std::size_t c = 0; c < k_; ++c) row[c] = sizes[c];
    counts_[filled_] = count;
    ++filled_;
  }

  /// Room for rows to be written in place: at least room() × k. Then commit() how many were.
  [[nodiscard]] std::int64_t* tail() { return sizes_.data() + filled_ * k_; }
  void commit(std::size_t rows) { filled_ += rows; }

  /// Hands on what is there.
  [[nodiscard]] Result<void> flush();

  /// Hands on the rest, and tells the sink if the rows may be a histogram.
  /// errors  empty (there never was a row): `none` says so · what the sink returned
  [[nodiscard]] Result<void> finish(std::string_view none);

 private:
  RowSink sink_;
  std::size_t k_ = 0;
  bool has_counts_ = false;
  std::vector<std::string> references_;  // empty: the columns are not left open
  bool is_open_ = false, counts_first_ = false;
  bool ascends_ = true;                           // the only column, strictly
  std::int64_t last_ = -1;                        // its last number
  std::vector<std::string> watched_;              // columns that may hold no sizes
  std::array<SeenNumbers, max_components> seen_;  // of them
  std::int64_t rows_ = 0;                         // handed on
  PairOrder pairs_;                               // of them
  std::size_t filled_ = 0;
  bool edges_are_noted_ = false;
  std::vector<std::int64_t> sizes_;   // block_rows × k
  std::vector<std::int64_t> counts_;  // block_rows

  /// Whether there is one column, without a name.
  [[nodiscard]] bool is_alone() const { return watched_.size() == 1 && watched_[0] == "1" && !has_counts_; }
  [[nodiscard]] bool may_be_histogram() const { return is_open_ && pairs_.may_be_histogram(); }
  /// Whether there are two columns without names, whose rows may be edges.
  [[nodiscard]] bool may_be_edges() const {
    return is_open_ && !edges_are_noted_ && !watched_.empty() && watched_[0] == "1" && pairs_.may_be_edges();
  }
  void note_watched() const;
};

}  // namespace tuplepack::formats

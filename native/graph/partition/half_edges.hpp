#pragma once

#include "files/files.hpp"
#include "node_shares.hpp"
#include "ranks/mailbox.hpp"
#include "ranks/ranks.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tuplepack::graph {

/// A neighbour of a node, which is told by its row.
struct HalfEdge {
  std::uint32_t row = 0;
  std::uint32_t neighbour = 0;
};
struct WeightedHalfEdge {
  std::uint32_t row = 0;
  std::uint32_t neighbour = 0;
  std::uint32_t weight = 0;
};

/// Half edges of the rows of this rank, in a scratch file for each of some ranges of rows.
template <typename Half>
class RowRanges {
 public:
  /// So many ranges that the half edges of one, and its neighbours, take half of the memory where nodes are alike.
  /// folder  the files range0, range1, … are made in it
  /// count   of half edges, about
  [[nodiscard]] static Result<RowRanges> open(const std::string& folder, std::int64_t count, std::int64_t rows,
                                              std::int64_t memory) {
    constexpr std::int64_t bytes_each = 2 * sizeof(Half) - sizeof(std::uint32_t);
    const std::int64_t wanted = count / std::max<std::int64_t>(memory / 2 / bytes_each, 1) + 1;
    const std::int64_t ranges = std::clamp<std::int64_t>(std::min(wanted, rows), 1, 1024);
    const std::int64_t buffer = std::clamp<std::int64_t>(memory / 4 / ranges, 4096, std::int64_t{1} << 18);
    RowRanges result;
    result.rows_ = rows;
    result.width_ = std::max<std::int64_t>((rows + ranges - 1) / ranges, 1);
    for (std::int64_t i = 0; i < ranges; ++i) {
      result.paths_.push_back(folder + "/range" + std::to_string(i));
      auto file = files::FileWriter::create(result.paths_.back(), static_cast<std::size_t>(buffer));
      if (!file) return tl::unexpected(std::move(file.error()));
      result.files_.push_back(std::move(*file));
    }
    return result;
  }

  [[nodiscard]] Result<void> append(Half half) {
    const std::int64_t range = half.row / width_;
    half.row -= static_cast<std::uint32_t>(range * width_);
    return files_[static_cast<std::size_t>(range)].write(std::as_bytes(std::span(&half, 1)));
  }

  [[nodiscard]] Result<void> close() {
    for (files::FileWriter& file : files_) {
      if (auto closed = file.close(); !closed) return closed;
    }
    return {};
  }

  /// Hands one range after the other to use(half edges, number of rows), where rows count from the range's first; then
  /// removes its file.
  template <typename Use>
  [[nodiscard]] Result<void> take(const Use& use) const {
    for (std::size_t i = 0; i < paths_.size(); ++i) {
      const std::int64_t first = std::min(static_cast<std::int64_t>(i) * width_, rows_);
      const std::int64_t last = std::min(first + width_, rows_);
      const auto file = files::MappedFile::open(paths_[i]);
      if (!file) return tl::unexpected(file.error());
      if (auto used = use(file->template as<Half>(), static_cast<std::size_t>(last - first)); !used) return used;
      std::remove(paths_[i].c_str());
    }
    return {};
  }

 private:
  std::int64_t rows_ = 0;
  std::int64_t width_ = 1;
  std::vector<std::string> paths_;
  std::vector<files::FileWriter> files_;
};

/// Half edges on their way to the ranks whose nodes they are.
template <typename Half>
class HalfEdgePost {
 public:
  HalfEdgePost(const NodeShares& shares, RowRanges<Half>& ranges, std::int64_t memory)
      : shares_(shares), mailbox_(memory, [&ranges](const Half& half) { return ranges.append(half); }) {}

  /// half  without its row
  [[nodiscard]] Result<void> send(std::int64_t node, Half half) {
    const auto [rank, row] = shares_.place_of(node);
    half.row = static_cast<std::uint32_t>(row);
    return mailbox_.send(rank, half);
  }

  /// Collective.
  /// sent  how the sending went on this rank
  [[nodiscard]] Result<void> finish(Result<void> sent) { return mailbox_.finish(std::move(sent)); }

 private:
  const NodeShares& shares_;
  ranks::RecordMailbox<Half> mailbox_;
};

}  // namespace tuplepack::graph

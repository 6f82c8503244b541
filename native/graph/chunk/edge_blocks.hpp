#pragma once

#include "edge_reader.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tuplepack::graph {

inline constexpr std::size_t edges_in_block = 65'536;

/// Hands the edges of one type after the other to a sink, in blocks, and tells how far the work is.
class EdgeBlocks {
 public:
  /// total_bytes  of all files; both functions must outlive this
  EdgeBlocks(const std::function<Result<void>(const EdgeBlock&)>& sink, std::int64_t total_bytes,
             const KeepGoing& keep_going)
      : sink_(sink), keep_going_(keep_going), total_bytes_(total_bytes) {}

  /// The edges of a type follow: `edges`, if they are as many as they should be.
  void begin(std::size_t type, std::int64_t edges) {
    type_ = type;
    first_ = 0;
    due_ = edges;
  }

  /// pairs  source, target, source, …
  /// errors  malformed (more edges than there should be); those of the sink
  [[nodiscard]] Result<void> add(std::span<const std::int64_t> pairs) {
    while (!pairs.empty()) {
      const std::size_t some = std::min(pairs.size() / 2, edges_in_block - filled_);
      for (std::size_t i = 0; i < some; ++i) {
        sources_[filled_ + i] = static_cast<std::uint32_t>(pairs[2 * i]);
        targets_[filled_ + i] = static_cast<std::uint32_t>(pairs[2 * i + 1]);
      }
      filled_ += some;
      pairs = pairs.subspan(2 * some);
      if (filled_ < edges_in_block) break;
      if (auto flushed = flush(); !flushed) return flushed;
    }
    return {};
  }

  [[nodiscard]] Result<void> flush() {
    const auto edges = static_cast<std::int64_t>(filled_);
    if (edges == 0) return {};
    if (first_ + edges > due_) {
      return fail(ErrorCode::malformed,
                  "the files have more edges than the " + std::to_string(due_) + " that the metadata declares");
    }
    const EdgeBlock block{.type = type_,
                          .first = first_,
                          .sources = std::span(sources_).first(filled_),
                          .targets = std::span(targets_).first(filled_)};
    first_ += edges;
    filled_ = 0;
    auto taken = sink_(block);
    if (!taken) refusal_ = taken.error();
    return taken;
  }

  /// So many bytes more were read.
  /// errors  stopped
  [[nodiscard]] Result<void> advance(std::int64_t bytes) {
    bytes_ += bytes;
    const double fraction = total_bytes_ > 0 ? static_cast<double>(bytes_) / static_cast<double>(total_bytes_) : 1;
    if (!keep_going_ || keep_going_(std::min(fraction, 1.0))) return {};
    refusal_ = Error{.code = ErrorCode::stopped, .message = "stopped"};
    return tl::unexpected(*refusal_);
  }

  /// Edges of the type so far.
  [[nodiscard]] std::int64_t edges() const { return first_ + static_cast<std::int64_t>(filled_); }
  /// What the sink or the caller refused, as it was: no error of a file.
  [[nodiscard]] const std::optional<Error>& refusal() const { return refusal_; }

 private:
  const std::function<Result<void>(const EdgeBlock&)>& sink_;
  const KeepGoing& keep_going_;
  std::int64_t total_bytes_;
  std::int64_t bytes_ = 0;
  std::size_t type_ = 0;
  std::int64_t first_ = 0;
  std::int64_t due_ = 0;
  std::size_t filled_ = 0;
  std::optional<Error> refusal_;
  std::vector<std::uint32_t> sources_ = std::vector<std::uint32_t>(edges_in_block);
  std::vector<std::uint32_t> targets_ = std::vector<std::uint32_t>(edges_in_block);
};

}  // namespace tuplepack::graph

#pragma once

#include "tuplepack/formats/rows/ids.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace tuplepack::formats {

/// Collects pairs of ids and hands them on in blocks.
class PairBlocks {
 public:
  explicit PairBlocks(IdSink sink) : sink_(std::move(sink)) {}
  [[nodiscard]] Result<void> add(std::int64_t source, std::int64_t destination) {
    pairs_.push_back(source);
    pairs_.push_back(destination);
    return pairs_.size() < block ? Result<void>() : flush();
  }
  [[nodiscard]] Result<void> flush() {
    if (pairs_.empty()) return {};
    auto taken = sink_(pairs_);
    pairs_.clear();
    return taken;
  }

 private:
  static constexpr std::size_t block = 8192;
  IdSink sink_;
  std::vector<std::int64_t> pairs_;
};

}  // namespace tuplepack::formats

#include "tuplepack/graph/halo.hpp"

#include <algorithm>

namespace tuplepack {

static std::size_t words_of(std::int64_t nodes) {
  return static_cast<std::size_t>((nodes + 63) / 64);
}

std::int64_t LocalNodes::bytes(std::int64_t nodes) {
  return static_cast<std::int64_t>(words_of(nodes) * (sizeof(std::uint64_t) + sizeof(std::uint32_t)));
}

LocalNodes::LocalNodes(std::int64_t nodes) : bits_(words_of(nodes)), ranks_(words_of(nodes)) {}

void LocalNodes::reset(IdRange inner) {
  inner_ = inner;
  halo_ = 0;
  std::fill(bits_.begin(), bits_.end(), 0);
}

void LocalNodes::add(std::span<const std::uint32_t> ids) {
  const auto first = static_cast<std::uint32_t>(inner_.begin);
  const auto count = static_cast<std::uint32_t>(inner_.size());
  for (const std::uint32_t id : ids) {
    const std::uint64_t outside = id - first >= count ? 1 : 0;  // unsigned: smaller ids wrap around
    bits_[id / 64] |= outside << (id % 64);
  }
}

void LocalNodes::number() {
  std::uint32_t rank = 0;
  for (std::size_t word = 0; word < bits_.size(); ++word) {
    ranks_[word] = rank;
    rank += static_cast<std::uint32_t>(std::popcount(bits_[word]));
  }
  halo_ = rank;
}

}  // namespace tuplepack

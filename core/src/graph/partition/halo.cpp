#include "tuplepack/graph/partition/halo.hpp"

#include <algorithm>

namespace tuplepack::graph {

static std::size_t words_of(std::int64_t nodes) {
  return static_cast<std::size_t>((nodes + 31) / 32);
}

std::int64_t LocalNodes::bytes(std::int64_t nodes) {
  return static_cast<std::int64_t>(words_of(nodes) * sizeof(Word));
}

LocalNodes::LocalNodes(std::int64_t nodes) : words_(words_of(nodes)) {}

void LocalNodes::reset(IdRange inner) {
  inner_ = inner;
  halo_ = 0;
  std::fill(words_.begin(), words_.end(), Word{});
}

void LocalNodes::add(std::span<const std::uint32_t> ids) {
  const auto first = static_cast<std::uint32_t>(inner_.begin);
  const auto count = static_cast<std::uint32_t>(inner_.size());
  for (const std::uint32_t id : ids) {
    const std::uint32_t outside = id - first >= count ? 1 : 0;  // unsigned: smaller ids wrap around
    words_[id / 32].bits |= outside << (id % 32);
  }
}

void LocalNodes::number() {
  std::uint32_t nodes = 0;
  for (Word& word : words_) {
    word.before = nodes;
    nodes += count_bits(word.bits);
  }
  halo_ = nodes;
}

}  // namespace tuplepack::graph

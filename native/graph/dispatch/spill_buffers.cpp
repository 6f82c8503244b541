#include "graph/dispatch/spill_buffers.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::graph {

SpillBuffers::SpillBuffers(std::size_t parts, std::size_t capacity)
    : capacity_(capacity),
      id_capacity_(capacity * id_bytes_per_edge + longest_id),
      sources_(parts * capacity),
      targets_(parts * capacity),
      ids_(parts * id_capacity_),
      waiting_(parts) {}

std::int64_t SpillBuffers::bytes(std::int64_t parts, std::size_t capacity) {
  constexpr std::size_t per_edge = 2 * sizeof(std::uint32_t) + id_bytes_per_edge;
  return parts * static_cast<std::int64_t>(capacity * per_edge + longest_id + sizeof(Waiting));
}

void SpillBuffers::begin_type() {
  for (Waiting& waiting : waiting_) waiting.last = -1;
}

std::size_t SpillBuffers::add(std::span<const NewEdge> edges, std::int64_t first) {
  // Not the members: the compiler cannot know that bytes written below are not those of a pointer.
  std::uint32_t* const sources = sources_.data();
  std::uint32_t* const targets = targets_.data();
  std::byte* const ids = ids_.data();
  Waiting* const all = waiting_.data();
  const std::size_t capacity = capacity_, id_capacity = id_capacity_;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const NewEdge edge = edges[i];
    Waiting& waiting = all[edge.part];
    const std::size_t at = edge.part * capacity + waiting.edges;
    sources[at] = edge.source;
    targets[at] = edge.target;
    const std::int64_t id = first + static_cast<std::int64_t>(i);
    auto difference = static_cast<std::uint64_t>(id - waiting.last);
    std::byte* to = ids + edge.part * id_capacity + waiting.id_bytes;
    std::uint32_t used = 1;
    for (; difference >= 128; difference >>= 7U, ++used) *to++ = static_cast<std::byte>(difference | 128U);
    *to = static_cast<std::byte>(difference);
    waiting.last = id;
    waiting.id_bytes += used;
    if (++waiting.edges == capacity || waiting.id_bytes + longest_id > id_capacity) return i + 1;
  }
  return edges.size();
}

std::span<const std::byte> SpillBuffers::take(std::size_t part) {
  const SpillHeader header{.part = static_cast<std::uint32_t>(part),
                           .edges = std::exchange(waiting_[part].edges, 0),
                           .id_bytes = std::exchange(waiting_[part].id_bytes, 0)};
  block_.resize(
      header.edges == 0 ? 0 : sizeof header + header.edges * std::size_t{2} * sizeof(std::uint32_t) + header.id_bytes);
  if (header.edges == 0) return block_;
  auto to = block_.begin();
  const auto put = [&](std::span<const std::byte> bytes) { to = std::copy(bytes.begin(), bytes.end(), to); };
  put(std::as_bytes(std::span(&header, 1)));
  put(std::as_bytes(std::span(sources_).subspan(part * capacity_, header.edges)));
  put(std::as_bytes(std::span(targets_).subspan(part * capacity_, header.edges)));
  put(std::span(ids_).subspan(part * id_capacity_, header.id_bytes));
  return block_;
}

}  // namespace tuplepack::graph

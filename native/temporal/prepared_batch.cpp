#include "temporal/prepared_batch.hpp"

#include <cassert>

namespace tuplepack::temporal {

namespace {

/// A bump allocator; without memory it only counts.
class Arrays {
 public:
  explicit Arrays(std::span<std::byte> memory) : memory_(memory) {}

  template <typename T>
  [[nodiscard]] std::span<T> next(std::int64_t count) {
    const std::size_t begin = used_;
    used_ += bytes_in_slot(static_cast<std::size_t>(count) * sizeof(T));
    if (memory_.empty()) return {};
    assert(used_ <= memory_.size());
    return {reinterpret_cast<T*>(memory_.data() + begin), static_cast<std::size_t>(count)};
  }
  [[nodiscard]] std::size_t used() const { return used_; }

 private:
  std::span<std::byte> memory_;
  std::size_t used_ = 0;
};

}  // namespace

static PreparedBatch slot_in(const BatchShape& shape, Arrays& arrays) {
  PreparedBatch slot;
  slot.counts = arrays.next<std::int32_t>(shape.roots());
  slot.ages = arrays.next<float>(shape.roots() * shape.neighbours);
  slot.node_of = arrays.next<std::uint32_t>(shape.node_requests());
  slot.edge_of = arrays.next<std::uint32_t>(shape.edge_requests());
  slot.nodes = arrays.next<std::int64_t>(shape.node_requests());
  slot.edges = arrays.next<std::int64_t>(shape.edge_requests());
  slot.last_writes = arrays.next<std::uint32_t>(shape.roots());
  slot.node_rows = arrays.next<std::byte>(shape.node_requests() * shape.node_width);
  slot.edge_rows = arrays.next<std::byte>(shape.edge_requests() * shape.edge_width);
  return slot;
}

std::int64_t bytes_of_slot(const BatchShape& shape) {
  Arrays counting({});
  static_cast<void>(slot_in(shape, counting));
  return static_cast<std::int64_t>(counting.used());
}

PreparedBatch slot_in(const BatchShape& shape, std::span<std::byte> memory) {
  assert(static_cast<std::int64_t>(memory.size()) >= bytes_of_slot(shape));
  Arrays arrays(memory);
  return slot_in(shape, arrays);
}

}  // namespace tuplepack::temporal

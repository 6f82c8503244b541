#include "cuda/temporal/prefetch.hpp"

#include "tuplepack/cuda/temporal/access.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <utility>

namespace tuplepack::cuda {

// ---- once

static std::int64_t width_of_rows(const temporal::Rows& table) {
  return table.bytes.empty() ? 0 : table.width;
}

/// Stores the value, or returns the error.
template <typename T>
static Result<void> take(Result<T> made, T& value) {
  if (!made) return tl::unexpected(std::move(made.error()));
  value = std::move(*made);
  return {};
}

Prefetch::Prefetch(temporal::Preparation preparation, const temporal::Features& tables, const PrefetchOptions& options)
    : preparation_(std::move(preparation)), tables_(tables), path_(options.path), shape_(preparation_.shape()) {
  assert(shape_.node_width == 0 && shape_.edge_width == 0);
  shape_.node_width = width_of_rows(tables.nodes);
  shape_.edge_width = width_of_rows(tables.edges);
}

Result<void> Prefetch::add_slot() {
  const temporal::BatchShape& on_host = preparation_.shape();
  Slot slot;
  auto done = take(Memory::allocate(bytes_of_slot(on_host), Place::pinned), slot.host);
  if (done) done = take(Memory::allocate(bytes_of_slot(shape_), Place::device), slot.device);
  if (done) done = take(Event::create(), slot.prepared);
  if (done) done = take(Event::create(), slot.computed);
  if (!done) return done;
  slot.host_room = slot_in(on_host, slot.host.bytes());
  slot.device_room = slot_in(shape_, slot.device.bytes());
  slots_.push_back(std::move(slot));
  return {};
}

Result<void> Prefetch::allocate(const PrefetchOptions& options) {
  constexpr std::int64_t piece = std::int64_t{1} << 20;  // enough to saturate the link
  const std::int64_t widest = std::max(shape_.node_width, shape_.edge_width);
  auto done = take(OwnStream::create(), stream_);
  if (done) done = take(Array<StatusWord>::allocate(1), status_);
  if (done) done = fill_bytes(std::as_writable_bytes(status_.values()), 0, nullptr);
  if (done && path_ == RowPath::ring && widest > 0) {
    done = take(PinnedRing::create(options.workers, std::max(piece, widest)), ring_.emplace());
  }
  slots_.reserve(static_cast<std::size_t>(options.slots));
  for (std::int64_t i = 0; done && i < options.slots; ++i) done = add_slot();
  if (done) done = synchronize(nullptr);
  return done;
}

Result<Prefetch> Prefetch::create(temporal::Preparation preparation, const temporal::Features& tables,
                                  const PrefetchOptions& options) {
  assert(options.slots >= 1);
  Prefetch prefetch(std::move(preparation), tables, options);
  if (auto done = prefetch.allocate(options); !done) return tl::unexpected(std::move(done.error()));
  return prefetch;
}

Prefetch::~Prefetch() {
  if (stream_.get() != nullptr) static_cast<void>(synchronize(stream_.get()));
}

// ---- for each batch

namespace {

/// Moves the filled parts of a slot's arrays on the host together, to where one copy takes all of them to the device.
class Compaction {
 public:
  Compaction(std::span<std::byte> host, std::span<std::byte> device) : host_(host), device_(device) {}

  /// The next array, in the order of addresses. Both are where the array is afterwards.
  template <typename T>
  void append(std::span<T>& filled, std::span<T>& room) {
    std::byte* const place = host_.data() + used_;
    assert(place <= reinterpret_cast<std::byte*>(filled.data()));
    if (!filled.empty()) std::memmove(place, filled.data(), filled.size_bytes());
    filled = {reinterpret_cast<T*>(place), filled.size()};
    room = {reinterpret_cast<T*>(device_.data() + used_), filled.size()};
    used_ += temporal::bytes_in_slot(filled.size_bytes());
  }
  [[nodiscard]] Result<void> copy(Stream stream) const {
    return cuda::copy(host_.first(used_), device_.first(used_), stream);
  }

 private:
  std::span<std::byte> host_;
  std::span<std::byte> device_;
  std::size_t used_ = 0;
};

}  // namespace

/// Queues one copy of the arrays of a batch. Afterwards `filled` and `room` say where they are on the host and on the
/// device, in the order of slot_in.
static Result<void> transfer_arrays(temporal::PreparedBatch& filled, std::span<std::byte> host,
                                    temporal::PreparedBatch& room, std::span<std::byte> device, Stream stream) {
  room.first_event = filled.first_event;
  Compaction arrays(host, device);
  arrays.append(filled.counts, room.counts);
  arrays.append(filled.ages, room.ages);
  arrays.append(filled.node_of, room.node_of);
  arrays.append(filled.edge_of, room.edge_of);
  arrays.append(filled.nodes, room.nodes);
  arrays.append(filled.edges, room.edges);
  arrays.append(filled.last_writes, room.last_writes);
  return arrays.copy(stream);
}

Result<void> Prefetch::fetch(const temporal::Rows& table, std::span<const std::int64_t> ids,
                             std::span<const std::int64_t> device_ids, std::span<std::byte>& rows) const {
  rows = rows.first(ids.size() * static_cast<std::size_t>(width_of_rows(table)));
  if (rows.empty()) return {};
  if (path_ == RowPath::ring) return gather(*ring_, table, ids, rows, stream());
  return gather_zero_copy(table, device_ids, rows, status(), stream());
}

Result<void> Prefetch::prepare(std::int64_t batch, std::size_t slot) {
  Slot& place = slots_[slot];
  if (auto transferred = synchronize(place.prepared); !transferred) return transferred;
  temporal::PreparedBatch filled = preparation_.prepare(batch, place.host_room);
  place.batch = place.device_room;
  auto done = cuda::wait(stream(), place.computed);
  if (done) done = transfer_arrays(filled, place.host.bytes(), place.batch, place.device.bytes(), stream());
  if (done) done = fetch(tables_.nodes, filled.nodes, place.batch.nodes, place.batch.node_rows);
  if (done) done = fetch(tables_.edges, filled.edges, place.batch.edges, place.batch.edge_rows);
  if (done) done = record(place.prepared, stream());
  return done;
}

Result<temporal::PreparedBatch> Prefetch::acquire(std::size_t slot, Stream stream) const {
  if (auto queued = cuda::wait(stream, slots_[slot].prepared); !queued)
    return tl::unexpected(std::move(queued.error()));
  return slots_[slot].batch;
}

Result<void> Prefetch::release(std::size_t slot, Stream stream) const {
  return record(slots_[slot].computed, stream);
}

Result<void> Prefetch::finish() const {
  StatusWord word = 0;
  auto done = wait();
  if (done) done = copy(std::as_bytes(status_.values()), std::as_writable_bytes(std::span(&word, 1)), stream());
  if (done) done = fill_bytes(std::as_writable_bytes(status_.values()), 0, stream());
  if (done) done = wait();
  return done ? check_status(word) : done;
}

}  // namespace tuplepack::cuda

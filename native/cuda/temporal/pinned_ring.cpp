#include "tuplepack/cuda/temporal/pinned_ring.hpp"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cassert>

namespace tuplepack::cuda {

Result<PinnedRing> PinnedRing::create(std::int64_t workers, std::int64_t slot_bytes) {
  assert(workers >= 1 && slot_bytes >= 1);
  PinnedRing ring;
  ring.slots_.reserve(static_cast<std::size_t>(2 * workers));
  for (std::int64_t i = 0; i < 2 * workers; ++i) {
    auto memory = Memory::allocate(slot_bytes, Place::pinned);
    if (!memory) return tl::unexpected(memory.error());
    auto transferred = Event::create();
    if (!transferred) return tl::unexpected(transferred.error());
    ring.slots_.push_back({std::move(*memory), std::move(*transferred)});
  }
  return ring;
}

/// The rows of one worker: every workers-th piece of the ids, a slot at a time.
static Result<void> gather_pieces(const PinnedRing& ring, std::int64_t worker, const temporal::Rows& table,
                                  std::span<const std::int64_t> ids, std::span<std::byte> out, Stream stream) {
  const auto width = static_cast<std::size_t>(table.width);
  const std::size_t rows_in_slot = static_cast<std::size_t>(ring.slot_bytes()) / width;
  const std::size_t step = static_cast<std::size_t>(ring.workers()) * rows_in_slot;
  const std::span<const PinnedRing::Slot> slots = ring.slots_of(worker);
  std::size_t turn = 0;
  for (std::size_t begin = static_cast<std::size_t>(worker) * rows_in_slot; begin < ids.size(); begin += step) {
    const PinnedRing::Slot& slot = slots[turn];
    turn = 1 - turn;
    const std::size_t rows = std::min(rows_in_slot, ids.size() - begin);
    const std::span<std::byte> filled = slot.memory.bytes().first(rows * width);
    auto done = synchronize(slot.transferred);
    if (done) done = temporal::gather(table, ids.subspan(begin, rows), filled);
    if (done) done = cuda::copy(filled, out.subspan(begin * width, rows * width), stream);
    if (done) done = record(slot.transferred, stream);
    if (!done) return done;
  }
  return {};
}

Result<void> gather(const PinnedRing& ring, const temporal::Rows& table, std::span<const std::int64_t> ids,
                    std::span<std::byte> out, Stream stream) {
  assert(table.width <= ring.slot_bytes() && out.size() == ids.size() * static_cast<std::size_t>(table.width));
  std::vector<Result<void>> results(static_cast<std::size_t>(ring.workers()));
  tbb::parallel_for(std::int64_t{0}, ring.workers(), [&](std::int64_t worker) {
    results[static_cast<std::size_t>(worker)] = gather_pieces(ring, worker, table, ids, out, stream);
  });
  for (const Result<void>& result : results) {
    if (result) continue;
    // A worker counts from the beginning of its piece; let the core find the first bad id of all.
    return result.error().code == ErrorCode::out_of_range ? temporal::gather(table, ids, {}) : result;
  }
  return {};
}

}  // namespace tuplepack::cuda

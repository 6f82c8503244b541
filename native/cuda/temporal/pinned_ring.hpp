#pragma once

#include "cuda/event.hpp"
#include "cuda/memory.hpp"
#include "tuplepack/temporal/access.hpp"

#include <vector>

namespace tuplepack::cuda {

/// Pinned memory by way of which rows that lie anywhere in the host's memory reach the device. Each of its workers has
/// two slots: it fills one while the other is transferred.
class PinnedRing {
 public:
  struct Slot {
    Memory memory;
    Event transferred;  ///< what it holds has been copied, and it may be filled anew
  };

  /// workers     threads that gather; as many as keep the link busy, e.g. 8
  /// slot_bytes  at least one row; a few hundred are enough for the full speed of the link, e.g. 1 MiB
  /// errors  unsupported (no device, or not enough memory: what the runtime says)
  [[nodiscard]] static Result<PinnedRing> create(std::int64_t workers, std::int64_t slot_bytes);

  [[nodiscard]] std::int64_t workers() const { return static_cast<std::int64_t>(slots_.size() / 2); }
  [[nodiscard]] std::int64_t slot_bytes() const { return static_cast<std::int64_t>(slots_[0].memory.bytes().size()); }
  [[nodiscard]] std::span<const Slot> slots_of(std::int64_t worker) const {
    return std::span(slots_).subspan(static_cast<std::size_t>(2 * worker), 2);
  }

 private:
  std::vector<Slot> slots_;
};

/// Copies rows of a table in ordinary host memory into device memory. Returns when all rows are gathered, and queued to
/// be copied; what is queued in the stream afterwards finds them. One call at a time uses a ring.
/// out     [ids, width]
/// errors  out_of_range (an id that is not a row of the table: names its index), and what the runtime says; `out` may
///         then have been written to
[[nodiscard]] Result<void> gather(const PinnedRing& ring, const Rows& table, std::span<const std::int64_t> ids,
                                  std::span<std::byte> out, Stream stream);

}  // namespace tuplepack::cuda

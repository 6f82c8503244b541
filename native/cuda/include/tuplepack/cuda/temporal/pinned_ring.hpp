#pragma once

#include "tuplepack/cuda/memory.hpp"
#include "tuplepack/cuda/stream.hpp"
#include "tuplepack/temporal/access.hpp"

#include <vector>

namespace tuplepack::cuda {

/// Pinned staging buffers through which rows in pageable host memory are transferred to the device. Each worker has two
/// slots: it fills one while the other is being transferred.
class PinnedRing {
 public:
  struct Slot {
    Memory memory;
    Event transferred;  ///< its contents have been copied, and it may be refilled
  };

  /// workers     gathering threads; enough to saturate the link, e.g. 8
  /// slot_bytes  at least one row; a few hundred rows saturate the link, e.g. 1 MiB
  /// errors      unsupported (no device) · device
  [[nodiscard]] static Result<PinnedRing> create(std::int64_t workers, std::int64_t slot_bytes);

  [[nodiscard]] std::int64_t workers() const { return static_cast<std::int64_t>(slots_.size() / 2); }
  [[nodiscard]] std::int64_t slot_bytes() const { return static_cast<std::int64_t>(slots_[0].memory.bytes().size()); }
  [[nodiscard]] std::span<const Slot> slots_of(std::int64_t worker) const {
    return std::span(slots_).subspan(static_cast<std::size_t>(2 * worker), 2);
  }

 private:
  std::vector<Slot> slots_;
};

/// Copies rows of a table in pageable host memory into device memory. Returns when all rows are gathered and their
/// copies queued; work queued in the stream afterwards sees them. A ring serves one call at a time.
/// out     [ids, width]
/// errors  out_of_range (an id outside the table: names its index) · unsupported · device; `out` may be partly written
[[nodiscard]] Result<void> gather(const PinnedRing& ring, const temporal::Rows& table,
                                  std::span<const std::int64_t> ids, std::span<std::byte> out, Stream stream);

}  // namespace tuplepack::cuda

#pragma once

#include "cuda/event.hpp"
#include "cuda/memory.hpp"
#include "cuda/status.hpp"
#include "cuda/temporal/pinned_ring.hpp"
#include "temporal/prepare.hpp"

#include <optional>
#include <vector>

namespace tuplepack::cuda {

/// How rows of features reach the device.
enum class RowPath : std::uint8_t {
  ring,       ///< threads of the host gather them into pinned memory, they are copied from there; tables lie anywhere
  zero_copy,  ///< the device reads them; tables lie in pinned memory, their widths are multiples of 4
};

struct PrefetchOptions {
  std::int64_t slots = 2;  ///< pipeline_slots of the largest depth
  RowPath path = RowPath::ring;
  std::int64_t workers = 4;  ///< of the ring
};

/// Prepares batches on the host and moves them to slots on the device: the first stage of native/temporal/pipeline.hpp,
/// with its two events to a slot. Only static data goes this way. What is transferred is what batches fill of their
/// slots; unique rows once.
class Prefetch {
 public:
  /// preparation  made without features, so that it gathers none
  /// tables       must outlive the result and not change; without bytes there are none. They have a row for each node
  ///              and for each event
  /// errors       what the runtime says
  [[nodiscard]] static Result<Prefetch> create(Preparation preparation, const Features& tables,
                                               const PrefetchOptions& options);
  Prefetch(Prefetch&&) noexcept = default;
  Prefetch& operator=(Prefetch&&) = delete;
  ~Prefetch();  ///< waits for what is queued

  /// That of the largest batch, with the widths of the tables.
  [[nodiscard]] const BatchShape& shape() const { return shape_; }

  /// The first stage: returns when all is queued. It waits for the host's part of the slot to be transferred, and on
  /// the device for the slot to be released; called for a slot that was acquired only after release().
  /// errors  out_of_range (a row that a table does not have), and what the runtime says
  [[nodiscard]] Result<void> prepare(std::int64_t batch, std::size_t slot);

  /// The batch in a slot, its arrays in device memory. What is queued in the stream from now on finds them.
  [[nodiscard]] Result<PreparedBatch> acquire(std::size_t slot, Stream stream) const;
  /// The slot may be filled anew when the work queued in the stream so far is done.
  [[nodiscard]] Result<void> release(std::size_t slot, Stream stream) const;

  /// Where transfers are queued.
  [[nodiscard]] Stream stream() const { return stream_.get(); }
  /// For kernels that work on the batches; finish() looks at it.
  [[nodiscard]] StatusWord* status() const { return status_.values().data(); }
  /// Waits for all transfers.
  [[nodiscard]] Result<void> wait() const { return synchronize(stream()); }
  /// Waits, looks at the status and clears it. After an error of a stage it is called before any stage runs again: what
  /// was queued may still use the slots.
  /// errors  what kernels have left there, and what the runtime says
  [[nodiscard]] Result<void> finish() const;

 private:
  struct Slot {
    Memory host, device;
    PreparedBatch host_room{}, device_room{};
    PreparedBatch batch{};  ///< the part of the device's room that is filled
    Event prepared, computed;
  };

  Prefetch(Preparation preparation, const Features& tables, const PrefetchOptions& options);
  [[nodiscard]] Result<void> allocate(const PrefetchOptions& options);
  [[nodiscard]] Result<void> add_slot();
  [[nodiscard]] Result<void> fetch(const Rows& table, std::span<const std::int64_t> ids,
                                   std::span<const std::int64_t> device_ids, std::span<std::byte>& rows) const;

  Preparation preparation_;
  Features tables_;
  RowPath path_;
  BatchShape shape_;
  std::optional<PinnedRing> ring_;
  std::vector<Slot> slots_;
  Array<StatusWord> status_;
  OwnStream stream_;
};

}  // namespace tuplepack::cuda

#pragma once

#include "temporal/prepare.hpp"
#include "tuplepack/cuda/memory.hpp"
#include "tuplepack/cuda/status.hpp"
#include "tuplepack/cuda/stream.hpp"
#include "tuplepack/cuda/temporal/pinned_ring.hpp"

#include <optional>
#include <vector>

namespace tuplepack::cuda {

/// How rows of features are transferred to the device.
enum class RowPath : std::uint8_t {
  ring,       ///< host threads gather them into pinned memory, from which they are copied; tables may be pageable
  zero_copy,  ///< the device reads them directly; tables are in pinned memory, with widths that are multiples of 4
};

struct PrefetchOptions {
  std::int64_t slots = 2;  ///< pipeline_slots of the largest depth
  RowPath path = RowPath::ring;
  std::int64_t workers = 4;  ///< of the ring
};

/// Prepares batches on the host and transfers them to slots on the device: the first stage of
/// native/temporal/pipeline.hpp, with two events per slot. For static data only. Transfers the filled parts of a
/// slot in one copy, and each unique row once.
class Prefetch {
 public:
  /// preparation  made without features, so that it does not gather any
  /// tables       a row for each node and for each event, or empty; must outlive the result unchanged
  /// errors       unsupported (no device) · device
  [[nodiscard]] static Result<Prefetch> create(temporal::Preparation preparation, const temporal::Features& tables,
                                               const PrefetchOptions& options);
  Prefetch(Prefetch&&) noexcept = default;
  Prefetch& operator=(Prefetch&&) = delete;
  ~Prefetch();  ///< waits for queued work

  /// The shape of the largest batch, with the widths of the tables.
  [[nodiscard]] const temporal::BatchShape& shape() const { return shape_; }

  /// The first stage: returns when everything is queued. The host waits until the slot's host part has been
  /// transferred, the device until the slot is released. A slot that was acquired must be released before this is
  /// called for it. errors  out_of_range (a row outside a table) · device
  [[nodiscard]] Result<void> prepare(std::int64_t batch, std::size_t slot);

  /// The batch in a slot, with its arrays in device memory, for work queued in the stream from now on.
  [[nodiscard]] Result<temporal::PreparedBatch> acquire(std::size_t slot, Stream stream) const;
  /// The slot may be refilled when the work queued in the stream so far is done.
  [[nodiscard]] Result<void> release(std::size_t slot, Stream stream) const;

  /// The stream of the transfers.
  [[nodiscard]] Stream stream() const { return stream_.get(); }
  /// For kernels that work on the batches; finish() checks it.
  [[nodiscard]] StatusWord* status() const { return status_.values().data(); }
  /// Waits for all transfers.
  [[nodiscard]] Result<void> wait() const { return synchronize(stream()); }
  /// Waits, checks the status and clears it. After an error of a stage, call it before any stage runs again: queued
  /// work may still use the slots.
  /// errors  those of check_status · device
  [[nodiscard]] Result<void> finish() const;

 private:
  struct Slot {
    Memory host, device;
    temporal::PreparedBatch host_room{}, device_room{};
    temporal::PreparedBatch batch{};  ///< the part of the device's room that is filled
    Event prepared, computed;
  };

  Prefetch(temporal::Preparation preparation, const temporal::Features& tables, const PrefetchOptions& options);
  [[nodiscard]] Result<void> allocate(const PrefetchOptions& options);
  [[nodiscard]] Result<void> add_slot();
  [[nodiscard]] Result<void> fetch(const temporal::Rows& table, std::span<const std::int64_t> ids,
                                   std::span<const std::int64_t> device_ids, std::span<std::byte>& rows) const;

  temporal::Preparation preparation_;
  temporal::Features tables_;
  RowPath path_;
  temporal::BatchShape shape_;
  std::optional<PinnedRing> ring_;
  std::vector<Slot> slots_;
  Array<StatusWord> status_;
  OwnStream stream_;
};

}  // namespace tuplepack::cuda

#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/temporal/access.hpp"
#include "tuplepack/temporal/events.hpp"
#include "tuplepack/temporal/negatives.hpp"
#include "tuplepack/temporal/sample.hpp"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::temporal {

/// What batches are made from: all that training never writes, so that any batch can be made at any time. The memory of
/// nodes is not among it. Everything must outlive the result of functions that take this.
template <typename Time>
struct BatchSource {
  const Events& events;          ///< whose times are of this type
  const TemporalCsr<Time>& csr;  ///< of the events
  const NegativeSampler& negatives;
  SampleOptions<Time> sampling{};  ///< seed: of the run; every batch of every epoch derives its own
  Rows node_features{};            ///< by node; without bytes: none
  Rows edge_features{};            ///< by feature row; without bytes: none
};

/// The events [begin, end) and all that a training step looks up for them. B is the number of events, n the number of
/// negatives per event.
template <typename Time>
struct TrainingBatch {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::vector<std::int64_t> roots{};       ///< [R] sources, destinations, negatives of one event after the other
  std::vector<Time> root_times{};          ///< [R] those of the events; R = (2 + n) · B
  std::vector<Neighbours<Time>> layers{};  ///< of the roots, of their neighbours, …
  std::vector<std::vector<float>> ages{};  ///< of each layer, its slots: from the event to the root's time
  std::vector<std::int64_t> nodes{};       ///< [U] the different nodes among roots and neighbours, by first occurrence
  std::vector<std::int64_t> node_of{};     ///< [R + slots of all layers] indices into nodes
  std::vector<std::int64_t> edges{};       ///< [F] the different feature rows of events, by first occurrence
  std::vector<std::int64_t> edge_of{};     ///< [B + slots of all layers] indices into edges
  std::vector<std::int64_t>
      last_writes{};                   ///< [W] of each node that an event has, the root of its last event, below 2B
  std::vector<std::byte> node_rows{};  ///< features of `nodes`; may be larger than they need
  std::vector<std::byte> edge_rows{};  ///< features of `edges`; may be larger than they need
};

/// errors  limit_not_positive (a fanout below 1, or none) · negative (the window) · malformed (a window that is NaN) ·
///         too_large (a batch of 2^31 requests or more) · out_of_range (fewer rows of features than nodes or edges)
/// largest  events of the largest batch
template <typename Time>
[[nodiscard]] Result<void> check_batches(const BatchSource<Time>& source, std::int64_t largest);

/// Makes batches, one at a time; several makers may share a source.
/// cost  memory of 4 bytes for each node and each feature row
template <typename Time>
class BatchMaker {
 public:
  /// source  as checked by check_batches
  explicit BatchMaker(const BatchSource<Time>& source);

  /// Makes the batch of the events [begin, end). Empty slots of `layers` stay −1; their indices in node_of and edge_of
  /// refer to rows that are there anyway, of what the slot is a neighbour of, and of the batch's first event. So do
  /// those of negatives that are −1: they refer to the source.
  /// batch   overwritten; its memory is reused. The bytes depend on the source, the events and the epoch alone
  /// cost    O(R · fanouts · log degree) and the rows copied
  void make(std::int64_t begin, std::int64_t end, std::uint64_t epoch, TrainingBatch<Time>& batch);

 private:
  const BatchSource<Time>& source_;
  UniqueTable node_table_, edge_table_;
  std::vector<std::int64_t> node_requests_, edge_requests_, before_;
  std::vector<std::uint32_t> inverse_, last_root_, last_writes_;

  void find_roots(std::uint64_t epoch, TrainingBatch<Time>& batch) const;
  void sample_layers(std::uint64_t epoch, TrainingBatch<Time>& batch);
  void find_requests(const TrainingBatch<Time>& batch);
  void find_rows(TrainingBatch<Time>& batch);
};

}  // namespace tuplepack::temporal

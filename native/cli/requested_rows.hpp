#pragma once

#include "temporal_request.hpp"

#include <span>
#include <variant>
#include <vector>

namespace tuplepack::cli {

/// The rows of features that each batch of a training run looks up. Its roots are the sources of its events, their
/// destinations, and nodes drawn for every event, all at its time: what loaders for link prediction take (TGL, which
/// ETC is built on, draws from all nodes too).
///   nodes  the roots, then the neighbours found for them, layer by layer
///   edges  the events of the batch, then those that the neighbours are from
class RequestedRows {
 public:
  /// events, batches  must outlive the result
  RequestedRows(const Events& events, const Split& batches, AccessRequest request);

  /// The ids of a batch; valid until the next call. The same each time.
  [[nodiscard]] std::span<const std::int64_t> of(std::int64_t batch);

 private:
  const Events& events_;
  const Split& batches_;
  AccessRequest request_;
  std::vector<std::int64_t> negatives_;  // [E · n]: those of event e are [e · n, (e + 1) · n)
  std::variant<TemporalCsr<std::int64_t>, TemporalCsr<double>> csr_;
  std::vector<std::int64_t> ids_;

  template <typename Time>
  void add_neighbours(const TemporalCsr<Time>& csr, std::span<const std::int64_t> roots, std::size_t begin,
                      std::size_t end);
};

}  // namespace tuplepack::cli

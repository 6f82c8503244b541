#pragma once

#include "tuplepack/temporal/events.hpp"
#include "tuplepack/temporal/negatives.hpp"
#include "tuplepack/temporal/sample.hpp"

#include <span>
#include <string_view>
#include <variant>
#include <vector>

namespace tuplepack::temporal {

/// The features that a batch looks up.
enum class FeatureTableOf : std::uint8_t {
  nodes,  ///< those of the roots, then of the neighbours found for them, layer by layer
  edges,  ///< the feature rows of the batch's own events, then of the events that neighbours are from
};
[[nodiscard]] std::string_view name(FeatureTableOf table);
[[nodiscard]] Result<FeatureTableOf> feature_table_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> feature_tables();  ///< the names of all, in display order

struct RowRequest {
  std::vector<std::int64_t> fanouts{10};  ///< most recent neighbours of each layer, before the time of the event
  FeatureTableOf table = FeatureTableOf::nodes;
  Negatives negatives{};
};

/// The rows of features that each batch of a training run looks up. Its roots are the sources of its events, their
/// destinations, and the negatives of one event after the other, all at the event's time: what loaders for link
/// prediction take.
class RequestedRows {
 public:
  /// events   must outlive the result
  /// offsets  of the batches, as in Split; must outlive the result
  RequestedRows(const Events& events, std::span<const std::int64_t> offsets, RowRequest request);

  /// The ids of a batch; valid until the next call, and the same each time.
  /// errors  as check_sample
  [[nodiscard]] Result<std::span<const std::int64_t>> of(std::int64_t batch);

  /// How many neighbours were found for each root of the batch that of() was last called for, then for each neighbour
  /// of the first layer, and so on. Neighbours are in the order of what they are neighbours of, newest first.
  [[nodiscard]] std::span<const std::int32_t> counts() const { return counts_; }

  /// [E · n] of all events.
  [[nodiscard]] std::span<const std::int64_t> negatives() const { return negatives_; }

 private:
  const Events& events_;
  std::span<const std::int64_t> offsets_;
  RowRequest request_;
  std::vector<std::int64_t> negatives_;
  std::variant<TemporalCsr<std::int64_t>, TemporalCsr<double>> csr_;
  std::vector<std::int64_t> ids_;
  std::vector<std::int32_t> counts_;
};

}  // namespace tuplepack::temporal

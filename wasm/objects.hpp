#pragma once

#include "tuplepack/packing/document.hpp"
#include "values.hpp"

namespace tuplepack::wasm {

// The core's values as the interfaces of tuplepack.d.mts.

[[nodiscard]] Object to_object(const Histogram& histogram);
[[nodiscard]] Object to_object(const LowerBound& bound, std::span<const std::string> components);

/// PackedMetrics, and whether it is certified.
[[nodiscard]] Object metrics_object(const Packed& packed, const Metrics& metrics, const LowerBound& bound,
                                    bool certified, std::span<const std::string> components);
[[nodiscard]] Object metrics_object(const PlanDocument& document);

/// Packed.
[[nodiscard]] Object to_object(const PlanDocument& document, bool with_json);

}  // namespace tuplepack::wasm

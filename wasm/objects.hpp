#pragma once

#include "tuplepack/packing/document.hpp"
#include "values.hpp"

namespace tuplepack::wasm {

// The core's values as the interfaces of tuplepack.d.mts.

[[nodiscard]] Object to_object(const packing::Histogram& histogram);
[[nodiscard]] Object to_object(const packing::LowerBound& bound, std::span<const std::string> components);

/// PackedMetrics, and whether it is certified.
[[nodiscard]] Object metrics_object(const packing::Packed& packed, const packing::Metrics& metrics,
                                    const packing::LowerBound& bound, bool certified,
                                    std::span<const std::string> components);
[[nodiscard]] Object metrics_object(const packing::PlanDocument& document);

/// Packed.
[[nodiscard]] Object to_object(const packing::PlanDocument& document, bool with_json);

}  // namespace tuplepack::wasm

#pragma once

#include "tuplepack/formats/plan/plan_json.hpp"

#include <cstdint>
#include <optional>

namespace tuplepack::reports {

/// The share of padding if every item were padded to the limit of a component.
[[nodiscard]] double padding_without_packing(const packing::PlanDocument& document, std::size_t component);

/// The gap as a share of the lower bound.
[[nodiscard]] double gap_share(const packing::PlanDocument& document);

/// Packs above those that the certificate of a plan file proves necessary; none where it proves nothing.
[[nodiscard]] std::optional<std::int64_t> proven_gap(const formats::PlanVerification& verified);

}  // namespace tuplepack::reports

#pragma once

#include "tuplepack/packing/document.hpp"

#include <optional>
#include <span>
#include <string>

namespace tuplepack {

/// The schema this version writes and the only one it reads.
inline constexpr std::string_view plan_schema = "tuplepack.plan/1";

/// A strategy is written out item by item; beyond this many in a whole plan it is refused.
inline constexpr std::int64_t max_listed_items = std::int64_t{1} << 27;

/// One JSON object, keys in a fixed order, the same bytes on every platform.
/// seconds  time it took, if it is to be recorded together with why the method ended (they differ from run to run)
/// errors   too_large (more than max_listed_items items in all strategies)
[[nodiscard]] Result<std::string> to_json(const PlanDocument& document, std::optional<double> seconds = std::nullopt);

/// Reads a plan file back. Metrics and bound are computed anew, not believed; the plan itself is checked.
/// errors  malformed · unsupported (another schema) · plan_mismatch (the strategies break the limits the file states) ·
///         those of a histogram, each with line and column where the JSON is malformed and the path of the value
///         otherwise
[[nodiscard]] Result<PlanDocument> parse_plan(std::span<const char> json);

}  // namespace tuplepack

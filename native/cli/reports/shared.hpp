#pragma once

#include "tuplepack/packing/pack.hpp"
#include "tuplepack/temporal/events.hpp"

#include <nlohmann/json.hpp>

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack::cli {

using Json = nlohmann::ordered_json;

/// Characters of a bar in a table.
inline constexpr std::size_t bar_width = 25;

/// The row of a method in the table.
/// assumes  there is one
[[nodiscard]] const Method& method_of(std::string_view name);

/// The heuristic that ordered the sizes; none where none did, or where one component leaves no choice.
[[nodiscard]] std::optional<std::string> heuristic_of(const Packed& packed, std::span<const std::string> components);

/// "stopped at the time limit", "stopped by the user"; empty where nothing was stopped.
[[nodiscard]] std::string_view stopped_text(Ended ended);

/// The pieces that several reports share, spelled as in a plan.
[[nodiscard]] Json histogram_json(const Histogram& histogram);
[[nodiscard]] Json depth_json(std::int64_t depth);
[[nodiscard]] Json events_json(const EventStatistics& events);

/// The object on a line. Names from a file need not be UTF-8; what is not is replaced.
[[nodiscard]] std::string line(const Json& json);

}  // namespace tuplepack::cli

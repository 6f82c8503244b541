#pragma once

#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"
#include "tuplepack/packing/pack.hpp"
#include "tuplepack/packing/range.hpp"
#include "tuplepack/temporal/events.hpp"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack::cli {

/// Characters of a bar in a table.
inline constexpr std::size_t bar_width = 25;

/// The heuristic; none if the method uses none, or if there is one component, where all are equal.
[[nodiscard]] std::optional<std::string> heuristic_of(const packing::Packed& packed,
                                                      std::span<const std::string> components);

/// ", as a multiple of 8" for even packs, of which so many are none to be saved; otherwise empty.
[[nodiscard]] std::string multiple_text(const packing::PlanDocument& document);

/// "stopped at the time limit", "stopped by the user"; empty if nothing was stopped.
[[nodiscard]] std::string_view stopped_text(packing::Ended ended);

/// "nodes from 8,227 on: …" for bipartite events.
[[nodiscard]] std::string items_text(const temporal::EventStatistics& events);

/// Members that several reports share, spelled as in a plan.
void write_histogram(formats::JsonWriter& json, const packing::Histogram& histogram);
void write_ranges(formats::JsonWriter& json, std::span<const packing::Range> ranges);
void write_events(formats::JsonWriter& json, const temporal::EventStatistics& events);

/// The component a bound looks at, if it looks at only one.
[[nodiscard]] std::optional<std::string> component_of(const packing::LowerBound& bound,
                                                      std::span<const std::string> components);

/// The text; none, written as null, if it is empty.
[[nodiscard]] std::optional<std::string_view> text_or_null(std::string_view text);

/// A JSON object that is written, with one more member at its end.
/// value  JSON
[[nodiscard]] std::string with_member(std::string object, std::string_view name, std::string_view value);

}  // namespace tuplepack::cli

#pragma once

#include "json_tree.hpp"
#include "tuplepack/formats/plan_json.hpp"

#include <string>
#include <string_view>

namespace tuplepack {

// A plan file is read in two passes, so that its keys may come in any order: first everything but the strategies, then
// those, one after the other.

inline constexpr std::string_view strategies_name = "strategies";

/// Everything but the strategies.
[[nodiscard]] Result<JsonTree> parse_plan_head(const JsonText& text);

/// errors  those of parse_plan
[[nodiscard]] Result<PlanDocument> read_plan(const JsonText& text, const JsonTree& head);

/// A value as a message can show it.
[[nodiscard]] std::string show(const JsonValue& value);

}  // namespace tuplepack

#pragma once

#include "formats/json/json_tree.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"

#include <string>
#include <string_view>

namespace tuplepack::formats {

/// A plan file, whose keys may come in any order.
struct PlanFile {
  JsonTree head;  // everything but the strategies
  packing::PlanDocument document;
};

/// errors  those of parse_plan
[[nodiscard]] Result<PlanFile> read_plan(TextPieces json);

}  // namespace tuplepack::formats

#pragma once

#include "../text.hpp"
#include "tuplepack/reports/records.hpp"

namespace tuplepack::cli {

/// What --show shows of a record.
[[nodiscard]] ShownRecord shown_record(const std::string& file, const GraphRecord& record);

[[nodiscard]] std::string records_text(const RecordsReport& report, const Terminal& terminal);

}  // namespace tuplepack::cli

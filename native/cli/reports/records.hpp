#pragma once

#include "cli/output/text.hpp"
#include "tuplepack/reports/records.hpp"

namespace tuplepack::cli {

/// What --show shows of a record.
[[nodiscard]] reports::ShownRecord shown_record(const std::string& file, const formats::GraphRecord& record);

/// What --text says of a record, a line for each feature: number of the record, name, kind, values.
[[nodiscard]] std::string record_lines(std::int64_t number, const formats::GraphRecord& record);

[[nodiscard]] std::string records_text(const reports::RecordsReport& report, const Terminal& terminal);

}  // namespace tuplepack::cli

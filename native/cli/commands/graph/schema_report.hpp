#pragma once

#include "cli/output/text.hpp"
#include "tuplepack/reports/tensor_schema.hpp"

namespace tuplepack::cli {

// What schema answers, as text that ends with a newline.

[[nodiscard]] std::string schema_text(const graph::TensorSchema& schema, const reports::FileFindings& findings,
                                      const Terminal& terminal);
[[nodiscard]] std::string spec_text(const graph::SamplingSpec& spec, const graph::SamplingPlan& plan,
                                    const reports::FileFindings& findings, const Terminal& terminal);

}  // namespace tuplepack::cli

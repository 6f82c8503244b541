#pragma once

#include "../text.hpp"
#include "tuplepack/graph/sampling_check.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tuplepack::cli {

// What schema answers, as text and as JSON (tuplepack.schema/1). Both end with a newline.

/// An error or a warning, and the file that it is about.
struct FileFinding {
  std::string file;
  Error error;
};

struct FileFindings {
  std::vector<FileFinding> errors;
  std::vector<FileFinding> warnings;

  void add(const std::string& file, const SchemaFindings& findings);
};

[[nodiscard]] std::string schema_text(const TensorSchema& schema, const FileFindings& findings,
                                      const Terminal& terminal);
[[nodiscard]] std::string schema_json(const TensorSchema& schema, const FileFindings& findings);

[[nodiscard]] std::string spec_text(const SamplingSpec& spec, const SamplingPlan& plan, const FileFindings& findings,
                                    const Terminal& terminal);
[[nodiscard]] std::string spec_json(const SamplingSpec& spec, const SamplingPlan& plan, const FileFindings& findings);

}  // namespace tuplepack::cli

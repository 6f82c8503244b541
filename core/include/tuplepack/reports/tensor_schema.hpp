#pragma once

#include "tuplepack/graph/sampling/sampling_check.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace tuplepack::reports {

/// An error or a warning, and the file that it is about.
struct FileFinding {
  std::string file;
  Error error;
};

struct FileFindings {
  std::vector<FileFinding> errors;
  std::vector<FileFinding> warnings;

  void add(const std::string& file, const graph::SchemaFindings& findings);
};

/// Edges that a plan samples for one seed (or pair of seeds) at most; 2^53 stands for more, too.
[[nodiscard]] std::int64_t max_edges(const graph::SamplingPlan& plan);

// What the command schema answers: tuplepack.schema/1, ending with a newline.

[[nodiscard]] std::string schema_json(const graph::TensorSchema& schema, const FileFindings& findings);
[[nodiscard]] std::string spec_json(const graph::SamplingSpec& spec, const graph::SamplingPlan& plan,
                                    const FileFindings& findings);

}  // namespace tuplepack::reports

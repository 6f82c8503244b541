#pragma once

#include "cli/output/text.hpp"
#include "tuplepack/graph/partition/chunks.hpp"

#include <cstdint>
#include <string>

namespace tuplepack::cli {

struct ChunkReport {
  graph::ChunkedGraph graph;
  std::int64_t chunks = 0;  ///< files of each type and feature
  std::int64_t bytes = 0;   ///< of all files
  double seconds = 0;
  std::string output;
};

[[nodiscard]] std::string chunk_text(const ChunkReport& report, const Terminal& terminal);
[[nodiscard]] std::string chunk_json(const ChunkReport& report);

}  // namespace tuplepack::cli

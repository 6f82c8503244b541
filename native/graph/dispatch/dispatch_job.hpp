#pragma once

#include "graph/dispatch/inputs.hpp"
#include "graph/dispatch/output_folder.hpp"
#include "graph/dispatch/sizes.hpp"
#include "graph/dispatch/written_file.hpp"
#include "ranks/ranks.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

/// What all steps of a run of dispatch go by.
struct DispatchJob {
  const DispatchSource& source;
  const DispatchOptions& options;
  const DispatchProgress& progress;
  const OutputFolder& out;
  const DispatchIdentity& identity;
  const DispatchContent& content;
  const GraphFeatures& features;
  DispatchMemory memory;
  std::vector<int> places;  ///< the rank that writes each part

  [[nodiscard]] std::size_t parts() const { return places.size(); }
  [[nodiscard]] bool is_own(std::size_t part) const { return places[part] == ranks::rank(); }
  [[nodiscard]] bool keep_going(std::string_view step, double fraction) const {
    return !progress || progress(step, fraction);
  }
};

/// How far it is.
struct DispatchState {
  std::vector<bool> finished;                   ///< parts in their place; the same on all ranks
  std::vector<std::vector<WrittenFile>> files;  ///< by part: those that this rank has written, of its parts
  bool has_features = false;                    ///< the features of all parts are written

  [[nodiscard]] bool is_due(const DispatchJob& job, std::size_t part) const {
    return job.is_own(part) && !finished[part];
  }
};

[[nodiscard]] inline std::string part_name(std::size_t part) {
  return "part" + std::to_string(part);
}

}  // namespace tuplepack::graph

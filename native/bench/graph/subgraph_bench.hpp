#pragma once

#include "bench/measuring/share_report.hpp"
#include "tuplepack/graph/sampling/sampling_spec.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::bench {

/// A measured number, and what it should be.
struct SubgraphCase {
  std::string name;
  double value = 0;
  std::string unit;
  std::optional<double> at_least{};
  std::optional<double> at_most{};

  /// None: there is no goal.
  [[nodiscard]] std::optional<bool> met() const {
    if (at_least) return value >= *at_least;
    return at_most ? std::optional(value <= *at_most) : std::nullopt;
  }
};

struct SubgraphReport {
  std::string platform;  ///< compiler and target
  std::int64_t nodes = 0;
  std::int64_t edges = 0;
  std::vector<SubgraphCase> cases;
};

/// Samples a generated graph of the shape of OGBN-MAG (quick: a 64th of it) as TensorFlow GNN's guide does, seeds in
/// order, and writes the records to nowhere. Processor time of one thread, of several runs the quickest; the two threads
/// are compared by wall time, which other programs disturb.
/// spec  tests/data/mag_sampling_spec.pbtxt
[[nodiscard]] SubgraphReport bench_subgraphs(const graph::SamplingSpec& spec, const ShareOptions& options,
                                             const Say& progress);

/// {"schema":"tuplepack.bench/1", …}
[[nodiscard]] std::string to_json(const SubgraphReport& report);

}  // namespace tuplepack::bench

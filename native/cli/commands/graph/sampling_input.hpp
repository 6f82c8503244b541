#pragma once

#include "cli/output/long_job.hpp"
#include "cli/requests/arguments.hpp"
#include "graph/unigraph/whole_graph.hpp"
#include "tuplepack/formats/tensorflow/subgraph_record.hpp"
#include "tuplepack/graph/sampling/sampling_check.hpp"

namespace tuplepack::cli {

/// What subgraphs are sampled from, and how.
struct SamplingInput {
  std::string schema_file;  ///< empty: a partitioned graph
  std::string spec_file;
  graph::SamplingSpec spec;
  graph::SamplingPlan plan;
  graph::ReadoutKind readout_kind{};  ///< as --readout says, or as the spec does
  graph::Readout readout;
  std::vector<graph::TensorFeature> seed_context;  ///< features of the context that have no table
  graph::TensorSchema schema;                      ///< of the whole graph, with reversed sets
  graph::GraphRequest request;                     ///< what was read of it
  graph::WholeGraph graph;                         ///< the sets that the spec reaches
};

/// Reads GRAPH and SPEC: the tables, or the parts of a partitioned graph. Throws Failure.
[[nodiscard]] SamplingInput read_sampling_input(const Arguments& arguments, formats::SubgraphFeatures features,
                                                LongJob& job);

/// The seeds, and the features of "_readout" and of the context that their file has.
struct SeedList {
  std::vector<graph::SubgraphSeed> seeds;
  std::vector<std::unique_ptr<formats::FeatureStore>>
      labels;  ///< of Readout::labels; null: the file has no such column
  std::vector<std::unique_ptr<formats::FeatureStore>> context;  ///< of SamplingInput::seed_context, in the same order
  std::vector<std::uint32_t> rows;                              ///< of the seeds in their table; empty: their numbers
  std::int64_t dropped = 0;                                     ///< that no table has
  std::string time_unit;                                        ///< of timestamps in any table; see formats::TimeColumn
  bool has_plain_times = false;                                 ///< of the seeds
};

/// The seeds of --seeds; without it every node of the set. Those that no table has may become nodes. Throws Failure.
[[nodiscard]] SeedList read_seeds(const Arguments& arguments, SamplingInput& input);

/// Says from which files subgraphs are sampled, with sizes and times, and how: a run that did not finish may continue where it
/// is the same. Empty where standard input is read.
[[nodiscard]] std::string sampling_identity(const Arguments& arguments, const SamplingInput& input);

}  // namespace tuplepack::cli

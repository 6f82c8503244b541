#pragma once

#include "tuplepack/formats/tensorflow/example_schema.hpp"
#include "tuplepack/formats/tensorflow/graph_records.hpp"
#include "tuplepack/graph/schema/size_constraints.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/packing/batching.hpp"
#include "tuplepack/packing/document.hpp"
#include "tuplepack/reports/records.hpp"

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace tuplepack::reports {

// Records of graphs in the packs of a plan, whose components are the sizes of sets as the command records writes them.

/// What a first pass over all records finds, for their batches.
struct RecordSurvey {
  std::vector<RecordedSet> sets;         ///< with their sizes
  std::vector<std::int64_t> components;  ///< of each record
  graph::SetCounts min_nodes;            ///< 1 for node sets of which every component has a node
  graph::TensorSchema schema;
};

/// Makes that pass. Memory: the sizes of all records.
class RecordSurveyor {
 public:
  void add(const formats::GraphRecord& record);
  /// Adds what a pass over the records that follow has found.
  void add(const RecordSurveyor& next);
  template <typename Archive>
  void visit(Archive& archive) {
    archive(statistics_, examples_);
  }
  /// declared  the schema of the records, perhaps with features that none has; null: what they show
  /// errors    those of ExampleSchema::schema()
  [[nodiscard]] Result<RecordSurvey> finish(const graph::TensorSchema* declared) const;

 private:
  RecordStatistics statistics_{true};
  formats::ExampleSchema examples_;
};

/// The set that each component of a plan is about, by index. A component is called like the column of the set, or, as in
/// a .npy without names, size_N for the Nth.
/// errors  plan_mismatch (a component of another name) · unsupported (a plan that splits or truncates items)
[[nodiscard]] Result<std::vector<std::size_t>> sets_of_plan(const packing::PlanDocument& plan,
                                                            std::span<const RecordedSet> sets);

/// The records of each pack.
/// sets    with the sizes of all records
/// errors  those of Assigner: plan_mismatch, …
[[nodiscard]] Result<packing::Assignment> assign_records(const packing::PlanDocument& plan,
                                                         std::span<const RecordedSet> sets,
                                                         const packing::AssignOptions& options);

/// The largest pack of an assignment: its total size of a set, with one entry per record.
[[nodiscard]] std::int64_t largest_pack(const packing::Assignment& assignment, std::span<const std::int64_t> sizes);

/// The tightest constraints that hold every pack of a plan and the padding. A set that the plan limits gets the limit, and
/// more where that leaves no room for the padding (the plan's reserve does); another one what the largest pack needs. The
/// components are those of the largest pack, or as many as the depth of the plan if each record has one, and one more.
/// components  of each record
/// schema      what edges connect; sets that it has and no record has are empty
/// min_nodes   of every component, also of each one for the padding
[[nodiscard]] Result<graph::SizeConstraints> constraints_of(
    const packing::PlanDocument& plan, const packing::Assignment& assignment, std::span<const RecordedSet> sets,
    std::span<const std::int64_t> components, const graph::TensorSchema& schema, const graph::SetCounts& min_nodes);

/// What edges connect, where no schema says it: all node sets, so that the padding has a node of each.
[[nodiscard]] graph::TensorSchema connected_sets(std::span<const RecordedSet> sets);

/// What is to be said of such a schema; empty: its edges can connect nothing else.
[[nodiscard]] std::string_view note_on_connected_sets(const graph::TensorSchema& schema);

/// The constraints of random batches that TensorFlow GNN makes under a policy: its shape, and the room for the padding. Where
/// every component has a node of a set, min_nodes_per_component says so.
/// sets        with the sizes of all records
/// components  of each record, at least one record
/// schema      what edges connect; sets that it has and no record has are empty
/// errors      too_large
[[nodiscard]] Result<graph::SizeConstraints> policy_constraints(packing::BatchPolicy policy,
                                                                std::span<const RecordedSet> sets,
                                                                std::span<const std::int64_t> components,
                                                                const graph::TensorSchema& schema,
                                                                const packing::FitOrSkipOptions& options);

}  // namespace tuplepack::reports

// The shape of random batches of graphs, from their records or their sizes.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "record_values.hpp"
#include "requests.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/formats/tensorflow/constraints_json.hpp"
#include "tuplepack/reports/batches.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::python {

namespace {

/// First add all graphs, then ask for constraints().
class RandomBatches {
 public:
  /// schema  text of a GraphSchema that all graphs have to fit, or None
  RandomBatches(const std::optional<std::string>& schema, std::string prefix)
      : schema_(schema ? std::optional(valid_schema(*schema)) : std::nullopt), prefix_(std::move(prefix)) {}

  /// The records of a file.
  /// read  the next piece of it, unpacked
  void add_file(const py::function& read, const std::string& name) {
    py::bytes piece;
    formats::GraphRecordReader records(
        [&] {
          piece = read();
          return static_cast<std::string_view>(piece);
        },
        schema_ ? &*schema_ : nullptr, prefix_);
    formats::GraphRecord record;
    while (value(records.next(record), name)) statistics_.add(record);
  }

  /// A graph, by the sizes of its components in each set: "nodes/SET" and "edges/SET".
  void add(const std::map<std::string, std::vector<std::int64_t>>& components) {
    formats::GraphRecord graph;
    for (const auto& [set, sizes] : components) {
      require_set(set);
      const auto& [other, first] = *components.begin();
      if (sizes.size() != first.size()) {
        refuse(ErrorCode::component_mismatch, "sizes of " + std::to_string(first.size()) + " in '" + other +
                                                  "' and of " + std::to_string(sizes.size()) + " in '" + set +
                                                  "'; expected one for each component of the graph");
      }
      graph.sizes.push_back({.set = set, .components = sizes, .total = total_of(sizes, set)});
    }
    statistics_.add(graph);
  }

  /// Graphs of one component each.
  /// sizes  [n, k], of the sets of these names
  void add_sizes(const std::vector<std::string>& names, const py::array& sizes) {
    for (const std::string& name : names) require_set(name);
    const Wholes all(sizes, "sizes");
    const std::size_t k = names.size();
    for (std::size_t i = 0; i + k <= all.values().size() && k > 0; i += k) {
      formats::GraphRecord graph;
      for (std::size_t c = 0; c < k; ++c) {
        const auto size = all.values().subspan(i + c, 1);
        graph.sizes.push_back({.set = names[c], .components = size, .total = total_of(size, names[c])});
      }
      statistics_.add(graph);
    }
  }

  /// The fields of tfgnn.SizeConstraints, as JSON.
  /// options  policy, batch_size and success_ratio of the command `records`
  [[nodiscard]] std::string constraints(const py::dict& options) const {
    const auto given = [&](const char* keyword) { return GivenOption("records", keyword, options); };
    const GivenOption policy = given("policy"), batch_size = given("batch_size"), ratio = given("success_ratio");
    const auto batch = std::get<std::int64_t>(batch_size.value());
    const packing::FitOrSkipOptions how{
        .batch = batch, .success_ratio = std::get<double>(ratio.value()), .draws = packing::usual_draws(batch)};
    if (statistics_.records() == 0) refuse(ErrorCode::empty, "no graphs");
    const std::vector<reports::RecordedSet> sets = statistics_.sets();
    if (sets.empty()) refuse(ErrorCode::missing_column, "the graphs have no node or edge sets ('nodes/SET.#size')");
    const graph::TensorSchema schema = schema_ ? *schema_ : reports::connected_sets(sets);
    const std::string_view taken = schema_ ? std::string_view() : reports::note_on_connected_sets(schema);
    if (!taken.empty()) note(std::string(taken));
    return formats::to_tuple_json(
        value(policy_constraints(*packing::batch_policy_by_name(std::get<std::string_view>(policy.value())), sets,
                                 statistics_.components_of_records(), schema, how)));
  }

 private:
  /// That the schema has a set of this name.
  void require_set(const std::string& name) const {
    if (!schema_) return;
    std::vector<std::string> known;
    for (const graph::TensorNodeSet& set : schema_->node_sets) known.push_back("nodes/" + set.name);
    for (const graph::TensorEdgeSet& set : schema_->edge_sets) known.push_back("edges/" + set.name);
    if (std::find(known.begin(), known.end(), name) != known.end()) return;
    const std::vector<std::string_view> names(known.begin(), known.end());
    refuse(ErrorCode::unknown_name,
           "the schema has no set '" + name + "'" + did_you_mean(names, name) + "it has " + comma_list(names));
  }

  static std::int64_t total_of(std::span<const std::int64_t> sizes, const std::string& set) {
    std::int64_t total = 0;
    for (const std::int64_t size : sizes) {
      if (size < 0) refuse(ErrorCode::negative, "'" + set + "' has the size " + std::to_string(size));
      if (size > max_exact - total) refuse(ErrorCode::too_large, "the sizes of '" + set + "' are beyond 2^53");
      total += size;
    }
    return total;
  }

  std::optional<graph::TensorSchema> schema_;
  std::string prefix_;
  reports::RecordStatistics statistics_{true};
};

}  // namespace

void define_random_batches(py::module_& module) {
  py::class_<RandomBatches>(module, "RandomBatches")
      .def(py::init<const std::optional<std::string>&, std::string>(), py::arg("schema"), py::arg("prefix"))
      .def("add_file", &RandomBatches::add_file, py::arg("read"), py::arg("name"))
      .def("add", &RandomBatches::add, py::arg("components"))
      .def("add_sizes", &RandomBatches::add_sizes, py::arg("names"), py::arg("sizes"))
      .def("constraints", &RandomBatches::constraints, py::arg("options"));
}

}  // namespace tuplepack::python

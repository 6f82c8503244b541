// Records of graphs, joined and padded to one shape as a plan says.
#include "module.hpp"

#include "errors.hpp"
#include "pool.hpp"
#include "record_values.hpp"
#include "requests.hpp"
#include "tuplepack/formats/tensorflow/constraints_json.hpp"
#include "tuplepack/formats/tensorflow/graph_batch.hpp"
#include "tuplepack/formats/tensorflow/graph_records.hpp"
#include "tuplepack/reports/batches.hpp"

#include <pybind11/stl.h>

#include <deque>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::python {

namespace {

/// The batches of records in files that are in memory, or mapped. First add() all files, then prepare().
class RecordBatches {
 public:
  RecordBatches(const std::optional<std::string>& schema, std::string prefix)
      : declared_(schema ? std::optional(valid_schema(*schema)) : std::nullopt), prefix_(std::move(prefix)) {}

  /// Reads the records of a file, and keeps it.
  void add(const py::buffer& bytes, const std::string& name) {
    const auto file = static_cast<std::uint32_t>(files_.size());
    files_.push_back({.bytes = bytes.request(), .name = name});
    const py::buffer_info& held = files_.back().bytes;
    std::string_view rest(static_cast<const char*>(held.ptr), static_cast<std::size_t>(held.size * held.itemsize));
    Result<void> read = [&]() -> Result<void> {
      const py::gil_scoped_release release;
      formats::RecordReader records(
          [&] { return std::exchange(rest, {}); });  // in one piece, so that records stay there
      formats::Record record;
      formats::ExampleReader examples(prefix_);
      while (true) {
        const auto found = records.next(record);
        if (!found) return tl::unexpected(found.error());
        if (!*found) return {};
        const auto graph = read_graph_record(record, examples);
        if (!graph) return tl::unexpected(formats::in_record(graph.error(), record.offset));
        surveyor_.add(*graph);
        records_.push_back({.data = record.data, .offset = record.offset, .file = file});
      }
    }();
    value(std::move(read), name);
  }

  /// Assigns the records to packs. Returns the number of batches.
  std::size_t prepare(const packing::PlanDocument& plan, const std::optional<std::string>& constraints,
                      const std::string& mask, const std::vector<std::string>& mask_of,
                      const std::optional<std::string>& padding_values, const py::dict& options) {
    if (records_.empty()) refuse(ErrorCode::empty, "no records");
    packing::AssignOptions order = settings_of(options, "batches", plan.histogram.components).assign;
    order.packs_multiple = plan.packs_multiple;
    auto survey = surveyor_.finish(declared_ ? &*declared_ : nullptr);
    if (!survey) refuse(survey.error().code, survey.error().message + "; pass its GraphSchema as schema=");
    schema_ = std::move(survey->schema);
    padding_ = value(formats::padding_options(mask, mask_of), "mask_of");
    if (padding_values) {
      padding_.values = value(formats::parse_padding_values(*padding_values), "padding_values");
      value(check_padding_values(padding_.values, declared_ ? *declared_ : schema_), "padding_values");
    }
    value(formats::GraphBatch::create(schema_, padding_));
    assignment_ = value(assign_records(plan, survey->sets, order), "the plan does not match these records");
    if (constraints) {
      constraints_ = value(formats::parse_constraints(*constraints), "constraints");
      value(check_constraints(constraints_, schema_), "constraints");
    } else {
      constraints_ =
          value(constraints_of(plan, assignment_, survey->sets, survey->components, schema_, survey->min_nodes));
    }
    return assignment_.offsets.size() - 1;
  }

  [[nodiscard]] py::dict features() const { return features_of(schema_); }

  /// The shape of all batches, as JSON.
  [[nodiscard]] std::string constraints() const { return formats::to_json(constraints_); }

  /// The features of a batch by name. May be called by several threads at once, which then work at the same time.
  py::dict batch(std::size_t pack) {
    std::unique_ptr<Worker> worker = workers_.take();
    Result<void> made = [&] {
      const py::gil_scoped_release release;
      return join(pack, *worker);
    }();
    value(std::move(made));
    std::deque<std::string> names;
    py::dict arrays = arrays_of(example_features(worker->batch.graph(), names));
    workers_.give_back(std::move(worker));
    return arrays;
  }

 private:
  struct File {
    py::buffer_info bytes;
    std::string name;
  };
  struct StoredRecord {
    std::string_view data;
    std::int64_t offset;
    std::uint32_t file;
  };
  /// What a thread joins graphs with.
  struct Worker {
    formats::GraphBatch batch;
    formats::ExampleReader reader;
  };

  [[nodiscard]] Result<void> join(std::size_t pack, Worker& worker) const {
    worker.batch.clear();
    for (auto i = static_cast<std::size_t>(assignment_.offsets[pack]);
         i < static_cast<std::size_t>(assignment_.offsets[pack + 1]); ++i) {
      const StoredRecord& record = records_[static_cast<std::size_t>(assignment_.items[i])];
      if (auto added = add_graph(record.data, worker); !added) {
        Error error = formats::in_record(added.error(), record.offset);
        error.message = files_[record.file].name + ": " + error.message;
        return tl::unexpected(std::move(error));
      }
    }
    auto padded = worker.batch.pad(constraints_);
    if (!padded) return fail(padded.error().code, "pack " + std::to_string(pack) + ": " + padded.error().message);
    return {};
  }

  [[nodiscard]] Result<void> add_graph(std::string_view data, Worker& worker) const {
    const auto features = worker.reader.read(data);
    if (!features) return tl::unexpected(features.error());
    const auto graph = read_graph_tensor(*features, schema_);
    if (!graph) return tl::unexpected(graph.error());
    return worker.batch.add(*graph);
  }

  std::optional<graph::TensorSchema> declared_;
  std::string prefix_;
  std::deque<File> files_;
  std::vector<StoredRecord> records_;
  reports::RecordSurveyor surveyor_;
  graph::TensorSchema schema_;
  graph::SizeConstraints constraints_;
  formats::PaddingOptions padding_;
  packing::Assignment assignment_;
  Pool<Worker> workers_{[this] {
    return Worker{.batch = value(formats::GraphBatch::create(schema_, padding_)),
                  .reader = formats::ExampleReader(prefix_)};
  }};
};

}  // namespace

void define_record_batches(py::module_& module) {
  py::class_<RecordBatches>(module, "RecordBatches")
      .def(py::init<const std::optional<std::string>&, std::string>(), py::arg("schema"), py::arg("prefix"))
      .def("add", &RecordBatches::add, py::arg("bytes"), py::arg("name"))
      .def("prepare", &RecordBatches::prepare, py::arg("plan"), py::arg("constraints"), py::arg("mask"),
           py::arg("mask_of"), py::arg("padding_values"), py::arg("options"))
      .def_property_readonly("features", &RecordBatches::features)
      .def_property_readonly("constraints", &RecordBatches::constraints)
      .def("batch", &RecordBatches::batch, py::arg("pack"));
}

}  // namespace tuplepack::python

// Records of graphs, one by one: read, and written.
#include "module.hpp"

#include "arrays.hpp"
#include "errors.hpp"
#include "record_values.hpp"
#include "tuplepack/formats/tensorflow/graph_readout.hpp"
#include "tuplepack/formats/tensorflow/graph_records.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"
#include "tuplepack/graph/schema/tensor_schema_check.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::python {

// ---- Values ----

py::object array_of(const formats::FeatureValues& values) {
  if (const auto* floats = std::get_if<std::span<const float>>(&values)) return copied(*floats);
  if (const auto* integers = std::get_if<std::span<const std::int64_t>>(&values)) return copied(*integers);
  py::list texts;
  if (const auto* bytes = std::get_if<std::span<const std::string_view>>(&values)) {
    for (const std::string_view one : *bytes) texts.append(py::bytes(one.data(), one.size()));
  }
  return texts;
}

py::dict arrays_of(std::span<const formats::NamedFeature> features) {
  py::dict arrays;
  for (const formats::NamedFeature& feature : features)
    arrays[py::str(std::string(feature.name))] = array_of(feature.values);
  return arrays;
}

graph::TensorSchema valid_schema(const std::string& text) {
  graph::TensorSchema schema = value(formats::read_tensor_schema(text), "schema");
  const graph::SchemaFindings findings = check_tensor_schema(schema);
  if (!findings.errors.empty()) refuse(findings.errors.front(), "schema");
  return schema;
}

static py::object kind_name(const graph::TensorFeature& feature) {
  if (!feature.type || *feature.type == graph::FeatureType::other) return py::none();
  switch (example_list(*feature.type)) {
    case graph::ExampleList::bytes: return py::str("bytes");
    case graph::ExampleList::floats: return py::str("floats");
    default: return py::str("integers");
  }
}

static py::object type_name(const graph::TensorFeature& feature) {
  if (!feature.type || *feature.type == graph::FeatureType::other) return py::none();
  return py::str(std::string(name(*feature.type)));
}

py::dict features_of(const graph::TensorSchema& schema) {
  py::dict all;
  const auto add = [&](const std::string& prefix, const std::vector<graph::TensorFeature>& features) {
    for (const graph::TensorFeature& feature : features) {
      std::vector<std::int64_t> shape;
      for (const graph::TensorDimension& dimension : feature.shape) shape.push_back(dimension.size);
      all[py::str(prefix + feature.name)] = py::make_tuple(
          kind_name(feature), feature.unknown_rank ? py::object(py::none()) : py::cast(shape), type_name(feature));
    }
  };
  if (schema.context) add("context/", schema.context->features);
  for (const graph::TensorNodeSet& set : schema.node_sets) add("nodes/" + set.name + ".", set.features);
  for (const graph::TensorEdgeSet& set : schema.edge_sets) add("edges/" + set.name + ".", set.features);
  return all;
}

namespace {

// ---- Reading ----

/// Records of graphs, one after another.
class Records {
 public:
  /// schema  text that every record has to fit, or None
  Records(py::function read, const std::optional<std::string>& schema, const std::string& prefix)
      : read_(std::move(read)),
        schema_(schema ? std::optional(value(formats::read_tensor_schema(*schema), "schema")) : std::nullopt),
        reader_(
            [this] {
              piece_ = read_();
              return static_cast<std::string_view>(piece_);
            },
            schema_ ? &*schema_ : nullptr, prefix) {}

  /// The features of the next record by name, and the sizes of its sets; None at the end.
  py::object next() {
    formats::GraphRecord record;
    if (!value(reader_.next(record))) return py::none();
    py::dict sizes;
    for (const formats::SetSize& size : record.sizes) sizes[py::str(std::string(size.set))] = size.total;
    return py::make_tuple(sizes, arrays_of(record.features));
  }

 private:
  py::function read_;
  py::bytes piece_;
  std::optional<graph::TensorSchema> schema_;
  formats::GraphRecordReader reader_;
};

// ---- Writing ----

/// Records of graphs that fit a schema.
class RecordWriter {
 public:
  RecordWriter(const std::string& schema, std::string prefix)
      : schema_(valid_schema(schema)), prefix_(std::move(prefix)) {}

  [[nodiscard]] py::dict features() const { return features_of(schema_); }

  /// The bytes of a record.
  /// given  by name: contiguous arrays [n] of float32 or int64, or lists of bytes
  [[nodiscard]] py::bytes record(const py::dict& given) const {
    std::deque<std::string> names;
    std::deque<std::vector<std::string_view>> texts;
    std::vector<formats::NamedFeature> features;
    for (const auto& [name, values] : given) {
      names.push_back(name.cast<std::string>());
      features.push_back({.name = names.back(), .values = values_of(values, texts)});
    }
    std::sort(features.begin(), features.end(),
              [](const formats::NamedFeature& a, const formats::NamedFeature& b) { return a.name < b.name; });
    const formats::GraphTensor graph = value(read_graph_tensor(features, schema_));
    value(check_readout_values(graph, schema_));
    for (formats::NamedFeature& feature : features)
      feature.name = names.emplace_back(prefix_ + std::string(feature.name));
    std::string example, out;
    append_example(example, features);
    if (example.size() > formats::max_record_bytes) refuse(ErrorCode::too_large, "the record is larger than 2 GiB");
    formats::append_record(out, example);
    return out;
  }

 private:
  /// texts  keeps the views of bytes
  static formats::FeatureValues values_of(const py::handle& given, std::deque<std::vector<std::string_view>>& texts) {
    if (py::isinstance<py::array_t<float, py::array::c_style>>(given)) {
      const auto array = py::reinterpret_borrow<py::array_t<float, py::array::c_style>>(given);
      return std::span<const float>(array.data(), static_cast<std::size_t>(array.size()));
    }
    if (py::isinstance<py::array_t<std::int64_t, py::array::c_style>>(given)) {
      const auto array = py::reinterpret_borrow<py::array_t<std::int64_t, py::array::c_style>>(given);
      return std::span<const std::int64_t>(array.data(), static_cast<std::size_t>(array.size()));
    }
    auto& views = texts.emplace_back();
    for (const py::handle& text : given) {
      views.push_back(static_cast<std::string_view>(py::reinterpret_borrow<py::bytes>(text)));
    }
    return std::span<const std::string_view>(views);
  }

  graph::TensorSchema schema_;
  std::string prefix_;
};

}  // namespace

void define_records(py::module_& module) {
  py::class_<Records>(module, "Records")
      .def(py::init<py::function, const std::optional<std::string>&, const std::string&>(), py::arg("read"),
           py::arg("schema"), py::arg("prefix"))
      .def("next", &Records::next);
  py::class_<RecordWriter>(module, "RecordWriter")
      .def(py::init<const std::string&, std::string>(), py::arg("schema"), py::arg("prefix"))
      .def_property_readonly("features", &RecordWriter::features)
      .def("record", &RecordWriter::record, py::arg("features"));
  module.def(
      "schema_features",
      [](const std::string& schema) { return features_of(value(formats::read_tensor_schema(schema), "schema")); },
      py::arg("schema"));
  module.def(
      "record_container",
      [](const std::string_view first) {
        switch (formats::record_container(first)) {
          case formats::RecordContainer::none: return "none";
          case formats::RecordContainer::gzip: return "gzip";
          default: return "zlib";
        }
      },
      py::arg("first"));
  define_record_batches(module);
}

}  // namespace tuplepack::python

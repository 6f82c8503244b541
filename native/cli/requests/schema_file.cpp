#include "schema_file.hpp"

#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"
#include "tuplepack/graph/sampling/sampling_check.hpp"
#include "tuplepack/graph/schema/tensor_schema_check.hpp"

#include <fmt/format.h>

#include <filesystem>

namespace tuplepack::cli {

namespace fs = std::filesystem;

std::string schema_path(const std::string& path) {
  if (path == "-" || !fs::is_directory(path)) return path;
  std::string found;
  for (const fs::directory_entry& entry : fs::directory_iterator(path)) {
    if (entry.path().extension() != ".pbtxt") continue;
    if (!found.empty()) throw Failure(fmt::format("{}: the directory has several .pbtxt files; name one", path));
    found = entry.path().string();
  }
  if (found.empty()) throw Failure(fmt::format("{}: the directory has no .pbtxt file", path));
  return found;
}

graph::TensorSchema read_schema_file(const std::string& path) {
  auto read = value(formats::read_schema_or_spec(read_all(path)), source_name(path));
  if (auto* const schema = std::get_if<graph::TensorSchema>(&read)) return std::move(*schema);
  throw Failure(source_name(path) + ": is a sampling spec, not a schema");
}

graph::TensorSchema read_valid_schema(const std::string& path) {
  const std::string file = schema_path(path);
  graph::TensorSchema schema = read_schema_file(file);
  const graph::SchemaFindings findings = check_tensor_schema(schema);
  if (!findings.errors.empty()) refuse(findings.errors.front(), source_name(file));
  return schema;
}

void declare_reversed(graph::TensorSchema& schema, const Arguments& arguments) {
  for (const std::string& text : arguments.all("reverse")) {
    const std::size_t equals = text.find('=');
    if (equals == 0 || equals == std::string::npos || equals + 1 == text.size()) {
      throw Failure(fmt::format("--reverse {}: expected NAME=EDGE_SET", text));
    }
    value(add_reversed(schema, text.substr(0, equals), text.substr(equals + 1)), "--reverse " + text);
  }
}

}  // namespace tuplepack::cli

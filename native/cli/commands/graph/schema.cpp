#include "cli/commands/commands.hpp"
#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/requests/schema_file.hpp"
#include "random_graphs.hpp"
#include "schema_report.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static int show_schema(graph::TensorSchema schema, const std::string& path, const Arguments& arguments) {
  if (arguments.has("against")) throw Failure("--against: " + source_name(path) + " is a schema, not a sampling spec");
  declare_reversed(schema, arguments);
  reports::FileFindings findings;
  findings.add(source_name(path), check_tensor_schema(schema));
  if (arguments.has("require")) {
    const std::string required = schema_path(arguments["require"]);
    findings.add(source_name(required),
                 {.errors = missing_features(read_schema_file(required), schema), .warnings = {}});
  }
  if (arguments.has("random")) {
    if (!findings.errors.empty()) refuse(findings.errors.front().error, findings.errors.front().file);
    return write_random_graphs(schema, source_name(path), arguments);
  }
  print(arguments.has("json") ? with_notes(schema_json(schema, findings))
                              : schema_text(schema, findings, standard_output()));
  return findings.errors.empty() ? 0 : exit_no;
}

static int show_spec(const graph::SamplingSpec& spec, const std::string& path, const Arguments& arguments) {
  if (arguments.has("random")) throw Failure("--random: " + source_name(path) + " is a sampling spec, not a schema");
  if (arguments.has("require")) throw Failure("--require: " + source_name(path) + " is a sampling spec, not a schema");
  std::optional<graph::TensorSchema> schema;
  reports::FileFindings findings;
  if (arguments.has("against")) {
    const std::string against = schema_path(arguments["against"]);
    schema = read_schema_file(against);
    declare_reversed(*schema, arguments);
    findings.add(source_name(against), {.errors = check_tensor_schema(*schema).errors, .warnings = {}});
  } else if (arguments.has("reverse")) {
    throw Failure("--reverse: a sampling spec declares no edge sets; pass its schema with --against");
  }
  const graph::SamplingPlan plan = check_sampling_spec(spec, schema ? &*schema : nullptr);
  findings.add(source_name(path), plan.findings);
  print(arguments.has("json") ? with_notes(spec_json(spec, plan, findings))
                              : spec_text(spec, plan, findings, standard_output()));
  return findings.errors.empty() ? 0 : exit_no;
}

int run_schema(const Arguments& arguments) {
  if (arguments.has("random") != arguments.has("output")) {
    throw Failure(arguments.has("random") ? "--random needs -o OUT, the file of TFRecords to write"
                                          : "-o needs --random, the number of graphs to write");
  }
  if (arguments.has("prefix") && !arguments.has("random")) {
    throw Failure("--prefix needs --random: it is of the names of features that are written");
  }
  const std::string path = schema_path(arguments.operand());
  auto read = value(formats::read_schema_or_spec(read_all(path)), source_name(path));
  if (auto* const schema = std::get_if<graph::TensorSchema>(&read))
    return show_schema(std::move(*schema), path, arguments);
  return show_spec(std::get<graph::SamplingSpec>(read), path, arguments);
}

}  // namespace tuplepack::cli

#include "require.hpp"
#include "targets.hpp"
#include "tuplepack/formats/tensorflow/tensor_schema_text.hpp"
#include "tuplepack/formats/tensorflow/text_proto.hpp"
#include "tuplepack/graph/sampling/sampling_check.hpp"

#include <algorithm>

using namespace tuplepack;

static void check_findings(const std::vector<Error>& findings) {
  for (const Error& error : findings) require(!error.message.empty() && (error.column == 0 || error.line > 0));
}

static bool same(const std::vector<formats::TextProtoField>& a, const std::vector<formats::TextProtoField>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const formats::TextProtoField& x, const formats::TextProtoField& y) {
                      return x.name == y.name && x.kind == y.kind && x.text == y.text && same(x.fields, y.fields);
                    });
}

static void check_spec(const graph::SamplingSpec& spec, const graph::TensorSchema* schema) {
  const graph::SamplingPlan plan = check_sampling_spec(spec, schema);
  check_findings(plan.findings.errors);
  check_findings(plan.findings.warnings);
  require(!plan.findings.errors.empty() || plan.hops.size() == spec.ops.size());
  for (const graph::ReachedNodes& reached : reached_nodes(spec, plan)) require(reached.nodes > 0);
}

/// One text proto. Holds for every input: what is written of its fields is read back; a schema and a spec are checked,
/// also against each other where a text has two, separated by a zero byte; or an error says where it is.
FUZZ_TARGET(text_proto) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto fields = formats::parse_text_proto(text);
  if (fields) {
    const auto again = formats::parse_text_proto(text_proto(*fields));
    require(again && same(*fields, *again));
  } else {
    require(fields.error().line > 0 && fields.error().column > 0 && fields.error().message.size() < 1000);
  }
  const std::size_t zero = text.find('\0');
  const std::string_view first = text.substr(0, zero),
                         second = zero == std::string_view::npos ? "" : text.substr(zero + 1);
  const auto schema = formats::read_tensor_schema(first);
  if (schema) {
    const graph::SchemaFindings findings = check_tensor_schema(*schema);
    check_findings(findings.errors);
    check_findings(findings.warnings);
    require(missing_features(*schema, *schema).empty());
  }
  if (const auto spec = formats::read_sampling_spec(first)) check_spec(*spec, nullptr);
  if (const auto spec = formats::read_sampling_spec(second)) check_spec(*spec, schema ? &*schema : nullptr);
  return 0;
}

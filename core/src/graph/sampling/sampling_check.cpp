#include "tuplepack/graph/sampling/sampling_check.hpp"

#include "graph/schema/schema_findings.hpp"
#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <map>
#include <optional>

namespace tuplepack::graph {

static constexpr std::int64_t most_counted = std::int64_t{1} << 53U;

static std::int64_t capped_sum(std::int64_t a, std::int64_t b) {
  return std::min(a + b, most_counted);
}

static std::int64_t capped_product(std::int64_t a, std::int64_t b) {
  return b != 0 && a > most_counted / b ? most_counted : a * b;
}

/// kind  before the list of the names that are
template <typename Sets>
static std::string undeclared(const Sets& sets, const std::string& name, const std::string& kind) {
  std::string list = sets.empty() ? "there are none" : "";
  for (const auto& set : sets) list += (list.empty() ? "" : ", ") + in_quotes(set.name);
  return " is not declared" + did_you_mean(names_of(sets), name) + kind + list;
}

namespace {

/// The places of the ops by name; the seed op is not among them.
using OpIndex = std::map<std::string, std::size_t, std::less<>>;

/// A spec that is being checked.
struct SpecCheck {
  const SamplingSpec& spec;
  const TensorSchema* schema;
  SamplingPlan plan;
  OpIndex ops;

  void error(ErrorCode code, std::string text, const TextPlace& place) {
    add_finding(plan.findings.errors, code, std::move(text), place);
  }
  void warning(ErrorCode code, std::string text, const TextPlace& place) {
    add_finding(plan.findings.warnings, code, std::move(text), place);
  }
};

}  // namespace

// ---- seeds ----

/// The set of a pair of nodes whose link is predicted: where the readout edges of both ends start.
static std::string link_seed_set(SpecCheck& check) {
  const TextPlace& place = check.spec.seed_place;
  std::string set;
  for (const std::string name : {"_readout/source", "_readout/target"}) {
    const TensorEdgeSet* const edges = check.schema->edge_set(name);
    if (edges == nullptr || edges->target.name != "_readout") {
      check.error(ErrorCode::unknown_name,
                  "symmetric_link_seed_op needs an edge set " + in_quotes(name) + " into node set '_readout'", place);
      return {};
    }
    if (!set.empty() && set != edges->source.name) {
      check.error(ErrorCode::component_mismatch,
                  "symmetric_link_seed_op needs pairs of one node set, but '_readout/source' starts from " +
                      in_quotes(set) + " and '_readout/target' from " + in_quotes(edges->source.name),
                  place);
      return {};
    }
    set = edges->source.name;
  }
  return set;
}

static void check_seeds(SpecCheck& check) {
  const SamplingSpec& spec = check.spec;
  if (spec.seed_place.line == 0) {
    return check.error(ErrorCode::missing_column, "The spec has neither seed_op nor symmetric_link_seed_op", {});
  }
  if (spec.seed_op.empty()) check.error(ErrorCode::missing_column, "The seed op has no op_name", spec.seed_place);
  if (spec.links) {
    if (check.schema != nullptr) check.plan.seed_set = link_seed_set(check);
    return;
  }
  check.plan.seed_set = spec.seed_set.name;
  if (spec.seed_set.name.empty()) {
    check.error(ErrorCode::missing_column, "The seed op has no node_set_name", spec.seed_place);
  } else if (check.schema != nullptr && check.schema->node_set(spec.seed_set.name) == nullptr) {
    check.error(ErrorCode::unknown_name,
                "Seed op " + in_quotes(spec.seed_op) + ": node set " + in_quotes(spec.seed_set.name) +
                    undeclared(check.schema->node_sets, spec.seed_set.name, "node sets: "),
                spec.seed_set.place);
  }
}

// ---- each op by itself ----

static void check_op(SpecCheck& check, const SamplingOp& op) {
  const std::string what = "Op " + in_quotes(op.name);
  if (op.name.empty()) check.error(ErrorCode::missing_column, "A sampling op has no op_name", op.place);
  if (op.inputs.empty()) check.error(ErrorCode::missing_column, what + " has no input_op_names", op.place);
  if (op.edge_set.name.empty()) check.error(ErrorCode::missing_column, what + " has no edge_set_name", op.place);
  if (op.sample_size < 1) {
    check.error(ErrorCode::limit_not_positive,
                what + " has sample_size " + std::to_string(op.sample_size) + ": it samples nothing",
                op.sample_size_place);
  }
  if (!op.strategy) {
    check.warning(ErrorCode::missing_column, what + " has no strategy: TOP_K is the default", op.place);
  }
}

static void check_inputs(SpecCheck& check, const SamplingOp& op) {
  for (std::size_t i = 0; i < op.inputs.size(); ++i) {
    const TensorReference& input = op.inputs[i];
    const auto same = [&](const TensorReference& other) { return other.name == input.name; };
    const auto here = op.inputs.begin() + static_cast<std::ptrdiff_t>(i);
    if (input.name != check.spec.seed_op && check.ops.find(input.name) == check.ops.end()) {
      check.error(ErrorCode::unknown_name,
                  "Op " + in_quotes(op.name) + ": input op " + in_quotes(input.name) + " does not exist", input.place);
    } else if (std::any_of(op.inputs.begin(), here, same)) {
      check.warning(ErrorCode::malformed,
                    "Op " + in_quotes(op.name) + ": input op " + in_quotes(input.name) + " is given twice",
                    input.place);
    }
  }
}

static void check_ops(SpecCheck& check) {
  for (std::size_t i = 0; i < check.spec.ops.size(); ++i) {
    const SamplingOp& op = check.spec.ops[i];
    check_op(check, op);
    const bool is_new = check.ops.emplace(op.name, i).second && op.name != check.spec.seed_op;
    if (!is_new && !op.name.empty()) {
      check.error(ErrorCode::malformed, "Op name " + in_quotes(op.name) + " is given twice", op.place);
    }
  }
  for (const SamplingOp& op : check.spec.ops) check_inputs(check, op);
}

// ---- ops one after the other ----

/// Each op after its inputs. Ops that feed each other are an error; those and what depends on them are left out.
static std::vector<std::size_t> ordered_ops(SpecCheck& check) {
  const std::vector<SamplingOp>& ops = check.spec.ops;
  std::vector<std::size_t> order;
  std::vector<bool> done(ops.size());
  const auto is_ready = [&](const TensorReference& input) {
    return input.name == check.spec.seed_op || done[check.ops.find(input.name)->second];
  };
  for (bool found = true; found && order.size() < ops.size();) {
    found = false;
    for (std::size_t i = 0; i < ops.size(); ++i) {
      if (done[i] || !std::all_of(ops[i].inputs.begin(), ops[i].inputs.end(), is_ready)) continue;
      done[i] = found = true;
      order.push_back(i);
    }
  }
  if (order.size() == ops.size()) return order;
  // Going back from an op that is not ready along inputs that are not ready ends in a cycle.
  std::size_t at = static_cast<std::size_t>(std::find(done.begin(), done.end(), false) - done.begin());
  std::vector<std::size_t> path;
  while (std::find(path.begin(), path.end(), at) == path.end()) {
    path.push_back(at);
    const auto& inputs = ops[at].inputs;
    at = check.ops.find(std::find_if_not(inputs.begin(), inputs.end(), is_ready)->name)->second;
  }
  path.erase(path.begin(), std::find(path.begin(), path.end(), at));
  std::string names;
  for (const std::size_t op : path) names += in_quotes(ops[op].name) + " <- ";
  check.error(ErrorCode::malformed, "Ops feed each other: " + names + in_quotes(ops[at].name), ops[at].place);
  return order;
}

/// The declared edge sets that an undeclared one may be the reverse of: they end where it starts, and start where the
/// ops after it continue.
static std::vector<const TensorEdgeSet*> reverse_candidates(const SpecCheck& check, const SamplingOp& op,
                                                            const std::string& source) {
  std::vector<const TensorEdgeSet*> found;
  for (const TensorEdgeSet& set : check.schema->edge_sets) {
    const bool fits = std::all_of(check.spec.ops.begin(), check.spec.ops.end(), [&](const SamplingOp& next) {
      const bool follows = std::any_of(next.inputs.begin(), next.inputs.end(),
                                       [&](const TensorReference& input) { return input.name == op.name; });
      const TensorEdgeSet* const edges = check.schema->edge_set(next.edge_set.name);
      return !follows || edges == nullptr || edges->source.name == set.source.name;
    });
    if (set.target.name == source && fits) found.push_back(&set);
  }
  return found;
}

static void fail_undeclared(SpecCheck& check, const SamplingOp& op, const std::string& source) {
  const auto candidates = reverse_candidates(check, op, source);
  const auto reverse = [&](const std::string& of) { return "--reverse " + shell_word(op.edge_set.name + "=" + of); };
  std::string advice = "; to use an existing edge set reversed, add ";
  if (candidates.empty()) advice += reverse("EDGE_SET");
  for (const TensorEdgeSet* const set : candidates) {
    advice += (set == candidates.front() ? "" : " or ") + reverse(set->name);
  }
  check.error(ErrorCode::unknown_name,
              "Op " + in_quotes(op.name) + ": edge set " + in_quotes(op.edge_set.name) +
                  undeclared(check.schema->edge_sets, op.edge_set.name, "edge sets: ") + advice,
              op.edge_set.place);
}

/// The node set that an op starts from and the one it reaches. Both are empty without a schema.
static void join_sets(SpecCheck& check, const SamplingOp& op, const std::map<std::string, std::string>& reached,
                      SamplingHop& hop) {
  const TensorEdgeSet* const edges = check.schema->edge_set(op.edge_set.name);
  if (edges == nullptr) {
    const auto input = reached.find(op.inputs.front().name);
    return fail_undeclared(check, op, input == reached.end() ? "" : input->second);
  }
  hop.source = edges->source.name;
  hop.target = edges->target.name;
  for (const TensorReference& input : op.inputs) {
    const auto before = reached.find(input.name);
    if (before == reached.end() || before->second.empty() || before->second == hop.source) continue;
    check.error(ErrorCode::component_mismatch,
                "Op " + in_quotes(op.name) + ": edge set " + in_quotes(edges->name) + " starts from node set " +
                    in_quotes(hop.source) + ", but input op " + in_quotes(input.name) + " reaches " +
                    in_quotes(before->second),
                input.place);
  }
}

static void plan_hops(SpecCheck& check) {
  const SamplingSpec& spec = check.spec;
  std::map<std::string, std::int64_t> nodes{{spec.seed_op, spec.links ? 2 : 1}};
  std::map<std::string, std::string> reached{{spec.seed_op, check.plan.seed_set}};
  for (const std::size_t index : ordered_ops(check)) {
    const SamplingOp& op = spec.ops[index];
    SamplingHop hop{.op = index, .nodes = 0, .edges = 0, .source = {}, .target = {}};
    for (auto input = op.inputs.begin(); input != op.inputs.end(); ++input) {
      const bool again = std::any_of(op.inputs.begin(), input,
                                     [&](const TensorReference& other) { return other.name == input->name; });
      if (!again) hop.nodes = capped_sum(hop.nodes, nodes[input->name]);
    }
    hop.edges = capped_product(hop.nodes, op.sample_size);
    if (check.schema != nullptr) join_sets(check, op, reached, hop);
    nodes[op.name] = hop.edges;
    reached[op.name] = hop.target;
    check.plan.hops.push_back(std::move(hop));
  }
}

SamplingPlan check_sampling_spec(const SamplingSpec& spec, const TensorSchema* schema) {
  SpecCheck check{.spec = spec, .schema = schema, .plan = {}, .ops = {}};
  check_seeds(check);
  check_ops(check);
  if (check.plan.findings.errors.empty()) plan_hops(check);
  return std::move(check.plan);
}

std::vector<ReachedNodes> reached_nodes(const SamplingSpec& spec, const SamplingPlan& plan) {
  std::vector<ReachedNodes> reached{{.node_set = plan.seed_set, .nodes = spec.links ? 2 : 1}};
  for (const SamplingHop& hop : plan.hops) {
    const auto set = std::find_if(reached.begin(), reached.end(),
                                  [&](const ReachedNodes& other) { return other.node_set == hop.target; });
    if (set == reached.end()) {
      reached.push_back({.node_set = hop.target, .nodes = hop.edges});
    } else {
      set->nodes = capped_sum(set->nodes, hop.edges);
    }
  }
  return reached;
}

Result<void> add_reversed(TensorSchema& schema, const std::string& name, const std::string& of) {
  const TensorEdgeSet* const edges = schema.edge_set(of);
  if (edges == nullptr) {
    return fail(ErrorCode::unknown_name, "edge set " + in_quotes(of) + undeclared(schema.edge_sets, of, "edge sets: "));
  }
  if (schema.edge_set(name) != nullptr) {
    return fail(ErrorCode::malformed, "edge set " + in_quotes(name) + " is already declared");
  }
  TensorEdgeSet reversed = *edges;
  reversed.name = name;
  std::swap(reversed.source, reversed.target);
  auto& extra = reversed.metadata.extra;
  const auto mark =
      std::find_if(extra.begin(), extra.end(), [](const auto& pair) { return pair.first == "edge_type"; });
  if (mark == extra.end()) {
    extra.emplace_back("edge_type", "reversed");
  } else if (mark->second == "reversed") {
    extra.erase(mark);  // the reverse of a reversed set has its edges as the table has them
  } else {
    mark->second = "reversed";
  }
  schema.edge_sets.push_back(std::move(reversed));
  return {};
}

}  // namespace tuplepack::graph

#include "temporal_request.hpp"

#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "tuplepack/base/visible.hpp"

#include <filesystem>

namespace tuplepack::cli {

RawNodes::RawNodes(const Arguments& arguments)
    : asked_(arguments.has("relabel")), ids_([](const std::string& text) { note(text); }) {}

formats::NumberNode RawNodes::numbering() {
  return asked_ ? ids_.numbering() : formats::NumberNode();
}

formats::NumberNode RawNodes::numbering_of_roots(const temporal::Events& events) {
  return asked_ ? value(ids_.numbering_of_roots(events), "--roots") : formats::NumberNode();
}

/// "batches.npz" → "batches.ids.csv".
static std::string ids_file(const std::string& output) {
  return std::filesystem::path(output).replace_extension(".ids.csv").string();
}

void RawNodes::write(const std::string& output, const temporal::Events& events) const {
  if (!asked_) return;
  const std::string what = "node ids became 0, 1, … in the order in which they come";
  if (output.empty() || output == "-") return note(what + "; -o FILE also writes both");
  const std::string path = ids_file(output);
  write_file(path, ids_.table(events));
  note(what + "; " + visible(path) + " has both");
}

formats::EventReadOptions event_read_options(const Arguments& arguments) {
  formats::EventReadOptions options;
  options.format = value(formats::format_by_name(arguments["format"]), "--format");
  options.columns = arguments.list("columns");
  if (arguments.has("bipartite")) options.bipartite = arguments["bipartite"] == "yes";
  options.events.sort = arguments.has("sort");
  if (arguments.has("nodes")) options.events.nodes = arguments.count("nodes");
  return options;
}

reports::SplitRequest split_request(const Arguments& arguments) {
  if (arguments.has("loss") && arguments.has("like-batch-size")) {
    throw Failure("--loss and --like-batch-size cannot be combined");
  }
  if (!arguments.has("loss") && !arguments.has("like-batch-size")) {
    throw Failure("split needs --loss or --like-batch-size, e.g. --like-batch-size 200");
  }
  reports::SplitRequest request;
  request.options.score = value(temporal::loss_score_by_name(arguments["loss-score"]), "--loss-score");
  request.options.ties = value(temporal::ties_by_name(arguments["ties"]), "--ties");
  if (arguments.has("loss")) {
    request.loss = arguments.count("loss");
  } else {
    request.batch_size = arguments.count("like-batch-size");
  }
  return request;
}

BatchRequest batch_request(const Arguments& arguments, std::int64_t fallback) {
  const bool bounded = arguments.has("loss") || arguments.has("like-batch-size");
  if (bounded && arguments.has("batch-size")) {
    throw Failure("--batch-size cannot be combined with --loss or --like-batch-size");
  }
  if (bounded) return {.fixed_size = 0, .bounded = split_request(arguments)};
  return {.fixed_size = arguments.has("batch-size") ? arguments.count("batch-size") : fallback, .bounded = {}};
}

temporal::Split batches_of(const temporal::Events& events, const BatchRequest& request) {
  if (request.fixed_size > 0) return value(split_fixed(events, request.fixed_size));
  return value(temporal::split(events, value(loss_threshold(events, request.bounded)), request.bounded.options));
}

static std::uint64_t seed(const Arguments& arguments) {
  return static_cast<std::uint64_t>(arguments.count("seed"));
}

/// Reads the sampling strategy and the fanout of each layer.
static void read_fanouts(const Arguments& arguments, SampleRequest& request) {
  if (arguments.has("recent") == arguments.has("uniform")) {
    throw Failure("sample needs either --recent or --uniform, e.g. --recent 10");
  }
  const bool recent = arguments.has("recent");
  request.strategy = recent ? temporal::SampleStrategy::recent : temporal::SampleStrategy::uniform;
  request.fanouts = arguments.counts(recent ? "recent" : "uniform");
  if (!arguments.has("seed")) return;
  if (recent) throw Failure("--seed needs --uniform");
  request.seed = seed(arguments);
}

static void read_root_options(const Arguments& arguments, SampleRequest& request) {
  request.roots = arguments["roots"];
  request.reading.columns = arguments.list("root-columns");
  if (request.roots.empty()) {
    if (arguments.has("root-columns")) throw Failure("--root-columns needs --roots");
    return;
  }
  if (request.visible == temporal::Visible::batch_start) {
    throw Failure("--visible batch-start cannot be combined with --roots: roots from a file do not belong to a batch");
  }
}

SampleRequest sample_request(const Arguments& arguments) {
  SampleRequest request;
  read_fanouts(arguments, request);
  request.visible = value(temporal::visible_by_name(arguments["visible"]), "--visible");
  request.direction = value(temporal::direction_by_name(arguments["direction"]), "--direction");
  request.window = arguments["window"];
  read_root_options(arguments, request);
  const bool has_batches = arguments.has("batch-size") || arguments.has("loss") || arguments.has("like-batch-size");
  if (has_batches != (request.visible == temporal::Visible::batch_start)) {
    throw Failure(has_batches ? "--batch-size, --loss and --like-batch-size require --visible batch-start"
                              : "--visible batch-start needs --batch-size, --loss or --like-batch-size");
  }
  if (has_batches) request.batches = batch_request(arguments, 0);
  request.threads = static_cast<int>(arguments.count("threads"));
  return request;
}

static void read_window(const std::string& text, std::int64_t& window) {
  window = value(options::read_count(text), "--window");
}
static void read_window(const std::string& text, double& window) {
  window = value(options::read_decimal(text), "--window");
}

template <typename Time>
temporal::SampleOptions<Time> sample_options(const SampleRequest& request) {
  temporal::SampleOptions<Time> options{.fanouts = request.fanouts,
                                        .strategy = request.strategy,
                                        .visible = request.visible,
                                        .window = {},
                                        .seed = request.seed};
  if (!request.window.empty()) read_window(request.window, options.window.emplace());
  return options;
}

template temporal::SampleOptions<std::int64_t> sample_options(const SampleRequest&);
template temporal::SampleOptions<double> sample_options(const SampleRequest&);

/// Reads the shape of the feature table; a feature file has its own.
static void read_table_shape(const Arguments& arguments, AccessRequest& request) {
  request.features = arguments["features"];
  if (!request.features.empty()) {
    if (arguments.has("width") || arguments.has("table-rows")) {
      throw Failure("--features cannot be combined with --width or --table-rows: the file has the shape of its table");
    }
    return;
  }
  if (arguments.has("table-rows")) request.table_rows = arguments.count("table-rows");
  if (arguments.has("width")) request.width = arguments.count("width");
}

AccessRequest access_request(const Arguments& arguments) {
  constexpr std::int64_t usual_batch = 600;
  AccessRequest request;
  request.rows.fanouts = arguments.counts("recent");
  request.batches = batch_request(arguments, usual_batch);
  request.rows.table = value(temporal::feature_table_by_name(arguments["table"]), "--table");
  request.rows.negatives = {
      .per_event = arguments.count("negatives"),
      .from = value(temporal::negatives_from_by_name(arguments["negatives-from"]), "--negatives-from"),
      .seed = seed(arguments)};
  if (arguments.has("trained") != (request.rows.negatives.from == temporal::NegativesFrom::inductive)) {
    throw Failure(
        "--negatives-from inductive and --trained, the number of interactions that training has seen, need each other");
  }
  if (arguments.has("trained")) request.rows.negatives.trained = arguments.count("trained");
  read_table_shape(arguments, request);
  const bool has_node_rows = request.rows.table == temporal::FeatureTableOf::nodes && !request.features.empty();
  if (arguments.has("relabel") && has_node_rows) {
    throw Failure(
        "--features: row i is that of node i, but --relabel numbers nodes in the order in which they come; write the "
        "row of each node as its id, or use --table edges");
  }
  if (arguments.has("hot-rows")) request.hot_rows = arguments.count("hot-rows");
  request.order = value(temporal::unique_order_by_name(arguments["order"]), "--order");
  return request;
}

}  // namespace tuplepack::cli

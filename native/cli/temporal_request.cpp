#include "temporal_request.hpp"

#include "failure.hpp"
#include "numbers.hpp"
#include "text.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::int64_t whole_number_from(std::int64_t least, std::string_view text, std::string_view option) {
  const std::int64_t number = whole_number(text, option);
  if (number >= least) return number;
  if (least == 0) throw Failure(fmt::format("{}: {} is negative", option, number));
  throw Failure(fmt::format("{}: {} is below {}", option, number, least));
}

EventReadOptions event_read_options(const Arguments& arguments) {
  EventReadOptions options;
  options.format = value(format_by_name(arguments.format), "--format");
  if (!arguments.columns.empty()) options.columns = split(arguments.columns, ',');
  options.events.sort = arguments.sort;
  if (!arguments.nodes.empty()) options.events.nodes = whole_number_from(1, arguments.nodes, "--nodes");
  return options;
}

SplitRequest split_request(const Arguments& arguments) {
  if (!arguments.loss.empty() && !arguments.like_batch_size.empty()) {
    throw Failure("there is --loss or --like-batch-size, and not both");
  }
  if (arguments.loss.empty() && arguments.like_batch_size.empty()) {
    throw Failure("split needs --loss or --like-batch-size, e.g. --like-batch-size 200");
  }
  SplitRequest request;
  request.options.score = value(loss_score_by_name(arguments.loss_score), "--loss-score");
  request.options.ties = value(ties_by_name(arguments.ties), "--ties");
  if (!arguments.loss.empty()) {
    request.loss = whole_number_from(0, arguments.loss, "--loss");
  } else {
    request.batch_size = whole_number_from(1, arguments.like_batch_size, "--like-batch-size");
  }
  return request;
}

BatchRequest batch_request(const Arguments& arguments, std::int64_t fallback) {
  const bool bounded = !arguments.loss.empty() || !arguments.like_batch_size.empty();
  if (bounded && !arguments.batch_size.empty()) {
    throw Failure("--batch-size makes batches of a fixed size; it does not go with --loss or --like-batch-size");
  }
  if (bounded) return {.fixed_size = 0, .bounded = split_request(arguments)};
  if (arguments.batch_size.empty()) return {.fixed_size = fallback, .bounded = {}};
  return {.fixed_size = whole_number_from(1, arguments.batch_size, "--batch-size"), .bounded = {}};
}

Split batches_of(const Events& events, const BatchRequest& request) {
  const SplitRequest& bounded = request.bounded;
  if (request.fixed_size > 0) return value(split_fixed(events, request.fixed_size));
  const std::int64_t threshold =
      bounded.loss ? *bounded.loss
                   : value(split_fixed(events, bounded.batch_size, bounded.options.score)).largest_loss();
  return value(tuplepack::split(events, threshold, bounded.options));
}

static std::vector<std::int64_t> fanouts(const std::string& text, std::string_view option) {
  std::vector<std::int64_t> result;
  for (const std::string& part : split(text, ',')) result.push_back(whole_number_from(1, part, option));
  return result;
}

static std::uint64_t seed(const Arguments& arguments) {
  return static_cast<std::uint64_t>(whole_number_from(0, arguments.seed, "--seed"));
}

/// The strategy that is asked for, and the neighbours it is to find in each layer.
static void read_fanouts(const Arguments& arguments, SampleRequest& request) {
  if (arguments.recent.empty() == arguments.uniform.empty()) {
    throw Failure("sample needs --recent or --uniform, e.g. --recent 10, and not both");
  }
  const bool recent = arguments.uniform.empty();
  request.strategy = recent ? SampleStrategy::recent : SampleStrategy::uniform;
  request.fanouts = recent ? fanouts(arguments.recent, "--recent") : fanouts(arguments.uniform, "--uniform");
  if (arguments.seed.empty()) return;
  if (recent) throw Failure("--seed needs --uniform");
  request.seed = seed(arguments);
}

static void read_root_options(const Arguments& arguments, SampleRequest& request) {
  request.roots = arguments.roots;
  if (!arguments.root_columns.empty()) request.reading.columns = split(arguments.root_columns, ',');
  if (request.roots.empty()) {
    if (!arguments.root_columns.empty()) throw Failure("--root-columns needs --roots");
    return;
  }
  if (request.visible == Visible::batch_start) {
    throw Failure("--visible batch-start is for interactions in their batches; it does not go with --roots");
  }
  if (request.roots == "-" && arguments.file == "-") {
    throw Failure("--roots: standard input cannot be both the interactions and the roots");
  }
}

SampleRequest sample_request(const Arguments& arguments) {
  constexpr std::int64_t most_threads = 1024;
  SampleRequest request;
  read_fanouts(arguments, request);
  request.visible = value(visible_by_name(arguments.visible), "--visible");
  request.direction = value(direction_by_name(arguments.direction), "--direction");
  request.window = arguments.window;
  read_root_options(arguments, request);
  const bool has_batches =
      !arguments.batch_size.empty() || !arguments.loss.empty() || !arguments.like_batch_size.empty();
  if (has_batches != (request.visible == Visible::batch_start)) {
    throw Failure(has_batches ? "--batch-size, --loss and --like-batch-size are for --visible batch-start"
                              : "--visible batch-start needs --batch-size, --loss or --like-batch-size");
  }
  if (has_batches) request.batches = batch_request(arguments, 0);
  const std::int64_t threads = whole_number_from(0, arguments.threads, "--threads");
  if (threads > most_threads) throw Failure(fmt::format("--threads: {} is above {}", threads, most_threads));
  request.threads = static_cast<int>(threads);
  return request;
}

static void read_window(const std::string& text, std::int64_t& window) {
  window = whole_number_from(0, text, "--window");
}
static void read_window(const std::string& text, double& window) {
  window = number(text, "--window");
  if (window < 0) throw Failure(fmt::format("--window: {} is negative", text));
}

template <typename Time>
SampleOptions<Time> sample_options(const SampleRequest& request) {
  SampleOptions<Time> options{.fanouts = request.fanouts,
                              .strategy = request.strategy,
                              .visible = request.visible,
                              .window = {},
                              .seed = request.seed};
  if (!request.window.empty()) read_window(request.window, options.window.emplace());
  return options;
}

template SampleOptions<std::int64_t> sample_options(const SampleRequest&);
template SampleOptions<double> sample_options(const SampleRequest&);

/// That of a file is known when it is read.
static void read_table_shape(const Arguments& arguments, AccessRequest& request) {
  constexpr std::int64_t usual_width = 172, most_floats = std::int64_t{1} << 24;
  request.features = arguments.features;
  if (!request.features.empty()) {
    if (!arguments.width.empty() || !arguments.table_rows.empty()) {
      throw Failure("--features has a table; it does not go with --width or --table-rows");
    }
    if (request.features == "-" && arguments.file == "-") {
      throw Failure("--features: standard input cannot be both the interactions and the features");
    }
    if (request.table == TableOf::edges && arguments.sort) {
      throw Failure("--sort gives interactions new numbers, and --features has rows for the old ones");
    }
    return;
  }
  if (!arguments.table_rows.empty()) {
    request.table_rows = whole_number_from(1, arguments.table_rows, "--table-rows");
  }
  request.width = arguments.width.empty() ? usual_width : whole_number_from(1, arguments.width, "--width");
  if (request.width > most_floats) throw Failure(fmt::format("--width: {} is above 2^24", request.width));
}

AccessRequest access_request(const Arguments& arguments) {
  constexpr std::int64_t usual_batch = 600, most_negatives = 1000;
  AccessRequest request;
  request.fanouts = fanouts(arguments.recent, "--recent");
  request.batches = batch_request(arguments, usual_batch);
  if (arguments.table_of != "nodes" && arguments.table_of != "edges") {
    throw Failure(fmt::format("--table: '{}' is not nodes or edges", arguments.table_of));
  }
  request.table = arguments.table_of == "nodes" ? TableOf::nodes : TableOf::edges;
  request.negatives = whole_number_from(0, arguments.negatives, "--negatives");
  if (request.negatives > most_negatives) {
    throw Failure(fmt::format("--negatives: {} is above {}", request.negatives, most_negatives));
  }
  request.seed = seed(arguments);
  read_table_shape(arguments, request);
  if (!arguments.hot_rows.empty()) request.hot_rows = whole_number_from(1, arguments.hot_rows, "--hot-rows");
  request.order = value(unique_order_by_name(arguments.order), "--order");
  return request;
}

}  // namespace tuplepack::cli

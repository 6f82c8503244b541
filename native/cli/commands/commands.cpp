#include "commands.hpp"

#include "cli/input/histogram_files.hpp"
#include "cli/input/input.hpp"
#include "cli/input/record_files.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress_csv.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/output/text.hpp"
#include "cli/output/time_budget.hpp"
#include "cli/reports/estimate.hpp"
#include "cli/reports/reports.hpp"
#include "cli/reports/shared.hpp"
#include "cli/reports/without_packing.hpp"
#include "cli/requests/request.hpp"

#include "files/files.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/cuda/devices.hpp"
#include "tuplepack/formats/dgl/part_metadata.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"
#include "tuplepack/reports/stats.hpp"

#include <tbb/parallel_for.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

namespace tuplepack::cli {

static Input read(const Arguments& arguments) {
  const std::vector<std::string> files = files_of(arguments.all("FILE"));
  if (files.size() == 1) return read_input(files.front(), read_options(arguments));
  return {.histogram = read_histogram(files, read_options(arguments)), .name = name_of_all(files)};
}

/// The value of a result, or a Failure that names the file if the file is the cause, and not the options.
template <typename T>
static T value_for(Result<T>&& result, const Input& input) {
  if (result) return std::move(*result);
  Error error = result.error();
  switch (error.code) {
    case ErrorCode::item_over_limit:
      error.message += "; raise --limits, or choose a policy with --overlong";
      [[fallthrough]];
    case ErrorCode::empty:
    case ErrorCode::too_large: throw Failure(input.name + ": " + error.message);
    default: throw Failure(error.message);
  }
}

static void warn_of_idle_options(const Arguments& arguments, std::string_view chosen) {
  const packing::Method& method = *packing::find_method(chosen);
  const std::string with =
      arguments.has("effort") ? "--effort " + arguments["effort"] : "--method " + std::string(chosen);
  const auto warn_unless = [&](bool used, std::string_view option) {
    if (!used && arguments.has(option)) note(fmt::format("--{} has no effect with {}", option, with));
  };
  warn_unless(method.uses_heuristic, "heuristic");
  warn_unless(method.uses_distribute, "distribute");
  warn_unless(method.published, "paper");
}

static double time_limit(const Arguments& arguments) {
  return arguments.has("time-limit") ? arguments.decimal("time-limit") : TimeBudget::unlimited;
}

/// Packs within --time-limit, and writes --progress-csv.
static packing::PlanDocument plan_in_time(const Arguments& arguments, const Input& input) {
  packing::PlanRequest request = plan_request(arguments, input.histogram);
  std::optional<ProgressCsv> csv;
  if (arguments.has("progress-csv")) csv.emplace(arguments["progress-csv"]);
  TimeBudget budget(time_limit(arguments));
  request.pack.keep_going = [&](const packing::PackProgress& progress) {
    if (csv) csv->add(progress.packs, progress.bound);
    return budget.keep_going(progress);
  };
  request.pack.is_timed = arguments.has("time-limit");
  packing::PlanDocument document = value_for(make_plan(input.histogram, request), input);
  if (document.packed.ended == packing::Ended::stopped) document.packed.ended = budget.ended();
  if (csv) csv->finish(pack_count(document.packed.plan), document.bound.packs);
  return document;
}

/// By --method or --effort.
static std::string method_asked(const Arguments& arguments, const Input& input) {
  return arguments.settings(input.histogram.components).plan.pack.method;
}

int run_pack(const Arguments& arguments) {
  const Input input = read(arguments);
  const Stopwatch watch;
  const packing::PlanDocument document = plan_in_time(arguments, input);
  const double seconds = watch.seconds();
  if (arguments.has("check")) value(check(document.histogram, document.room, document.packed.plan), "check");
  if (arguments.has("plan")) write_file(arguments["plan"], value(formats::to_json(document), arguments["plan"]));
  const std::string method = method_asked(arguments, input);
  warn_of_idle_options(arguments, method);
  std::optional<packing::Estimate> brings;
  const std::int64_t batch = arguments.count("batch");
  if (arguments.has("estimate")) brings = value(estimate(document, {.batch = batch}));
  const packing::WithoutPacking before = brings ? brings->without : without_packing(document, batch);
  if (arguments.has("json")) {
    const std::string json = with_padding(value(formats::to_json(document, seconds)), before);
    print(with_notes(brings ? with_estimate(json, document, *brings) : json));
  } else {
    print(plan_text(document, totals(input.histogram), before, method, seconds, standard_output()));
    if (arguments.has("check")) print("  checked      every item is in exactly one pack, and no limit is exceeded\n");
    if (brings) print("\n" + estimate_text(*brings, standard_output()));
  }
  return 0;
}

/// What other policies make of items.
/// items            as packed
/// room             in a pack
/// packing_factor   items in a batch, unless --batch-size says how many
static BatchingReport batched(const Arguments& arguments, const packing::Histogram& items, const packing::Limits& room,
                              double packing_factor) {
  const bool asked = arguments.has("batch-size");
  BatchingReport report{
      .batch = asked ? arguments.count("batch-size")
                     : std::clamp<std::int64_t>(std::llround(packing_factor), 1, packing::max_batch_items),
      .policies = {}};
  auto policies =
      batch_items(items, room, {.batch = report.batch, .success_ratio = arguments.decimal("success-ratio")});
  if (asked && !policies) throw Failure("--batch-size: " + policies.error().message);
  if (policies) report.policies = std::move(*policies);
  return report;
}

int run_estimate(const Arguments& arguments) {
  const Input input = read(arguments);
  const packing::EstimateOptions options = estimate_options(arguments, input.histogram.components);
  const packing::PlanDocument document = plan_in_time(arguments, input);
  const packing::Estimate brings = value(estimate(document, options));
  warn_of_idle_options(arguments, method_asked(arguments, input));
  const BatchingReport batching =
      batched(arguments, document.histogram, document.room, document.metrics.packing_factor);
  print(arguments.has("json") ? with_notes(estimate_json(document, brings, batching))
                              : estimate_text(brings, standard_output()) +
                                    batching_text(batching, document.histogram.components, document.limits,
                                                  document.metrics, standard_output()));
  return 0;
}

static ComparisonReport compare(const Arguments& arguments, const Input& input) {
  const Stopwatch watch;
  TimeBudget budget(time_limit(arguments), "packing");
  ComparisonReport report{
      .source = input.histogram, .limits = limits(arguments, input.histogram), .comparison = {}, .seconds = 0};
  const reports::CompareOptions options{
      .fitting = fitting(arguments, input.histogram.components),
      .paper = arguments.has("paper"),
      .keep_going = [&](const packing::PackProgress&) { return !budget.is_over(); },
      .packed = [&](std::size_t done,
                    std::size_t of) { return budget.keep_going(static_cast<double>(done) / static_cast<double>(of)); },
      .clock = [&] { return watch.seconds(); }};
  report.comparison = value_for(compare_plans(input.histogram, report.limits, options), input);
  rank(report.comparison);
  if (report.comparison.stopped) report.ended = budget.ended();
  report.seconds = watch.seconds();
  const packing::Fitted fitted = value_for(fit(input.histogram, report.limits, options.fitting), input);
  report.batching =
      batched(arguments, fitted.histogram, fitted.limits, report.comparison.rows.front().metrics.packing_factor);
  return report;
}

int run_compare(const Arguments& arguments) {
  const ComparisonReport report = compare(arguments, read(arguments));
  print(arguments.has("json") ? with_notes(comparison_json(report)) : comparison_text(report, standard_output()));
  return 0;
}

int run_stats(const Arguments& arguments) {
  const packing::Histogram histogram = read_histogram(files_of(arguments.all("FILE")), read_options(arguments));
  const RanksCost cost = cost_of_ranks();
  if (ranks::rank() > 0) return 0;
  if (arguments.has("histogram")) {
    const std::string& path = arguments["histogram"];
    write_file(path, value(reports::histogram_csv(histogram), path));
  }
  const packing::WithoutPacking paid = without_packing(histogram, arguments.count("batch"));
  print(arguments.has("json") ? with_notes(stats_json(histogram, paid, cost))
                              : stats_text(histogram, paid, cost, standard_output()));
  return 0;
}

int run_bound(const Arguments& arguments) {
  const Input input = read(arguments);
  const packing::Limits asked = limits(arguments, input.histogram);
  const Stopwatch watch;
  reports::Bounds bounds =
      value_for(reports::bounds_for(input.histogram, asked, fitting(arguments, input.histogram.components)), input);
  const BoundsReport report{
      .source = input.histogram, .limits = asked, .bounds = std::move(bounds), .seconds = watch.seconds()};
  print(arguments.has("json") ? with_notes(bounds_json(report)) : bounds_text(report, standard_output()));
  return 0;
}

static void for_each_on_all_cores(std::size_t n, const std::function<void(std::size_t)>& task) {
  tbb::parallel_for(std::size_t{0}, n, task);
}

int run_sweep(const Arguments& arguments) {
  const Input input = read(arguments);
  const auto grid = ranges(arguments, input.histogram.components);
  const options::Settings settings = arguments.settings(input.histogram.components);
  SweepReport report{.source = input.histogram,
                     .sweep = {},
                     .options = {.pack = settings.plan.pack,
                                 .depth = settings.plan.limits.depth,
                                 .fitting = fitting(arguments, input.histogram.components),
                                 .prune = !arguments.has("full"),
                                 .for_each = for_each_on_all_cores}};
  const Stopwatch watch;
  {
    TimeBudget budget(time_limit(arguments), "packing");
    report.options.pack.keep_going = [&](const packing::PackProgress&) { return !budget.is_over(); };
    report.options.progress = [&](std::size_t done, std::size_t of) {
      return budget.keep_going(static_cast<double>(done) / static_cast<double>(of));
    };
    report.sweep = value_for(sweep(input.histogram, grid, report.options), input);
    if (report.sweep.stopped) report.ended = budget.ended();
  }
  report.seconds = watch.seconds();
  warn_of_idle_options(arguments, packing::cell_method(arguments["method"]));
  print(arguments.has("json")  ? with_notes(sweep_json(report))
        : arguments.has("csv") ? sweep_csv(report)
                               : sweep_text(report, standard_output()));
  return report.sweep.best ? 0 : exit_no;
}

static reports::TargetAnswer search(const SearchReport& report, const packing::Proportions& proportions,
                                    const Input& input) {
  if (report.packs) {
    return {.search = value_for(search_packs(report.source, *report.packs, proportions, report.options), input),
            .best = {}};
  }
  if (report.target) return value_for(reports::answer_target(report.source, *report.target, report.options), input);
  return {.search = value_for(
              report.front ? search_front(report.source, report.options) : search_best(report.source, report.options),
              input),
          .best = {}};
}

/// One file, or for a Pareto front a folder of files named by their limits.
static void write_plans(const SearchReport& report, const std::string& path) {
  std::error_code error;
  if (report.front) std::filesystem::create_directories(path, error);
  if (error) throw Failure(path + ": " + error.message(), ErrorCode::system);
  for (const packing::Candidate& found : report.search.found) {
    const std::string name = report.front ? fmt::format("{}/{}.json", path, fmt::join(found.limits, ",")) : path;
    write_file(name,
               value(formats::to_json(value(reports::document_of(report.source, found, report.options.depth))), name));
  }
}

int run_search(const Arguments& arguments) {
  const std::optional<double> target = search_target_of(arguments);
  const Input input = read(arguments);
  SearchReport report{.source = input.histogram,
                      .files = arguments.all("FILE"),
                      .reading = arguments.words_of(options::OptionGroup::input),
                      .target = target,
                      .packs = arguments.has("packs") ? std::optional(arguments.count("packs")) : std::nullopt,
                      .items = arguments.has("items") ? std::optional(arguments.count("items")) : std::nullopt,
                      .front = arguments.has("pareto"),
                      .options = search_options(arguments, input.histogram),
                      .search = {},
                      .best = {},
                      .ended = {}};
  if (report.items) report.packs = packs_of_items(input.histogram, *report.items);
  const packing::Proportions shape = report.packs ? proportions(arguments, input.histogram) : packing::Proportions{};
  const Stopwatch watch;
  {
    TimeBudget budget(time_limit(arguments));
    report.options.is_timed = arguments.has("time-limit");
    report.options.keep_going = [&](const packing::SearchProgress& progress) { return budget.pace(progress); };
    reports::TargetAnswer answer = search(report, shape, input);
    report.search = std::move(answer.search);
    report.best = std::move(answer.best);
    report.ended = budget.ended();
  }
  report.seconds = watch.seconds();
  if (arguments.has("plan")) write_plans(report, arguments["plan"]);
  print(arguments.has("json") ? with_notes(search_json(report)) : search_text(report, standard_output()));
  return report.search.found.empty() ? exit_no : 0;
}

/// Verifies within --max-work and --time-limit. Nothing is lost by Ctrl-C, which ends the program as always.
static formats::PlanVerification verify_in_time(const Arguments& arguments, const Stopwatch& watch) {
  const options::Settings settings = arguments.settings({});
  Progress progress("checking the certificate");
  packing::CheckingWork work(settings.max_work, [&](std::int64_t steps) {
    progress.update(settings.max_work == 0 ? 0 : static_cast<double>(steps) / static_cast<double>(settings.max_work));
    return watch.seconds() < settings.time_limit;
  });
  return verify_plan_file(arguments.operand(), std::move(work));
}

/// The JSON that describes a partitioned graph, whose path DGL's loader takes.
static bool is_parts_document(const std::string& path) {
  if (std::filesystem::path(path).extension() != ".json") return false;
  const auto file = files::MappedFile::open(path);
  return file && formats::is_part_metadata(file->bytes());
}

int run_verify(const Arguments& arguments) {
  if (std::filesystem::is_directory(arguments.operand()) || is_parts_document(arguments.operand())) {
    return run_verify_parts(arguments);
  }
  if (arguments.has("against")) {
    throw Failure(
        fmt::format("{}: not a partitioned graph; --data FILE checks a plan against its sizes", arguments.operand()));
  }
  if (ranks::rank() > 0) return 0;  // a plan is small
  const Stopwatch watch;
  const std::string& data = arguments["data"];
  VerificationReport report{.data = data, .verified = verify_in_time(arguments, watch)};
  if (!data.empty()) {
    const Input input = read_input(data, read_options(arguments));
    report.source = check_source(report.verified.document, input.histogram);
  }
  report.seconds = watch.seconds();
  print(arguments.has("json") ? with_notes(verification_json(report)) : verification_text(report));
  return report.holds() ? 0 : exit_no;
}

int run_devices(const Arguments& arguments) {
  const auto found = cuda::devices();
  if (!found && found.error().code == ErrorCode::device) throw Failure(found.error().message);
  print(arguments.has("json") ? with_notes(devices_json(found)) : devices_text(found, standard_output()));
  return found ? 0 : exit_no;
}

}  // namespace tuplepack::cli

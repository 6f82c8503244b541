// The command `assign`.

#include "assign_shares.hpp"
#include "assignment_files.hpp"
#include "commands.hpp"

#include "cli/input/input.hpp"
#include "cli/input/rank_files.hpp"
#include "cli/input/record_files.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/reports/reports.hpp"
#include "cli/requests/request.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/packing/even.hpp"
#include "tuplepack/training/loader_code.hpp"

#include <fmt/format.h>

#include <utility>

namespace tuplepack::cli {

static std::string code_for(const Arguments& arguments, const packing::PlanDocument& document) {
  training::LoaderRequest request{
      .components = document.histogram.components, .limits = document.limits, .fitting = document.fitting};
  if (arguments.has("json")) {
    throw Failure("--code cannot be combined with --json: it prints Python instead of a report");
  }
  if (arguments.has("output")) request.file = arguments["output"];
  if (!request.file.ends_with(".npz")) throw Failure("--code needs -o FILE.npz");
  return value(loader_code(arguments["code"], request), "--code");
}

/// All items in one process, which can have any order.
static AssignedShares assign_alone(const ShareRequest& request, const std::function<void(const PackSlices&)>& write) {
  const packing::PlanDocument& document = request.document;
  packing::Assigner assigner = value(
      packing::Assigner::create(document.histogram, request.plan, document.limits, document.fitting, request.options),
      request.plan_name);
  std::int64_t items = 0;
  FileNotes notes;
  for (const std::string& file : request.files) {
    ByteSource source(file);
    formats::RowSink sink = item_sink(document.histogram.components, [&](std::span<const std::int64_t> sizes) {
      items += static_cast<std::int64_t>(sizes.size() / document.histogram.component_count());
      return assigner.add(sizes);
    });
    sink.note = [&](const std::string& text) { notes.add(text, source.name()); };
    read_sizes(source, request.reading, std::move(sink));
  }
  const packing::Assignment assignment = value(std::move(assigner).finish(), name_of_all(request.files));
  if (write) write(slices_of(assignment, request.plan));
  return {.counts = reports::assignment_counts(assignment, items), .work = assignment.work};
}

/// Items in the files that were packed, or their pieces where those are more.
static std::int64_t items_of(const packing::PlanDocument& document) {
  const bool drops = document.fitting.overlong == packing::Overlong::drop;
  return totals(document.histogram).items + (drops ? document.overlong.items : 0);
}

/// Whether shards of the items are assigned, each by itself.
static bool takes_shares(const Arguments& arguments, const packing::PlanDocument& document, packing::Order order) {
  const bool many = items_of(document) > packing::max_assigned_items;
  if (ranks::count() == 1 && !many) return false;
  if (many && arguments.has("even")) throw Failure("--even takes fewer than 2^31 items");
  if (order != packing::Order::plan && order != packing::Order::permute) {
    throw Failure(
        fmt::format("--order {} needs one rank and fewer than 2^31 items; use --order plan or permute", name(order)));
  }
  return true;
}

static AssignedShares assign(const ShareRequest& request, bool in_shares,
                             const std::function<void(const PackSlices&)>& write) {
  if (!in_shares) return assign_alone(request, write);
  AssignedShares assigned;
  run_job("assign", [&](LongJob& job) {
    assigned = assign_in_shares(request, job, write);
    return 0;
  });
  return assigned;
}

/// Assigns the items of the files, and writes the packs if that is asked for.
static AssignmentReport assignment(const Arguments& arguments, const packing::PlanDocument& document,
                                   const Emit& wanted) {
  packing::AssignOptions options = assign_options(arguments, document);
  options.keep_sizes = wanted.any();
  const bool in_shares = takes_shares(arguments, document, options.order);
  const bool even = arguments.has("even");
  const packing::Plan even_plan = even ? even_packs(document, options.packs_multiple) : packing::Plan{};
  const std::vector<std::string> files = files_of_first(files_of(arguments.all("SIZES")));
  const formats::ReadOptions reading = read_options(arguments);
  AssignmentReport report{.counts = {}, .work = {}, .output = arguments["output"], .arrays = {}};
  std::function<void(const PackSlices&)> write;
  if (arguments.has("output")) {
    write = [&](const PackSlices& slices) {
      report.arrays = write_assignment(report.output, slices, document, wanted);
    };
  }
  const AssignedShares assigned = assign({.files = files,
                                          .reading = reading,
                                          .document = document,
                                          .plan = even ? even_plan : document.packed.plan,
                                          .plan_name = source_name(arguments["plan"]),
                                          .options = options},
                                         in_shares, write);
  report.counts = assigned.counts;
  report.work = assigned.work;
  if (options.balance) report.ranks = options.balance->ranks;
  return report;
}

int run_assign(const Arguments& arguments) {
  const Emit wanted = emit(arguments);
  if (arguments.has("output")) require_writable(arguments["output"], wanted);
  const Stopwatch watch;
  require_files({arguments["plan"]});
  const packing::PlanDocument document = read_plan(arguments["plan"]);
  const std::string code = arguments.has("code") ? code_for(arguments, document) : "";
  if (arguments.operand().empty()) {
    if (code.empty()) throw Failure("assign needs SIZES, one row per item");
    print(code);
    return 0;
  }
  AssignmentReport report = assignment(arguments, document, wanted);
  report.cost = cost_of_ranks();
  report.seconds = watch.seconds();
  if (arguments["output"] == "-") return 0;
  print(!code.empty() ? code : arguments.has("json") ? with_notes(assignment_json(report)) : assignment_text(report));
  return 0;
}

}  // namespace tuplepack::cli

// The command `batches`: records of graphs, joined and padded to one shape as a plan says.

#include "cli/reports/batches.hpp"

#include "cli/input/input.hpp"
#include "cli/input/rank_files.hpp"
#include "cli/input/record_files.hpp"
#include "cli/input/record_store.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/interrupt.hpp"
#include "cli/output/long_job.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/requests/request.hpp"
#include "cli/requests/schema_file.hpp"
#include "commands.hpp"
#include "files/shard_writer.hpp"
#include "ranks/mailbox.hpp"
#include "tuplepack/base/archive.hpp"
#include "tuplepack/formats/tensorflow/constraints_json.hpp"
#include "tuplepack/formats/tensorflow/graph_batch.hpp"
#include "tuplepack/formats/tensorflow/graph_records.hpp"
#include "tuplepack/reports/batches.hpp"

#include <fmt/format.h>

#include <numeric>

namespace tuplepack::cli {

static std::optional<graph::SizeConstraints> asked_constraints(const Arguments& arguments) {
  if (!arguments.has("constraints")) return std::nullopt;
  const std::string& path = arguments["constraints"];
  return value(formats::parse_constraints(read_all(path)), source_name(path));
}

static formats::PaddingOptions asked_padding(const Arguments& arguments) {
  if (arguments.has("mask") && arguments["mask"].empty()) throw Failure("--mask: the name of the feature is empty");
  auto padding = value(formats::padding_options(arguments["mask"], arguments.list("mask-of")), "--mask-of, --mask");
  if (arguments.has("padding-values")) {
    const std::string& path = arguments["padding-values"];
    padding.values = value(formats::parse_padding_values(read_all(path)), source_name(path));
  }
  return padding;
}

namespace {

/// The records, and what a first pass over them finds.
struct ReadRecords {
  RecordStore store;
  reports::RecordSurvey survey;
  std::optional<graph::TensorSchema> declared;  // may have features that no record has
};

}  // namespace

/// Collective: what all ranks have read, on each of them.
static void join_records(RecordStore& store, reports::RecordSurveyor& surveyor, const std::string& folder,
                         LongJob& job) {
  if (ranks::count() == 1) return;
  Saver saver;
  saver(store, surveyor);
  const auto of_ranks = job.value(ranks::gather_on_first(std::move(saver).bytes()));
  RecordStore all(folder);
  reports::RecordSurveyor surveyed;
  for (std::size_t rank = 0; rank < of_ranks.size() && ranks::rank() == 0; ++rank) {
    RecordStore read(folder);
    reports::RecordSurveyor found;
    Loader loader(of_ranks[rank]);
    loader(read, found);
    all.append(std::move(read));
    surveyed.add(found);
  }
  Saver joined;
  joined(all, surveyed);
  const std::string bytes = ranks::text_of_first(std::move(joined).bytes());
  Loader loader(bytes);
  loader(store, surveyor);
}

/// Collective: each rank reads some of the files.
static ReadRecords read_records(const Arguments& arguments, const std::string& folder, LongJob& job) {
  std::optional<graph::TensorSchema> declared;
  if (arguments.has("schema")) declared = read_valid_schema(arguments["schema"]);
  ReadRecords read{.store = RecordStore(folder), .survey = {}, .declared = {}};
  reports::RecordSurveyor surveyor;
  formats::ExampleReader reader(arguments["prefix"]);
  const auto take = [&](const formats::Record& record) -> Result<void> {
    const auto graph = read_graph_record(record, reader);
    if (!graph) return tl::unexpected(graph.error());
    surveyor.add(*graph);
    if (Interrupt::asked()) return fail(ErrorCode::stopped, "stopped");
    return {};
  };
  const std::vector<std::string> files = files_of_first(files_of(arguments.all("FILE")));
  require_files(files);
  const FileRange own = files_of_rank(files);
  job.together([&] {
    for (std::size_t file = own.begin; file < own.end; ++file) read.store.add(files[file], take);
  });
  join_records(read.store, surveyor, folder, job);
  const std::string first = source_name(arguments.operand());
  if (read.store.size() == 0) throw Failure(first + ": no records");
  auto survey = surveyor.finish(declared ? &*declared : nullptr);
  if (!survey) throw Failure(fmt::format("{}: {}; pass its GraphSchema with --schema", first, survey.error().message));
  read.survey = std::move(*survey);
  read.declared = std::move(declared);
  return read;
}

/// Writes the packs of the writer's shards, each as a record.
static void write_packs(ReadRecords& read, const packing::Assignment& assignment,
                        const graph::SizeConstraints& constraints, const formats::PaddingOptions& padding,
                        const std::string& prefix, files::ShardWriter& out, LongJob& job) {
  auto batch = value(formats::GraphBatch::create(read.survey.schema, padding));
  formats::ExampleReader reader(prefix);
  std::vector<std::string> records;  // of a pack: strings of the batch point into them
  std::string example;
  const auto [first, last] = out.range();
  for (auto pack = static_cast<std::size_t>(first); pack < static_cast<std::size_t>(last); ++pack) {
    const auto begin = static_cast<std::size_t>(assignment.offsets[pack]);
    const auto items = static_cast<std::size_t>(assignment.offsets[pack + 1]) - begin;
    if (records.size() < items) records.resize(items);
    batch.clear();
    for (std::size_t i = 0; i < items; ++i) {
      const auto record = static_cast<std::size_t>(assignment.items[begin + i]);
      read.store.read(record, records[i]);
      const auto features = value(reader.read(records[i]), read.store.name(record));
      const formats::GraphTensor graph =
          value(read_graph_tensor(features, read.survey.schema), read.store.name(record));
      value(batch.add(graph), read.store.name(record));
    }
    value(batch.pad(constraints), fmt::format("pack {}", pack));
    example.clear();
    append_graph_tensor(example, batch.graph(), prefix);
    value(out.write(example), fmt::format("pack {}", pack));
    const double done = static_cast<double>(pack + 1) - static_cast<double>(first);
    job.advance(done / static_cast<double>(last - first), "writing batches");
  }
}

static std::vector<BatchedSet> batched_sets(const reports::RecordSurvey& survey, const packing::Assignment& assignment,
                                            const graph::SizeConstraints& constraints) {
  const auto in_packs = [&](std::span<const std::int64_t> sizes) {
    return std::accumulate(
        assignment.items.begin(), assignment.items.end(), std::int64_t{0},
        [&](std::int64_t sum, std::int32_t item) { return sum + sizes[static_cast<std::size_t>(item)]; });
  };
  std::vector<BatchedSet> sets = {{.name = "components",
                                   .prefix = "",
                                   .total = in_packs(survey.components),
                                   .largest = reports::largest_pack(assignment, survey.components),
                                   .room = constraints.total_num_components}};
  for (const reports::RecordedSet& set : survey.sets) {
    const graph::SetCounts& totals = set.prefix == "nodes" ? constraints.total_num_nodes : constraints.total_num_edges;
    sets.push_back({.name = set.name,
                    .prefix = set.prefix,
                    .total = in_packs(set.sizes),
                    .largest = reports::largest_pack(assignment, set.sizes),
                    .room = totals.find(set.name)->second});
  }
  return sets;
}

static BatchesReport write_batches(const Arguments& arguments, LongJob& job) {
  const Stopwatch watch;
  const std::string& plan_file = arguments["plan"];
  require_files({plan_file, arguments["schema"], arguments["constraints"], arguments["padding-values"]});
  const packing::PlanDocument plan = read_plan(plan_file);
  const std::optional<graph::SizeConstraints> asked = asked_constraints(arguments);
  const packing::AssignOptions order = assign_options(arguments, plan);
  const formats::PaddingOptions padding = asked_padding(arguments);
  auto out = job.together([&] {
    const std::string& output = arguments["output"];
    return ranks::rank() > 0 ? files::ShardWriter::join(output) : value(files::ShardWriter::create(output));
  });
  note_idle_ranks(out.shards(), "written");
  ReadRecords read = read_records(arguments, out.folder(), job);
  const reports::RecordSurvey& survey = read.survey;
  if (auto ok = check_padding_values(padding.values, read.declared ? *read.declared : survey.schema); !ok) {
    refuse(ok.error(), source_name(arguments["padding-values"]));
  }
  const packing::Assignment assignment =
      value(assign_records(plan, survey.sets, order),
            "the plan in " + source_name(plan_file) + " does not match these records");
  BatchesReport report{.files = {},
                       .batches = static_cast<std::int64_t>(assignment.offsets.size()) - 1,
                       .records = static_cast<std::int64_t>(read.store.size()),
                       .dropped = static_cast<std::int64_t>(assignment.dropped.size()),
                       .bytes = 0,
                       .constraints = asked ? *asked
                                            : value(constraints_of(plan, assignment, survey.sets, survey.components,
                                                                   survey.schema, survey.min_nodes)),
                       .sets = {}};
  if (asked) value(check_constraints(*asked, survey.schema), source_name(arguments["constraints"]));
  const auto first_shard = [&](int rank) {
    return out.shards() * static_cast<std::size_t>(rank) / static_cast<std::size_t>(ranks::count());
  };
  out.begin(report.batches, first_shard(ranks::rank()), first_shard(ranks::rank() + 1));
  job.together([&] {
    write_packs(read, assignment, report.constraints, padding, arguments["prefix"], out, job);
    value(out.finish());
  });
  report.bytes = out.bytes();
  ranks::sum(std::span(&report.bytes, 1));
  report.files = job.together([&] { return ranks::rank() == 0 ? value(out.commit()) : std::vector<std::string>{}; });
  report.cost = cost_of_ranks();
  report.sets = batched_sets(survey, assignment, report.constraints);
  report.seconds = watch.seconds();
  return report;
}

int run_batches(const Arguments& arguments) {
  if (arguments["output"] == "-") throw Failure("batches cannot write to standard output; name a file with -o");
  return run_job("batches", [&](LongJob& job) {
    const BatchesReport report = write_batches(arguments, job);
    print(arguments.has("json") ? with_notes(batches_json(report)) : batches_text(report, standard_output()));
    return 0;
  });
}

}  // namespace tuplepack::cli

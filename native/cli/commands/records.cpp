// The command `records`: TFRecords of graphs.

#include "cli/reports/records.hpp"
#include "cli/input/input.hpp"
#include "cli/input/rank_files.hpp"
#include "cli/input/record_files.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/progress.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/output/text.hpp"
#include "cli/reports/ranks.hpp"
#include "cli/requests/schema_file.hpp"
#include "commands.hpp"
#include "ranks/mailbox.hpp"
#include "tuplepack/base/archive.hpp"
#include "tuplepack/formats/numpy/npz.hpp"
#include "tuplepack/formats/tensorflow/constraints_json.hpp"
#include "tuplepack/reports/batches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace tuplepack::cli {

static std::optional<graph::TensorSchema> asked_schema(const Arguments& arguments) {
  if (!arguments.has("schema")) return std::nullopt;
  return read_valid_schema(arguments["schema"]);
}

/// What the names of features begin with before "nodes/" or "edges/"; empty: nothing, or there are no such names.
static std::string_view prefix_in(const formats::GraphRecord& record) {
  for (const formats::NamedFeature& feature : record.features) {
    const std::size_t at = std::min(feature.name.find("nodes/"), feature.name.find("edges/"));
    if (at != std::string_view::npos && feature.name.ends_with(".#size")) return feature.name.substr(0, at);
  }
  return {};
}

/// Says of the first record how its graph is read, if it has a prefix.
static void note_prefix(const std::string& prefix) {
  if (prefix.empty()) return;
  note(fmt::format("names of features begin with '{}'; --prefix '{}' reads them as those of a graph",
                   visible(prefix, 200), visible(prefix, 200)));
}

namespace {

/// Which features that a schema declares records do not have, though they have nodes or edges with it.
class LackingFeatures {
 public:
  explicit LackingFeatures(const graph::TensorSchema& schema) {
    for (const graph::TensorNodeSet& set : schema.node_sets) add_set("nodes/" + set.name, set.features);
    for (const graph::TensorEdgeSet& set : schema.edge_sets) add_set("edges/" + set.name, set.features);
  }

  void look_at(const formats::GraphRecord& record) {
    for (const formats::SetSize& size : record.sizes) {
      const auto declared = sets_.find(size.set);
      if (size.total == 0 || declared == sets_.end()) continue;
      for (Feature& feature : declared->second) {
        const bool is_there = named_feature(record.features, feature.name) != nullptr;
        if (!is_there && named_feature(record.features, feature.first_lengths) == nullptr) ++feature.lacking;
      }
    }
  }

  /// Adds what was found in the records that follow.
  void add(const LackingFeatures& next) {
    for (auto& [set, features] : sets_) {
      const std::vector<Feature>& found = next.sets_.at(set);
      for (std::size_t i = 0; i < features.size(); ++i) features[i].lacking += found[i].lacking;
    }
  }
  template <typename Archive>
  void visit(Archive& archive) {
    archive(sets_);
  }

  void note_lacking(std::int64_t records) const {
    const Feature* first = nullptr;
    std::int64_t others = -1;
    for (const auto& [set, features] : sets_) {
      for (const Feature& feature : features) {
        if (feature.lacking == 0) continue;
        if (first == nullptr) first = &feature;
        ++others;
      }
    }
    if (first == nullptr) return;
    note(fmt::format("{} of {} records lack '{}', which the schema declares{}", grouped(first->lacking),
                     grouped(records), visible(first->name, 200),
                     others == 0 ? "" : fmt::format("; {} lacking", counted(others, "other feature"))));
  }

 private:
  struct Feature {
    std::string name, first_lengths;  // lengths of rows may stand alone
    std::int64_t lacking = 0;         // records

    template <typename Archive>
    void visit(Archive& archive) {
      archive(name, first_lengths, lacking);
    }
  };
  std::map<std::string, std::vector<Feature>, std::less<>> sets_;

  void add_set(const std::string& set, const std::vector<graph::TensorFeature>& features) {
    for (const graph::TensorFeature& feature : features) {
      const std::string name = set + "." + feature.name;
      const auto ragged =
          std::find_if(feature.shape.begin(), feature.shape.end(), [](const auto& one) { return one.size < 0; });
      sets_[set].push_back(
          {.name = name, .first_lengths = name + ".d" + std::to_string(ragged - feature.shape.begin() + 1)});
    }
  }
};

}  // namespace

namespace {

/// What a rank finds in its files.
struct FoundRecords {
  reports::RecordsReport report;
  std::optional<LackingFeatures> lacking{};  // looks at every record; none: nothing is to be looked for
  std::string prefix{};                      // of the first record

  void add(FoundRecords next);
  template <typename Archive>
  void visit(Archive& archive) {
    archive(report.statistics, report.files, report.bad, report.shown, prefix);
    if (lacking) archive(*lacking);
  }
};

}  // namespace

/// Adds what was found in the files that follow.
void FoundRecords::add(FoundRecords next) {
  const auto append = [](auto& all, auto& more) {
    all.insert(all.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
  };
  if (report.statistics.records() == 0) prefix = std::move(next.prefix);
  report.statistics.add(next.report.statistics);
  append(report.files, next.report.files);
  append(report.bad, next.report.bad);
  append(report.shown, next.report.shown);
  if (lacking) lacking->add(*next.lacking);
}

static std::int64_t records_to_show(const Arguments& arguments, bool dumps) {
  const std::int64_t all_or_none = dumps ? max_exact : 0;
  return arguments.has("show") ? arguments.count("show") : all_or_none;
}

/// schema  that every record has to fit; null: any will do
/// dump    gets the lines of --text; null: it was not given
static void read_file(const std::string& path, const Arguments& arguments, const graph::TensorSchema* schema,
                      FoundRecords& found, OutputFile* dump) {
  ByteSource source(path, ByteSource::Wait::for_full, is_packed_records);
  Progress progress("reading " + source.name());
  formats::GraphRecordReader records(pieces_of(source, progress), schema, arguments["prefix"]);
  const std::int64_t show = records_to_show(arguments, dump != nullptr);
  reports::RecordsReport& report = found.report;
  reports::RecordFile& file = report.files.emplace_back(reports::RecordFile{.name = source.name()});
  formats::GraphRecord record;
  while (true) {
    const auto more = records.next(record);
    if (!more) {
      if (!arguments.has("check")) {
        throw Failure(fmt::format("{}: {}; use --check to list all bad records", file.name, more.error().message));
      }
      ++file.bad;
      report.bad.push_back({.file = file.name, .message = more.error().message});
      continue;
    }
    if (!*more) break;
    const std::int64_t number = report.statistics.records();
    if (number == 0 && !arguments.has("prefix")) {
      found.prefix = prefix_in(record);
      if (ranks::count() == 1) note_prefix(found.prefix);
    }
    if (number < show && dump != nullptr) dump->write(record_lines(number, record));
    if (number < show && dump == nullptr) report.shown.push_back(shown_record(file.name, record));
    if (found.lacking) found.lacking->look_at(record);
    ++file.records;
    report.statistics.add(record);
  }
}

static std::string npy_of(const std::vector<reports::RecordedSet>& sets, std::size_t records) {
  std::vector<std::int64_t> rows;
  rows.reserve(records * sets.size());
  for (std::size_t i = 0; i < records; ++i) {
    for (const reports::RecordedSet& set : sets) rows.push_back(set.sizes[i]);
  }
  const std::int64_t shape[] = {static_cast<std::int64_t>(records), static_cast<std::int64_t>(sets.size())};
  return npy_header(formats::Dtype::int64, shape)
      .append(reinterpret_cast<const char*>(rows.data()), rows.size() * sizeof(rows[0]));
}

static void write_sizes(const std::string& path, const reports::RecordsReport& report) {
  const std::vector<reports::RecordedSet> sets = report.statistics.sets();
  if (sets.empty()) {
    throw Failure(fmt::format("{}: no record has a set-size feature ('nodes/NAME.#size')", report.files.front().name));
  }
  const auto records = static_cast<std::size_t>(report.statistics.records());
  write_file(path, path.ends_with(".npy") ? npy_of(sets, records) : sizes_csv(report.statistics));
}

static void write_constraints_file(const Arguments& arguments, const graph::TensorSchema* schema,
                                   reports::RecordsReport& report) {
  const std::vector<reports::RecordedSet> sets = report.statistics.sets();
  const packing::FitOrSkipOptions options{.batch = arguments.count("batch-size"),
                                          .success_ratio = arguments.decimal("success-ratio"),
                                          .draws = packing::usual_draws(arguments.count("batch-size"))};
  const graph::TensorSchema connected = schema != nullptr ? *schema : reports::connected_sets(sets);
  const std::string_view taken = schema != nullptr ? std::string_view() : reports::note_on_connected_sets(connected);
  if (!taken.empty()) note(taken);
  report.constraints = value(policy_constraints(*packing::batch_policy_by_name(arguments["policy"]), sets,
                                                report.statistics.components_of_records(), connected, options));
  write_file(arguments["constraints"], formats::to_tuple_json(*report.constraints));
}

/// Notes a schema that declares none of the sets that there are: then records fit it whatever they have.
static void note_other_sets(const graph::TensorSchema& schema, const std::vector<reports::RecordedSet>& sets) {
  std::string names;
  for (const reports::RecordedSet& set : sets) {
    const bool is_declared =
        set.prefix == "nodes" ? schema.node_set(set.name) != nullptr : schema.edge_set(set.name) != nullptr;
    if (is_declared) return;
    names += fmt::format("{}'{}/{}'", names.empty() ? "" : ", ", set.prefix, set.name);
  }
  if (names.empty()) return;
  note(
      fmt::format("the schema declares none of the sets of the records, {}, so nothing is checked; pass the schema "
                  "that the records were written with",
                  visible(names, 200)));
}

static void check_request(const Arguments& arguments) {
  if (arguments.has("constraints") != arguments.has("batch-size")) {
    throw Failure("--constraints and --batch-size must be used together: the shape is for batches of that size");
  }
  if (!arguments.has("constraints") && arguments["policy"] != name(packing::BatchPolicy::tight)) {
    throw Failure("--policy requires --constraints, the file to write");
  }
  if (arguments.has("text") && arguments.has("json")) {
    throw Failure("--text cannot be combined with --json; use --show N --json for the same values");
  }
  if (!arguments["sizes"].empty()) require_ending(arguments["sizes"], {".csv", ".npy"}, "--sizes");
}

/// Collective: what all ranks find, on the first one.
static void join_found(FoundRecords& found, std::int64_t show) {
  if (ranks::count() == 1) return;
  const FoundRecords nothing{.report = {.statistics = reports::RecordStatistics(false)}, .lacking = found.lacking};
  const auto of_ranks = value(ranks::gather_on_first(saved(found)));
  for (std::size_t rank = 1; rank < of_ranks.size() && ranks::rank() == 0; ++rank) {
    FoundRecords next = nothing;
    load_saved(of_ranks[rank], next);
    found.add(std::move(next));
  }
  auto& shown = found.report.shown;
  shown.resize(std::min(shown.size(), static_cast<std::size_t>(show)));
}

/// Collective, unless there is a dump: each rank reads some of the files.
static void read_record_shards(const std::vector<std::string>& files, const Arguments& arguments,
                               const graph::TensorSchema* schema, FoundRecords& found, OutputFile* dump) {
  const auto read = [&](FileRange range) {
    for (std::size_t file = range.begin; file < range.end; ++file) {
      read_file(files[file], arguments, schema, found, dump);
    }
  };
  if (dump != nullptr) return read({.begin = 0, .end = files.size()});
  const FileRange own = files_of_rank(files);
  value(ranks::agree(result_of([&] { read(own); })));
  join_found(found, records_to_show(arguments, false));
}

/// Says what is missing in the records, or refuses that there are none.
static void look_at_found(const FoundRecords& found, const Arguments& arguments) {
  const reports::RecordsReport& report = found.report;
  if (ranks::count() > 1) note_prefix(found.prefix);
  if (found.lacking) found.lacking->note_lacking(report.statistics.records());
  if (report.statistics.records() == 0 && report.bad.empty()) {
    const std::size_t files = report.files.size();
    throw Failure(fmt::format("{}: {} no records", report.files.front().name,
                              files == 1 ? "holds" : fmt::format("this and {} other files hold", files - 1)));
  }
  if (report.statistics.records() > 0 && report.statistics.sets().empty() && !arguments.has("show")) {
    note("no record has the features of a graph, such as 'nodes/NAME.#size'");
  }
}

/// The files that --sizes and --constraints name.
static void write_files(const Arguments& arguments, const graph::TensorSchema* schema, reports::RecordsReport& report) {
  if (report.statistics.records() == 0) return;
  if (!arguments["sizes"].empty()) write_sizes(arguments["sizes"], report);
  if (arguments.has("constraints")) write_constraints_file(arguments, schema, report);
}

static void finish_dump(OutputFile& dump, const reports::RecordsReport& report) {
  dump.commit();
  for (const reports::BadRecord& bad : report.bad) note(fmt::format("{}: {}", bad.file, bad.message));
}

int run_records(const Arguments& arguments) {
  const Stopwatch watch;
  check_request(arguments);
  const std::vector<std::string> files = files_of_first(files_of(arguments.all("FILE")));
  require_files(files);
  require_files({arguments["schema"]});
  const std::optional<graph::TensorSchema> given = asked_schema(arguments);
  const graph::TensorSchema* const schema = given ? &*given : nullptr;
  if (arguments.has("text") && ranks::rank() > 0) return 0;  // it is one text
  const bool keeps_sizes = !arguments["sizes"].empty() || arguments.has("constraints");
  FoundRecords found{.report = {.statistics = reports::RecordStatistics(keeps_sizes)}};
  reports::RecordsReport& report = found.report;
  std::optional<OutputFile> dump;
  if (arguments.has("text")) dump.emplace("-");
  if (schema != nullptr && arguments.has("check")) found.lacking.emplace(*schema);
  read_record_shards(files, arguments, schema, found, dump ? &*dump : nullptr);
  const RanksCost cost = dump ? RanksCost{} : cost_of_ranks();
  if (ranks::rank() > 0) return 0;
  look_at_found(found, arguments);
  if (schema != nullptr) note_other_sets(*schema, report.statistics.sets());
  write_files(arguments, schema, report);
  const int code = report.bad.empty() ? 0 : exit_no;
  if (dump) {
    finish_dump(*dump, report);
    return code;
  }
  report.checked = arguments.has("check");
  report.seconds = watch.seconds();
  print(arguments.has("json") ? with_notes(with_ranks(records_json(report), cost))
                              : records_text(report, standard_output()) + ranks_line(cost));
  return code;
}

}  // namespace tuplepack::cli

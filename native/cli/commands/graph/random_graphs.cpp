#include "random_graphs.hpp"

#include "cli/output/long_job.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/output/text.hpp"
#include "files/shard_writer.hpp"
#include "tuplepack/formats/json/json_writer.hpp"
#include "tuplepack/formats/tensorflow/random_graph_tensor.hpp"
#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include <fmt/format.h>

#include <functional>

namespace tuplepack::cli {

namespace {

struct RandomGraphsReport {
  std::string source;
  std::int64_t records = 0;
  std::int64_t seed = 0;
  std::string prefix{};  // of the names of features
  std::int64_t bytes = 0;
  double seconds = 0;
  std::vector<std::string> files;
};

}  // namespace

static std::string random_graphs_text(const RandomGraphsReport& report, const Terminal& terminal) {
  return bold(fmt::format("{} that {} {}", counted(report.records, "random graph"),
                          report.records == 1 ? "fits" : "fit", visible(report.source)),
              terminal) +
         fmt::format("\n\n  seed   {}\n  wrote  {} ({})\n  time   {}\n", report.seed, first_and_last(report.files),
                     byte_count(report.bytes), duration(report.seconds));
}

static std::string random_graphs_json(const RandomGraphsReport& report) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.random_graphs/1");
    json.field("source", report.source);
    json.field("seed", report.seed);
    json.object("metrics", [&] {
      json.field("records", report.records);
      json.field("bytes", report.bytes);
      json.field("seconds", report.seconds);
    });
    json.field("files", report.files);
  });
}

/// Makes the examples, and writes each.
static void for_each_example(const graph::TensorSchema& schema, const RandomGraphsReport& report, LongJob& job,
                             const std::function<void(std::string_view)>& write) {
  std::string example;
  for (std::int64_t i = 0; i < report.records; ++i) {
    example.clear();
    value(formats::append_random_graph_tensor(example, schema, static_cast<std::uint64_t>(report.seed),
                                              static_cast<std::uint64_t>(i), report.prefix),
          report.source);
    write(example);
    job.advance(static_cast<double>(i) / static_cast<double>(report.records), {});
  }
}

static void write_to_standard_output(const graph::TensorSchema& schema, const RandomGraphsReport& report,
                                     LongJob& job) {
  OutputFile out("-");
  std::string record;
  for_each_example(schema, report, job, [&](std::string_view example) {
    record.clear();
    formats::append_record(record, example);
    out.write(record);
  });
  out.commit();
}

int write_random_graphs(const graph::TensorSchema& schema, const std::string& source, const Arguments& arguments) {
  return run_job("writing graphs", [&](LongJob& job) {
    const Stopwatch watch;
    RandomGraphsReport report{.source = source,
                              .records = arguments.count("random"),
                              .seed = arguments.count("seed"),
                              .prefix = arguments["prefix"],
                              .bytes = 0,
                              .seconds = 0,
                              .files = {}};
    if (arguments["output"] == "-") {
      write_to_standard_output(schema, report, job);
      return 0;
    }
    auto out = value(files::ShardWriter::create(arguments["output"]));
    out.begin(report.records);
    for_each_example(schema, report, job, [&](std::string_view example) { value(out.write(example), source); });
    value(out.finish());
    report.bytes = out.bytes();
    report.files = value(out.commit());
    report.seconds = watch.seconds();
    print(arguments.has("json") ? with_notes(random_graphs_json(report))
                                : random_graphs_text(report, standard_output()));
    return 0;
  });
}

}  // namespace tuplepack::cli

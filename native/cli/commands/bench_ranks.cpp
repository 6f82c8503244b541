// The benchmark of ranks: whole commands on 1, 2, 4, … of them, with the same input.

#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/stopwatch.hpp"
#include "cli/reports/rank_benchmarks.hpp"
#include "commands.hpp"
#include "table.hpp"

#include "bench/graph/pass_bench.hpp"
#include "bench/measuring/bench.hpp"
#include "bench/measuring/temporary_folder.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/formats/numpy/npz.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <cmath>
#include <filesystem>
#include <optional>
#include <random>
#include <thread>

namespace tuplepack::cli {

namespace fs = std::filesystem;

namespace {

/// A command line, and what it works through.
struct RankCommand {
  std::vector<std::string> words;
  std::int64_t amount = 0;
  std::string unit;
  std::string output{};  ///< removed before each run
};

}  // namespace

static int run_words(const std::vector<std::string>& words) {
  std::vector<const char*> rest;
  rest.reserve(words.size());
  for (const std::string& word : words) rest.push_back(word.c_str());
  const Runnable found = command_named(words.front());
  return found.run(parse(*found.command, std::span<const char* const>(rest).subspan(1)));
}

namespace {

/// How large the input is.
struct BenchSize {
  int scale = 20;                  ///< of the R-MAT graph: 2^scale nodes
  std::int64_t items = 4'000'000;  ///< in a file of sizes
  std::int64_t subgraphs = 1'000'000;

  [[nodiscard]] std::int64_t edges() const { return std::int64_t{16} << scale; }
};

}  // namespace

static constexpr int bench_parts = 8;  // and files

/// Sizes of items, in several arrays.
static void write_sizes(const std::string& base, std::int64_t items) {
  std::minstd_rand random(1);
  for (int file = 0; file < bench_parts; ++file) {
    std::vector<std::int32_t> sizes;
    for (std::int64_t i = 0; i < items; ++i) {
      const auto nodes = static_cast<std::int32_t>(2 + random() % 300);
      sizes.push_back(nodes);
      sizes.push_back(2 * nodes + static_cast<std::int32_t>(random() % 20));
    }
    const std::int64_t shape[] = {items, 2};
    const std::string bytes = npy_header(formats::Dtype::int32, shape)
                                  .append(reinterpret_cast<const char*>(sizes.data()), sizes.size() * sizeof sizes[0]);
    write_file(fmt::format("{}-{:05}-of-{:05}", base, file, bench_parts), bytes);
  }
}

static constexpr std::string_view bench_spec =
    "seed_op < op_name: \"seed\" node_set_name: \"_N\" >\n"
    "sampling_ops < op_name: \"hop1\" input_op_names: \"seed\" edge_set_name: \"_E\" sample_size: 32\n"
    "  strategy: RANDOM_UNIFORM >\n"
    "sampling_ops < op_name: \"hop2\" input_op_names: \"hop1\" edge_set_name: \"_E\" sample_size: 16\n"
    "  strategy: RANDOM_UNIFORM >\n";

/// Makes the input of all commands.
static void make_input(const std::string& folder, const BenchSize& size) {
  write_sizes(folder + "/sizes", size.items);
  bench::write_rmat(size.scale, folder + "/chunks");
  run_words({"partition", folder + "/chunks", "--parts", std::to_string(bench_parts), "--method", "random", "-o",
             folder + "/assignment"});
  run_words({"dispatch", folder + "/chunks", "--assignment", folder + "/assignment", "-o", folder + "/parts"});
  write_file(folder + "/spec.pbtxt", bench_spec);
  std::string seeds;
  for (std::int64_t seed = 0; seed < size.subgraphs; ++seed) seeds += fmt::format("{}\n", seed);
  write_file(folder + "/seeds", seeds);
}

static std::vector<RankCommand> commands_on(const std::string& folder, const BenchSize& size) {
  return {{.words = {"stats", folder + "/sizes@8"}, .amount = bench_parts * size.items, .unit = "items"},
          {.words = {"partition", folder + "/chunks", "--parts", std::to_string(bench_parts), "--method", "restream",
                     "--threads", "1", "-o", folder + "/labels"},
           .amount = size.edges(),
           .unit = "edges",
           .output = folder + "/labels"},
          {.words = {"dispatch", folder + "/chunks", "--assignment", folder + "/assignment", "-o", folder + "/out"},
           .amount = size.edges(),
           .unit = "edges",
           .output = folder + "/out"},
          {.words = {"verify", folder + "/parts", "--against", folder + "/chunks"},
           .amount = size.edges(),
           .unit = "edges"},
          {.words = {"subgraphs", folder + "/parts", folder + "/spec.pbtxt", "--seeds", folder + "/seeds", "--threads",
                     "1", "-o", folder + "/samples/sample@8"},
           .amount = size.subgraphs,
           .unit = "subgraphs",
           .output = folder + "/samples"}};
}

static bool works_on_ranks(const RankCommand& command) {
  return !ranks::is_distributed() || command_named(command.words.front()).command->many_ranks;
}

/// Runs a command on the first ranks. Collective of all.
static RankRun measure_on(int count, const RankCommand& command) {
  RankRun run{.ranks = count};
  ranks::with_first(count, [&] {
    if (ranks::rank() == 0 && !command.output.empty()) {
      fs::remove_all(command.output);
      if (command.words.front() == "subgraphs") fs::create_directories(command.output);
    }
    const ranks::Traffic before = ranks::traffic();
    ranks::wait_for_all();
    const Stopwatch watch;
    if (run_words(command.words) != 0) throw Failure("bench ranks: '" + command.words.front() + "' failed");
    ranks::wait_for_all();
    const ranks::Traffic after = ranks::traffic();
    std::array<std::int64_t, 3> most{std::llround(watch.seconds() * 1e9), after.sent - before.sent,
                                     std::llround((after.waiting - before.waiting) * 1e9)};
    ranks::maximum(most);
    run.seconds = static_cast<double>(most[0]) / 1e9;
    run.sent = most[1];
    run.waiting = static_cast<double>(most[2]) / 1e9;
  });
  return run;
}

/// 1, 2, 4, … and all.
static std::vector<int> counts_of_ranks() {
  std::vector<int> counts;
  for (int count = 1; count < ranks::count(); count *= 2) counts.push_back(count);
  counts.push_back(ranks::count());
  return counts;
}

int run_bench_ranks(const Arguments& arguments) {
  if (arguments.has("peers") || arguments.has("roofline") || arguments.has("csv") || arguments["device"] == "gpu") {
    throw Failure("bench ranks does not support --device gpu, --peers, --csv or --roofline");
  }
  const BenchSize size =
      arguments.has("quick") ? BenchSize{.scale = 10, .items = 1000, .subgraphs = 1000} : BenchSize{};
  RanksReport report{.platform = bench::platform(),
                     .processors = std::thread::hardware_concurrency(),
                     .machines = ranks::machines(),
                     .cases = {}};
  std::optional<bench::TemporaryFolder> made;
  if (ranks::rank() == 0) made.emplace();
  const std::string folder = ranks::gather(made ? made->path() : "").front();
  {
    const Silence silence;
    ranks::with_first(1, [&] { make_input(folder, size); });
    for (const RankCommand& command : commands_on(folder, size)) {
      if (!works_on_ranks(command)) continue;
      RankCase& entry = report.cases.emplace_back(
          RankCase{.command = command.words.front(), .amount = command.amount, .unit = command.unit});
      for (const int count : counts_of_ranks()) entry.runs.push_back(measure_on(count, command));
    }
  }
  print(arguments.has("json") ? ranks_benchmark_json(report) : ranks_benchmark_text(report, standard_output()));
  return 0;
}

}  // namespace tuplepack::cli

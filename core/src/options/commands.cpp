#include "tuplepack/options/options.hpp"

#include "tuplepack/base/words.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::options {

static constexpr std::string_view packing = "packing", temporal = "temporal interactions", graphs = "graphs",
                                  tools = "tools";

static constexpr auto all_commands = std::to_array<Command>({
    {"pack", packing, "Computes a packing plan and reports its efficiency.",
     "tuplepack pack FILE --limits 222,502 --depth 256"},
    {"verify", packing,
     "Verifies a plan or a partitioned graph independently. Exit code 1 if a check fails or there is no certificate.",
     "tuplepack verify plan.json --data FILE", true},
    {"compare", packing, "Compares all fast methods and heuristics, best plan first.",
     "tuplepack compare FILE --limits 222,502"},
    {"stats", packing, "Shows the distribution of sizes and how much padding costs without packing.",
     "tuplepack stats FILE", true},
    {"bound", packing, "Computes fast lower bounds on the number of packs; pack --method optimal finds stronger ones.",
     "tuplepack bound FILE --limits 222,502"},
    {"estimate", packing,
     "Estimates the speed-up from packing, compares it with variable-length kernels, and adjusts Adam's betas.",
     "tuplepack estimate FILE --limits 512"},
    {"sweep", packing,
     "Packs at every combination of limits in a grid and reports the best. Exit code 1 if none is feasible.",
     "tuplepack sweep FILE --range nodes=20:60 --range edges=54:120:2"},
    {"search", packing,
     "Finds the smallest limits that reach a target, or the most efficient ones. Exit code 1 if there are none.",
     "tuplepack search FILE --target 0.95", false, "(--target X | --packs K | --items B | --pareto | --best)"},
    {"assign", packing, "Assigns every item to a pack of a plan.",
     "tuplepack assign SIZES --plan plan.json -o packs.npz", true},
    {"stream", packing, "Packs items online as they arrive, in limited memory.",
     "tuplepack stream SIZES --limits 512 --buffer 1024 -o packs.jsonl"},
    {"split", temporal, "Splits interactions into the largest batches within a bound on information loss.",
     "tuplepack split EVENTS --like-batch-size 200", false, "(--loss E | --like-batch-size B)"},
    {"sample", temporal,
     "Samples temporal neighbours for both endpoints of every interaction, or for given (node, time) pairs.",
     "tuplepack sample EVENTS --recent 10 -o neighbours.npz", false, "(--recent K,… | --uniform K,…)"},
    {"access", temporal, "Measures what deduplicating feature rows per batch saves, in bytes and time.",
     "tuplepack access EVENTS --batch-size 600"},
    {"chunk", graphs,
     "Writes edge lists and features as a chunked graph, the input of DGL's distributed preprocessing.",
     "tuplepack chunk edges.csv --chunks 8 -o DIR"},
    {"partition", graphs, "Assigns every node of a chunked graph to a part, with few cut edges and balanced parts.",
     "tuplepack partition DIR --parts 8 -o ASSIGN", true, "(-o DIR | --dry-run)"},
    {"dispatch", graphs, "Writes the partitions of a graph, with HALO nodes and renumbered ids, in DGL's file format.",
     "tuplepack dispatch DIR --assignment ASSIGN -o OUT", true, "(-o DIR | --dry-run)"},
    {"inspect", graphs, "Summarizes a chunked graph, a partition assignment or a partitioned graph.",
     "tuplepack inspect OUT"},
    {"schema", graphs,
     "Checks and prints TensorFlow GNN schemas and sampling specs; generates random graphs. Exit code 1 on errors.",
     "tuplepack schema graph_schema.pbtxt"},
    {"records", graphs,
     "Summarizes TensorFlow GNN graph records (TFRecord). With --check, exit code 1 if a record is bad.",
     "tuplepack records samples@16 --sizes sizes.csv", true},
    {"subgraphs", graphs, "Samples subgraphs around seeds and writes them as TFRecords that TensorFlow GNN reads.",
     "tuplepack subgraphs graph_schema.pbtxt sampling_spec.pbtxt -o samples@16", true},
    {"batches", graphs,
     "Merges the graphs of each pack into one GraphTensor padded to a fixed shape, following TensorFlow GNN's rules.",
     "tuplepack batches samples@16 --plan plan.json -o batches@16", true},
    {"bench", tools, "Benchmarks this program on one thread (temporal, subgraphs: two; ranks: one per rank).",
     "tuplepack bench mask", true},
    {"devices", tools, "Lists the accelerators this build can use.", ""},
    {"help", tools, "Prints this overview, help for a command, shell completion scripts or man pages.", "", true},
});

std::span<const Command> commands() {
  return all_commands;
}

std::vector<std::string_view> commands_of(const Option& option) {
  return option.commands.empty() ? std::vector<std::string_view>{} : parts(option.commands, ' ');
}

static bool has(const Command& command, const Option& option) {
  const auto names = commands_of(option);
  return names.empty() || std::find(names.begin(), names.end(), command.name) != names.end();
}

std::vector<const Option*> options_of(const Command& command) {
  std::vector<const Option*> found;
  for (const bool operands : {true, false}) {
    for (const auto rows :
         {size_options(), packing_options(), temporal_options(), graph_options(), record_options(), tool_options()}) {
      for (const Option& option : rows) {
        if (option.operand == operands && has(command, option)) found.push_back(&option);
      }
    }
  }
  return found;
}

std::vector<const Command*> commands_reading(formats::Content content) {
  std::vector<const Command*> found;
  for (const Command& command : commands()) {
    const auto options = options_of(command);
    const auto reads = [&](const Option* option) { return option->reads == content; };
    if (std::any_of(options.begin(), options.end(), reads)) found.push_back(&command);
  }
  return found;
}

}  // namespace tuplepack::options

#include "shared_rows.hpp"

#include <array>

namespace tuplepack::options {

static std::vector<std::string_view> benchmark_names() {
  return {"pack",   "optimal", "exact",    "default", "mask",      "loss",
          "access", "columns", "temporal", "graph",   "subgraphs", "ranks"};
}

static std::vector<std::string_view> device_names() {
  return {"cpu", "gpu"};
}

static std::vector<std::string_view> shell_names() {
  return {"bash", "zsh", "fish"};
}

static constexpr auto tool_rows = std::to_array<Option>({
    {.name = "BENCH",
     .kind = Kind::choice,
     .help = "what to measure: {choices}",
     .commands = "bench",
     .choices = benchmark_names,
     .required = true,
     .operand = true},
    {.name = "data",
     .kind = Kind::input_file,
     .value = "DIR",
     .fallback = "tests/data",
     .help = "directory of the bundled data sets (pack, optimal, exact, default, temporal, graph, subgraphs); "
             "temporal: or a "
             "file of interactions",
     .commands = "bench"},
    {.name = "peers",
     .kind = Kind::input_file,
     .value = "DIR",
     .help = "pack: also run the Python versions of the published listings in this directory, and report the ratio",
     .commands = "bench"},
    {.name = "peer-time",
     .kind = Kind::decimal,
     .value = "SECONDS",
     .fallback = 60.0,
     .help = "pack: time limit of a Python version",
     .commands = "bench",
     .range = not_negative},
    {.name = "write",
     .kind = Kind::output_file,
     .value = "FILE.json",
     .help = "exact: write the instances to FILE instead of solving them",
     .commands = "bench"},
    {.name = "device",
     .kind = Kind::choice,
     .value = "cpu|gpu",
     .fallback = "cpu",
     .help = "mask, loss, access, temporal: where to run",
     .commands = "bench",
     .choices = device_names},
    {.name = "quick",
     .kind = Kind::flag,
     .help = "exact, default, mask, loss, access, columns, temporal, graph, subgraphs, ranks: smoke test with small "
             "cases; timings are not meaningful",
     .commands = "bench"},
    {.name = "large",
     .kind = Kind::flag,
     .help = "graph: also run on graphs with 60 million edges",
     .commands = "bench"},
    {.name = "roofline",
     .kind = Kind::output_file,
     .value = "FILE.svg",
     .help = "mask, loss, access: write a roofline plot",
     .commands = "bench"},
    {.name = "csv",
     .kind = Kind::flag,
     .help = "mask, loss, access, columns, temporal: print CSV",
     .commands = "bench",
     .group = OptionGroup::output},
    {.name = "COMMAND", .kind = Kind::text, .help = "the command to explain", .commands = "help", .operand = true},
    {.name = "markdown",
     .kind = Kind::flag,
     .help = "print the reference of all commands as Markdown",
     .commands = "help"},
    {.name = "completion",
     .kind = Kind::choice,
     .value = "SHELL",
     .help = "print a shell completion script: {choices}",
     .commands = "help",
     .choices = shell_names},
    {.name = "man", .kind = Kind::flag, .help = "print the man page, e.g. for man -l -", .commands = "help"},
    {.name = "max-gzip-ratio",
     .kind = Kind::decimal,
     .value = "N",
     .fallback = 200.0,
     .help = "reject compressed input that decompresses to more than both 256 MiB and N times its compressed size (0: "
             "no limit)",
     .commands = "pack compare stats bound estimate sweep search assign stream verify split sample access chunk "
                 "schema records subgraphs",
     .range = not_negative,
     .group = OptionGroup::input},
    {.name = "json",
     .kind = Kind::flag,
     .help = "print the result as a single JSON object",
     .commands = "pack verify compare stats bound estimate sweep search assign stream split sample access chunk "
                 "partition dispatch inspect schema records subgraphs batches bench devices",
     .group = OptionGroup::general},
    {.name = "config",
     .kind = Kind::input_file,
     .value = "FILE.json",
     .help = "read defaults for options from a JSON object of option names and values; the command line takes "
             "precedence, options of other commands are ignored",
     .group = OptionGroup::general},
    {.name = "quiet",
     .letter = 'q',
     .kind = Kind::flag,
     .help = "suppress progress and notes",
     .group = OptionGroup::general},
    {.name = "help", .letter = 'h', .kind = Kind::flag, .help = "print this help", .group = OptionGroup::general},
});

std::span<const Option> tool_options() {
  return tool_rows;
}

}  // namespace tuplepack::options

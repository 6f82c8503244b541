#include "table.hpp"

#include "commands.hpp"
#include "failure.hpp"
#include "text.hpp"
#include "tuplepack/packing/pack.hpp"
#include "tuplepack/training/loader_code.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

using Options = std::vector<Option>;

static Options operator+(Options left, const Options& right) {
  left.insert(left.end(), right.begin(), right.end());
  return left;
}

static std::string method_names() {
  std::vector<std::string> names;
  for (const Method& method : methods()) names.emplace_back(method.name);
  return join(names, ", ");
}

static std::string framework_names() {
  std::vector<std::string> names;
  for (const LoaderFramework& framework : loader_frameworks()) names.emplace_back(framework.name);
  return join(names, ", ");
}

static Options input_options(const std::string& name, const std::string& what, bool required) {
  return {{name, "", "", what, &Arguments::file, required},
          {"--format", "FORMAT", "detect", "detect, csv, json, json_lines or npy", &Arguments::format},
          {"--columns", "A,B,…", "", "columns that hold the sizes, by name or number", &Arguments::columns},
          {"--count-column", "NAME", "count", "column that holds how often a size occurs", &Arguments::count_column}};
}

static Options histogram_options() {
  return input_options("FILE", "sizes or a histogram of sizes, perhaps gzipped; - for standard input", true);
}

static Options depth_option() {
  return {{"--depth", "N", "", "items allowed in a pack (default: any number)", &Arguments::depth}};
}

static Options limits_options() {
  return Options{{"--limits", "L1,L2,…", "",
                  "room in a pack, one number per component; max stands for the largest size", &Arguments::limits,
                  true}} +
         depth_option();
}

static Options stream_options() {
  return Options{{"--limits", "L1,L2,…", "", "room in a pack, one number per component", &Arguments::limits, true}} +
         depth_option() +
         Options{{"--buffer", "N", "", "hold N items back and build packs from them, largest first (default: 1024)",
                  &Arguments::buffer},
                 {"--open", "K", "", "hold nothing back: an item goes into the fullest of K open packs that has room",
                  &Arguments::open},
                 {"--guide", "PLAN.json", "",
                  "open packs for the strategies of this plan, and let them wait for what they lack (--open 1024)",
                  &Arguments::guide},
                 {"-o,--output", "FILE", "",
                  "write .jsonl (a list of items per pack), .csv or .npz; - for JSON lines on standard output",
                  &Arguments::output},
                 {"--state", "FILE", "", "keep here what is needed to go on; when it is there already, go on from it",
                  &Arguments::state},
                 {"--state-every", "SECONDS", "10", "how often to write it; 0 for always", &Arguments::state_every}};
}

static Options fitting_options() {
  return {
      {"--align-item", "M", "", "each item takes a multiple of M; or NAME=M,… for some components",
       &Arguments::align_item},
      {"--align-total", "M", "", "what is used of a pack is a multiple of M; or NAME=M,…", &Arguments::align_total},
      {"--reserve", "NAME=R,…", "", "room to leave free in every pack; items=R leaves slots free", &Arguments::reserve},
      {"--overlong", "POLICY", "error", "items over a limit: error, drop, truncate or split", &Arguments::overlong}};
}

static Options method_options(const std::string& method) {
  return {{"--method", "NAME", method, method_names(), &Arguments::method},
          {"--heuristic", "NAME", "",
           "what makes an item large: product (default), sum, max, min, normalized-sum, normalized-max, "
           "normalized-min, component:NAME or weighted:W1,W2,…",
           &Arguments::heuristic},
          {"--distribute", "on|off", "",
           "put several items of one size into a pack at once (default: as the method has it)", &Arguments::distribute},
          {"--paper", "", "", "the published listings' choices exactly", &Arguments::paper}};
}

static Options estimate_options() {
  return {
      {"--overhead", "PERCENT", "4.3", "by how much a packed step takes longer than a padded one",
       &Arguments::overhead},
      {"--devices", "N", "2048", "compare on 1, 2, 4, … up to N devices", &Arguments::device_count},
      {"--batch", "B", "32", "items a device takes in a step without packing", &Arguments::batch},
      {"--beta1", "X", "0.9", "the optimizer's decay of the mean, to be corrected for packing", &Arguments::beta1},
      {"--beta2", "X", "0.999", "and that of the square", &Arguments::beta2},
      {"--component", "NAME", "", "what decides how long a step takes (default: the first)", &Arguments::component}};
}

static Options nodes_option() {
  return {{"--nodes", "N", "", "declare nodes 0 … N − 1; one beyond them is an error (default: the largest there is)",
           &Arguments::nodes}};
}

static Options event_options() {
  return {
      {"EVENTS", "", "", "interactions, one per row, perhaps gzipped; - for standard input", &Arguments::file, true},
      {"--format", "FORMAT", "detect", "detect, csv or npy", &Arguments::format},
      {"--columns", "S,D,T", "",
       "columns of source, destination and time, by name or number (default: src, dst, time and the like)",
       &Arguments::columns},
      {"--sort", "", "", "put interactions in the order of time first; equal times stay as they come",
       &Arguments::sort}};
}

static Options sample_options() {
  return {{"--roots", "FILE", "",
           "a node and a time per row, in any order: find the neighbours of these (default: of both nodes of every "
           "interaction at its time)",
           &Arguments::roots},
          {"--root-columns", "N,T", "",
           "columns of node and time in it, by name or number (default: node, time and the like)",
           &Arguments::root_columns},
          {"--recent", "K,…", "", "the K newest neighbours, and of each of those the next K", &Arguments::recent},
          {"--uniform", "K,…", "", "K different ones, each set of K as likely", &Arguments::uniform},
          {"--visible", "EVENTS", "strict",
           "strict: those before the root's time; inclusive: also at it; batch-start: those before the root's batch",
           &Arguments::visible},
          {"--window", "W", "", "only events at most W before the root's time", &Arguments::window},
          {"--direction", "D", "both", "events of a node: both, out (from it) or in (to it)", &Arguments::direction},
          {"--seed", "N", "", "for --uniform (default: 0)", &Arguments::seed}};
}

static Options access_options() {
  return {{"--batch-size", "B", "", "batches of this size (default: 600)", &Arguments::batch_size},
          {"--recent", "K,…", "10", "the K newest neighbours of each root, and of each of those the next K",
           &Arguments::recent},
          {"--negatives", "N", "1", "nodes drawn for every event, which are roots beside its own two",
           &Arguments::negatives},
          {"--seed", "N", "0", "for drawing them", &Arguments::seed},
          {"--table", "OF", "nodes",
           "nodes: features of roots and neighbours; edges: of the batch's events and those that neighbours are from",
           &Arguments::table_of},
          {"--table-rows", "N", "", "rows of the table (default: as many as the events need)", &Arguments::table_rows},
          {"--width", "W", "", "floats in a row (default: 172)", &Arguments::width},
          {"--features", "FILE.npy", "",
           "the table itself: n × d numbers, row i of node i or of interaction i (default: floats made up)",
           &Arguments::features},
          {"--hot-rows", "N", "",
           "keep the N rows that most batches need where they are used, and say how often they are found there",
           &Arguments::hot_rows},
          {"--order", "ORDER", "first", "of unique ids: first (occurrence) or sorted", &Arguments::order}};
}

static Options split_options() {
  return {
      {"--loss", "E", "", "the largest loss of a batch: interactions of a node beyond its first, over all nodes",
       &Arguments::loss},
      {"--like-batch-size", "B", "", "the largest loss that batches of this size have", &Arguments::like_batch_size},
      {"--loss-score", "SCORE", "eq7", "eq7: a self-loop is one interaction of its node; eq8: two",
       &Arguments::loss_score},
      {"--ties", "TIES", "split", "split: a batch ends anywhere; keep: not between interactions of one time",
       &Arguments::ties}};
}

static Options pack_bench_options() {
  return {
      {"--data", "DIR", "tests/data", "pack, optimal, temporal: the folder with the shipped data", &Arguments::data},
      {"--peers", "DIR", "", "pack: run the Python transcriptions in this folder too, and give the ratio",
       &Arguments::peers},
      {"--peer-time", "SECONDS", "60", "pack: give a transcription up after this long", &Arguments::peer_time}};
}

static Options share_bench_options() {
  return {{"--device", "cpu|gpu", "cpu", "mask, loss, access, temporal: where", &Arguments::device},
          {"--quick", "", "", "mask, loss, access, temporal: small, to see that all works; the times mean nothing",
           &Arguments::quick},
          {"--roofline", "FILE.svg", "", "mask, loss, access: draw the cases below the ceilings that memory sets",
           &Arguments::roofline},
          {"--csv", "", "", "mask, loss, access, temporal: print CSV", &Arguments::csv}};
}

static Options json_option() {
  return {{"--json", "", "", "print one JSON object and nothing else", &Arguments::json}};
}

static std::vector<Command> make_commands() {
  std::vector<Command> all{
      {"pack", "Packs a histogram and says what the plan is worth.", "tuplepack pack FILE --limits 222,502 --depth 256",
       histogram_options() + limits_options() + method_options("auto") + fitting_options() +
           Options{{"--time-limit", "SECONDS", "10",
                    "a long search, as of --method optimal, ends then with the best it has; Ctrl-C ends it too",
                    &Arguments::time_limit},
                   {"--packs-multiple", "W", "1", "add empty packs up to a multiple of W", &Arguments::packs_multiple},
                   {"--baseline", "NAME", "", "pack on this component alone and report what the others overflow to",
                    &Arguments::baseline},
                   {"--check", "", "", "verify the plan by a second, independent look", &Arguments::check},
                   {"--plan", "OUT.json", "", "write the plan to a file, for assign", &Arguments::plan},
                   {"--estimate", "", "", "say what packing will bring, as the command estimate does",
                    &Arguments::estimate}} +
           json_option(),
       run_pack},
      {"verify",
       "Verifies a plan and the certificate of its bound, believing neither. Exit code 1 when the proof fails.",
       "tuplepack verify plan.json",
       Options{{"PLAN.json", "", "", "a plan file; - for standard input", &Arguments::file, true}} + json_option(),
       run_verify},
      {"compare", "Packs with every method and heuristic, and lists the results, the best first.",
       "tuplepack compare FILE --limits 222,502",
       histogram_options() + limits_options() + fitting_options() +
           Options{{"--paper", "", "", "only the published methods, with the listings' choices", &Arguments::paper}} +
           json_option(),
       run_compare},
      {"stats", "Shows sizes, totals, and what padding costs without packing.", "tuplepack stats FILE",
       histogram_options() + json_option(), run_stats},
      {"bound", "Computes how many packs every plan needs at least.", "tuplepack bound FILE --limits 222,502",
       histogram_options() + limits_options() + fitting_options() + json_option(), run_bound},
      {"estimate", "Says what packing will bring: speed-up, un-padding on many devices, the optimizer's settings.",
       "tuplepack estimate FILE --limits 512",
       histogram_options() + limits_options() + method_options("auto") + fitting_options() + estimate_options() +
           json_option(),
       run_estimate},
      {"sweep", "Packs at every pair of limits in a grid, and names the most efficient. Exit code 1 when no cell fits.",
       "tuplepack sweep FILE --range nodes=20:60 --range edges=54:120:2",
       histogram_options() +
           Options{{"--range", "NAME=A:B:S", "",
                    "limits A, A+S, … up to B for a component (S is 1 if left out); repeat for each",
                    &Arguments::ranges, true}} +
           depth_option() + method_options("lpfhp") + fitting_options() +
           Options{{"--full", "", "", "pack cells too that cannot be the best", &Arguments::full},
                   {"--csv", "", "", "print the grid as CSV", &Arguments::csv}} +
           json_option(),
       run_sweep},
      {"search", "Finds the smallest limits that reach a target, or the best. Exit code 1 when there are none.",
       "tuplepack search FILE --target 0.95",
       histogram_options() +
           Options{{"--target", "X", "", "the smallest limits whose efficiency is X or more, e.g. 0.95",
                    &Arguments::target},
                   {"--pareto", "", "", "all limits that beat every cheaper ones", &Arguments::pareto},
                   {"--best", "", "", "the most efficient limits", &Arguments::best},
                   {"--per-component", "", "",
                    "measure limits by the least of their efficiencies, not by the harmonic mean",
                    &Arguments::per_component},
                   {"--weights", "W1,W2,…", "1", "whole numbers; limits cost the sum of weight · limit",
                    &Arguments::weights},
                   {"--multiple-of", "M1,M2,…", "1", "only limits that are multiples of these, or of one number",
                    &Arguments::multiple_of},
                   {"--range", "NAME=A:B:S", "",
                    "limits to choose from (default: from the largest size up to 4 times that); repeat for each",
                    &Arguments::ranges}} +
           depth_option() +
           Options{{"--time-limit", "SECONDS", "10", "end then with what is known; Ctrl-C ends it too",
                    &Arguments::time_limit},
                   {"--plan", "OUT.json", "", "write the plan to a file; with --pareto all plans, to a folder OUT.json",
                    &Arguments::plan}} +
           json_option(),
       run_search},
      {"assign", "Gives every item its pack: sizes of single items and a plan make lists of items.",
       "tuplepack assign SIZES --plan plan.json -o packs.npz",
       input_options("SIZES", "one row per item, in the order of the data set; - for standard input", false) +
           Options{
               {"--plan", "PLAN.json", "", "the plan that pack wrote for these sizes", &Arguments::plan, true},
               {"-o,--output", "FILE", "", "write .npz, .npy (a file per array) or .csv; - for CSV on standard output",
                &Arguments::output},
               {"--order", "ORDER", "plan", "of packs and of equal items: plan, input or shuffle", &Arguments::order},
               {"--seed", "N", "", "for --order shuffle (default: 0)", &Arguments::seed},
               {"--balance", "quadratic", "",
                "put packs of like work next to one another, the sum of length² of their items; quadratic:NAME for "
                "another component than the first",
                &Arguments::balance},
               {"--ranks", "W", "", "packs that are worked on at once (default: --packs-multiple of the plan)",
                &Arguments::ranks},
               {"--emit", "NAME,…", "", "write these too: segment_ids, position_ids, cu_seqlens", &Arguments::emit},
               {"--code", "FOR", "", "print Python that loads the packs, instead of a report: " + framework_names(),
                &Arguments::code}} +
           json_option(),
       run_assign},
      {"stream", "Packs items as they come, without waiting for the last: limited memory, packs at once.",
       "tuplepack stream SIZES --limits 512 --buffer 1024 -o packs.jsonl",
       input_options("SIZES", "one row per item; - for standard input, read as it comes", true) + stream_options() +
           fitting_options() + json_option(),
       run_stream},
      {"split", "Cuts timed interactions into batches as large as a bound on what each may lose allows.",
       "tuplepack split EVENTS --like-batch-size 200",
       event_options() + split_options() +
           Options{{"-o,--output", "FILE", "",
                    "write the batches as .csv, .npz, .npy (a file per array) or .json; - for CSV on standard output",
                    &Arguments::output}} +
           json_option(),
       run_split},
      {"sample", "Finds the neighbours that both nodes of every interaction had before it, or that nodes had at times.",
       "tuplepack sample EVENTS --recent 10 -o neighbours.npz",
       event_options() + nodes_option() + sample_options() +
           Options{
               {"--batch-size", "B", "", "for --visible batch-start: batches of this size", &Arguments::batch_size}} +
           split_options() +
           Options{{"--threads", "N", "0", "threads to use, 0 for all there are; the result is the same",
                    &Arguments::threads},
                   {"-o,--output", "FILE", "", "write .npz or .npy (a file per array)", &Arguments::output}} +
           json_option(),
       run_sample},
      {"access", "Says what it saves to move each row of features once in a batch: bytes, and the time of three steps.",
       "tuplepack access EVENTS --batch-size 600",
       event_options() + access_options() + split_options() +
           Options{
               {"-o,--output", "FILE", "",
                "write ids, unique ids, inverse, and the unique rows of --features, as .npz or .npy (a file per array)",
                &Arguments::output}} +
           json_option(),
       run_access},
      {"bench", "Measures this program on this machine: on the CPU with one thread, pipelines with two.",
       "tuplepack bench mask",
       Options{{"BENCH", "", "", "what to measure: pack, optimal, mask, loss, access or temporal", &Arguments::words,
                true}} +
           pack_bench_options() + share_bench_options() + json_option(),
       run_bench},
      {"devices", "Lists the accelerators this build can use.", "", json_option(), run_devices},
      {"help",
       "Prints this, or the help of one command.",
       "",
       {{"COMMAND", "", "", "the command to explain", &Arguments::words},
        {"--markdown", "", "", "print the README's section on commands", &Arguments::markdown}},
       run_help},
  };
  for (Command& command : all) {
    command.options.push_back({"-h,--help", "", "", "print this help", &Arguments::help});
  }
  return all;
}

std::span<const Command> commands() {
  static const std::vector<Command> all = make_commands();
  return all;
}

const Command& command_named(std::string_view name) {
  if (name == "--help" || name == "-h") name = "help";
  std::vector<std::string> names;
  for (const Command& command : commands()) {
    if (command.name == name) return command;
    names.push_back(command.name);
  }
  throw Failure(fmt::format("no command '{}'; there is {}", name, join(names, ", ")));
}

}  // namespace tuplepack::cli

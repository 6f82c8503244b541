#pragma once

#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tuplepack::cli {

/// What the user typed, as text; request.hpp turns it into values. An empty text was not given and has no default.
struct Arguments {
  std::vector<std::string> words;  // help, bench
  std::string file;
  std::string format, columns, count_column;
  std::string limits, depth, align_item, align_total, reserve, overlong, packs_multiple;
  std::string method, heuristic, distribute, baseline, time_limit;
  std::vector<std::string> ranges;
  std::string target, weights, multiple_of;
  std::string plan, output, order, seed, balance, ranks, emit, code;
  std::string overhead, device_count, batch, beta1, beta2, component;
  std::string buffer, open, guide, state, state_every;
  std::string data, peers, peer_time, device, roofline;
  std::string loss, like_batch_size, loss_score, ties, batch_size;
  std::string recent, uniform, visible, window, direction, nodes, threads, roots, root_columns;
  std::string table_of, negatives, width, table_rows, features, hot_rows;
  bool paper = false, check = false, full = false, estimate = false;
  bool pareto = false, best = false, per_component = false;
  bool sort = false;
  bool json = false, csv = false, markdown = false;
  bool quick = false;
  bool help = false;
};

using Field = std::variant<bool Arguments::*, std::string Arguments::*, std::vector<std::string> Arguments::*>;

/// One option or positional of a command. Parser, help and README are all filled from these rows.
struct Option {
  std::string flags;     ///< "-o,--output"; a word without dashes is a positional
  std::string value;     ///< what to call the value in help; empty for switches and positionals
  std::string fallback;  ///< the default; empty: none
  std::string help;      ///< one line
  Field field;
  bool required = false;

  [[nodiscard]] bool positional() const { return flags.front() != '-'; }
};

struct Command {
  std::string name;
  std::string summary;
  std::string example;
  std::vector<Option> options;
  int (*run)(const Arguments&);
};

/// Fills Arguments from the words after the command's name. Throws Failure.
[[nodiscard]] Arguments parse(const Command& command, std::span<const char* const> words);

}  // namespace tuplepack::cli

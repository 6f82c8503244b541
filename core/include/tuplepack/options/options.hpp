#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/detection/format_table.hpp"

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace tuplepack::options {

// Commands and their options, as tables. The program's parser, its help, docs/commands.md, the WebAssembly module and the
// page all read these rows: a new option is one row, and the code that uses it. A row that changes the Settings is read by
// its row alone: neither the program nor the bindings nor the page name it.

struct Settings;

enum class OptionKind : std::uint8_t {
  flag,         ///< given or not; takes no value
  count,        ///< a whole number in `range`
  counts,       ///< such numbers, separated by commas
  decimal,      ///< a number in `range`
  bytes,        ///< a memory size in `range`: 4096, 500K, 2G, with powers of 1024
  choice,       ///< one of choices()
  choices,      ///< some of choices(), separated by commas
  input_file,   ///< read
  output_file,  ///< written
  text,         ///< anything else; the help line explains its syntax
};
[[nodiscard]] std::string_view name(OptionKind kind);

/// A value of an option: bool for a flag, a number for a count, a decimal or bytes, a text for the others, nothing for none.
using OptionValue = std::variant<std::monostate, bool, std::int64_t, double, std::string_view>;

struct OptionRange {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();
  bool above = false;  ///< greater than `least`, not equal to it
};

/// Where help lists an option of a command on packing. The order of help.
enum class OptionGroup : std::uint8_t {
  own,      ///< what the command is about, before all groups
  limits,   ///< what fits into a pack
  method,   ///< how a plan is searched for
  input,    ///< what sizes are read from
  output,   ///< what is written
  general,  ///< of all commands
};
[[nodiscard]] std::string_view name(OptionGroup group);

struct Option {
  std::string_view name;  ///< without dashes; an operand's is what help calls it: FILE
  char letter = 0;        ///< "-o"; 0: none
  OptionKind kind{};
  std::string_view value{};     ///< what help calls the value; empty for flags and operands
  OptionValue fallback{};       ///< the default; nothing: none, or one that `help` states
  std::string_view help{};      ///< one line; {choices} stands for "a, b or c"
  std::string_view commands{};  ///< names of the commands that have it, separated by spaces; empty: all
  OptionRange range{};
  std::vector<std::string_view> (*choices)() = nullptr;
  bool required = false;
  bool repeats = false;  ///< may be given several times, with one value each
  bool operand = false;  ///< positional: without dashes
  bool on_page = true;   ///< false: the playground lacks it, having what it does under another option
  OptionGroup group = OptionGroup::own;
  /// Stores a value that check() accepts in the settings. Null: the commands read it themselves.
  /// errors  those of component_named and parse_heuristic, for names of components and heuristics
  Result<void> (*set)(Settings& settings, OptionValue value, std::span<const std::string> components) = nullptr;
  std::optional<formats::Content> reads{};  ///< what the file holds that it names
};

struct Command {
  std::string_view name;
  std::string_view group;
  std::string_view summary;
  std::string_view example;  ///< may be empty
  bool many_ranks = false;   ///< tuplepack-mpi has it too
  std::string_view needs{};  ///< "(--loss E | --like-batch-size B)", where one of several options is required
};

/// Every command, by group, in the order of the overview.
[[nodiscard]] std::span<const Command> commands();

/// The rows by what they are about. A program that links only some of these functions holds only their texts.
[[nodiscard]] std::span<const Option> size_options();  ///< of the commands on packing: what sizes are read from
[[nodiscard]] std::span<const Option> packing_options();
[[nodiscard]] std::span<const Option> packing_settings();  ///< those with Option::set, without the texts of help
[[nodiscard]] std::span<const Option> temporal_options();
[[nodiscard]] std::span<const Option> graph_options();   ///< of graphs in chunks and in parts
[[nodiscard]] std::span<const Option> record_options();  ///< of schemas, subgraphs and records of them
[[nodiscard]] std::span<const Option> tool_options();    ///< and those that all commands share

/// The names of the commands that have an option; empty: all.
[[nodiscard]] std::vector<std::string_view> commands_of(const Option& option);

/// The commands with an option that names files that hold something.
[[nodiscard]] std::vector<const Command*> commands_reading(formats::Content content);

/// The options of a command, in the order of its help: operands first.
[[nodiscard]] std::vector<const Option*> options_of(const Command& command);

/// The help line, with the choices filled in.
[[nodiscard]] std::string help_line(const Option& option);

/// A text as a number, all of it.
/// errors  not_an_integer · malformed · too_large (beyond 64 bits; not finite)
[[nodiscard]] Result<std::int64_t> read_count(std::string_view text);
[[nodiscard]] Result<double> read_decimal(std::string_view text);
[[nodiscard]] Result<std::int64_t> read_bytes(std::string_view text);

/// Whether an option may have this value, which is of the option's kind.
/// errors  out_of_range · unknown_name · empty (the name of a file) · as read_count, for counts
[[nodiscard]] Result<void> check(const Option& option, OptionValue value);

/// The value that a text stands for, checked. A flag is on, whatever the text. The text has to outlive the value.
/// errors  as read_count, read_decimal and check
[[nodiscard]] Result<OptionValue> read_value(const Option& option, std::string_view text);

/// As on the command line: "0.9", "lpfhp"; empty for a switch and for nothing.
[[nodiscard]] std::string value_text(OptionValue value);

}  // namespace tuplepack::options

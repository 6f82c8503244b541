// The command `help`: everything it prints comes from the tables of commands, options and methods.

#include "help.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/table.hpp"
#include "cli/output/output.hpp"
#include "cli/output/text.hpp"
#include "completion.hpp"
#include "manual.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/packing/pack.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tuplepack::cli {

/// What stands for the value of an option: its choices, if they are few and short, or a word. Begins with a blank.
static std::string value_of(const options::Option& option) {
  constexpr std::size_t longest = 16;
  if (option.value.empty()) return "";
  if (option.kind == options::OptionKind::choice) {
    const std::string choices = fmt::format("{}", fmt::join(option.choices(), "|"));
    if (choices.size() <= longest) return " " + choices;
  }
  return fmt::format(" {}", option.value);
}

/// "-o, --output FILE".
static std::string left_column(const options::Option& option) {
  const std::string letter = option.letter == 0 ? "" : fmt::format("-{}, ", option.letter);
  return letter + spelled(option) + value_of(option);
}

/// "-o FILE".
static std::string shortest(const options::Option& option) {
  return (option.letter == 0 ? spelled(option) : fmt::format("-{}", option.letter)) + value_of(option);
}

/// "FILE", "EDGES…", "[FILE]".
static std::string operand_text(const options::Option& option) {
  const std::string text = fmt::format("{}{}", option.name, option.repeats ? "…" : "");
  return option.required ? text : fmt::format("[{}]", text);
}

std::string usage(const options::Command& command) {
  std::string text = fmt::format("{} {}", ranks::program_name(), command.name);
  const auto options = options_of(command);
  for (const options::Option* option : options) {
    if (option->operand) text += " " + operand_text(*option);
  }
  for (const options::Option* option : options) {
    if (!option->operand && option->required) text += " " + shortest(*option);
  }
  if (!command.needs.empty()) text += fmt::format(" {}", command.needs);
  return text + " [options]";
}

/// Breaks a text into lines of at most `width`, the later ones indented.
static std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string result;
  std::size_t column = 0;
  for (const std::string_view word : parts(text, ' ')) {
    if (column > 0 && column + 1 + word.size() > width) {
      result += "\n" + std::string(indent, ' ');
      column = 0;
    }
    if (column > 0) result += " ";
    result += word;
    column += word.size() + 1;
  }
  return result;
}

static std::size_t characters(std::string_view text) {
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

/// Of the first column.
static std::size_t width_of(const HelpRows& rows) {
  std::size_t width = 0;
  for (const auto& row : rows) width = std::max(width, characters(row.first));
  return width;
}

/// Two columns; the second starts at the same place in all tables of a page, where `width` says so.
static std::string table(const HelpRows& rows, std::size_t width = 0) {
  width = std::max(width, width_of(rows));
  std::string text;
  for (const auto& [left, right] : rows) {
    const std::string gap(width - characters(left), ' ');
    text += fmt::format("  {}{}  {}\n", left, gap, wrapped(right, 96 - width, width + 4));
  }
  return text;
}

bool has_packing_methods(const options::Command& command) {
  for (const options::Option* option : options_of(command)) {
    if (option->name != "method" || option->choices == nullptr) continue;
    const auto choices = option->choices();
    if (std::find(choices.begin(), choices.end(), packing::methods().front().name) != choices.end()) return true;
  }
  return false;
}

static HelpRows method_rows() {
  HelpRows rows;
  for (const packing::Method& method : packing::methods()) rows.emplace_back(method.name, method.summary);
  return rows;
}

std::string overview() {
  static constexpr std::size_t width = 8;  // of the longest name
  std::string text = fmt::format("tuplepack {}.\n\nusage: {}{} COMMAND [options]\n", purpose,
                                 ranks::is_distributed() ? "mpirun -np 4 " : "", ranks::program_name());
  HelpRows rows;
  for (const options::Command& command : options::commands()) {
    if (!ranks::is_distributed() || command.many_ranks) rows.emplace_back(command.name, command.summary);
    const bool last_of_group = &command == &options::commands().back() || (&command)[1].group != command.group;
    if (!last_of_group || rows.empty()) continue;
    text += fmt::format("\n{}\n", command.group) + table(rows, width);
    rows.clear();
  }
  std::vector<std::string> codes;
  codes.reserve(exit_codes.size());
  for (const auto& [code, meaning] : exit_codes) codes.push_back(fmt::format("{} {}", code, meaning));
  return text + fmt::format(
                    "\nRun '{0} help COMMAND' for details on a command,\n"
                    "'{0} --version' for the version and the optional parts of this build.\n"
                    "Exit codes: {1}.\n",
                    ranks::program_name(), fmt::join(codes, ", "));
}

static std::pair<std::string, std::string> option_row(const options::Option& option) {
  const std::string fallback = options::value_text(option.fallback);
  return {left_column(option), help_line(option) + (fallback.empty() ? "" : fmt::format(" (default: {})", fallback))};
}

HelpRows option_rows(const options::Command& command) {
  HelpRows rows;
  for (const options::Option* option : options_of(command)) rows.push_back(option_row(*option));
  return rows;
}

/// Under headings, if the command packs.
static std::string option_tables(const options::Command& command) {
  const HelpRows all = option_rows(command);
  const auto options = options_of(command);
  const auto is_of = [](options::OptionGroup group) {
    return [=](const options::Option* option) { return option->group == group; };
  };
  if (std::none_of(options.begin(), options.end(), is_of(options::OptionGroup::limits))) return table(all);
  std::string text;
  for (const options::OptionGroup group :
       {options::OptionGroup::own, options::OptionGroup::limits, options::OptionGroup::method,
        options::OptionGroup::input, options::OptionGroup::output, options::OptionGroup::general}) {
    HelpRows rows;
    for (std::size_t i = 0; i < options.size(); ++i) {
      if (options[i]->group == group) rows.push_back(all[i]);
    }
    if (rows.empty()) continue;
    if (!text.empty()) text += fmt::format("\n{}\n", name(group));
    text += table(rows, width_of(all));
  }
  return text;
}

std::string help_for(const options::Command& command) {
  std::string text = fmt::format("{}\n\nusage: {}\n\n{}", command.summary, usage(command), option_tables(command));
  if (has_packing_methods(command)) text += "\nmethods\n" + table(method_rows());
  if (!command.example.empty()) text += fmt::format("\nexample: {}\n", command.example);
  return text;
}

/// In a table a bar would end the cell.
static std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

static std::string markdown() {
  std::string text;
  for (const options::Command& command : options::commands()) {
    if (ranks::is_distributed() && !command.many_ranks) continue;
    text += fmt::format("### `{}`\n\n{}\n\n| option | default | |\n|---|---|---|\n", usage(command), command.summary);
    for (const options::Option* option : options_of(command)) {
      if (option->name == "help") continue;
      const std::string fallback = options::value_text(option->fallback);
      text += fmt::format("| `{}` | {} | {} |\n", cell(left_column(*option)),
                          fallback.empty() ? "" : fmt::format("`{}`", fallback), cell(help_line(*option)));
    }
    text += "\n";
  }
  text += "### Methods\n\n| method | |\n|---|---|\n";
  for (const auto& [name, summary] : method_rows()) text += fmt::format("| `{}` | {} |\n", name, cell(summary));
  return text;
}

int run_help(const Arguments& arguments) {
  if (arguments.has("completion")) {
    print(completion_script(arguments["completion"]));
  } else if (arguments.has("man")) {
    print(arguments.operand().empty() ? manual() : manual_of(*command_named(arguments.operand()).command));
  } else if (arguments.has("markdown")) {
    print(markdown());
  } else if (arguments.operand().empty()) {
    print(overview());
  } else {
    const Runnable found = command_named(arguments.operand());
    require_many_ranks(*found.command);
    print(help_for(*found.command));
  }
  return 0;
}

}  // namespace tuplepack::cli

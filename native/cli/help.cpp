// The command `help`: everything it prints comes from the tables of commands, options and methods.

#include "help.hpp"
#include "commands.hpp"
#include "output.hpp"
#include "table.hpp"
#include "text.hpp"
#include "tuplepack/packing/pack.hpp"
#include "tuplepack/words.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tuplepack::cli {

static constexpr std::string_view purpose =
    "tuplepack packs data of uneven size into fixed-shape batches with provably little padding.";

using Rows = std::vector<std::pair<std::string, std::string>>;

/// "-o, --output FILE".
static std::string left_column(const Option& option) {
  const std::string letter = option.letter == 0 ? "" : fmt::format("-{}, ", option.letter);
  const std::string text = letter + spelled(option);
  return option.value.empty() ? text : fmt::format("{} {}", text, option.value);
}

/// "FILE", "EDGES…", "[FILE]".
static std::string operand_text(const Option& option) {
  const std::string text = fmt::format("{}{}", option.name, option.repeats ? "…" : "");
  return option.required ? text : fmt::format("[{}]", text);
}

static std::string usage(const Command& command) {
  std::string text = fmt::format("tuplepack {}", command.name);
  const auto options = options_of(command);
  for (const Option* option : options) {
    if (option->operand) text += " " + operand_text(*option);
  }
  for (const Option* option : options) {
    if (!option->operand && option->required) text += " " + left_column(*option);
  }
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

/// Two columns; the second starts at the same place in all tables of a page, where `width` says so.
static std::string table(const Rows& rows, std::size_t width = 0) {
  const auto characters = [](const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  };
  for (const auto& row : rows) width = std::max(width, characters(row.first));
  std::string text;
  for (const auto& [left, right] : rows) {
    const std::string gap(width - characters(left), ' ');
    text += fmt::format("  {}{}  {}\n", left, gap, wrapped(right, 96 - width, width + 4));
  }
  return text;
}

static bool chooses_packing_method(const Option& option) {
  if (option.name != "method" || option.choices == nullptr) return false;
  const auto choices = option.choices();
  return std::find(choices.begin(), choices.end(), methods().front().name) != choices.end();
}

static Rows method_rows() {
  Rows rows;
  for (const Method& method : methods()) rows.emplace_back(method.name, method.summary);
  return rows;
}

std::string overview() {
  static constexpr std::size_t width = 8;  // of the longest name
  std::string text = fmt::format("{}\n\nusage: tuplepack COMMAND [options]\n", purpose);
  Rows rows;
  for (const Command& command : commands()) {
    if (rows.empty()) text += fmt::format("\n{}\n", command.group);
    rows.emplace_back(command.name, command.summary);
    const bool last_of_group = &command == &commands().back() || (&command)[1].group != command.group;
    if (!last_of_group) continue;
    text += table(rows, width);
    rows.clear();
  }
  return text +
         "\n'tuplepack help COMMAND' explains one.\n"
         "Exit codes: 0 success, 1 negative result (e.g. an unreachable target), 2 bad input or usage.\n";
}

std::string help_for(const Command& command) {
  if (command.name == "help") return overview();
  Rows rows;
  bool has_methods = false;
  for (const Option* option : options_of(command)) {
    has_methods |= chooses_packing_method(*option);
    const std::string fallback = value_text(option->fallback);
    rows.emplace_back(left_column(*option),
                      help_line(*option) + (fallback.empty() ? "" : fmt::format(" (default: {})", fallback)));
  }
  std::string text = fmt::format("{}\n\nusage: {}\n\n{}", command.summary, usage(command), table(rows));
  if (has_methods) text += "\nmethods\n" + table(method_rows());
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
  for (const Command& command : commands()) {
    if (command.name == "help") continue;
    text += fmt::format("### `{}`\n\n{}\n\n| option | default | |\n|---|---|---|\n", usage(command), command.summary);
    for (const Option* option : options_of(command)) {
      if (option->name == "help") continue;
      const std::string fallback = value_text(option->fallback);
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
  if (arguments.has("markdown")) {
    print(markdown());
  } else {
    print(arguments.operand().empty() ? overview() : help_for(*command_named(arguments.operand()).command));
  }
  return 0;
}

}  // namespace tuplepack::cli

#include "commands.hpp"
#include "output.hpp"
#include "table.hpp"
#include "text.hpp"
#include "tuplepack/packing/pack.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace tuplepack::cli {

static constexpr std::string_view purpose =
    "tuplepack packs data of uneven size into fixed shapes that waste provably little.";

/// "-o, --output FILE".
static std::string spelled(const Option& option) {
  std::string text = option.flags;
  if (const auto comma = text.find(','); comma != std::string::npos) text.insert(comma + 1, " ");
  return option.value.empty() ? text : text + " " + option.value;
}

static bool names_methods(const Command& command) {
  return std::any_of(command.options.begin(), command.options.end(),
                     [](const Option& option) { return option.flags == "--method"; });
}

static std::string usage(const Command& command) {
  std::string text = "tuplepack " + command.name;
  for (const Option& option : command.options) {
    if (option.positional()) text += option.required ? " " + option.flags : " [" + option.flags + "]";
  }
  for (const Option& option : command.options) {
    if (!option.positional() && option.required) text += " " + spelled(option);
  }
  return text + " [options]";
}

/// Breaks a text into lines of at most `width`, the later ones indented.
static std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string result;
  std::size_t column = 0;
  for (const std::string& word : split(text, ' ')) {
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

static std::string rows(std::span<const std::pair<std::string, std::string>> pairs) {
  std::size_t width = 0;
  const auto characters = [](const std::string& text) {
    return static_cast<std::size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
  };
  for (const auto& pair : pairs) width = std::max(width, characters(pair.first));
  std::string text;
  for (const auto& [left, right] : pairs) {
    const std::string gap(width - characters(left), ' ');
    text += fmt::format("  {}{}  {}\n", left, gap, wrapped(right, 96 - width, width + 4));
  }
  return text;
}

std::string help() {
  std::vector<std::pair<std::string, std::string>> table;
  for (const Command& command : commands()) table.emplace_back(command.name, command.summary);
  return fmt::format(
      "{}\n\nusage: tuplepack COMMAND [options]\n\n{}\n'tuplepack help COMMAND' explains one. Exit codes: 0 success, 1 "
      "the answer is no, 2 bad input or usage.\n",
      purpose, rows(table));
}

std::string help_for(const Command& command) {
  if (command.name == "help") return help();
  std::vector<std::pair<std::string, std::string>> table;
  for (const Option& option : command.options) {
    const std::string fallback = option.fallback.empty() ? "" : fmt::format(" (default: {})", option.fallback);
    table.emplace_back(spelled(option), option.help + fallback);
  }
  std::string text = fmt::format("{}\n\nusage: {}\n\n{}", command.summary, usage(command), rows(table));
  if (names_methods(command)) {
    table.clear();
    for (const Method& method : methods()) table.emplace_back(method.name, method.summary);
    text += "\nmethods\n" + rows(table);
  }
  if (!command.example.empty()) text += fmt::format("\nexample: {}\n", command.example);
  return text;
}

/// In a table a bar would end the cell.
static std::string cell(std::string text) {
  for (std::size_t at = 0; (at = text.find('|', at)) != std::string::npos; at += 2) text.insert(at, "\\");
  return text;
}

std::string help_as_markdown() {
  std::string text;
  for (const Command& command : commands()) {
    if (command.name == "help") continue;
    text += fmt::format("### `{}`\n\n{}\n\n| option | default | |\n|---|---|---|\n", usage(command), command.summary);
    for (const Option& option : command.options) {
      if (option.flags == "-h,--help") continue;
      const std::string fallback = option.fallback.empty() ? "" : "`" + option.fallback + "`";
      text += fmt::format("| `{}` | {} | {} |\n", cell(spelled(option)), fallback, cell(option.help));
    }
    text += "\n";
  }
  text += "### Methods\n\n| method | |\n|---|---|\n";
  for (const Method& method : methods())
    text += fmt::format("| `{}` | {} |\n", method.name, cell(std::string(method.summary)));
  return text;
}

int run_help(const Arguments& arguments) {
  if (arguments.markdown) {
    print(help_as_markdown());
  } else {
    print(arguments.words.empty() ? help() : help_for(command_named(arguments.words.front())));
  }
  return 0;
}

}  // namespace tuplepack::cli

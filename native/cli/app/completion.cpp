#include "completion.hpp"

#include "cli/requests/arguments.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/base/words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace tuplepack::cli {

static std::vector<const options::Command*> completed_commands() {
  std::vector<const options::Command*> all;
  for (const options::Command& command : options::commands()) {
    if (!ranks::is_distributed() || command.many_ranks) all.push_back(&command);
  }
  return all;
}

/// Names of choices, or of commands where one is explained; separated by spaces.
static std::string words_for(const options::Option& option) {
  std::vector<std::string_view> names;
  if (option.choices != nullptr) names = option.choices();
  if (option.operand && option.name == "COMMAND") {
    for (const options::Command* command : completed_commands()) names.push_back(command->name);
  }
  return fmt::format("{}", fmt::join(names, " "));
}

static bool is_file(const options::Option& option) {
  return option.kind == options::OptionKind::input_file || option.kind == options::OptionKind::output_file;
}

static const options::Option* operand_of(const options::Command& command) {
  const auto options = options_of(command);
  const auto found =
      std::find_if(options.begin(), options.end(), [](const options::Option* option) { return option->operand; });
  return found == options.end() ? nullptr : *found;
}

/// The program's name in that of a shell function.
static std::string function_name() {
  std::string name(ranks::program_name());
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

/// A text in single quotes.
static std::string in_quotes(std::string_view text) {
  std::string result = "'";
  for (const char c : text) result += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return result + "'";
}

// ---- bash ----

/// What completes a value or an operand: words, files, which readline itself knows best, or nothing.
static std::string bash_value(const options::Option& option) {
  const std::string words = words_for(option);
  if (words.empty()) return is_file(option) ? "compopt -o default" : ":";
  if (option.kind != options::OptionKind::choices)
    return fmt::format("COMPREPLY=($(compgen -W '{}' -- \"$word\"))", words);
  return fmt::format("COMPREPLY=($(compgen -P \"${{word%\"${{word##*,}}\"}}\" -W '{}' -- \"${{word##*,}}\"))", words);
}

static std::string bash_command(const options::Command& command) {
  std::string options, values;
  for (const options::Option* option : options_of(command)) {
    if (option->operand) continue;
    options += (options.empty() ? "" : " ") + spelled(*option);
    if (option->kind == options::OptionKind::flag) continue;
    const std::string letter = option->letter == 0 ? "" : fmt::format("|-{}", option->letter);
    values += fmt::format("        {}{}) {}; return ;;\n", spelled(*option), letter, bash_value(*option));
  }
  const options::Option* const operand = operand_of(command);
  return fmt::format(
      "    {})\n      case $before in\n{}      esac\n      case $word in\n"
      "        -*) COMPREPLY=($(compgen -W '{}' -- \"$word\")) ;;\n        *) {} ;;\n      esac ;;\n",
      command.name, values, options, operand == nullptr ? ":" : bash_value(*operand));
}

static std::string bash_script() {
  std::string cases, names;
  for (const options::Command* command : completed_commands()) {
    cases += bash_command(*command);
    names += (names.empty() ? "" : " ") + std::string(command->name);
  }
  return fmt::format(
      "# Completion of {0} for bash.\n_{1}() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD - 1]}}\n"
      "  # --option=value comes as three words.\n"
      "  if [[ $word == = ]]; then\n    word=\n"
      "  elif [[ $before == = ]]; then\n    before=${{COMP_WORDS[COMP_CWORD - 2]}}\n  fi\n"
      "  COMPREPLY=()\n"
      "  if ((COMP_CWORD == 1)); then\n    COMPREPLY=($(compgen -W '{2} --help --version' -- \"$word\"))\n    return\n "
      " fi\n"
      "  case ${{COMP_WORDS[1]}} in\n{3}  esac\n}}\ncomplete -F _{1} {0}\n",
      ranks::program_name(), function_name(), names, cases);
}

// ---- zsh ----

/// A text within _arguments' brackets, or before a colon of its own.
static std::string zsh_escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    if (c == '[' || c == ']' || c == ':' || c == '\\') result += '\\';
    result += c;
  }
  return result;
}

static std::string zsh_value(const options::Option& option) {
  if (option.kind == options::OptionKind::flag) return "";
  const std::string words = words_for(option);
  const std::string what = zsh_escaped(option.operand ? option.name : option.value);
  if (words.empty()) return fmt::format(":{}:{}", what, is_file(option) ? "_files" : " ");
  if (option.kind == options::OptionKind::choices)
    return fmt::format(":{}:_values -s , {} {}", what, option.name, words);
  return fmt::format(":{}:({})", what, words);
}

/// How an option may be given, which excludes its other spelling and, unless it repeats, itself.
static std::string zsh_option(const options::Option& option) {
  const std::string text = fmt::format("[{}]{}", zsh_escaped(help_line(option)), zsh_value(option));
  const std::string name = spelled(option), equals = option.kind == options::OptionKind::flag ? "" : "=";
  const std::string letter = option.letter == 0 ? "" : fmt::format("-{}", option.letter);
  const std::string others = option.repeats ? "*" : fmt::format("({}{}{})", name, letter.empty() ? "" : " ", letter);
  std::string specs = fmt::format(" \\\n        {}", in_quotes(others + name + equals + text));
  if (!letter.empty()) specs += fmt::format(" \\\n        {}", in_quotes(others + letter + text));
  return specs;
}

static std::string zsh_command(const options::Command& command) {
  std::string specs;
  for (const options::Option* option : options_of(command)) {
    specs += option->operand
                 ? fmt::format(" \\\n        {}", in_quotes((option->repeats ? "*" : "") + zsh_value(*option)))
                 : zsh_option(*option);
  }
  return fmt::format("      {}) _arguments{} ;;\n", command.name, specs);
}

static std::string zsh_script() {
  std::string cases, summaries;
  for (const options::Command* command : completed_commands()) {
    summaries += fmt::format("    {}\n", in_quotes(fmt::format("{}:{}", command->name, zsh_escaped(command->summary))));
    cases += zsh_command(*command);
  }
  return fmt::format(
      "#compdef {0}\n# Completion of {0} for zsh.\n_{1}() {{\n  local -a commands\n  commands=(\n{2}  )\n"
      "  if ((CURRENT == 2)); then\n    _describe command commands\n  else\n    local command=$words[2]\n"
      "    shift words\n    ((CURRENT--))\n    case $command in\n{3}    esac\n  fi\n}}\n"
      "if [[ $funcstack[1] == _{0} ]]; then\n  _{1} \"$@\"\nelse\n  compdef _{1} {0}\nfi\n",
      ranks::program_name(), function_name(), summaries, cases);
}

// ---- fish ----

static std::string fish_option(const options::Option& option) {
  const std::string words = words_for(option);
  std::string line = option.operand ? "" : fmt::format(" -l {}", option.name);
  if (option.letter != 0) line += fmt::format(" -s {}", option.letter);
  if (option.operand) {
    line += is_file(option) ? " -F" : " -f";
  } else if (option.kind != options::OptionKind::flag) {
    line += is_file(option) ? " -r -F" : " -x";
  }
  if (option.kind == options::OptionKind::choices) {
    line += fmt::format(" -a '(__fish_append , {})'", words);
  } else if (!words.empty()) {
    line += fmt::format(" -a '{}'", words);
  }
  return fmt::format("{} -d {}\n", line, in_quotes(help_line(option)));
}

static std::string fish_script() {
  const std::string_view program = ranks::program_name();
  const std::string is_command = "__" + function_name() + "_command";
  std::string script = fmt::format(
      "# Completion of {} for fish.\nfunction {}\n    set -l words (commandline -opc)\n"
      "    test (count $words) -gt 1; and test $words[2] = $argv[1]\nend\n",
      program, is_command);
  for (const options::Command* command : completed_commands()) {
    script += fmt::format("complete -c {} -n __fish_use_subcommand -f -a {} -d {}\n", program, command->name,
                          in_quotes(command->summary));
    const std::string begin = fmt::format("complete -c {} -n '{} {}'", program, is_command, command->name);
    if (operand_of(*command) == nullptr) script += begin + " -f\n";
    for (const options::Option* option : options_of(*command)) script += begin + fish_option(*option);
  }
  return script;
}

std::string completion_script(std::string_view shell) {
  return shell == "bash" ? bash_script() : shell == "zsh" ? zsh_script() : fish_script();
}

}  // namespace tuplepack::cli

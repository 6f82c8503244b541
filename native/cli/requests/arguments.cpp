#include "arguments.hpp"

#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "ranks/ranks.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/options/config_json.hpp"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

namespace tuplepack::cli {

Arguments::Arguments(const options::Command& command) {
  for (const options::Option* option : options_of(command)) given_.push_back({option, {}});
}

const GivenOption* Arguments::find(std::string_view option) const {
  const auto found = std::find_if(given_.begin(), given_.end(),
                                  [=](const GivenOption& given) { return given.option->name == option; });
  return found == given_.end() ? nullptr : &*found;
}

bool Arguments::has(std::string_view option) const {
  return !all(option).empty();
}

const std::vector<std::string>& Arguments::all(std::string_view option) const {
  static const std::vector<std::string> none;
  const GivenOption* const given = find(option);
  return given == nullptr ? none : given->texts;
}

const std::string& Arguments::operator[](std::string_view option) const {
  static const std::string none;
  const auto& texts = all(option);
  return texts.empty() ? none : texts.back();
}

std::vector<std::string> Arguments::list(std::string_view option) const {
  if (!has(option)) return {};
  const auto found = parts((*this)[option], ',');
  return {found.begin(), found.end()};
}

std::int64_t Arguments::count(std::string_view option) const {
  return value(options::read_count((*this)[option]), option);
}

std::vector<std::int64_t> Arguments::counts(std::string_view option) const {
  std::vector<std::int64_t> numbers;
  for (const std::string& part : list(option)) numbers.push_back(value(options::read_count(part), option));
  return numbers;
}

double Arguments::decimal(std::string_view option) const {
  return value(options::read_decimal((*this)[option]), option);
}

std::int64_t Arguments::bytes(std::string_view option) const {
  return value(options::read_bytes((*this)[option]), option);
}

options::Settings Arguments::settings(std::span<const std::string> components) const {
  options::Settings settings;
  for (const auto& [option, texts] : given_) {
    if (option->set == nullptr || texts.empty()) continue;
    const options::OptionValue given = value(read_value(*option, texts.back()), spelled(*option));
    value(option->set(settings, given, components), spelled(*option));
  }
  return settings;
}

std::vector<std::string> Arguments::words_of(options::OptionGroup group) const {
  std::vector<std::string> words;
  for (const auto& [option, texts] : given_) {
    if (option->group != group || option->operand) continue;
    for (const std::string& text : texts) {
      if (text != options::value_text(option->fallback)) words.insert(words.end(), {spelled(*option), text});
    }
  }
  return words;
}

const std::string& Arguments::operand() const {
  static const std::string none;
  for (const GivenOption& given : given_) {
    if (given.option->operand) return given.texts.empty() ? none : given.texts.front();
  }
  return none;
}

int threads_of(const Arguments& arguments) {
  const auto threads = static_cast<int>(arguments.count("threads"));
  return threads == 0 && ranks::count() > 1 ? 1 : threads;
}

std::string spelled(const options::Option& option) {
  return std::string(option.operand ? "" : "--") + std::string(option.name);
}

/// How CLI11 is told of an option: "-o,--output".
static std::string flags(const options::Option& option) {
  return (option.letter == 0 ? "" : std::string{'-', option.letter, ','}) + spelled(option);
}

static CLI::Option* add(CLI::App& app, const options::Option& option, std::vector<std::string>& texts) {
  if (option.kind == options::OptionKind::flag) return app.add_flag(flags(option))->disable_flag_override();
  // One value each time, so that a repeated option never swallows an operand.
  CLI::Option* const added = app.add_option(flags(option), texts)->allow_extra_args(option.operand && option.repeats);
  return option.operand && !option.repeats ? added->expected(1) : added;
}

/// What is wrong where CLI11 found too few or too many values; it begins its message with the name of the option.
static std::string mismatch(const CLI::Error& error, const options::Command& command) {
  const std::string_view message = error.what();
  const std::string name(message.substr(0, message.find_first_of(": ")));
  for (const options::Option* option : options_of(command)) {
    if (spelled(*option) != name && option->name != name) continue;
    return spelled(*option) + (option->kind == options::OptionKind::flag ? " takes no value" : " needs a value");
  }
  return std::string(message);
}

static void require_once(const options::Option& option, std::span<const std::string> texts, std::size_t times,
                         const std::string& hint) {
  if (times < 2 || option.repeats) return;
  if (option.operand) throw Failure(fmt::format("unexpected argument '{}'{}", texts[1], hint));
  throw Failure(fmt::format("{} is given twice{}", spelled(option), hint));
}

static std::string missing(const options::Command& command, const options::Option& option) {
  const std::string example = command.example.empty() ? "" : fmt::format(", e.g. {}", command.example);
  return fmt::format("{} needs {}{}", command.name, spelled(option), example);
}

/// Refuses a second file that would be read from standard input.
static void require_one_reader(std::span<const GivenOption> rows) {
  const options::Option* reader = nullptr;
  for (const auto& [option, texts] : rows) {
    const auto times = std::count(texts.begin(), texts.end(), "-");
    if (option->kind != options::OptionKind::input_file || times == 0) continue;
    if (reader != nullptr) {
      throw Failure(fmt::format("standard input cannot be both {} and {}", spelled(*reader), spelled(*option)));
    }
    if (times > 1) throw Failure(fmt::format("{}: standard input is given twice", spelled(*option)));
    reader = option;
  }
}

/// Whether two options can be given, but not together, or together they choose another method than the command line.
/// first, second  in the order of their rows; `typed` is one of them
static bool exclude_each_other(const GivenOption& first, const GivenOption& second, const GivenOption& typed) {
  options::Settings together;
  for (const GivenOption* row : {&first, &second}) {
    const auto given = read_value(*row->option, row->texts.back());
    options::Settings alone;
    if (row->option->set == nullptr || !given || !row->option->set(alone, *given, {})) return false;
    if (!row->option->set(together, *given, {})) return true;
  }
  return typed.option->name == "method" && together.plan.pack.method != typed.texts.back();
}

/// Leaves out an option of a file that one of the command line excludes.
static void leave_out_excluded(std::span<GivenOption> rows, std::size_t index, std::span<const GivenOption> typed,
                               const std::string& file) {
  for (std::size_t i = 0; i < typed.size(); ++i) {
    if (typed[i].texts.empty()) continue;
    if (!exclude_each_other(rows[std::min(i, index)], rows[std::max(i, index)], typed[i])) continue;
    auto& [option, texts] = rows[index];
    note(fmt::format("{}: {} '{}' is left out, because the command line has {} {}", file, option->name, texts.back(),
                     spelled(*typed[i].option), typed[i].texts.back()));
    texts.clear();
    return;
  }
}

/// Takes from a file what the command line does not say.
static void configure(const options::Command& command, const std::string& path, std::vector<GivenOption>& rows) {
  const std::vector<GivenOption> typed = rows;
  for (auto& [option, texts] : value(parse_config(read_all(path), command), source_name(path))) {
    const auto place =
        std::find_if(rows.begin(), rows.end(), [of = option](const GivenOption& row) { return row.option == of; });
    if (!place->texts.empty() || texts.empty()) continue;
    place->texts = std::move(texts);
    leave_out_excluded(rows, static_cast<std::size_t>(place - rows.begin()), typed, source_name(path));
  }
}

Arguments parse(const options::Command& command, std::span<const char* const> words) {
  Arguments arguments(command);
  CLI::App app;
  app.set_help_flag();
  std::vector<CLI::Option*> added;
  for (auto& [option, texts] : arguments.given_) added.push_back(add(app, *option, texts));
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // the order CLI11 wants
  const std::string hint = fmt::format(" (see 'tuplepack {} --help')", command.name);
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ExtrasError&) {
    const std::string extra = app.remaining(true).front();
    const bool is_option = extra.size() > 1 && extra.front() == '-';
    if (!is_option) throw Failure(fmt::format("unexpected argument '{}'{}", extra, hint));
    std::vector<std::string> spellings;
    for (const options::Option* option : options_of(command)) spellings.push_back(spelled(*option));
    const std::vector<std::string_view> names(spellings.begin(), spellings.end());
    const std::string_view meant = nearest(names, extra.substr(0, extra.find('=')));
    throw Failure(fmt::format("unknown option '{}'{}{}", extra,
                              meant.empty() ? "" : fmt::format("; did you mean {}?", meant), hint));
  } catch (const CLI::ArgumentMismatch& error) {
    throw Failure(mismatch(error, command) + hint);
  } catch (const CLI::Error& error) {
    throw Failure(error.what() + hint);
  }
  for (std::size_t i = 0; i < added.size(); ++i) {
    if (added[i]->count() > 0 && arguments.given_[i].option->kind == options::OptionKind::flag)
      arguments.given_[i].texts = {"on"};
  }
  if (arguments.has("help")) return arguments;
  for (std::size_t i = 0; i < added.size(); ++i) {
    const auto& [option, texts] = arguments.given_[i];
    require_once(*option, texts, added[i]->count(), hint);
    for (const std::string& text : texts) value(read_value(*option, text), spelled(*option));
  }
  require_one_reader(arguments.given_);
  if (arguments.has("config")) configure(command, arguments["config"], arguments.given_);
  require_one_reader(arguments.given_);
  for (auto& [option, texts] : arguments.given_) {
    if (texts.empty() && option->required) throw Failure(missing(command, *option));
    if (std::string fallback = options::value_text(option->fallback); texts.empty() && !fallback.empty()) {
      texts.push_back(std::move(fallback));
    }
  }
  return arguments;
}

}  // namespace tuplepack::cli

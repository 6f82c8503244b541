#include "arguments.hpp"

#include "failure.hpp"

#include <CLI/CLI.hpp>

namespace tuplepack::cli {

static void add(CLI::App& app, const Option& option, Arguments& arguments) {
  std::visit(
      [&](auto field) {
        auto& target = arguments.*field;
        if constexpr (std::is_same_v<decltype(field), bool Arguments::*>) {
          app.add_flag(option.flags, target)->disable_flag_override();
        } else {
          CLI::Option* added = app.add_option(option.flags, target);
          if constexpr (std::is_same_v<decltype(field), std::vector<std::string> Arguments::*>) {
            // A repeated option takes one value each time, so that it never swallows the file's name.
            if (!option.positional()) added->allow_extra_args(false);
          }
          if (!option.fallback.empty()) added->default_val(option.fallback);
        }
      },
      option.field);
}

static bool is_missing(const Option& option, const Arguments& arguments) {
  return std::visit(
      [&](auto field) {
        if constexpr (std::is_same_v<decltype(field), bool Arguments::*>) {
          return false;
        } else {
          return (arguments.*field).empty();
        }
      },
      option.field);
}

Arguments parse(const Command& command, std::span<const char* const> words) {
  Arguments arguments;
  CLI::App app;
  app.set_help_flag();
  for (const Option& option : command.options) add(app, option, arguments);
  std::vector<std::string> reversed(words.rbegin(), words.rend());  // the order CLI11 wants
  const std::string hint = " (see 'tuplepack " + command.name + " --help')";
  try {
    app.parse(std::move(reversed));
  } catch (const CLI::ExtrasError&) {
    const std::string extra = app.remaining(true).front();
    throw Failure((extra.size() > 1 && extra.front() == '-' ? "no option '" : "one argument too many: '") + extra +
                  "'" + hint);
  } catch (const CLI::ArgumentMismatch&) {
    throw Failure("an option without its value, or given twice" + hint);
  } catch (const CLI::Error& error) {
    throw Failure(std::string(error.what()) + hint);
  }
  if (arguments.help) return arguments;
  for (const Option& option : command.options) {
    if (!option.required || !is_missing(option, arguments)) continue;
    const std::string example = command.example.empty() ? "" : ", e.g. " + command.example;
    throw Failure(command.name + " needs " + option.flags + example);
  }
  return arguments;
}

}  // namespace tuplepack::cli

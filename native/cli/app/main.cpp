#include "cli/commands/table.hpp"
#include "cli/input/input.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/output.hpp"
#include "cli/output/text.hpp"
#include "cli/requests/arguments.hpp"
#include "cli/requests/file_roles.hpp"
#include "help.hpp"
#include "ranks/ranks.hpp"

#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <new>
#include <string>

namespace tuplepack::cli {

/// One line, whatever is in a file's name.
static void report(std::string_view message) {
  const std::string line = std::string(ranks::program_name()) + ": " + visible(message) + "\n";
  (void)!write(STDERR_FILENO, line.data(), line.size());
}

static int run(std::span<const char* const> words) {
  const std::string_view name = words.empty() ? "help" : words.front();
  if (name == "--version" || name == "-V") {
    print(std::string(ranks::program_name()) + " " TUPLEPACK_VERSION "\n" TUPLEPACK_BUILD "\n");
    return 0;
  }
  const Runnable found = command_named(name);
  require_many_ranks(*found.command);
  const Arguments arguments = parse(*found.command, words.empty() ? words : words.subspan(1));
  if (arguments.has("help")) {
    print(help_for(*found.command));
    return 0;
  }
  require_distinct_files(*found.command, arguments);
  if (arguments.has("quiet")) be_quiet();
  if (arguments.has("max-gzip-ratio")) set_max_gzip_ratio(arguments.decimal("max-gzip-ratio"));
  return found.run(arguments);
}

/// For the Python package: what kind of an error it is, which the message does not say.
static void report_code(ErrorCode code) {
  if (std::getenv("TUPLEPACK_ERROR_CODES") == nullptr) return;
  const std::string line = "tuplepack: code: " + std::string(name(code)) + "\n";
  (void)!write(STDERR_FILENO, line.data(), line.size());
}

static ranks::Ending run_to_end(std::span<const char* const> words) {
  try {
    const int status = run(words);
    show_notes();
    return {.status = status};
  } catch (const ClosedPipe&) {
    end_by_closed_pipe();
  } catch (const Failure& failure) {
    report_code(failure.code);
    return {.status = exit_bad, .message = failure.what()};
  } catch (const std::bad_alloc&) {
    return {.status = exit_bad, .message = "out of memory"};
  } catch (const std::length_error&) {  // a container asked for more than any memory
    return {.status = exit_bad, .message = "out of memory"};
  } catch (const std::exception& error) {
    return {.status = exit_bad, .message = error.what()};
  }
}

}  // namespace tuplepack::cli

int main(int count, char** words) {
  using namespace tuplepack;
  ranks::begin(count, words);
  cli::prepare_streams();
  const auto own =
      cli::run_to_end(std::span<const char* const>(words, static_cast<std::size_t>(count)).subspan(count > 0 ? 1 : 0));
  return ranks::conclude(own, cli::report);
}

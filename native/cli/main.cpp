#include "arguments.hpp"
#include "failure.hpp"
#include "help.hpp"
#include "input.hpp"
#include "output.hpp"
#include "table.hpp"
#include "text.hpp"

#include <unistd.h>

#include <cstdio>
#include <new>
#include <string>

namespace tuplepack::cli {

/// One line, whatever is in a file's name.
static int report(std::string_view message) {
  const std::string line = "tuplepack: " + visible(message) + "\n";
  (void)!write(STDERR_FILENO, line.data(), line.size());
  return exit_bad;
}

static int run(std::span<const char* const> words) {
  const std::string_view name = words.empty() ? "help" : words.front();
  if (name == "--version" || name == "-V") {
    print("tuplepack " TUPLEPACK_VERSION "\n");
    return 0;
  }
  const Runnable found = command_named(name);
  const Arguments arguments = parse(*found.command, words.empty() ? words : words.subspan(1));
  if (arguments.has("help")) {
    print(help_for(*found.command));
    return 0;
  }
  if (arguments.has("max-gzip-ratio")) set_max_gzip_ratio(arguments.decimal("max-gzip-ratio"));
  return found.run(arguments);
}

}  // namespace tuplepack::cli

int main(int count, char** words) {
  using namespace tuplepack::cli;
  try {
    prepare_streams();
    return run(std::span<const char* const>(words, static_cast<std::size_t>(count)).subspan(count > 0 ? 1 : 0));
  } catch (const ClosedPipe&) {
    end_by_closed_pipe();
  } catch (const Failure& failure) {
    return report(failure.what());
  } catch (const std::bad_alloc&) {
    return report("out of memory");
  } catch (const std::length_error&) {  // a container asked for more than any memory
    return report("out of memory");
  } catch (const std::exception& error) {
    return report(error.what());
  }
}

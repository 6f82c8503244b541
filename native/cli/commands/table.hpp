#pragma once

#include "cli/requests/arguments.hpp"

#include <string_view>

namespace tuplepack::cli {

/// A command and the function that carries it out.
struct Runnable {
  const options::Command* command;
  int (*run)(const Arguments&);
};

/// Throws Failure. "--help" and "-h" are commands too.
[[nodiscard]] Runnable command_named(std::string_view name);

/// Throws Failure for one that does not work on many ranks, where this program is for these.
void require_many_ranks(const options::Command& command);

}  // namespace tuplepack::cli

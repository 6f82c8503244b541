#pragma once

#include "arguments.hpp"

#include <string_view>

namespace tuplepack::cli {

/// A command and the function that carries it out.
struct Runnable {
  const Command* command;
  int (*run)(const Arguments&);
};

/// Throws Failure. "--help" and "-h" are commands too.
[[nodiscard]] Runnable command_named(std::string_view name);

}  // namespace tuplepack::cli

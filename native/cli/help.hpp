#pragma once

#include "tuplepack/options.hpp"

#include <string>

namespace tuplepack::cli {

/// What the program does, and its commands by group.
[[nodiscard]] std::string overview();

[[nodiscard]] std::string help_for(const Command& command);

}  // namespace tuplepack::cli

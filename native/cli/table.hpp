#pragma once

#include "arguments.hpp"

#include <span>
#include <string>
#include <string_view>

namespace tuplepack::cli {

/// Every command with its options: what the parser accepts, what help prints, and what the README lists.
[[nodiscard]] std::span<const Command> commands();

/// Throws Failure. "--help", "-h" and "--version" are commands too.
[[nodiscard]] const Command& command_named(std::string_view name);

/// Help for all, for one command, and the README's section.
[[nodiscard]] std::string help();
[[nodiscard]] std::string help_for(const Command& command);
[[nodiscard]] std::string help_as_markdown();

}  // namespace tuplepack::cli

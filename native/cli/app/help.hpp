#pragma once

#include "tuplepack/options/options.hpp"

#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tuplepack::cli {

/// What the program does, after its name.
inline constexpr std::string_view purpose =
    "packs variable-size data into fixed-shape batches with provably little padding";

/// What it returns.
inline constexpr std::array<std::pair<std::string_view, std::string_view>, 3> exit_codes{{
    {"0", "success"},
    {"1", "negative result (e.g. an unreachable target)"},
    {"2", "bad input or usage"},
}};

/// Terms and what they mean.
using HelpRows = std::vector<std::pair<std::string, std::string>>;

/// The options of a command, as they are spelled and what they do.
[[nodiscard]] HelpRows option_rows(const options::Command& command);

/// "tuplepack pack FILE --limits L [options]".
[[nodiscard]] std::string usage(const options::Command& command);

/// Whether it takes one of methods().
[[nodiscard]] bool has_packing_methods(const options::Command& command);

/// What the program does, and its commands by group.
[[nodiscard]] std::string overview();

[[nodiscard]] std::string help_for(const options::Command& command);

}  // namespace tuplepack::cli

#pragma once

#include "options.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::options {

// {"limits": [222, 502], "depth": 256, "method": "auto", "json": true}

/// What a file says of an option: texts, as they would stand on the command line.
struct ConfiguredOption {
  const Option* option;
  std::vector<std::string> texts;  ///< several only for an option that repeats; none for a flag that is false
};

/// Reads a JSON object of options by name. Values are numbers, texts, true or false; null is as if the option were not
/// there; an array holds what is separated by commas, or the values of an option that repeats. Options of other
/// commands are ignored, so one file can serve several commands.
/// errors  malformed · unknown_name · as read_value, all with line and column
[[nodiscard]] Result<std::vector<ConfiguredOption>> parse_config(std::string_view json, const Command& command);

}  // namespace tuplepack::options

#pragma once

#include <string>
#include <string_view>

namespace tuplepack::cli {

/// A script by which a shell completes commands, options and their choices.
/// shell  bash, zsh or fish
[[nodiscard]] std::string completion_script(std::string_view shell);

}  // namespace tuplepack::cli

#pragma once

#include "tuplepack/options/options.hpp"

#include <string>

namespace tuplepack::cli {

/// The manual page of the program, for man(1): tuplepack.1.
[[nodiscard]] std::string manual();
/// That of a command: tuplepack-pack.1.
[[nodiscard]] std::string manual_of(const options::Command& command);

}  // namespace tuplepack::cli

#pragma once

#include "tuplepack/options/options.hpp"

namespace tuplepack::options {

// What the tables of options have in common.

using Kind = OptionKind;

inline constexpr OptionRange not_negative{.least = 0};
inline constexpr OptionRange positive{.least = 1};

inline std::vector<std::string_view> switch_names() {
  return {"on", "off"};
}

inline constexpr std::string_view threads_of_ranks_help =
    "number of threads; 0: all cores (under MPI: 1 per rank). Does not affect the output";

}  // namespace tuplepack::options

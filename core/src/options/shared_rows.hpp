#pragma once

#include "tuplepack/options.hpp"

namespace tuplepack {

// What the tables of options have in common.

using Kind = OptionKind;

inline constexpr OptionRange not_negative{.least = 0};
inline constexpr OptionRange positive{.least = 1};

}  // namespace tuplepack

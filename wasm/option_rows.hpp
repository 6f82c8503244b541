#pragma once

#include "tuplepack/options.hpp"
#include "values.hpp"

#include <initializer_list>

namespace tuplepack::wasm {

/// OptionRow[].
[[nodiscard]] val option_array(std::initializer_list<std::span<const Option>> tables);

}  // namespace tuplepack::wasm

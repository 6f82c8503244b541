#pragma once

#include "tuplepack/options/options.hpp"
#include "values.hpp"

#include <initializer_list>

namespace tuplepack::wasm {

/// What an option is called in the option objects of JavaScript: packsMultiple for packs-multiple.
[[nodiscard]] std::string key_of(const options::Option& option);

/// OptionRow[].
[[nodiscard]] val option_array(std::initializer_list<std::span<const options::Option>> tables);

}  // namespace tuplepack::wasm

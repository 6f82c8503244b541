#pragma once

#include "tuplepack/options.hpp"
#include "values.hpp"

namespace tuplepack::wasm {

/// OptionRow[], to be followed by more rows.
void push_rows(const val& array, std::span<const Option> options);

/// Names that are known when the program is built.
[[nodiscard]] val name_array(std::span<const std::string_view> names);

}  // namespace tuplepack::wasm

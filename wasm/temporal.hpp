#pragma once

#include "tuplepack/temporal/events.hpp"
#include "values.hpp"

namespace tuplepack::wasm {

/// An object of the interface Events, checked like a file.
[[nodiscard]] temporal::Events events(const val& given);

}  // namespace tuplepack::wasm

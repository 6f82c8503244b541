#pragma once

#include "values.hpp"

namespace tuplepack::wasm {

// One call from JavaScript. A C++ exception would reach it as a bare number.

/// { value } or { error }. `body` is what makes the value; `context` is handed to it.
[[nodiscard]] val guarded(val (*body)(const void* context), const void* context);

template <typename Body>
[[nodiscard]] val guarded(const Body& body) {
  return guarded([](const void* context) -> val { return (*static_cast<const Body*>(context))(); }, &body);
}

/// The value alone, and an empty list for an error: nothing can be listed for what is refused.
template <typename Body>
[[nodiscard]] val listed(const Body& body) {
  const val result = guarded(body);
  return result["error"].isUndefined() ? result["value"] : val::array();
}

}  // namespace tuplepack::wasm

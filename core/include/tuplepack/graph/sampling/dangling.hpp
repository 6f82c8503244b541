#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

/// What becomes of an edge, or a seed, that names a node which no table has.
enum class Dangling : std::uint8_t {
  error,
  drop,      ///< it is left out
  defaults,  ///< "default": the node is added, its features are zeros, empty texts and empty rows
};
[[nodiscard]] std::string_view name(Dangling dangling);
[[nodiscard]] Result<Dangling> dangling_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> dangling_names();

}  // namespace tuplepack::graph

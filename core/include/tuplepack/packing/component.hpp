#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::packing {

/// "num_nodes, num_edges".
[[nodiscard]] std::string component_list(std::span<const std::string> components);

/// The component with this name. A name may be shortened to the part after its last `_` if that is unique (`nodes` for
/// `num_nodes`), or be a number, from 1.
/// errors  unknown_name
[[nodiscard]] Result<std::size_t> component_named(std::string_view text, std::span<const std::string> components);

/// The same, for one of several numbers by component, each of which has one at most.
/// named   the components that had one before, none at first
/// errors  also malformed: a component is given twice, perhaps by different forms of its name
[[nodiscard]] Result<std::size_t> component_once(std::string_view text, std::span<const std::string> components,
                                                 std::vector<bool>& named);

/// Whether components are those of a plan, in a different order: their numbers would be taken for each other's.
[[nodiscard]] bool are_reordered(std::span<const std::string> found, std::span<const std::string> planned);

}  // namespace tuplepack::packing

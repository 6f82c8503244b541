#pragma once

#include "tuplepack/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tuplepack {

enum class PartitionMethod : std::uint8_t { restream, multilevel, metis, random };

[[nodiscard]] std::string_view name(PartitionMethod method);
/// errors  unknown_name
[[nodiscard]] Result<PartitionMethod> partition_method_by_name(std::string_view name);
/// Every name, in the order of menus.
[[nodiscard]] std::vector<std::string_view> partition_methods();

}  // namespace tuplepack

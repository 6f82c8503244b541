#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <string_view>
#include <vector>

namespace tuplepack {

/// The files of a part.
/// dgl        DGL's binary files
/// graphbolt  DGL's binary files, but the graph as GraphBolt samples from it
/// npy        arrays of numpy, one per file
enum class PartFormat : std::uint8_t { dgl, graphbolt, npy };

[[nodiscard]] std::string_view name(PartFormat format);
/// errors  unknown_name
[[nodiscard]] Result<PartFormat> part_format_by_name(std::string_view name);
/// Every name, in the order of menus.
[[nodiscard]] std::vector<std::string_view> part_formats();

}  // namespace tuplepack

#pragma once

#include "tuplepack/base/result.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::graph {

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

/// The forms in which DGL's file holds the edges of a part; DGL makes the others when it needs them.
struct EdgeForms {
  bool coo = true;   ///< coordinates: sources and destinations
  bool csr = false;  ///< compressed rows: edges by source
  bool csc = false;  ///< compressed columns: edges by destination, by which neighbours are sampled

  [[nodiscard]] bool operator==(const EdgeForms&) const = default;
};

/// Every name, in the order of menus.
[[nodiscard]] std::vector<std::string_view> edge_form_names();
/// The names of some forms, in the same order.
[[nodiscard]] std::vector<std::string_view> names(const EdgeForms& forms);
/// Those that are named, and no others.
/// errors  unknown_name
[[nodiscard]] Result<EdgeForms> edge_forms_by_name(std::span<const std::string> names);

}  // namespace tuplepack::graph

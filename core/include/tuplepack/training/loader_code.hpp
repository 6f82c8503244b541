#pragma once

#include "tuplepack/packing/fitting.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::training {

/// The properties of packs that code to load them depends on.
struct LoaderRequest {
  std::vector<std::string> components;  ///< k names, also the names of the arrays of an item
  packing::Limits limits;               ///< as requested: the static shape of a pack
  packing::Fitting fitting{};           ///< as packed: gaps between items, truncation, splits
  std::string file = "packs.npz";       ///< the arrays of an Assignment, by name
};

struct LoaderFramework {
  std::string_view name;
  std::string_view summary;
};
/// `pytorch` `jax` `numpy`
[[nodiscard]] std::span<const LoaderFramework> loader_frameworks();

/// Python code that loads packs and collates each into arrays of the static shape: for every component its data,
/// segment ids and position ids (as from fill_segment_ids and fill_position_ids), padded with zeros. `dataset[i]` must
/// be item i, a dict with an array for each component, with one row per unit of its size.
/// errors  unknown_name (framework) · see room_in_a_pack
[[nodiscard]] Result<std::string> loader_code(std::string_view framework, const LoaderRequest& request);

}  // namespace tuplepack::training

#pragma once

#include "tuplepack/packing/fitting.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

/// What code that loads packs needs to know of them.
struct LoaderRequest {
  std::vector<std::string> components;  ///< k names, also the names of the arrays of an item
  Limits limits;                        ///< as asked: the fixed shape of a pack
  Fitting fitting{};                    ///< as packed: gaps between items, cuts
  std::string file = "packs.npz";       ///< the arrays of an Assignment, each under its name
};

struct LoaderFramework {
  std::string_view name;
  std::string_view summary;
};
/// `pytorch` `jax` `numpy`
[[nodiscard]] std::span<const LoaderFramework> loader_frameworks();

/// A few lines of Python that load packs and turn each into arrays of the fixed shape: for every component its data,
/// segment ids and position ids (as fill_segment_ids and fill_position_ids have them), padded with zeros. The code
/// expects `dataset[i]` to be item i, a dict of arrays with a row for every unit of the component's size.
/// errors  unknown_name (framework) · see room_in_a_pack
[[nodiscard]] Result<std::string> loader_code(std::string_view framework, const LoaderRequest& request);

}  // namespace tuplepack

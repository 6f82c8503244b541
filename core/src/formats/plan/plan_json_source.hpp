#pragma once

#include "tuplepack/packing/document.hpp"

#include <string>
#include <vector>

namespace tuplepack::formats {

/// A value that a file states about the data of its plan and that no data can have.
struct ImpossibleClaim {
  std::string path;      ///< in the file, e.g. "/overlong/items"
  std::string claimed;   ///< what stands there
  std::string possible;  ///< what could, e.g. "at most 3"
};

/// Which of `histogram.bins`, `histogram.totals` and `overlong` cannot be true of any data that the fitting turns into
/// what is packed. What is left may still be untrue of the data there were: see check_source().
/// cost  O(bins · k)
[[nodiscard]] std::vector<ImpossibleClaim> impossible_claims(const packing::PlanDocument& document);

}  // namespace tuplepack::formats

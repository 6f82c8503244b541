#pragma once

#include "tuplepack/base/effort.hpp"
#include "tuplepack/packing/assign.hpp"
#include "tuplepack/packing/document.hpp"
#include "tuplepack/packing/estimate.hpp"
#include "tuplepack/packing/search.hpp"
#include "tuplepack/packing/stream.hpp"

#include <limits>

namespace tuplepack::options {

/// The values of the options of all packing commands, as Option::set stores them.
struct Settings {
  packing::PlanRequest plan;
  packing::EstimateOptions estimate;
  packing::SearchOptions search;
  packing::AssignOptions assign;
  Effort effort = Effort::quick;                                ///< of streams
  double time_limit = std::numeric_limits<double>::infinity();  ///< seconds
  std::int64_t max_work = packing::CheckingWork::usual;         ///< steps of checking a certificate; 0: any
};

}  // namespace tuplepack::options

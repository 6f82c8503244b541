#pragma once

#include "case_pricing.hpp"
#include "case_problem.hpp"
#include "packing/stop.hpp"

#include <optional>

namespace tuplepack::packing {

/// The linear program over all packs of a case.
///   is_closed   it needs more packs than asked; otherwise columns and amounts are a solution with no more, unless
///               rounding errors are in the way
///   bound       packs that it needs
///   scale       no pack holds more than this of the prices
///   prices      bins, whole; they prove the bound, unless that is 0
///   columns     packs that are good at the latest prices
///   amounts     parallel to columns: how often to use each; they cover all items
struct CaseRelaxation {
  bool is_closed = false;
  std::int64_t bound = 0;
  std::int64_t scale = 1;
  std::vector<std::int64_t> prices;
  Columns columns;
  std::vector<double> amounts;
};

/// Column generation until it is clear whether the linear program needs more than `packs` packs.
/// start    packs of the case
/// tables   memory to work in
/// result   none when stopped or given up
[[nodiscard]] std::optional<CaseRelaxation> relax_case(const CaseProblem& problem, const Columns& start,
                                                       std::int64_t packs, CaseTables& tables, Stop& stop);

}  // namespace tuplepack::packing

#pragma once

#include "tuplepack/packing/limits.hpp"

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::bench {

struct ExactProblem {
  std::string name;  ///< of its own, or empty where the problem is one of many random ones
  packing::Histogram histogram;
  packing::Limits limits;
};

/// Problems of one kind. Their order is part of them: random ones share one sequence of random numbers.
struct ExactSet {
  std::string name;
  std::vector<ExactProblem> problems;
};

/// The names of the shipped tables.
[[nodiscard]] std::span<const char* const> shipped_tables();

/// Named by table, limits and depth.
[[nodiscard]] ExactProblem named_problem(const packing::Histogram& histogram, const std::string& table,
                                         const packing::Limits& limits);

/// Problems of the literature on bin packing and vector packing, drawn again: triplets (Falkenauer 1996), few and many
/// uniform sizes, the classes 1 to 9 of Caprara and Toth 2001 in two components, and sizes that all differ. Then the
/// shipped tables, with 1, 1.37 and 2 times the largest sizes as limits, rounded down, and depths of 4, 8, 16 and none;
/// and three of them whose depth takes about as many packs as their sizes do.
/// data   the folder tests/data
/// quick  a few of each
/// use    gets one set after the other
/// Throws std::runtime_error when a file is missing.
void for_each_exact_set(const std::string& data, bool quick, const std::function<void(const ExactSet&)>& use);

/// {"schema":"tuplepack.problems/1","sets":[…]}, each set with its problems: name, limits, depth (null if unlimited),
/// sizes and counts.
[[nodiscard]] std::string exact_problems_json(const std::string& data, bool quick);

}  // namespace tuplepack::bench

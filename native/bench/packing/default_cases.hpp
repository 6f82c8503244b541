#pragma once

#include "exact_problems.hpp"

namespace tuplepack::bench {

/// What people pack without asking for a method: 24 tables, the shipped ones and eight that are drawn, of lengths and of
/// items of two, three and eight components. Each with 1, 1.37 and 2 times its usual limits (the largest sizes; of drawn
/// tables those of their kind), rounded down, and with depths of 3, 4, 8, 16, 64 and none. One set for a table, its
/// problems by limits, then by depth, both from the smallest.
/// data   the folder tests/data
/// quick  one shipped table and one drawn one, each with two limits and three depths
/// use    gets one set after the other
/// Throws std::runtime_error when a file is missing.
void for_each_default_set(const std::string& data, bool quick, const std::function<void(const ExactSet&)>& use);

}  // namespace tuplepack::bench

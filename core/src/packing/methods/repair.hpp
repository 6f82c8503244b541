#pragma once

#include "tuplepack/packing/pack.hpp"

namespace tuplepack::packing {

/// The work of a repair that is not one step among others, in about nanoseconds.
inline constexpr std::int64_t usual_repair_work = 6'000'000'000;

/// Does with fewer packs, if it can, by a local search: the emptiest pack is taken apart, and its items stay outside
/// while others are filled again, better, with the help of these. Ends at `bound`, after much work in vain, or when
/// options.keep_going returns false.
///
/// start   a plan that check() accepts
/// bound   packs that no plan can go under
/// seed    of its random choices
/// work    at most, in about nanoseconds
/// result  `start`, or a plan with fewer packs
[[nodiscard]] Plan repair(const Histogram& histogram, const Limits& limits, Plan start, std::int64_t bound,
                          std::uint64_t seed, std::int64_t work, const PackOptions& options);

}  // namespace tuplepack::packing

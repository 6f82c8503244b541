#pragma once

#include "tuplepack/packing/certificate.hpp"

namespace tuplepack::packing {

/// Verifies the cases of a certificate: they are all there are, and the prices of each close it. Keeps one path of
/// decisions and shares no code with what finds the cases.
/// assumes  validate() accepts
/// errors   those of verify() for cases
/// cost     for each closed case a table of at most 2^22 cells, and a search of the packs that rounded sizes do not rule
///          out; for each split the pairs that it keeps apart
[[nodiscard]] Result<void> verify_cases(const Histogram& histogram, const Limits& limits,
                                        const Certificate& certificate, CheckingWork& work);

}  // namespace tuplepack::packing

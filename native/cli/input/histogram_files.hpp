#pragma once

#include "tuplepack/formats/sizes/sizes.hpp"

#include <string>
#include <vector>

namespace tuplepack::cli {

/// The sizes in several files, which have the same components, as one histogram. Collective: whichever rank is ready
/// reads the next file; then each rank adds up the bins that fall to it, and the first one gets them all.
/// returns  on the first rank; on the others it is empty
/// memory   bins of a rank, however many items there are
/// Throws Failure, on all ranks.
[[nodiscard]] packing::Histogram read_histogram(const std::vector<std::string>& names,
                                                const formats::ReadOptions& options);

/// Whether a file has the components of the first one.
[[nodiscard]] Result<void> same_components(const std::vector<std::string>& found,
                                           const std::vector<std::string>& expected);

}  // namespace tuplepack::cli

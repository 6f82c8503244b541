#pragma once

#include "tuplepack/formats/sizes/sizes.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::tests {

/// Checks that a text is read without error, as these rows. No counts: a table of items.
void check_reads(std::string_view text, const std::vector<std::string>& components,
                 const std::vector<std::int64_t>& sizes, const std::vector<std::int64_t>& counts,
                 const formats::ReadOptions& options = {});

}  // namespace tuplepack::tests

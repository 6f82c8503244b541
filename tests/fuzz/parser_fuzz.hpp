#pragma once

#include "tuplepack/formats/sizes/sizes.hpp"

#include <cstddef>
#include <cstdint>

namespace tuplepack::tests {

/// One input of a parser's fuzz target. The first byte chooses the options; the rest is the file.
/// Holds for every input: however it is cut into pieces, the same rows and the same error come out; sizes and counts
/// are exact and not negative; an error says something; a place has a line, and a column only with a line.
void check_parser(formats::Format format, const std::uint8_t* data, std::size_t size);

}  // namespace tuplepack::tests

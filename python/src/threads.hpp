#pragma once

#include "tuplepack/temporal/sample.hpp"

#include <cstddef>

namespace tuplepack::python {

/// Divides pieces among threads that are started for it; what one of them throws is thrown here.
/// threads  at least 1; 1: none is started
/// least    about as many items a thread has, at least: enough that starting a thread costs little beside it
[[nodiscard]] temporal::ForPieces pieces_for(std::size_t threads, std::int64_t least);

}  // namespace tuplepack::python

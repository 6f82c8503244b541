#pragma once

#include <cstdlib>

namespace tuplepack {

/// Ends the fuzz target, which then keeps the input, unless what must hold does.
inline void require(bool holds) {
  if (!holds) std::abort();
}

}  // namespace tuplepack

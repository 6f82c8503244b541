#pragma once

#include "tuplepack/base/result.hpp"

#include <new>

namespace tuplepack::files {

/// What a step returns; running out of memory is an error like others, which a rank can tell the others.
template <typename Step>
[[nodiscard]] Result<void> within_memory(const Step& step) {
  try {
    return step();
  } catch (const std::bad_alloc&) {
    return fail(ErrorCode::unsupported, "out of memory");
  }
}

}  // namespace tuplepack::files

#pragma once

#include <cstdint>

namespace tuplepack {

/// Where something is in a text: 1-based, columns in bytes; zeros where it did not come from one.
struct TextPlace {
  std::int64_t line = 0;
  std::int64_t column = 0;
};

}  // namespace tuplepack

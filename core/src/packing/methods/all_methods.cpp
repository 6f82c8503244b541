#include "table.hpp"

namespace tuplepack {

std::span<const Method> methods() {
  return method_table;
}

}  // namespace tuplepack

// Linked instead of all_methods.cpp where a program must be small and may not search for long: the rows of other methods
// lose their functions, and nothing refers to these any more.

#include "methods.hpp"
#include "tuplepack/packing/document.hpp"

namespace tuplepack::packing {

static constexpr auto quick_methods = [] {
  auto rows = method_table;
  for (Method& row : rows) {
    if (row.is_quick()) continue;
    row.pack = nullptr;
    row.choose = nullptr;
    row.applies = nullptr;
  }
  return rows;
}();

/// No quick method has a proof of its own, so that the checker is not needed.
std::int64_t checking_steps(const PlanDocument& document) {
  return document.certificate ? document.certificate->work : 0;
}

std::span<const Method> methods() {
  return quick_methods;
}

}  // namespace tuplepack::packing

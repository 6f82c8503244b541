#include "checked_packs.hpp"

#include <doctest/doctest.h>

namespace tuplepack::tests {

std::int64_t checked_packs(const Instance& instance, const packing::Plan& plan) {
  const auto checked = check(instance.histogram, instance.limits, plan);
  CHECK_MESSAGE(checked, checked.error().message);
  return pack_count(plan);
}

}  // namespace tuplepack::tests

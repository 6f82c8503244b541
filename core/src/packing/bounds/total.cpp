#include "bounds.hpp"

namespace tuplepack::packing {

Shown bound_by_total(const Projection& items) {
  return {.packs = divide_up(items.total, items.limit)};
}

}  // namespace tuplepack::packing

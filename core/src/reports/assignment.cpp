#include "tuplepack/reports/assignment.hpp"

namespace tuplepack::reports {

AssignmentCounts assignment_counts(const packing::Assignment& assignment, std::int64_t items) {
  const auto packs = static_cast<std::int64_t>(assignment.offsets.size()) - 1;
  return {.items = items,
          .packs = packs,
          .padding_packs = packs - assignment.packs,
          .dropped = static_cast<std::int64_t>(assignment.dropped.size()),
          .pieces = static_cast<std::int64_t>(assignment.items.size())};
}

}  // namespace tuplepack::reports

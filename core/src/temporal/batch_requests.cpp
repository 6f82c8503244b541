#include "tuplepack/temporal/batch_requests.hpp"

#include <algorithm>
#include <limits>

namespace tuplepack::temporal {

Result<void> check_features(const Rows& rows, std::int64_t count, const std::string& what) {
  if (rows.bytes.empty() || rows.count() >= count) return {};
  return fail(ErrorCode::out_of_range, "there are features for " + std::to_string(rows.count()) + " " + what +
                                           ", but there are " + std::to_string(count) + " " + what);
}

void fill_empty_slots(std::span<const std::int64_t> roots, std::int64_t event, std::span<std::int64_t> nodes,
                      std::span<std::int64_t> events) {
  if (roots.empty()) return;
  const std::size_t k = nodes.size() / roots.size();
  for (std::size_t root = 0, slot = 0; root < roots.size(); ++root) {
    for (const std::size_t end = slot + k; slot < end; ++slot) {
      if (nodes[slot] >= 0) continue;
      nodes[slot] = roots[root];
      events[slot] = event;
    }
  }
}

std::size_t find_last_writes(std::span<const std::uint32_t> node_of, std::size_t events,
                             std::span<std::uint32_t> last_root, std::span<std::uint32_t> last_writes) {
  constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();
  std::fill(last_root.begin(), last_root.end(), none);
  for (std::size_t e = 0; e < events; ++e) {
    for (const std::size_t root : {e, events + e}) last_root[node_of[root]] = static_cast<std::uint32_t>(root);
  }
  std::size_t found = 0;
  for (const std::uint32_t root : last_root) {
    if (root != none) last_writes[found++] = root;
  }
  return found;
}

}  // namespace tuplepack::temporal

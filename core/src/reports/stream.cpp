#include "tuplepack/reports/stream.hpp"

namespace tuplepack {

std::vector<double> stream_efficiency(const StreamTotals& totals, const Limits& limits) {
  std::vector<double> efficiency(limits.sizes.size());
  if (totals.packs == 0) return efficiency;
  for (std::size_t c = 0; c < efficiency.size(); ++c) {
    efficiency[c] = static_cast<double>(totals.real[c]) /
                    (static_cast<double>(totals.packs) * static_cast<double>(limits.sizes[c]));
  }
  return efficiency;
}

}  // namespace tuplepack

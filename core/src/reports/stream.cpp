#include "tuplepack/reports/stream.hpp"

#include "base/arithmetic.hpp"

namespace tuplepack::reports {

std::vector<double> stream_efficiency(const packing::StreamTotals& totals, const packing::Limits& limits) {
  std::vector<double> shares(limits.sizes.size());
  if (totals.packs == 0) return shares;
  for (std::size_t c = 0; c < shares.size(); ++c) {
    shares[c] = efficiency(totals.real[c], totals.packs, limits.sizes[c]);
  }
  return shares;
}

double items_per_pack(const packing::StreamTotals& totals) {
  return static_cast<double>(totals.pieces) / static_cast<double>(totals.packs);
}

}  // namespace tuplepack::reports

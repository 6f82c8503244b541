#include "exact_cover.hpp"
#include "methods.hpp"
#include "strategy_repeats.hpp"

namespace tuplepack {

static Plan pack_by_strategies(const Histogram& histogram, const Limits& limits, Residual residual,
                               const PackOptions& options) {
  return exact_cover(histogram, limits, strategy_repeats(histogram, limits, residual, options), options.paper);
}

Plan pack_nnls(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  return pack_by_strategies(histogram, limits, Residual::plain, options);
}

Plan pack_extended_nnls(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  return pack_by_strategies(histogram, limits, Residual::extended, options);
}

}  // namespace tuplepack

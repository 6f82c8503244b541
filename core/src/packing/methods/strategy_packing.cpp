#include "exact_cover.hpp"
#include "methods.hpp"
#include "strategy_repeats.hpp"

namespace tuplepack::packing {

static Plan pack_by_strategies(const Histogram& histogram, const Limits& limits, Residual residual,
                               const PackOptions& options) {
  Stop stop(options, {.step = residual == Residual::plain ? "nnlshp" : "ennlshp"});
  const StrategyRepeats uses = strategy_repeats(histogram, limits, residual, options.paper, stop);
  return exact_cover(histogram, limits, uses, options.paper, stop);
}

Plan pack_nnls(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  return pack_by_strategies(histogram, limits, Residual::plain, options);
}

Plan pack_extended_nnls(const Histogram& histogram, const Limits& limits, const PackOptions& options) {
  return pack_by_strategies(histogram, limits, Residual::extended, options);
}

}  // namespace tuplepack::packing

// The bounds of lower_bounds() as prices. Each of them is a dual feasible function: items that fit into a pack still fit
// after it has been applied to each of them. bounds/*.cpp name the sources.

#include "bounds.hpp"
#include "tuplepack/packing/certificate.hpp"

#include <algorithm>
#include <functional>

namespace tuplepack::packing {

static Certificate by_depth(const Histogram& histogram, const Limits& limits) {
  const std::int64_t depth = std::min(limits.depth, max_exact);
  Certificate certificate{
      .scale = depth, .prices = std::vector<std::int64_t>(histogram.bins(), 1), .component = {}, .uses_depth = true};
  for (const std::size_t bin : bins_alone(histogram, limits)) certificate.prices[bin] = depth;
  return certificate;
}

namespace {

/// price of a size, of `scale`
struct Function {
  std::int64_t scale;
  std::function<std::int64_t(std::int64_t)> price;
};

}  // namespace

static Function whole_size(std::int64_t limit) {
  return {limit, [](std::int64_t size) { return size; }};
}

/// U(ε) of Fekete and Schepers; without a threshold, every item over half the limit counts as one pack.
static Function large_items(std::int64_t limit, std::int64_t threshold) {
  if (threshold == 0) return {1, [=](std::int64_t size) { return std::int64_t{size > limit / 2}; }};
  return {limit, [=](std::int64_t size) {
            if (size > limit - threshold) return limit;
            return size >= threshold ? size : 0;
          }};
}

static Function steps(std::int64_t limit, std::int64_t k) {
  return {k * limit, [=](std::int64_t size) {
            const std::int64_t p = (k + 1) * size;
            return p % limit == 0 ? size * k : p / limit * limit;
          }};
}

static Function division(std::int64_t limit, std::int64_t divisor) {
  return {2 * (limit / divisor), [=](std::int64_t size) {
            if (2 * size == limit) return limit / divisor;
            if (2 * size < limit) return 2 * (size / divisor);
            return 2 * (limit / divisor - (limit - size) / divisor);
          }};
}

static Certificate by_function(const Histogram& histogram, std::size_t component, const Function& function) {
  Certificate certificate{.scale = function.scale, .prices = {}, .component = component};
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    certificate.prices.push_back(function.price(histogram.size(bin)[component]));
  }
  return certificate;
}

Certificate certify(const Histogram& histogram, const Limits& limits, const LowerBound& bound) {
  if (!bound.component) return by_depth(histogram, limits);
  const std::size_t c = *bound.component;
  const std::int64_t limit = limits.sizes[c];
  if (bound.name == "total") return by_function(histogram, c, whole_size(limit));
  if (bound.name == "martello-toth") return by_function(histogram, c, large_items(limit, bound.parameter));
  if (bound.parameter == 0) return by_function(histogram, c, whole_size(limit));
  // The parameter belongs to either function; one beyond this can only be a divisor.
  if (bound.parameter <= max_exact / limit) {
    Certificate certificate = by_function(histogram, c, steps(limit, bound.parameter));
    if (packs_proven(histogram, certificate) == bound.packs) return certificate;
  }
  return by_function(histogram, c, division(limit, bound.parameter));
}

}  // namespace tuplepack::packing

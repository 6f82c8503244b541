#pragma once

#include "tuplepack/packing/document.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tuplepack {

// What packing will bring, after Kosec, Fu, Krell 2021 ("BP"), with the user's own numbers.
//
// Padded   every item fills up to the largest one; the time of a step is that of its shape.
// Packed   every pack has the shape of the limit. A step takes `overhead` longer than a padded one of the same shape,
//          for masks, positions and the loss per item (BP, Table 1: a little over 4 % for BERT).
// Un-padded  items are laid end to end without padding. A step takes as long as the longest batch among all devices,
//          because the others wait for it (BP §4.3). Time is taken to be proportional to size, as a model's dense
//          layers are; what attention takes beyond that is left out.
//
// All numbers are rounded (ratios to 4 decimals, betas to 6), so that every platform gives the same.

struct EstimateOptions {
  double overhead = 0.043;      ///< by how much a packed step takes longer: 0.043 is 4.3 %; ≥ 0
  std::int64_t devices = 2048;  ///< the curve ends here: 1 … max_devices
  std::int64_t batch = 32;      ///< items a device takes in a step without packing: 1 … max_batch
  double beta1 = 0.9;           ///< the optimizer's decay of the mean, 0 … 1
  double beta2 = 0.999;         ///< and of the square
  std::size_t component = 0;    ///< the one that decides how long a step takes
};
inline constexpr std::int64_t max_devices = 65536;
inline constexpr std::int64_t max_batch = 1048576;

/// How many times faster than padding, on this many devices. The packed speed-up is the same on all.
struct ScalingPoint {
  std::int64_t devices;
  double unpadded;   ///< batch · largest / E(the largest of `devices` independent sums of `batch` items)
  double published;  ///< BP appendix F, for BERT on Wikipedia at batch 32: the speed-up of one device is Gumbel(1.94,
                     ///< 0.108), that of many the least of theirs. One device: 2.0023; without padding: 2.0013.
};

/// A pack holds p items, so a step of as many packs sees p times as many items (BP §3.4). Either take fewer packs, or
/// let the optimizer forget p times as fast per step; the learning rate stays in both cases.
struct OptimizerCorrection {
  double effective_batch;          ///< items in a step of `batch` packs: batch · p
  std::int64_t packs_for_batch;    ///< packs per step that come closest to `batch` items, at least one
  double effective_batch_of_them;  ///< items in such a step
  double beta1;                    ///< beta1^p, for steps of `batch` packs
  double beta2;                    ///< beta2^p
};

struct Estimate {
  EstimateOptions options;
  double packing_factor = 0;  ///< p: items / packs
  double speedup = 0;         ///< p · largest / limit / (1 + overhead): p / (1 + overhead), BP's realised speed-up,
                              ///< where the limit is the largest item
  double ceiling = 0;         ///< largest · items / Σ size: no padding and no overhead at all
  std::vector<ScalingPoint> scaling;          ///< 1, 2, 4, … devices
  std::optional<std::int64_t> faster_from{};  ///< the first point from which on packing beats un-padding
  OptimizerCorrection optimizer{};
  std::vector<std::string> advice;  ///< one or more sentences for a person
};

/// errors  unknown_name (component) · limit_not_positive (devices, batch) · too_large (devices, batch) · negative
///         (overhead, betas; betas above 1 are too_large) · empty (the component is 0 in every item)
/// cost    up to 40 convolutions of 2048 cells, whatever the histogram: 2 ms at 32 items, 20 ms at a million
[[nodiscard]] Result<Estimate> estimate(const PlanDocument& document, const EstimateOptions& options = {});

}  // namespace tuplepack

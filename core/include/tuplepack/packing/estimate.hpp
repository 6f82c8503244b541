#pragma once

#include "tuplepack/packing/document.hpp"
#include "tuplepack/packing/without_packing.hpp"

#include <optional>
#include <string>
#include <vector>

namespace tuplepack::packing {

// The expected speed-up of packing over padding, after Kosec, Fu, Krell 2021 ("BP"), for the user's own data.
//
// Padded     every item is padded to the largest one; the time of a step follows its shape.
//            What people really pay is less: see without_packing.hpp, and SpeedupOver.
// Packed     every pack has the shape of the limit. A step takes `overhead` longer than a padded one of the same shape,
//            for masks, positions and the loss per item (BP, Table 1).
// Un-padded  items are concatenated without padding. A step takes as long as the longest batch among all devices,
//            because the others wait for it (BP §4.3). Time is assumed proportional to size, as in a model's dense
//            layers; the quadratic part of attention is ignored.
//
// All numbers are rounded (ratios to 4 decimals, the overhead to 5, betas to 6), so every platform gives the same.

struct EstimateOptions {
  std::optional<double> overhead{};  ///< extra time of a packed step, 0.043 for 4.3 %; ≥ 0. None: published_overhead
  std::int64_t devices = 2048;       ///< the curve ends here: 1 … max_devices
  std::int64_t batch = usual_batch;  ///< items per device and step without packing: 1 … max_batch
  double beta1 = 0.9;                ///< Adam's β₁, 0 … 1
  double beta2 = 0.999;              ///< Adam's β₂, 0 … 1
  std::size_t component = 0;         ///< the one that determines the time of a step
};
inline constexpr std::int64_t max_devices = 65536;
inline constexpr std::int64_t max_batch = 1048576;

/// The overhead that BP measured for BERT with packs of up to `depth` items (Table 1): 4.283, 4.287, 4.294, 4.481 and
/// 4.477 % at depths 2, 3, 4, 8 and 16; linear between these, constant above 16, and 0 for packs of a single item.
[[nodiscard]] double published_overhead(std::int64_t depth);

/// How many times faster than padding, on this many devices. The packed speed-up does not depend on their number.
struct ScalingPoint {
  std::int64_t devices;
  double unpadded;   ///< batch · largest / E(the largest of `devices` independent sums of `batch` items)
  double published;  ///< BP appendix F, for BERT on Wikipedia at batch 32: the speed-up of one device is Gumbel with
                     ///< α = 1.9409 and β = 0.3179, that of many the least of theirs. One device: 2.124; the ceiling
                     ///< without padding: 2.0013.
};

/// A pack holds p items, so a step of as many packs sees p times as many items (BP §3.4). Either use fewer packs per
/// step, or raise the decay rates to the power p; the learning rate stays the same in both cases.
struct OptimizerCorrection {
  double effective_batch;          ///< items in a step of `batch` packs: batch · p
  std::int64_t packs_for_batch;    ///< packs per step that come closest to `batch` items, at least one
  double effective_batch_of_them;  ///< items in such a step
  double beta1;                    ///< β₁^p, for steps of `batch` packs
  double beta2;                    ///< β₂^p
};

/// How many times faster a plan is than what is done without one (WithoutPacking), overhead included.
struct SpeedupOver {
  double limit = 0;
  double random = 0;  ///< the one to tell: this is what most people do
  double sorted = 0;
  double greedy = 0;  ///< its steps take the overhead, too
};

struct Estimate {
  EstimateOptions options;
  double overhead = 0;        ///< the one given, or published_overhead of the plan's deepest pack
  double packing_factor = 0;  ///< p: items / packs
  double speedup = 0;         ///< p · largest / limit / (1 + overhead): p / (1 + overhead), BP's realised speed-up,
                              ///< where the limit is the largest item
  double ceiling = 0;         ///< largest · items / Σ size: neither padding nor overhead
  WithoutPacking without;     ///< of all components
  SpeedupOver over;
  double ceiling_over_random = 0;             ///< the most that any plan can gain over batches of random items
  std::vector<ScalingPoint> scaling;          ///< 1, 2, 4, … devices
  std::optional<std::int64_t> faster_from{};  ///< from this many devices on packing beats un-padding
  OptimizerCorrection optimizer{};
  std::vector<std::string> advice;  ///< one or more sentences
};

/// errors  unknown_name (component) · limit_not_positive (devices, batch) · too_large (devices, batch) · negative
///         (overhead, betas; betas above 1 are too_large) · empty (the component is 0 in every item)
/// cost    up to 40 convolutions of 2048 cells, whatever the histogram: 2 ms at 32 items, 20 ms at a million
[[nodiscard]] Result<Estimate> estimate(const PlanDocument& document, const EstimateOptions& options = {});

}  // namespace tuplepack::packing

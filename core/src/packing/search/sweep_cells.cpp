#include "sweep_cells.hpp"

#include "base/arithmetic.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace tuplepack::packing {

/// What a number of packs means for efficiency.
static void set_packs(SweepCell& cell, std::int64_t packs, const Totals& real, std::span<const std::int64_t> limits) {
  cell.packs = packs;
  cell.efficiency.resize(limits.size());
  for (std::size_t c = 0; c < limits.size(); ++c) cell.efficiency[c] = efficiency(real.sums[c], packs, limits[c]);
  cell.harmonic_mean = harmonic_mean(real.sums, packs, limits);
}

/// Starts a cell with the cheapest bound there is: total size over limit, items over depth.
/// taken, room  what the items take and where, after fitting; real, limits  what efficiency counts
static SweepCell bounded_cell(const Totals& taken, const Limits& room, const Totals& real,
                              std::span<const std::int64_t> limits) {
  SweepCell cell;
  for (std::size_t c = 0; c < limits.size(); ++c) {
    if (taken.maxima[c] > room.sizes[c]) return cell;
  }
  std::int64_t packs = std::max<std::int64_t>(divide_up(taken.items, room.depth), 1);
  for (std::size_t c = 0; c < limits.size(); ++c) packs = std::max(packs, divide_up(taken.sums[c], room.sizes[c]));
  cell.state = SweepCell::State::pruned;
  set_packs(cell, packs, real, limits);
  return cell;
}

/// The same where items are aligned, cut or left out first.
static Result<SweepCell> bounded_fitted_cell(const Histogram& histogram, const Limits& limits, const Fitting& fitting) {
  const auto fitted = fit(histogram, limits, fitting);
  if (fitted) return bounded_cell(totals(fitted->histogram), fitted->limits, fitted->real, limits.sizes);
  switch (fitted.error().code) {
    case ErrorCode::item_over_limit:
    case ErrorCode::limit_not_positive:
    case ErrorCode::empty: return SweepCell{};
    default: return tl::unexpected(fitted.error());
  }
}

Result<SweepCell> cheaply_bounded_cell(const Histogram& histogram, const Totals& sums, std::vector<std::int64_t> sizes,
                                       const SweepOptions& options) {
  const Limits limits{.sizes = std::move(sizes), .depth = options.depth};
  if (options.fitting != Fitting{}) return bounded_fitted_cell(histogram, limits, options.fitting);
  return bounded_cell(sums, limits, sums, limits.sizes);
}

Result<bool> pack_cell(SweepCell& cell, const Histogram& histogram, const Totals& sums, const Limits& limits,
                       const Fitting& fitting, PackOptions how) {
  std::optional<Fitted> fitted;
  if (fitting != Fitting{}) {
    auto fits = fit(histogram, limits, fitting);
    if (!fits) return tl::unexpected(fits.error());
    fitted = std::move(*fits);
  }
  if (cell.state == SweepCell::State::packed) how.fewer_than = cell.packs;
  const auto packed = pack(fitted ? fitted->histogram : histogram, fitted ? fitted->limits : limits, how);
  if (!packed) return tl::unexpected(packed.error());
  const std::int64_t packs = pack_count(packed->plan);
  if (packs > 0 && packs < how.fewer_than) {
    set_packs(cell, packs, fitted ? fitted->real : sums, limits.sizes);
    cell.state = SweepCell::State::packed;
  }
  return packed->ended != Ended::stopped;
}

bool is_better(const SweepCell& a, std::size_t a_index, const SweepCell& b, std::size_t b_index) {
  return a.harmonic_mean != b.harmonic_mean ? a.harmonic_mean > b.harmonic_mean : a_index < b_index;
}

}  // namespace tuplepack::packing

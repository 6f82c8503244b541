// Forced waste. No two items over half the limit of a component share a pack. What fits beside such an item, within all
// limits, may not fill that component completely: the rest is wasted in the item's pack, whatever the plan. So the item
// may be priced as if it had that size too; no pack becomes worth more than the limit.
//
// On ogbg-molhiv with its maxima as limits, 19 nodes are wasted where the total bound leaves room for 10.
//
// Room is counted in the largest unit that divides every size of a component, and the number of items in a pack is
// ignored, which can only weaken the bound.

#include "bounds.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack::packing {

static constexpr double max_fill_cells = 1 << 22;
static constexpr double max_fill_work = 1e9;  // cells · bins; about 0.2 seconds

namespace {

/// fill[cell] is the largest sum of one component that a pack with the room of that cell can hold; row-major, the last
/// component fastest.
struct Fill {
  std::vector<std::size_t> widths;  ///< k: limit / unit + 1
  std::vector<std::int64_t> units;  ///< k
  std::vector<std::int32_t> fill;

  [[nodiscard]] std::size_t coordinate(std::size_t c, std::int64_t size) const {
    return static_cast<std::size_t>(size / units[c]);
  }
  [[nodiscard]] std::size_t cell(std::span<const std::int64_t> room) const {
    std::size_t cell = 0;
    for (std::size_t c = 0; c < widths.size(); ++c) cell = cell * widths[c] + coordinate(c, room[c]);
    return cell;
  }
};

}  // namespace

static Fill empty_fill(const Histogram& histogram, const Limits& limits) {
  const std::size_t k = histogram.component_count();
  Fill table;
  double cells = 1;
  for (std::size_t c = 0; c < k; ++c) {
    std::int64_t unit = 0;
    for (std::size_t bin = 0; bin < histogram.bins(); ++bin) unit = std::gcd(unit, histogram.size(bin)[c]);
    table.units.push_back(std::max<std::int64_t>(unit, 1));
    table.widths.push_back(static_cast<std::size_t>(limits.sizes[c] / table.units[c]) + 1);
    cells *= static_cast<double>(table.widths[c]);
  }
  if (cells <= max_fill_cells && cells * static_cast<double>(histogram.bins()) <= max_fill_work) {
    table.fill.resize(static_cast<std::size_t>(cells));
  }
  return table;
}

/// How many rooms take an item in about a nanosecond.
static constexpr std::size_t rooms_per_sweep = 8;

/// Allows any number of items of one more size, unless smaller items fill as much in its place.
/// result  the work, in about nanoseconds
static std::int64_t allow(Fill& table, std::span<const std::int64_t> size, std::int32_t worth) {
  const std::size_t k = size.size();
  const std::size_t width = table.widths[k - 1];
  const std::size_t offset = table.cell(size);
  if (table.fill[offset] >= worth) return 1;
  const std::size_t first = table.coordinate(k - 1, size[k - 1]);
  const std::size_t rows = table.fill.size() / width;
  std::size_t swept = 0;
  for (std::size_t row = 0; row < rows; ++row) {
    bool fits = true;
    for (std::size_t c = k - 1, rest = row; c-- > 0; rest /= table.widths[c]) {
      fits = fits && rest % table.widths[c] >= table.coordinate(c, size[c]);
    }
    if (!fits) continue;
    std::int32_t* const to = table.fill.data() + row * width;
    const std::int32_t* const from = to - offset;
    for (std::size_t x = first; x < width; ++x) to[x] = std::max(to[x], from[x] + worth);
    ++swept;
  }
  return static_cast<std::int64_t>(rows + swept * (width - first) / rooms_per_sweep);
}

std::optional<Certificate> certify_forced_waste(const Histogram& histogram, const Limits& limits, std::size_t component,
                                                Stop& stop) {
  const std::size_t k = histogram.component_count();
  Fill table = empty_fill(histogram, limits);
  if (table.fill.empty()) return std::nullopt;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    const auto size = histogram.size(bin);
    if (size[component] == 0) continue;
    const auto worth = static_cast<std::int32_t>(size[component] / table.units[component]);
    if (stop.after(allow(table, size, worth))) return std::nullopt;
  }
  Certificate certificate{.scale = limits.sizes[component], .prices = {}};
  std::vector<std::int64_t> room(k);
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    const auto size = histogram.size(bin);
    for (std::size_t c = 0; c < k; ++c) room[c] = limits.sizes[c] - size[c];
    const bool is_large = size[component] > room[component];
    const std::int64_t beside = std::int64_t{table.fill[table.cell(room)]} * table.units[component];
    certificate.prices.push_back(is_large ? limits.sizes[component] - beside : size[component]);
  }
  return certificate;
}

}  // namespace tuplepack::packing

#include "tuplepack/reports/stats.hpp"

#include "base/arithmetic.hpp"
#include "tuplepack/base/visible.hpp"

#include <algorithm>
#include <utility>

namespace tuplepack::reports {

std::int64_t ComponentStats::quantile(double share) const {
  const double wanted = share * static_cast<double>(items);
  std::int64_t so_far = 0;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    so_far += counts[i];
    if (static_cast<double>(so_far) >= wanted) return sizes[i];
  }
  return sizes.back();
}

std::vector<std::int64_t> ComponentStats::intervals(std::size_t most) const {
  const std::int64_t span = largest() - smallest() + 1;
  const std::int64_t width = divide_up(span, static_cast<std::int64_t>(most));
  std::vector<std::int64_t> items_in(static_cast<std::size_t>(divide_up(span, width)));
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    items_in[static_cast<std::size_t>((sizes[i] - smallest()) / width)] += counts[i];
  }
  return items_in;
}

double ComponentStats::padding() const {
  return largest() == 0 ? 0 : 1 - mean() / static_cast<double>(largest());
}

static ComponentStats stats_of(const packing::Histogram& histogram, std::size_t component) {
  std::vector<std::pair<std::int64_t, std::int64_t>> rows;
  rows.reserve(histogram.bins());
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    rows.emplace_back(histogram.size(bin)[component], histogram.counts[bin]);
  }
  std::sort(rows.begin(), rows.end());
  ComponentStats result;
  for (const auto& [size, count] : rows) {
    if (result.sizes.empty() || result.sizes.back() != size) {
      result.sizes.push_back(size);
      result.counts.push_back(0);
    }
    result.counts.back() += count;
    result.items += count;
    result.total += size * count;
  }
  return result;
}

std::vector<ComponentStats> component_stats(const packing::Histogram& histogram) {
  std::vector<ComponentStats> all;
  for (std::size_t c = 0; c < histogram.component_count(); ++c) all.push_back(stats_of(histogram, c));
  return all;
}

/// As readers find a column by its name.
static bool is_called_count(std::string_view name) {
  constexpr std::string_view count = "count";
  return name.size() == count.size() && std::equal(name.begin(), name.end(), count.begin(), [](char a, char b) {
           return (a >= 'A' && a <= 'Z' ? static_cast<char>(a - 'A' + 'a') : a) == b;
         });
}

Result<std::string> histogram_csv(const packing::Histogram& histogram) {
  std::string text;
  for (const std::string& component : histogram.components) {
    if (is_called_count(component)) {
      return fail(ErrorCode::unsupported, "the component name '" + component + "' clashes with the count column");
    }
    text += csv_field(component) + ',';
  }
  text += "count\n";
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    for (const std::int64_t size : histogram.size(bin)) text += std::to_string(size) + ',';
    text += std::to_string(histogram.counts[bin]) + '\n';
  }
  return text;
}

}  // namespace tuplepack::reports

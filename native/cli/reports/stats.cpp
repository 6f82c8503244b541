#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tuplepack::cli {

/// One component on its own.
struct Marginal {
  std::vector<std::int64_t> sizes;   // ascending
  std::vector<std::int64_t> counts;  // parallel
  std::int64_t items = 0;
  std::int64_t sum = 0;
};

static Marginal marginal(const Histogram& histogram, std::size_t component) {
  std::vector<std::pair<std::int64_t, std::int64_t>> rows;
  for (std::size_t bin = 0; bin < histogram.bins(); ++bin) {
    rows.emplace_back(histogram.size(bin)[component], histogram.counts[bin]);
  }
  std::sort(rows.begin(), rows.end());
  Marginal result;
  for (const auto& [size, count] : rows) {
    if (result.sizes.empty() || result.sizes.back() != size) {
      result.sizes.push_back(size);
      result.counts.push_back(0);
    }
    result.counts.back() += count;
    result.items += count;
    result.sum += size * count;
  }
  return result;
}

/// The smallest size that at least this share of the items do not exceed.
static std::int64_t quantile(const Marginal& marginal, double share) {
  const double wanted = share * static_cast<double>(marginal.items);
  std::int64_t so_far = 0;
  for (std::size_t i = 0; i < marginal.sizes.size(); ++i) {
    so_far += marginal.counts[i];
    if (static_cast<double>(so_far) >= wanted) return marginal.sizes[i];
  }
  return marginal.sizes.back();
}

static double mean(const Marginal& marginal) {
  return static_cast<double>(marginal.sum) / static_cast<double>(marginal.items);
}

/// Padding when every item has a row of the largest size to itself.
static double padding(const Marginal& marginal) {
  const std::int64_t largest = marginal.sizes.back();
  return largest == 0 ? 0 : 1 - mean(marginal) / static_cast<double>(largest);
}

/// How often each size occurs, as rows of block characters.
static std::string picture(const Marginal& marginal, std::size_t columns, std::size_t height) {
  static constexpr std::array<std::string_view, 9> eighths = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::int64_t first = marginal.sizes.front();
  const auto span = static_cast<std::size_t>(marginal.sizes.back() - first) + 1;
  const std::size_t per_column = (span + columns - 1) / columns;
  std::vector<std::int64_t> sums((span + per_column - 1) / per_column);
  for (std::size_t i = 0; i < marginal.sizes.size(); ++i) {
    sums[static_cast<std::size_t>(marginal.sizes[i] - first) / per_column] += marginal.counts[i];
  }
  const double most = static_cast<double>(*std::max_element(sums.begin(), sums.end()));
  std::string text;
  for (std::size_t row = height; row-- > 0;) {
    std::string cells;
    for (const std::int64_t sum : sums) {
      const double units = static_cast<double>(sum) / most * static_cast<double>(height * 8);
      // What is there at all shows.
      const auto filled = std::max(static_cast<std::size_t>(units), sum > 0 ? std::size_t{1} : std::size_t{0});
      cells += eighths[std::clamp(filled, row * 8, row * 8 + 8) - row * 8];
    }
    cells.erase(cells.find_last_not_of(' ') + 1);
    text += "  " + cells + "\n";
  }
  const std::string low = grouped(first);
  const std::string high = grouped(marginal.sizes.back());
  return text + "  " + low +
         fmt::format("{:>{}}", high, std::max(sums.size(), low.size() + high.size() + 1) - low.size()) + "\n";
}

std::string stats_text(const Histogram& histogram, const Terminal& terminal) {
  const auto bins = static_cast<std::int64_t>(histogram.bins());
  std::string text =
      bold(fmt::format("{} of {}", counted(totals(histogram).items, "item"), counted(bins, "size")), terminal) + "\n\n";
  Table table{.header = {"", "total", "smallest", "median", "mean", "99%", "largest", "padding"},
              .rows = {},
              .left = {true},
              .marked = {}};
  std::string pictures;
  for (std::size_t c = 0; c < histogram.component_count(); ++c) {
    const Marginal one = marginal(histogram, c);
    table.rows.push_back({histogram.components[c], grouped(one.sum), grouped(one.sizes.front()),
                          grouped(quantile(one, 0.5)), fmt::format("{:.2f}", mean(one)), grouped(quantile(one, 0.99)),
                          grouped(one.sizes.back()), percent(padding(one))});
    pictures += "\n  " + bold(histogram.components[c], terminal) + "\n" + picture(one, 60, 5);
  }
  return text + table.text(terminal) + pictures +
         "\nPadding is what a batch wastes without packing, when every item is padded to the largest.\n";
}

std::string stats_json(const Histogram& histogram) {
  Json metrics{{"smallest", Json::array()}, {"median", Json::array()},  {"mean", Json::array()},
               {"p99", Json::array()},      {"largest", Json::array()}, {"padding", Json::array()}};
  for (std::size_t c = 0; c < histogram.component_count(); ++c) {
    const Marginal one = marginal(histogram, c);
    metrics["smallest"].push_back(one.sizes.front());
    metrics["median"].push_back(quantile(one, 0.5));
    metrics["mean"].push_back(mean(one));
    metrics["p99"].push_back(quantile(one, 0.99));
    metrics["largest"].push_back(one.sizes.back());
    metrics["padding"].push_back(padding(one));
  }
  return line({{"schema", "tuplepack.stats/1"}, {"histogram", histogram_json(histogram)}, {"metrics", metrics}});
}

}  // namespace tuplepack::cli

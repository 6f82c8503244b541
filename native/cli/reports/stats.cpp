#include "tuplepack/reports/stats.hpp"
#include "reports.hpp"
#include "shared.hpp"
#include "without_packing.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tuplepack::cli {

/// How often each size occurs, as rows of block characters.
static std::string picture(const reports::ComponentStats& stats, std::size_t columns, std::size_t height) {
  static constexpr std::array<std::string_view, 9> eighths = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
  const std::vector<std::int64_t> sums = stats.intervals(columns);
  const double most = static_cast<double>(*std::max_element(sums.begin(), sums.end()));
  std::string text;
  for (std::size_t row = height; row-- > 0;) {
    std::string cells;
    for (const std::int64_t sum : sums) {
      const double units = static_cast<double>(sum) / most * static_cast<double>(height * 8);
      // A nonempty interval shows at least an eighth.
      const auto filled = std::max(static_cast<std::size_t>(units), sum > 0 ? std::size_t{1} : std::size_t{0});
      cells += eighths[std::clamp(filled, row * 8, row * 8 + 8) - row * 8];
    }
    cells.erase(cells.find_last_not_of(' ') + 1);
    text += "  " + cells + "\n";
  }
  const std::string low = grouped(stats.smallest());
  const std::string high = grouped(stats.largest());
  return text + "  " + low +
         fmt::format("{:>{}}", high, std::max(sums.size(), low.size() + high.size() + 1) - low.size()) + "\n";
}

std::string stats_text(const packing::Histogram& histogram, const packing::WithoutPacking& paid, const RanksCost& cost,
                       const Terminal& terminal) {
  const auto bins = static_cast<std::int64_t>(histogram.bins());
  std::string text =
      bold(fmt::format("{} of {}", counted(totals(histogram).items, "item"), counted(bins, "size")), terminal) + "\n\n";
  Table table{.header = {"", "total", "smallest", "median", "mean", "p99", "largest"},
              .rows = {},
              .left = {true},
              .marked = {}};
  std::string pictures;
  const auto components = reports::component_stats(histogram);
  for (std::size_t c = 0; c < components.size(); ++c) {
    const reports::ComponentStats& one = components[c];
    table.rows.push_back({histogram.components[c], grouped(one.total), grouped(one.smallest()),
                          grouped(one.quantile(0.5)), fmt::format("{:.2f}", one.mean()), grouped(one.quantile(0.99)),
                          grouped(one.largest())});
    pictures += "\n  " + bold(visible(histogram.components[c]), terminal) + "\n" + picture(one, 60, 5);
  }
  return text + table.text(terminal) + "\n" +
         without_packing_text(paid, histogram.components, "the largest", terminal) +
         "\nWithout packing, the usual choice is " + random_batches_text(paid.batch) + ".\n" + pictures +
         ranks_line(cost);
}

std::string stats_json(const packing::Histogram& histogram, const packing::WithoutPacking& paid,
                       const RanksCost& cost) {
  const std::vector<reports::ComponentStats> components = reports::component_stats(histogram);
  return formats::json_line([&](formats::JsonWriter& json) {
    const auto write = [&](std::string_view metric, auto&& value_of) {
      json.array(metric, [&] {
        for (const reports::ComponentStats& one : components) json.value(value_of(one));
      });
    };
    json.field("schema", "tuplepack.stats/1");
    write_histogram(json, histogram);
    json.object("metrics", [&] {
      write("smallest", [](const reports::ComponentStats& one) { return one.smallest(); });
      write("median", [](const reports::ComponentStats& one) { return one.quantile(0.5); });
      write("mean", [](const reports::ComponentStats& one) { return one.mean(); });
      write("p99", [](const reports::ComponentStats& one) { return one.quantile(0.99); });
      write("largest", [](const reports::ComponentStats& one) { return one.largest(); });
      write("padding", [](const reports::ComponentStats& one) { return one.padding(); });
    });
    write_without_packing(json, paid);
    write_ranks(json, cost);
  });
}

}  // namespace tuplepack::cli

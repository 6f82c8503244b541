#include "tuplepack/reports/sweep.hpp"
#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace tuplepack::cli {

static constexpr std::size_t listed_cells = 5;
static constexpr std::array<std::string_view, 5> shades = {"·", "░", "▒", "▓", "█"};
/// Dark violet over green to yellow, from the 256 colours every terminal has.
static constexpr std::array<int, 12> cell_colours = {53, 54, 60, 61, 67, 66, 72, 71, 77, 113, 149, 227};

template <typename Palette>
static const typename Palette::value_type& shade(const Palette& palette, double share) {
  return palette[std::min(static_cast<std::size_t>(share * static_cast<double>(palette.size())), palette.size() - 1)];
}

static std::string pixel(double share, std::size_t width, const Terminal& terminal) {
  if (terminal.colour) return fmt::format("\x1b[48;5;{}m{:{}}\x1b[0m", shade(cell_colours, share), "", width);
  std::string text;
  for (std::size_t i = 0; i < width; ++i) text += shade(shades, share);
  return text;
}

namespace {

/// Which cells of the grid a pixel of the map stands for: the best of them is shown.
struct Downscaling {
  std::size_t cells;
  std::size_t per_pixel;

  Downscaling(std::size_t count, std::size_t room) : cells(count), per_pixel((count + room - 1) / room) {}
  [[nodiscard]] std::size_t pixels() const { return (cells + per_pixel - 1) / per_pixel; }
  [[nodiscard]] std::size_t begin(std::size_t pixel) const { return pixel * per_pixel; }
  [[nodiscard]] std::size_t end(std::size_t pixel) const { return std::min(cells, (pixel + 1) * per_pixel); }
};

}  // namespace

static std::string heat_map(const packing::Histogram& source, const packing::Sweep& sweep, const Terminal& terminal) {
  constexpr std::size_t margin = 10;
  const auto columns = static_cast<std::size_t>(sweep.ranges[1].size());
  const Downscaling down(static_cast<std::size_t>(sweep.ranges[0].size()), 40);
  const Downscaling across(columns, terminal.width - margin);
  const std::size_t pixel_width = across.pixels() * 2 <= terminal.width - margin ? 2 : 1;
  const reports::MeanRange scale = reports::mean_range(sweep);
  std::string text =
      fmt::format("  {} down, {} across\n", visible(source.components[0]), visible(source.components[1]));
  for (std::size_t y = 0; y < down.pixels(); ++y) {
    text += fmt::format("  {:>6} ", sweep.ranges[0][static_cast<std::int64_t>(down.begin(y))]);
    for (std::size_t x = 0; x < across.pixels(); ++x) {
      double best = -1;
      bool holds_best = false;
      for (std::size_t row = down.begin(y); row < down.end(y); ++row) {
        for (std::size_t column = across.begin(x); column < across.end(x); ++column) {
          const std::size_t at = row * columns + column;
          if (sweep.cells[at].state != packing::SweepCell::State::infeasible)
            best = std::max(best, sweep.cells[at].harmonic_mean);
          holds_best = holds_best || at == sweep.best;
        }
      }
      if (holds_best) {
        text += bold(std::string(pixel_width, '*'), terminal);
      } else {
        text += best < 0 ? std::string(pixel_width, ' ') : pixel(scale.share(best), pixel_width, terminal);
      }
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += "\n";
  }
  const std::string low = std::to_string(sweep.ranges[1].first);
  text += fmt::format("         {}{:>{}}\n", low, sweep.ranges[1][sweep.ranges[1].size() - 1],
                      std::max(across.pixels() * pixel_width, low.size() + 6) - low.size());
  text += "         " + percent(scale.low) + " ";
  const std::size_t steps = terminal.colour ? cell_colours.size() : shades.size();
  for (std::size_t i = 0; i < steps; ++i) {
    text += pixel((static_cast<double>(i) + 0.5) / static_cast<double>(steps), 2, terminal);
  }
  return text + " " + percent(scale.high) + " harmonic mean of the efficiencies; * is the best\n\n";
}

static std::string best_table(const packing::Histogram& source, const packing::Sweep& sweep, const Terminal& terminal) {
  Table table{.header = source.components, .rows = {}, .left = {}, .marked = 0};
  table.header.emplace_back("packs");
  for (const std::string& name : source.components) table.header.push_back("eff. " + name);
  table.header.emplace_back("harmonic mean");
  for (const std::size_t cell : reports::best_cells(sweep, listed_cells)) {
    std::vector<std::string> row;
    for (const std::int64_t limit : sweep.limits(cell)) row.push_back(grouped(limit));
    row.push_back(grouped(sweep.cells[cell].packs));
    for (const double efficiency : sweep.cells[cell].efficiency) row.push_back(percent(efficiency));
    row.push_back(percent(sweep.cells[cell].harmonic_mean));
    table.rows.push_back(std::move(row));
  }
  return table.text(terminal);
}

std::string sweep_text(const SweepReport& report, const Terminal& terminal) {
  const packing::Sweep& sweep = report.sweep;
  const reports::CellCounts counts = reports::cell_counts(sweep);
  std::string text;
  if (sweep.ranges.size() == 2 && sweep.best) text += heat_map(report.source, sweep, terminal);
  if (sweep.best) text += best_table(report.source, sweep, terminal) + "\n";
  text += fmt::format("{}: {} packed by {}", counted(static_cast<std::int64_t>(sweep.cells.size()), "cell"),
                      grouped(counts.packed), packing::cell_method(report.options.pack.method));
  if (counts.refined > 0)
    text += fmt::format(", {} of them by {} too", grouped(counts.refined), packing::refining_method);
  if (counts.pruned > 0) {
    text += sweep.stopped ? fmt::format(", {} not packed (shown by a bound)", grouped(counts.pruned))
                          : fmt::format(
                                ", {} skipped because a bound proves them worse (shown by that bound; --full "
                                "packs them)",
                                grouped(counts.pruned));
  }
  if (counts.infeasible > 0) {
    text += fmt::format(", {} too small for some item", grouped(counts.infeasible));
  }
  if (sweep.stopped) text += fmt::format("; {}; a better cell may exist", stopped_text(report.ended));
  return text + fmt::format("; {}\n", duration(report.seconds));
}

static void write_cell(formats::JsonWriter& json, const packing::Sweep& sweep, std::size_t cell) {
  const packing::SweepCell& one = sweep.cells[cell];
  json.object([&] {
    json.field("limits", sweep.limits(cell));
    json.field("state", reports::name(one.state));
    json.field("refined", one.refined);
    json.field("packs", one.packs);
    json.field("efficiency", one.efficiency);
    json.field("harmonic_mean", one.harmonic_mean);
  });
}

static void write_metrics(formats::JsonWriter& json, const SweepReport& report) {
  const reports::CellCounts counts = reports::cell_counts(report.sweep);
  json.object("metrics", [&] {
    json.field("cells", report.sweep.cells.size());
    json.field("packed", counts.packed);
    json.field("refined", counts.refined);
    json.field("pruned", counts.pruned);
    json.field("infeasible", counts.infeasible);
    json.field("ended", name(report.ended));
    json.field("seconds", report.seconds);
  });
}

std::string sweep_json(const SweepReport& report) {
  const packing::Sweep& sweep = report.sweep;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.sweep/1");
    write_histogram(json, report.source);
    write_ranges(json, sweep.ranges);
    write_depth(json, report.options.depth);
    json.field("method", report.options.pack.method);
    json.field("cell_method", packing::cell_method(report.options.pack.method));
    json.field("heuristic", to_string(report.options.pack.heuristic, report.source.components));
    write_metrics(json, report);
    json.key("best");
    if (sweep.best) {
      write_cell(json, sweep, *sweep.best);
    } else {
      json.value(nullptr);
    }
    json.array("cells", [&] {
      for (std::size_t cell = 0; cell < sweep.cells.size(); ++cell) write_cell(json, sweep, cell);
    });
    write_fitting(json, report.options.fitting, sweep.ranges.size());
  });
}

std::string sweep_csv(const SweepReport& report) {
  const packing::Sweep& sweep = report.sweep;
  std::string text;
  for (const std::string& name : report.source.components) text += csv_field(name) + ",";
  text += "state,packs,";
  for (const std::string& name : report.source.components) text += csv_field("efficiency_" + name) + ",";
  text += "harmonic_mean\n";
  for (std::size_t cell = 0; cell < sweep.cells.size(); ++cell) {
    const packing::SweepCell& one = sweep.cells[cell];
    for (const std::int64_t limit : sweep.limits(cell)) text += fmt::format("{},", limit);
    text += fmt::format("{},{},", reports::name(one.state), one.packs);
    for (std::size_t c = 0; c < sweep.ranges.size(); ++c) {
      text += one.efficiency.empty() ? "," : fmt::format("{},", one.efficiency[c]);
    }
    text += fmt::format("{}\n", one.harmonic_mean);
  }
  return text;
}

}  // namespace tuplepack::cli

#include "benchmarks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace tuplepack::cli {

// Pixels. The colours are of middle brightness, so that the picture can be read on white and on black.
static constexpr double plot_left = 72, plot_right = 560, plot_top = 56, plot_bottom = 440, picture_width = 920,
                        line_height = 18;
static constexpr const char* grey = "#767676";
static constexpr std::array<const char*, 5> line_colours{"#d9730d", "#3b82f6", "#16a34a", "#a855f7", "#0891b2"};

static std::string escaped(const std::string& text) {
  std::string result;
  for (const char ch : text) result += ch == '&' ? "&amp;" : ch == '<' ? "&lt;" : std::string(1, ch);
  return result;
}

static std::string text_at(double x, double y, const char* anchor, const char* colour, const std::string& text) {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\" text-anchor=\"{}\" fill=\"{}\">{}</text>\n", x, y, anchor, colour,
                     escaped(text));
}

static std::string line_between(double x1, double y1, double x2, double y2, const char* colour, double thickness) {
  return fmt::format(
      "<line x1=\"{:.1f}\" y1=\"{:.1f}\" x2=\"{:.1f}\" y2=\"{:.1f}\" stroke=\"{}\" stroke-width=\"{:.1f}\"/>\n", x1, y1,
      x2, y2, colour, thickness);
}

namespace {

/// A logarithmic axis over whole decades: from 10^first to 10^last.
struct Axis {
  int first, last;
  double begin, end;  ///< pixels

  [[nodiscard]] double at(double value) const {
    return begin + (std::log10(value) - first) / (last - first) * (end - begin);
  }
};

}  // namespace

static Axis axis_over(const std::vector<double>& values, double begin, double end) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const int first = static_cast<int>(std::floor(std::log10(*least) - 0.02));
  const int last = static_cast<int>(std::ceil(std::log10(*most) + 0.02));
  return {.first = first, .last = std::max(last, first + 1), .begin = begin, .end = end};
}

/// The powers of ten, and 2 and 5 times them where there is room.
static std::vector<double> ticks(const Axis& axis) {
  std::vector<double> values;
  for (int decade = axis.first; decade <= axis.last; ++decade) {
    for (const int times : {1, 2, 5}) {
      if (times > 1 && (decade == axis.last || axis.last - axis.first > 3)) continue;
      values.push_back(times * std::pow(10.0, decade));
    }
  }
  return values;
}

static std::string grid(const Axis& across, const Axis& up) {
  std::string svg;
  for (const double value : ticks(across)) {
    svg += line_between(across.at(value), plot_top, across.at(value), plot_bottom, "#76767640", 1);
    svg += text_at(across.at(value), plot_bottom + 18, "middle", grey, fmt::format("{:g}", value));
  }
  for (const double value : ticks(up)) {
    svg += line_between(plot_left, up.at(value), plot_right, up.at(value), "#76767640", 1);
    svg += text_at(plot_left - 8, up.at(value) + 4, "end", grey, fmt::format("{:g}", value * 1e-9));
  }
  svg += text_at((plot_left + plot_right) / 2, plot_bottom + 40, "middle", grey, "operations per byte");
  svg += fmt::format(
      "<text transform=\"translate(18 {:.1f}) rotate(-90)\" text-anchor=\"middle\" fill=\"{}\">GB/s</text>\n",
      (plot_top + plot_bottom) / 2, grey);
  return svg;
}

namespace {

struct Point {
  double x, y;
};

}  // namespace

/// Somewhere beside a dot where neither a dot nor an earlier number is.
static Point place_for_number(Point dot, const std::vector<Point>& taken) {
  for (const double distance : {12.0, 22.0, 32.0, 42.0}) {
    for (const Point way : {Point{1, 0}, Point{-1, 0}, Point{0, -1}, Point{0, 1}, Point{0.8, -0.9}, Point{-0.8, -0.9},
                            Point{0.8, 0.9}, Point{-0.8, 0.9}}) {
      const Point place{dot.x + way.x * distance, dot.y + way.y * distance};
      const bool free = std::none_of(taken.begin(), taken.end(), [&](Point other) {
        return std::abs(other.x - place.x) < 12 && std::abs(other.y - place.y) < 11;
      });
      if (free && place.x > plot_left && place.x < plot_right && place.y > plot_top && place.y < plot_bottom)
        return place;
    }
  }
  return {dot.x + 12, dot.y};
}

/// A case has the colour of the ceiling that it is held against.
static const char* colour_of(const bench::ShareReport& report, const std::string& ceiling) {
  const auto index = static_cast<std::size_t>(&ceiling_named(report, ceiling) - report.ceilings.data());
  return line_colours[index % line_colours.size()];
}

static std::string dots(const bench::ShareReport& report, const Axis& across, const Axis& up) {
  std::vector<Point> taken;
  for (const bench::ShareCase& entry : report.cases) {
    taken.push_back({across.at(entry.operations / static_cast<double>(entry.bytes)), up.at(rate(entry))});
  }
  std::string svg;
  for (std::size_t i = 0; i < report.cases.size(); ++i) {
    const Point dot = taken[i], number = place_for_number(dot, taken);
    const char* const colour = colour_of(report, report.cases[i].ceiling);
    svg += fmt::format("<circle cx=\"{:.1f}\" cy=\"{:.1f}\" r=\"4\" fill=\"{}\"/>\n", dot.x, dot.y, colour);
    svg += text_at(number.x, number.y + 4, "middle", colour, std::to_string(i + 1));
    taken.push_back(number);
  }
  return svg;
}

static std::string ceiling_lines(const bench::ShareReport& report, const Axis& up) {
  std::string svg;
  for (const bench::Ceiling& ceiling : report.ceilings) {
    if (ceiling.bytes == 0) continue;
    svg += line_between(plot_left, up.at(rate(ceiling)), plot_right, up.at(rate(ceiling)),
                        colour_of(report, ceiling.name), 1.5);
  }
  return svg;
}

/// Beside the plot: the ceilings with their rates, and the cases with their shares.
static std::string legend(const bench::ShareReport& report) {
  constexpr double begin = plot_right + 28, text = begin + 30, end = picture_width - 16;
  double y = plot_top + 8;
  std::string svg;
  for (const bench::Ceiling& ceiling : report.ceilings) {
    const char* const colour = colour_of(report, ceiling.name);
    if (ceiling.bytes > 0) svg += line_between(begin, y - 4, begin + 20, y - 4, colour, 1.5);
    svg += text_at(text, y, "start", grey, ceiling.name);
    svg += text_at(end, y, "end", grey,
                   ceiling.bytes > 0 ? fmt::format("{:.1f} GB/s", rate(ceiling) * 1e-9)
                                     : fmt::format("{:.2f} us", ceiling.timing.best * 1e6));
    y += line_height;
  }
  y += line_height;
  svg += text_at(end, y, "end", grey, "of its ceiling");
  for (std::size_t i = 0; i < report.cases.size(); ++i) {
    y += line_height;
    const bench::ShareCase& entry = report.cases[i];
    svg += text_at(begin + 20, y, "end", colour_of(report, entry.ceiling), std::to_string(i + 1));
    svg += text_at(text, y, "start", grey, entry.name);
    svg += text_at(end, y, "end", grey, fmt::format("{:.2f}", share(report, entry)));
  }
  return svg;
}

std::string roofline_svg(const bench::ShareReport& report) {
  std::vector<double> rates, intensities;
  for (const bench::Ceiling& ceiling : report.ceilings) {
    if (ceiling.bytes > 0) rates.push_back(rate(ceiling));
  }
  for (const bench::ShareCase& entry : report.cases) {
    rates.push_back(rate(entry));
    intensities.push_back(entry.operations / static_cast<double>(entry.bytes));
  }
  const Axis across = axis_over(intensities, plot_left, plot_right), up = axis_over(rates, plot_bottom, plot_top);
  const double legend_end =
      plot_top + line_height * static_cast<double>(report.ceilings.size() + report.cases.size() + 3);
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {:.0f} {:.0f}\" font-family=\"sans-serif\" "
             "font-size=\"12\">\n",
             picture_width, std::max(plot_bottom + 56, legend_end)) +
         text_at(plot_left, 24, "start", grey, "bench " + report.bench + ": " + report.platform) + grid(across, up) +
         ceiling_lines(report, up) + dots(report, across, up) + legend(report) + "</svg>\n";
}

}  // namespace tuplepack::cli

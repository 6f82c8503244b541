#include "text.hpp"

#include "ranks/ranks.hpp"

#include <sys/ioctl.h>
#include <unistd.h>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

namespace tuplepack::cli {

Terminal standard_output() {
  Terminal terminal;
  // mpirun shows a rank a terminal where it writes to a file.
  if (ranks::is_distributed() || isatty(STDOUT_FILENO) != 1) return terminal;
  const char* no_color = std::getenv("NO_COLOR");
  const char* kind = std::getenv("TERM");
  terminal.colour = (no_color == nullptr || *no_color == '\0') && kind != nullptr && std::string_view(kind) != "dumb";
  winsize size{};
  if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40) terminal.width = size.ws_col;
  return terminal;
}

std::string grouped(std::int64_t number) {
  std::string digits = std::to_string(number);
  const std::size_t first = digits.front() == '-' ? 1 : 0;
  for (std::size_t at = digits.size(); at > first + 3;) digits.insert(at -= 3, ",");
  return digits;
}

std::string counted(std::int64_t number, std::string_view noun) {
  return number == 1 ? fmt::format("one {}", noun) : fmt::format("{} {}s", grouped(number), noun);
}

std::string percent(double fraction) {
  if (fraction <= 0) return "0%";
  if (fraction == 1) return "100%";
  const double hundredths = std::round(fraction * 10000);
  if (fraction < 1) return fmt::format("{:.2f}%", std::clamp(hundredths, 1.0, 9999.0) / 100);
  return fmt::format("{:.2f}%", std::max(hundredths, 10001.0) / 100);
}

std::string duration(double seconds) {
  if (seconds < 1e-4) return fmt::format("{:.1f} µs", seconds * 1e6);
  if (seconds < 0.01) return fmt::format("{:.2f} ms", seconds * 1e3);
  if (seconds < 1) return fmt::format("{:.0f} ms", seconds * 1e3);
  return fmt::format("{:.1f} s", seconds);
}

std::string byte_count(std::int64_t bytes) {
  static constexpr std::array<std::string_view, 4> units = {"kB", "MB", "GB", "TB"};
  if (bytes < 1000) return counted(bytes, "byte");
  double amount = static_cast<double>(bytes) / 1000;
  std::size_t unit = 0;
  for (; amount >= 999.95 && unit + 1 < units.size(); ++unit) amount /= 1000;
  return fmt::format("{:.1f} {}", amount, units[unit]);
}

std::string bar(double fraction, std::size_t width) {
  static constexpr std::array<std::string_view, 8> eighths = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  const double filled = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(width * 8);
  const auto units = static_cast<std::size_t>(filled);
  std::string text;
  for (std::size_t i = 0; i < units / 8; ++i) text += "█";
  text += eighths[units % 8];
  const std::size_t used = units / 8 + (units % 8 == 0 ? 0 : 1);
  return text + std::string(width - used, ' ');
}

std::string bold(std::string_view text, const Terminal& terminal) {
  return terminal.colour ? fmt::format("\x1b[1m{}\x1b[0m", text) : std::string(text);
}

std::string first_and_last(const std::vector<std::string>& files) {
  const std::string first = visible(files.front());
  return files.size() == 1 ? first : first + " … " + visible(files.back());
}

std::string join(std::span<const std::string> parts, std::string_view separator) {
  return fmt::format("{}", fmt::join(parts, separator));
}

/// In characters, not bytes.
static std::size_t width_of(std::string_view text) {
  const auto starts = [](char byte) { return (static_cast<unsigned char>(byte) & 0xC0) != 0x80; };
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), starts));
}

static std::vector<std::string> visible_cells(std::span<const std::string> cells) {
  std::vector<std::string> shown;
  for (const std::string& cell : cells) shown.push_back(visible(cell));
  return shown;
}

static std::string row_text(std::span<const std::string> cells, std::span<const std::size_t> widths,
                            const std::vector<bool>& left) {
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    const std::string gap(widths[c] - width_of(cells[c]), ' ');
    line += "  " + (c < left.size() && left[c] ? cells[c] + gap : gap + cells[c]);
  }
  line.erase(line.find_last_not_of(' ') + 1);
  return line;
}

std::string Table::text(const Terminal& terminal) const {
  std::vector<std::vector<std::string>> lines{visible_cells(header)};
  for (const auto& row : rows) lines.push_back(visible_cells(row));
  std::vector<std::size_t> widths(header.size());
  for (const auto& cells : lines) {
    for (std::size_t c = 0; c < widths.size(); ++c) widths[c] = std::max(widths[c], width_of(cells[c]));
  }
  std::string text;
  for (std::size_t l = 0; l < lines.size(); ++l) {
    std::string line = row_text(lines[l], widths, left);
    if (marked && l == *marked + 1) {
      line.replace(0, 1, "*");
      line = bold(line, terminal);
    }
    text += line + "\n";
  }
  return text;
}

}  // namespace tuplepack::cli

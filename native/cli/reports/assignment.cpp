#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

std::string assignment_text(const AssignmentReport& report) {
  std::string text = fmt::format("{} → {}", counted(report.items, "item"), counted(report.packs, "pack"));
  if (report.padding_packs > 0) text += fmt::format(" and {} of padding", grouped(report.padding_packs));
  if (report.dropped > 0) text += fmt::format("; {} dropped", grouped(report.dropped));
  const std::int64_t placed = report.items - report.dropped;
  if (report.pieces > placed) text += fmt::format("; {} pieces", grouped(report.pieces));
  if (report.output.empty()) {
    text += "; nothing written (give -o packs.npz)";
  } else {
    text += fmt::format("\nwrote {} ({})", report.output, join(report.arrays, ", "));
  }
  return text + fmt::format(" in {}\n", duration(report.seconds));
}

std::string assignment_json(const AssignmentReport& report) {
  return line({{"schema", "tuplepack.assign/1"},
               {"items", report.items},
               {"metrics",
                {{"packs", report.packs},
                 {"padding_packs", report.padding_packs},
                 {"dropped", report.dropped},
                 {"pieces", report.pieces},
                 {"seconds", report.seconds}}},
               {"output", report.output.empty() ? Json(nullptr) : Json(report.output)},
               {"arrays", report.arrays}});
}

}  // namespace tuplepack::cli

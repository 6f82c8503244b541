#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::string work_text(const AssignmentReport& report) {
  const auto how = [](const Imbalance& work) {
    return fmt::format("{:.3f} on average, {:.3f} at worst", work.mean, work.largest);
  };
  const Imbalance& before = report.work->before;
  const Imbalance& after = report.work->after;
  return fmt::format(
      "\nlargest work of {} packs over their mean: {} → {}\ntime of all steps over that of even work: {:.3f} → {:.3f}",
      grouped(report.ranks), how(before), how(after), before.overall, after.overall);
}

static Json imbalance_json(const Imbalance& work) {
  return {{"mean", work.mean}, {"largest", work.largest}, {"overall", work.overall}};
}

static Json work_json(const AssignmentReport& report) {
  if (!report.work) return nullptr;
  return {{"ranks", report.ranks},
          {"before", imbalance_json(report.work->before)},
          {"after", imbalance_json(report.work->after)}};
}

std::string assignment_text(const AssignmentReport& report) {
  std::string text = fmt::format("{} → {}", counted(report.items, "item"), counted(report.packs, "pack"));
  if (report.padding_packs > 0) text += fmt::format(" ({} of padding)", grouped(report.padding_packs));
  if (report.dropped > 0) text += fmt::format("; {} dropped", grouped(report.dropped));
  const std::int64_t placed = report.items - report.dropped;
  if (report.pieces > placed) text += fmt::format("; {} pieces", grouped(report.pieces));
  if (report.work) text += work_text(report);
  if (report.output.empty()) {
    text += report.work ? "\nnothing written (give -o packs.npz)" : "; nothing written (give -o packs.npz)";
  } else {
    text += fmt::format("\nwrote {} ({})", visible(report.output), join(report.arrays, ", "));
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
               {"work", work_json(report)},
               {"output", report.output.empty() ? Json(nullptr) : Json(report.output)},
               {"arrays", report.arrays}});
}

}  // namespace tuplepack::cli

#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::string work_text(const AssignmentReport& report) {
  const auto how = [](const packing::Imbalance& work) {
    return fmt::format("{:.3f} on average, {:.3f} at worst", work.mean, work.largest);
  };
  const packing::Imbalance& before = report.work->before;
  const packing::Imbalance& after = report.work->after;
  return fmt::format(
      "\nload of the busiest of {} ranks over the mean: {} → {}\ntime of an epoch over that of perfectly even work: "
      "{:.3f} → {:.3f}",
      grouped(report.ranks), how(before), how(after), before.overall, after.overall);
}

static void write_imbalance(formats::JsonWriter& json, std::string_view when, const packing::Imbalance& work) {
  json.object(when, [&] {
    json.field("mean", work.mean);
    json.field("largest", work.largest);
    json.field("overall", work.overall);
  });
}

static void write_work(formats::JsonWriter& json, const AssignmentReport& report) {
  if (!report.work) return json.field("work", nullptr);
  json.object("work", [&] {
    json.field("ranks", report.ranks);
    write_imbalance(json, "before", report.work->before);
    write_imbalance(json, "after", report.work->after);
  });
}

std::string assignment_text(const AssignmentReport& report) {
  const reports::AssignmentCounts& counts = report.counts;
  std::string text = fmt::format("{} → {}", counted(counts.items, "item"), counted(counts.packs, "pack"));
  if (counts.padding_packs > 0) text += fmt::format(" ({} empty)", grouped(counts.padding_packs));
  if (counts.dropped > 0) text += fmt::format("; {} dropped", grouped(counts.dropped));
  if (counts.has_split_items()) text += fmt::format("; {} pieces", grouped(counts.pieces));
  if (report.work) text += work_text(report);
  if (report.output.empty()) {
    text += report.work ? "\nno output written (use -o packs.npz)" : "; no output written (use -o packs.npz)";
  } else {
    text += fmt::format("\nwrote {} ({})", visible(report.output), join(report.arrays, ", "));
  }
  text += fmt::format(" in {}\n", duration(report.seconds));
  return text + ranks_line(report.cost);
}

std::string assignment_json(const AssignmentReport& report) {
  const reports::AssignmentCounts& counts = report.counts;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.assign/1");
    json.field("items", counts.items);
    json.object("metrics", [&] {
      json.field("packs", counts.packs);
      json.field("padding_packs", counts.padding_packs);
      json.field("dropped", counts.dropped);
      json.field("pieces", counts.pieces);
      json.field("seconds", report.seconds);
    });
    write_work(json, report);
    json.field("output", text_or_null(report.output));
    json.field("arrays", report.arrays);
    write_ranks(json, report.cost);
  });
}

}  // namespace tuplepack::cli

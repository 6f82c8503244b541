#include "tuplepack/reports/stream.hpp"
#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

static std::string policy_text(const StreamReport& report) {
  switch (report.policy) {
    case packing::StreamPolicy::best_fit:
      return fmt::format("best fit into up to {}", counted(report.most, "open pack"));
    case packing::StreamPolicy::look_ahead: return fmt::format("look-ahead over {}", counted(report.most, "item"));
    case packing::StreamPolicy::balanced: return fmt::format("balanced from {}", counted(report.most, "item"));
    case packing::StreamPolicy::guided:
      return fmt::format("guided by a plan, up to {}", counted(report.most, "open pack"));
  }
  return {};
}

static std::string overlong_text(const packing::StreamTotals& totals) {
  std::string text = counted(totals.overlong, "item");
  if (totals.dropped > 0) return text + " over the limits dropped";
  return text + fmt::format(" over the limits cut; {} in total", counted(totals.pieces, "piece"));
}

bool is_worse_guided(const StreamReport& report) {
  return report.guide && report.guide->packs > report.guide->unguided_packs;
}

std::string guide_text(const StreamReport& report) {
  const auto [items, packs, unguided] = report.guide.value_or(StreamReport::Guided{});
  const std::string of =
      items < report.totals.items ? fmt::format(" for the first {}", counted(items, "item")) : std::string();
  if (packs > unguided) {
    return fmt::format(
        "the guide adds {}{} over plain best fit ({}); a guide helps only with a small --depth and items like "
        "the plan's",
        counted(packs - unguided, "pack"), of, grouped(unguided));
  }
  return fmt::format("the guide saves {} of the {} that best fit makes without it{}", counted(unguided - packs, "pack"),
                     grouped(unguided), of);
}

std::string stream_text(const StreamReport& report, const Terminal& terminal) {
  const packing::StreamTotals& totals = report.totals;
  std::string text = fmt::format("{} → {}", counted(totals.items, "item"), counted(totals.packs, "pack"));
  if (totals.packs > 0) {
    text += fmt::format(", {:.2f} items each", reports::items_per_pack(totals));
  }
  text = bold(text, terminal) + "\n\n";
  if (totals.packs > 0) {
    Table table{.header = {"", "limit", "total", "", "efficiency"},
                .rows = {},
                .left = {true, false, false, true, false},
                .marked = {}};
    const auto efficiency = reports::stream_efficiency(totals, report.limits);
    for (std::size_t c = 0; c < report.components.size(); ++c) {
      table.rows.push_back({report.components[c], grouped(report.limits.sizes[c]), grouped(totals.real[c]),
                            bar(efficiency[c], bar_width) + "▏", percent(efficiency[c])});
    }
    text += table.text(terminal) + "\n";
  }
  const auto add = [&](std::string_view label, std::string_view what) {
    text += fmt::format("  {:<12} {}\n", label, what);
  };
  add("policy", policy_text(report));
  if (report.guide) add("guide", guide_text(report));
  add("lower bound", fmt::format("{} for any packing, by totals", counted(report.lower_bound, "pack")));
  add("at the end", fmt::format("{} closed before they were full", counted(report.flushed, "pack")));
  if (totals.overlong > 0) add("overlong", overlong_text(totals));
  if (report.resumed > 0) add("resumed", "after " + counted(report.resumed, "item"));
  if (!report.output.empty()) {
    add("wrote", fmt::format("{} ({})", visible(report.output),
                             report.arrays.empty() ? "a line per pack" : join(report.arrays, ", ")));
  }
  const double rate = static_cast<double>(totals.items - report.resumed) / report.seconds;
  add("time", fmt::format("{}; {} items a second", duration(report.seconds), grouped(static_cast<std::int64_t>(rate))));
  return text;
}

std::string stream_json(const StreamReport& report) {
  const packing::StreamTotals& totals = report.totals;
  const auto efficiency = totals.packs > 0 ? reports::stream_efficiency(totals, report.limits) : std::vector<double>{};
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.stream/1");
    json.field("components", report.components);
    json.field("items", totals.items);
    json.field("limits", report.limits.sizes);
    write_depth(json, report.limits.depth);
    json.field("policy", name(report.policy));
    json.field("held", report.most);
    json.object("metrics", [&] {
      json.field("packs", totals.packs);
      json.key("guide");
      if (report.guide) {
        json.object([&] {
          json.field("items", report.guide->items);
          json.field("packs", report.guide->packs);
          json.field("unguided_packs", report.guide->unguided_packs);
        });
      } else {
        json.value(nullptr);
      }
      json.field("efficiency", efficiency);
      json.field("lower_bound", report.lower_bound);
      json.field("gap", totals.packs - report.lower_bound);
      json.field("pieces", totals.pieces);
      json.field("overlong", totals.overlong);
      json.field("dropped", totals.dropped);
      json.field("flushed", report.flushed);
      json.field("resumed", report.resumed);
      json.field("seconds", report.seconds);
    });
    json.field("output", text_or_null(report.output));
    json.field("arrays", report.arrays);
  });
}

}  // namespace tuplepack::cli

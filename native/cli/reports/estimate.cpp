#include "estimate.hpp"

#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

std::string estimate_text(const Estimate& estimate, const Terminal& terminal) {
  std::string text = bold(fmt::format("{:.2f} times as fast as padding", estimate.speedup), terminal);
  text += fmt::format(" ({:.2f} items in a pack, {} overhead; {:.2f} without any padding)\n\n", estimate.packing_factor,
                      percent(estimate.overhead), estimate.ceiling);
  Table table{.header = {"devices", "packed", "un-padded"}, .rows = {}, .left = {}, .marked = {}};
  for (const ScalingPoint& point : estimate.scaling) {
    table.rows.push_back(
        {grouped(point.devices), fmt::format("{:.2f}", estimate.speedup), fmt::format("{:.2f}", point.unpadded)});
  }
  text += table.text(terminal) + "\n";
  const OptimizerCorrection& optimizer = estimate.optimizer;
  text += fmt::format(
      "  A batch of {} holds {:.1f} items. Use {} per batch, or set beta1 = {:.6g} and beta2 = {:.6g}; keep the "
      "learning rate.\n\n",
      counted(estimate.options.batch, "pack"), optimizer.effective_batch, counted(optimizer.packs_for_batch, "pack"),
      optimizer.beta1, optimizer.beta2);
  for (const std::string& sentence : estimate.advice) text += "  " + visible(sentence) + "\n";
  return text;
}

static Json estimate_block(const Estimate& estimate, std::span<const std::string> components) {
  const EstimateOptions& options = estimate.options;
  const OptimizerCorrection& optimizer = estimate.optimizer;
  Json json{{"component", components[options.component]},
            {"overhead", estimate.overhead},
            {"batch", options.batch},
            {"packing_factor", estimate.packing_factor},
            {"speedup", estimate.speedup},
            {"ceiling", estimate.ceiling},
            {"faster_from", estimate.faster_from ? Json(*estimate.faster_from) : Json(nullptr)},
            {"optimizer",
             {{"effective_batch", optimizer.effective_batch},
              {"packs_for_batch", optimizer.packs_for_batch},
              {"effective_batch_of_them", optimizer.effective_batch_of_them},
              {"beta1", optimizer.beta1},
              {"beta2", optimizer.beta2}}},
            {"scaling", Json::array()},
            {"advice", estimate.advice}};
  for (const ScalingPoint& point : estimate.scaling) {
    json["scaling"].push_back(
        {{"devices", point.devices}, {"unpadded", point.unpadded}, {"published", point.published}});
  }
  return json;
}

std::string estimate_json(const PlanDocument& document, const Estimate& estimate) {
  const auto& components = document.histogram.components;
  return line({{"schema", "tuplepack.estimate/1"},
               {"histogram",
                {{"components", components},
                 {"bins", document.source_bins},
                 {"items", document.real.items},
                 {"totals", document.real.sums}}},
               {"limits", document.limits.sizes},
               {"depth", depth_json(document.limits.depth)},
               {"method", document.packed.method},
               {"metrics", {{"packs", document.metrics.packs}, {"efficiency", document.metrics.efficiency}}},
               {"estimate", estimate_block(estimate, components)}});
}

std::string with_estimate(std::string plan_json, const PlanDocument& document, const Estimate& estimate) {
  const std::size_t end = plan_json.rfind('}');
  const std::string block = line(estimate_block(estimate, document.histogram.components));
  return plan_json.insert(end, ",\n \"estimate\":" + block.substr(0, block.size() - 1));
}

}  // namespace tuplepack::cli

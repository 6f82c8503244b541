#include "estimate.hpp"

#include "shared.hpp"
#include "without_packing.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

std::string estimate_text(const packing::Estimate& estimate, const Terminal& terminal) {
  std::string text =
      bold(fmt::format("speed-up {:.2f} over {}", estimate.over.random, random_batches_text(estimate.without.batch)),
           terminal);
  text += fmt::format(
      "\n({:.2f} items in a pack, {} overhead; {:.2f} with perfect packs)\n\n"
      "  {:.2f} over every item padded to the limit\n  {:.2f} over batches of {} items sorted by size\n"
      "  {:.2f} over greedy packing in random order\n\n",
      estimate.packing_factor, percent(estimate.overhead), estimate.ceiling_over_random, estimate.over.limit,
      estimate.over.sorted, grouped(estimate.without.batch), estimate.over.greedy);
  Table table{.header = {"devices", "packed", "un-padded"}, .rows = {}, .left = {}, .marked = {}};
  for (const packing::ScalingPoint& point : estimate.scaling) {
    table.rows.push_back(
        {grouped(point.devices), fmt::format("{:.2f}", estimate.speedup), fmt::format("{:.2f}", point.unpadded)});
  }
  text += table.text(terminal);
  text +=
      "\nSpeed-ups over padding every item to the largest. Un-padded: kernels for sequences of any length, which skip "
      "padding.\n\n";
  const packing::OptimizerCorrection& optimizer = estimate.optimizer;
  text += fmt::format(
      "  A batch of {} holds {:.1f} items. Use {} per batch, or set beta1 = {:.6g} and beta2 = {:.6g}; keep the "
      "learning rate.\n\n",
      counted(estimate.options.batch, "pack"), optimizer.effective_batch, counted(optimizer.packs_for_batch, "pack"),
      optimizer.beta1, optimizer.beta2);
  for (const std::string& sentence : estimate.advice) text += "  " + visible(sentence) + "\n";
  return text;
}

static void write_estimate(formats::JsonWriter& json, const packing::Estimate& estimate,
                           std::span<const std::string> components) {
  const packing::OptimizerCorrection& optimizer = estimate.optimizer;
  json.object([&] {
    json.field("component", components[estimate.options.component]);
    json.field("overhead", estimate.overhead);
    json.field("batch", estimate.options.batch);
    json.field("packing_factor", estimate.packing_factor);
    json.field("speedup", estimate.speedup);
    json.field("ceiling", estimate.ceiling);
    json.object("speedup_over", [&] {
      json.field("limit", estimate.over.limit);
      json.field("random", estimate.over.random);
      json.field("sorted", estimate.over.sorted);
      json.field("greedy", estimate.over.greedy);
    });
    json.field("ceiling_over_random", estimate.ceiling_over_random);
    write_without_packing(json, estimate.without);
    json.field("faster_from", estimate.faster_from);
    json.object("optimizer", [&] {
      json.field("effective_batch", optimizer.effective_batch);
      json.field("packs_for_batch", optimizer.packs_for_batch);
      json.field("effective_batch_of_them", optimizer.effective_batch_of_them);
      json.field("beta1", optimizer.beta1);
      json.field("beta2", optimizer.beta2);
    });
    json.array("scaling", [&] {
      for (const packing::ScalingPoint& point : estimate.scaling) {
        json.object([&] {
          json.field("devices", point.devices);
          json.field("unpadded", point.unpadded);
          json.field("published", point.published);
        });
      }
    });
    json.field("advice", estimate.advice);
  });
}

std::string estimate_json(const packing::PlanDocument& document, const packing::Estimate& estimate,
                          const BatchingReport& batching) {
  const auto& components = document.histogram.components;
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.estimate/1");
    json.object("histogram", [&] {
      json.field("components", components);
      json.field("bins", document.source_bins);
      json.field("items", document.real.items);
      json.field("totals", document.real.sums);
    });
    json.field("limits", document.limits.sizes);
    write_depth(json, document.limits.depth);
    json.field("method", document.packed.method);
    json.object("metrics", [&] {
      json.field("packs", document.metrics.packs);
      json.field("efficiency", document.metrics.efficiency);
    });
    json.key("estimate");
    write_estimate(json, estimate, components);
    write_batching(json, batching);
  });
}

std::string with_estimate(std::string plan_json, const packing::PlanDocument& document,
                          const packing::Estimate& estimate) {
  std::string block;
  formats::JsonWriter json(block);
  write_estimate(json, estimate, document.histogram.components);
  return with_member(std::move(plan_json), "estimate", block);
}

}  // namespace tuplepack::cli

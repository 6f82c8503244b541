#include "batching.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace tuplepack::cli {

static std::vector<std::string> policy_row(std::string name, const packing::BatchedItems& batched) {
  std::vector<std::string> cells{std::move(name), grouped(batched.batches), grouped(batched.dropped),
                                 fmt::format("{}", fmt::join(batched.shape, ","))};
  for (const double efficiency : batched.efficiency) cells.push_back(percent(efficiency));
  return cells;
}

std::string batching_text(const BatchingReport& report, std::span<const std::string> components,
                          const packing::Limits& limits, const packing::Metrics& plan, const Terminal& terminal) {
  if (report.policies.empty()) return "";
  Table table{.header = {"policy", "batches", "dropped", "shape"}, .rows = {}, .left = {true}, .marked = {}};
  table.header.insert(table.header.end(), components.begin(), components.end());
  for (const packing::BatchedItems& batched : report.policies)
    table.rows.push_back(policy_row(std::string(batched.policy), batched));
  table.marked = table.rows.size();
  table.rows.push_back(policy_row(
      "packs",
      {.policy = {}, .shape = limits.sizes, .batches = plan.packs, .dropped = 0, .efficiency = plan.efficiency}));
  return fmt::format("\nTensorFlow GNN's batches in random order: of {}, or greedy, of as many as fit\n\n{}",
                     counted(report.batch, "item"), table.text(terminal));
}

void write_batching(formats::JsonWriter& json, const BatchingReport& report) {
  json.field("batch_size", report.batch);
  json.array("policies", [&] {
    for (const packing::BatchedItems& batched : report.policies) {
      json.object([&] {
        json.field("policy", batched.policy);
        json.field("shape", batched.shape);
        json.field("batches", batched.batches);
        json.field("dropped", batched.dropped);
        json.array("efficiency", [&] {
          for (const double efficiency : batched.efficiency) json.value(formats::SixDecimals{efficiency});
        });
      });
    }
  });
}

}  // namespace tuplepack::cli

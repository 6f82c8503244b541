#include "without_packing.hpp"

#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

std::string random_batches_text(std::int64_t batch) {
  return fmt::format("batches of {} random items, each padded to its longest", grouped(batch));
}

std::string without_packing_text(const packing::WithoutPacking& paid, std::span<const std::string> components,
                                 std::string_view limit, const Terminal& terminal) {
  const std::string of_batch = " batches of " + grouped(paid.batch);
  Table table{.header = {"padding without packing", fmt::format("to {}", limit), "random" + of_batch,
                         "sorted" + of_batch, "greedy packs"},
              .rows = {},
              .left = {true},
              .marked = {}};
  for (std::size_t c = 0; c < components.size(); ++c) {
    table.rows.push_back({components[c], percent(paid.limit[c]), percent(paid.random[c]), percent(paid.sorted[c]),
                          percent(paid.greedy[c])});
  }
  return table.text(terminal);
}

static void write_members(formats::JsonWriter& json, const packing::WithoutPacking& paid) {
  const auto shares = [&](std::string_view name, std::span<const double> all) {
    json.array(name, [&] {
      for (const double share : all) json.value(formats::SixDecimals{share});
    });
  };
  json.field("batch", paid.batch);
  shares("limit", paid.limit);
  shares("random", paid.random);
  shares("sorted", paid.sorted);
  shares("greedy", paid.greedy);
}

void write_without_packing(formats::JsonWriter& json, const packing::WithoutPacking& paid) {
  json.object("without_packing", [&] { write_members(json, paid); });
}

std::string with_padding(std::string object, const packing::WithoutPacking& paid) {
  std::string block;
  formats::JsonWriter json(block);
  json.object([&] { write_members(json, paid); });
  return with_member(std::move(object), "without_packing", block);
}

}  // namespace tuplepack::cli

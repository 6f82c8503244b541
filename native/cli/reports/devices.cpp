#include "reports.hpp"
#include "shared.hpp"

#include <fmt/format.h>

namespace tuplepack::cli {

std::string devices_text(const Result<std::vector<cuda::Device>>& devices, const Terminal& terminal) {
  if (!devices) return "no device: " + devices.error().message + "\n";
  Table table{.header = {"", "device", "compute", "multiprocessors", "memory"},
              .rows = {},
              .left = {false, true},
              .marked = {}};
  for (const cuda::Device& device : *devices) {
    constexpr double gibibyte = 1 << 30;
    table.rows.push_back({std::to_string(table.rows.size()), device.name,
                          fmt::format("{}.{}", device.compute_major, device.compute_minor),
                          std::to_string(device.multiprocessors),
                          fmt::format("{:.1f} GiB", static_cast<double>(device.memory) / gibibyte)});
  }
  return table.text(terminal);
}

std::string devices_json(const Result<std::vector<cuda::Device>>& devices) {
  return formats::json_line([&](formats::JsonWriter& json) {
    json.field("schema", "tuplepack.devices/1");
    json.field("reason", devices ? std::nullopt : std::optional(devices.error().message));
    json.array("devices", [&] {
      if (!devices) return;
      for (const cuda::Device& device : *devices) {
        json.object([&] {
          json.field("name", device.name);
          json.field("compute", fmt::format("{}.{}", device.compute_major, device.compute_minor));
          json.field("multiprocessors", device.multiprocessors);
          json.field("memory", device.memory);
        });
      }
    });
  });
}

}  // namespace tuplepack::cli

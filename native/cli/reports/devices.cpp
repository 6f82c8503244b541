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
  Json json{{"schema", "tuplepack.devices/1"},
            {"reason", devices ? Json(nullptr) : Json(devices.error().message)},
            {"devices", Json::array()}};
  if (!devices) return line(json);
  for (const cuda::Device& device : *devices) {
    json["devices"].push_back({{"name", device.name},
                               {"compute", fmt::format("{}.{}", device.compute_major, device.compute_minor)},
                               {"multiprocessors", device.multiprocessors},
                               {"memory", device.memory}});
  }
  return line(json);
}

}  // namespace tuplepack::cli

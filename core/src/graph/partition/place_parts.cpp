#include "tuplepack/graph/partition/place_parts.hpp"

#include <algorithm>
#include <cassert>

namespace tuplepack::graph {

std::int64_t machine_of_part(std::int64_t part, std::int64_t parts, std::int64_t machines) {
  return part * machines / parts;
}

std::vector<int> place_parts(std::int64_t parts, std::span<const int> machine_of) {
  assert(!machine_of.empty());
  const int machines = *std::max_element(machine_of.begin(), machine_of.end()) + 1;
  std::vector<std::vector<int>> processes(static_cast<std::size_t>(machines));
  for (std::size_t i = 0; i < machine_of.size(); ++i) {
    processes[static_cast<std::size_t>(machine_of[i])].push_back(static_cast<int>(i));
  }
  std::vector<std::int64_t> of_machine(processes.size());
  for (std::int64_t part = 0; part < parts; ++part) {
    ++of_machine[static_cast<std::size_t>(machine_of_part(part, parts, machines))];
  }
  std::vector<int> places;
  places.reserve(static_cast<std::size_t>(parts));
  for (std::size_t machine = 0; machine < processes.size(); ++machine) {
    const auto count = static_cast<std::int64_t>(processes[machine].size());
    for (std::int64_t i = 0; i < of_machine[machine]; ++i) {
      places.push_back(processes[machine][static_cast<std::size_t>(i * count / of_machine[machine])]);
    }
  }
  return places;
}

}  // namespace tuplepack::graph

#include "tuplepack/graph/partition/place_parts.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <random>

namespace tuplepack::tests::place_parts_test {

using namespace graph;

using Places = std::vector<int>;

TEST_CASE("parts go to machines in blocks, and to the processes of a machine in blocks") {
  CHECK(place_parts(4, Places{0}) == Places{0, 0, 0, 0});
  CHECK(place_parts(7, Places{0, 0, 0}) == Places{0, 0, 0, 1, 1, 2, 2});
  CHECK(place_parts(2, Places{0, 0, 0, 0}) == Places{0, 2});
  CHECK(place_parts(4, Places{0, 1, 0, 1}) == Places{0, 2, 1, 3});
  CHECK(place_parts(4, Places{0, 1, 1, 1}) == Places{0, 0, 1, 2});  // two parts on each machine
  CHECK(place_parts(3, Places{0, 1}) == Places{0, 0, 1});
  CHECK(machine_of_part(5, 6, 3) == 2);
}

TEST_CASE("random places: ascending by machine, and even to one part over machines and over their processes") {
  const unsigned seed = std::random_device{}();
  CAPTURE(seed);
  std::mt19937 draw(seed);
  for (int round = 0; round < 200; ++round) {
    const auto machines = static_cast<int>(1 + draw() % 5);
    Places machine_of;
    for (int machine = 0; machine < machines; ++machine) machine_of.push_back(machine);
    for (auto more = draw() % 10; more > 0; --more) {
      machine_of.push_back(static_cast<int>(draw() % static_cast<unsigned>(machines)));
    }
    const auto parts = static_cast<std::int64_t>(1 + draw() % 30);
    const Places places = place_parts(parts, machine_of);
    REQUIRE(places.size() == static_cast<std::size_t>(parts));
    std::vector<std::int64_t> by_machine(static_cast<std::size_t>(machines)), by_process(machine_of.size());
    int last = 0;
    for (std::size_t part = 0; part < places.size(); ++part) {
      const int machine = machine_of[static_cast<std::size_t>(places[part])];
      CHECK(machine == machine_of_part(static_cast<std::int64_t>(part), parts, machines));
      CHECK(machine >= last);
      last = machine;
      ++by_machine[static_cast<std::size_t>(machine)];
      ++by_process[static_cast<std::size_t>(places[part])];
    }
    const auto [least, most] = std::minmax_element(by_machine.begin(), by_machine.end());
    CHECK(*most - *least <= 1);
    for (std::size_t i = 0; i < machine_of.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (machine_of[i] == machine_of[j]) CHECK(std::abs(by_process[i] - by_process[j]) <= 1);
      }
    }
  }
}

}  // namespace tuplepack::tests::place_parts_test

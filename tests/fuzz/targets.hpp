#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tuplepack::tests {

/// What one input of a target is given to; it aborts where something that has to hold does not.
using FuzzOne = int (*)(const std::uint8_t* data, std::size_t size);

/// Adds a target to the program, which runs it when it is called NAME_fuzz.
struct FuzzTarget {
  FuzzTarget(std::string_view name, FuzzOne one);
};

}  // namespace tuplepack::tests

/// Defines a target: FUZZ_TARGET(csv) { … return 0; }
#define FUZZ_TARGET(name)                                                       \
  static int run_##name(const std::uint8_t* data, std::size_t size);            \
  static const tuplepack::tests::FuzzTarget name##_target_(#name, &run_##name); \
  static int run_##name(const std::uint8_t* data, std::size_t size)

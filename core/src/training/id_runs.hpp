#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack::training {

/// Consecutive equal ids of a pack, after those of the run before. Mostly a run is a sequence, so that its tokens are counted
/// and written at once.
struct IdRun {
  std::int32_t id;
  std::int32_t end;
};

struct RunFunctions {
  const char* instructions = "";
  /// Finds all runs of a pack and returns how many there are.
  /// runs   as many as ids
  std::size_t (*find)(std::span<const std::int32_t> ids, std::span<IdRun> runs) = nullptr;
  /// Writes the value of its id to every position of a pack.
  /// out    of the pack, and what is written after it: not read, but also written to
  void (*fill)(std::span<const IdRun> runs, std::span<const float> of_id, std::span<float> out) = nullptr;
};

/// What was compiled for vector instructions and this machine runs, best first; may be empty. Apart from the losses, so that
/// a WebAssembly module with weights alone does not contain those.
[[nodiscard]] std::vector<RunFunctions> vector_runs();

/// The fastest that this machine runs.
[[nodiscard]] RunFunctions fastest_runs();

/// Without vector instructions: what the others are measured by.
[[nodiscard]] RunFunctions reference_runs();

}  // namespace tuplepack::training

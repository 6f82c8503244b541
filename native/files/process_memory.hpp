#pragma once

#include <cstdint>
#include <optional>

namespace tuplepack::files {

/// Bytes of this process in memory: now, and at most so far; none where the system does not tell. getrusage would count
/// what forked the process too.
[[nodiscard]] std::optional<std::int64_t> current_memory();
[[nodiscard]] std::optional<std::int64_t> peak_memory();

/// Bytes of memory that this machine has.
[[nodiscard]] std::optional<std::int64_t> machine_memory();

}  // namespace tuplepack::files

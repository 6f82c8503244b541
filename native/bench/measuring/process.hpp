#pragma once

#include <cstdint>
#include <functional>
#include <optional>

namespace tuplepack::bench {

/// Runs the work and says by how many bytes the memory of the process grew meanwhile, at most; none where the system does
/// not tell.
[[nodiscard]] std::optional<std::int64_t> memory_of(const std::function<void()>& work);

/// Of all threads, in user and system mode.
[[nodiscard]] double processor_seconds();

}  // namespace tuplepack::bench

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace tuplepack {

/// Appends a finite number with as few digits as read back as the same: 12.0, 0.0012, 1.2e-05. The locale plays no role.
void append_decimal(std::string& out, double value);

/// For messages: without a fraction that is zero, and also for infinities.
[[nodiscard]] std::string number_text(double value);
[[nodiscard]] inline std::string number_text(std::int64_t value) {
  return std::to_string(value);
}

/// "1 component", "2 components".
[[nodiscard]] std::string counted(std::size_t count, std::string_view one);

}  // namespace tuplepack

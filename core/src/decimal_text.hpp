#pragma once

#include <string>

namespace tuplepack {

/// Appends a finite number with as few digits as read back as the same: 12.0, 0.0012, 1.2e-05. The locale plays no role.
void append_decimal(std::string& out, double value);

}  // namespace tuplepack

#pragma once

#include <functional>

namespace tuplepack {

/// Told the fraction of the work that is done, every few milliseconds; false stops the work.
using KeepGoing = std::function<bool(double fraction)>;

}  // namespace tuplepack

#pragma once

#include "tuplepack/temporal/events.hpp"

/// tests/data/temporal_collegemsg.csv.gz. Fails the test when it is not there.
[[nodiscard]] tuplepack::temporal::Events read_collegemsg();

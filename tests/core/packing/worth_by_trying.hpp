#pragma once

#include "instances.hpp"
#include "tuplepack/packing/certificate.hpp"

namespace tuplepack::tests {

/// What the most valuable pack is worth at the prices of a certificate, by trying every pack. For a handful of items.
[[nodiscard]] __int128 worth_by_trying(const Instance& instance, const packing::Certificate& certificate);

}  // namespace tuplepack::tests

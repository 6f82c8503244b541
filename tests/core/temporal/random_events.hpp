#pragma once

#include "tuplepack/temporal/events.hpp"

#include <random>

/// A list with many self-loops, repeated pairs and ties.
/// nodes, events  at least 1
/// pauses         one in so many events is later than the one before; 1: all are
tuplepack::temporal::Events random_events(std::mt19937& random, std::size_t nodes, std::size_t events,
                                          std::size_t pauses);

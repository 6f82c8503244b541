#pragma once

#include "tuplepack/base/float16.hpp"
#include "tuplepack/training/segments.hpp"

#include <random>
#include <span>
#include <string>
#include <vector>

namespace tuplepack::bench {

/// The inputs of the benchmarks: random with a fixed seed, the same on every platform.
using Random = std::mt19937_64;

/// Bytes of a row: the edge features of Wikipedia and Reddit (JODIE), as floats.
inline constexpr std::int64_t jodie_row_bytes = std::int64_t{172} * 4;

/// The type of values in names of cases.
template <typename T>
inline constexpr const char* type_name = nullptr;
template <>
inline constexpr const char* type_name<float> = "f32";
template <>
inline constexpr const char* type_name<Float16> = "f16";
template <>
inline constexpr const char* type_name<BFloat16> = "bf16";

/// "B=… S=… K=…", for the name of a case.
[[nodiscard]] std::string sizes_text(training::PackShape shape);

/// Ids [B,S] of packs filled with items of 1 … longest positions until one does not fit or there are K.
[[nodiscard]] std::vector<std::int32_t> random_packs(training::PackShape shape, std::int64_t longest, Random& random);

/// Labels below `classes`.
[[nodiscard]] std::vector<std::int32_t> random_labels(std::size_t count, std::int64_t classes, Random& random);

/// Values in [0, 16), like token losses.
void fill_random(std::span<float> values, Random& random);

/// Approximately normal, between −8 and 8. T is float or BFloat16.
template <typename T>
void fill_logits(std::span<T> logits, Random& random);

}  // namespace tuplepack::bench

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace tuplepack::training {

/// Row b of an array whose rows are `width` entries.
template <typename T>
[[nodiscard]] std::span<T> row_of(std::span<T> array, std::int64_t b, std::int64_t width) {
  return array.subspan(static_cast<std::size_t>(b * width), static_cast<std::size_t>(width));
}

/// The end of the run of equal ids that begins at `begin`.
[[nodiscard]] inline std::size_t run_end(std::span<const std::int32_t> ids, std::size_t begin) {
  std::size_t end = begin + 1;
  while (end < ids.size() && ids[end] == ids[begin]) ++end;
  return end;
}

/// Whether an array has `entries` entries.
template <typename T>
[[nodiscard]] bool holds(std::span<T> array, std::int64_t entries) {
  return static_cast<std::int64_t>(array.size()) == entries;
}

/// The same, or no entries if not requested.
template <typename T>
[[nodiscard]] bool holds_or_empty(std::span<T> array, std::int64_t entries) {
  return array.empty() || holds(array, entries);
}

}  // namespace tuplepack::training

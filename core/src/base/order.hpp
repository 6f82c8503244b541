#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace tuplepack {

// Every instantiation of std::sort adds a few kilobytes of code, and the order of equal elements differs between
// platforms. Here one stable sort serves all comparisons.

/// Sorts numbers stably; `before` is called with `context`.
void sort_numbers(std::span<std::uint32_t> numbers, bool (*before)(const void* context, std::uint32_t, std::uint32_t),
                  const void* context);

/// before(a, b)   whether a comes before b
template <typename Before>
void sort_numbers(std::span<std::uint32_t> numbers, const Before& before) {
  const auto ask = [](const void* context, std::uint32_t a, std::uint32_t b) -> bool {
    return (*static_cast<const Before*>(context))(a, b);
  };
  sort_numbers(numbers, ask, &before);
}

/// 0 … n − 1.
[[nodiscard]] std::vector<std::uint32_t> numbers_below(std::size_t n);

/// The same, sorted.
template <typename Before>
[[nodiscard]] std::vector<std::uint32_t> sorted_numbers(std::size_t n, const Before& before) {
  std::vector<std::uint32_t> numbers = numbers_below(n);
  sort_numbers(numbers, before);
  return numbers;
}

}  // namespace tuplepack

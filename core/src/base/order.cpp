#include "order.hpp"

#include <algorithm>
#include <numeric>

namespace tuplepack {

void sort_numbers(std::span<std::uint32_t> numbers, bool (*before)(const void*, std::uint32_t, std::uint32_t),
                  const void* context) {
  std::stable_sort(numbers.begin(), numbers.end(),
                   [=](std::uint32_t a, std::uint32_t b) { return before(context, a, b); });
}

std::vector<std::uint32_t> numbers_below(std::size_t n) {
  std::vector<std::uint32_t> numbers(n);
  std::iota(numbers.begin(), numbers.end(), std::uint32_t{0});
  return numbers;
}

}  // namespace tuplepack

#pragma once

#include "tuplepack/packing/histogram.hpp"

#include <pybind11/numpy.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace tuplepack::python {

namespace py = pybind11;

/// A vector as an array of numpy, which takes the memory over.
/// columns  0: one-dimensional; else rows of so many
template <typename T>
[[nodiscard]] py::array_t<T> to_numpy(std::vector<T> values, std::size_t columns = 0) {
  auto owned = std::make_unique<std::vector<T>>(std::move(values));
  const auto size = static_cast<py::ssize_t>(owned->size());
  const T* const data = owned->data();
  const py::capsule keeper(owned.release(), [](void* all) { delete static_cast<std::vector<T>*>(all); });
  if (columns == 0) return py::array_t<T>({size}, data, keeper);
  const auto width = static_cast<py::ssize_t>(columns);
  return py::array_t<T>({size / width, width}, data, keeper);
}

/// A copy.
template <typename T>
[[nodiscard]] py::array_t<T> copied(std::span<const T> values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// Whole numbers from an array of any type of number, row-major; no copy if they are int64 in one piece.
class Wholes {
 public:
  /// what   the name in messages
  /// first  the position that the first number has there
  Wholes(const py::array& array, const std::string& what, py::ssize_t first = 0);

  [[nodiscard]] std::span<const std::int64_t> values() const {
    return {array_.data(), static_cast<std::size_t>(array_.size())};
  }

 private:
  py::array_t<std::int64_t, py::array::c_style> array_;
};

/// Sizes of items: an array of n numbers, or of n rows of k.
struct SizeArray {
  py::array array;
  std::size_t components = 1;
};
[[nodiscard]] SizeArray size_array(const py::array& array);

using BlockStep = std::function<Result<void>(std::span<const std::int64_t> rows)>;

/// Calls `step` with one block of rows after another, without the GIL, until it fails; without rows, once.
/// memory  O(1): numbers of another type than int64 are converted block by block
[[nodiscard]] Result<void> for_blocks(const SizeArray& sizes, const BlockStep& step);

/// "length", or "size_1", "size_2", … where there are several.
[[nodiscard]] std::vector<std::string> default_names(std::size_t components);

/// The histogram of the sizes of items.
/// cost  of one component, whose largest size is below 2^24: one pass over the array, at memory bandwidth
[[nodiscard]] packing::Histogram count_items(const SizeArray& sizes, std::vector<std::string> components);

}  // namespace tuplepack::python

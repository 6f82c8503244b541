#pragma once

#include "tuplepack/formats/numpy/npz.hpp"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::tests {

/// A .npy file.
template <typename T>
std::string npy(std::string_view type, const std::vector<std::int64_t>& shape, const std::vector<T>& elements) {
  return formats::npy_header(type, shape) +
         std::string(reinterpret_cast<const char*>(elements.data()), elements.size() * sizeof(T));
}

/// The same array, with the columns one after the other in the file.
template <typename T>
std::string fortran_npy(std::string_view type, std::int64_t rows, std::int64_t columns,
                        const std::vector<T>& elements) {
  std::vector<T> transposed;
  for (std::int64_t column = 0; column < columns; ++column) {
    for (std::int64_t row = 0; row < rows; ++row) {
      transposed.push_back(elements[static_cast<std::size_t>(row * columns + column)]);
    }
  }
  std::string text = npy(type, {rows, columns}, transposed);
  const std::string_view given = "'fortran_order': False", wanted = "'fortran_order': True ";
  return text.replace(text.find(given), given.size(), wanted);
}

}  // namespace tuplepack::tests

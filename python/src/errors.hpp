#pragma once

#include "tuplepack/base/result.hpp"

#include <pybind11/pybind11.h>

#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace tuplepack::python {

namespace py = pybind11;

/// Makes the exception tuplepack.Error, a ValueError with a `code`.
void define_error(py::module_& module);

/// Raises that of another module.
void use_error_of(const py::module_& module);

/// Raises it, as `where: message` if there is a place.
[[noreturn]] void refuse(const Error& error, std::string_view where = {});
[[noreturn]] void refuse(ErrorCode code, std::string message);

/// What a message says of a value: its repr(), on one line and not too long.
[[nodiscard]] std::string short_repr(const py::handle& value);

/// Warns of what was taken for granted, at the line that called the package.
void note(const std::string& message);

/// The value of a result; raises its error.
template <typename T>
T value(Result<T>&& result, std::string_view where = {}) {
  if (!result) refuse(result.error(), where);
  if constexpr (!std::is_void_v<T>) return std::move(*result);
}

}  // namespace tuplepack::python

#include "errors.hpp"

#include <string>

namespace tuplepack::python {

/// The exception's class. It lives as long as the interpreter.
static PyObject*& error_class() {
  static PyObject* the_class = nullptr;
  return the_class;
}

void define_error(py::module_& module) {
  py::dict members;
  members["code"] = py::str(std::string(name(ErrorCode::unsupported)));  // where Python raises it
  error_class() = PyErr_NewExceptionWithDoc("tuplepack.Error", "Bad data or options. `code` says what kind of error.",
                                            PyExc_ValueError, members.ptr());
  if (error_class() == nullptr) throw py::error_already_set();
  module.attr("Error") = py::reinterpret_borrow<py::object>(error_class());
}

void use_error_of(const py::module_& module) {
  error_class() = module.attr("Error").cast<py::object>().release().ptr();
}

void refuse(const Error& error, std::string_view where) {
  std::string text(where);
  if (error.line > 0) text += (text.empty() ? "line " : ":") + std::to_string(error.line);
  if (error.line > 0 && error.column > 0) text += ":" + std::to_string(error.column);
  text += (text.empty() ? "" : ": ") + error.message;
  const py::object raised = py::reinterpret_borrow<py::object>(error_class())(text);
  raised.attr("code") = py::str(std::string(name(error.code)));
  PyErr_SetObject(error_class(), raised.ptr());
  throw py::error_already_set();
}

void refuse(ErrorCode code, std::string message) {
  refuse(Error{.code = code, .message = std::move(message)});
}

}  // namespace tuplepack::python

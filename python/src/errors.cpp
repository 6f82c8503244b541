#include "errors.hpp"

#include <string>

namespace tuplepack::python {

/// The exception's class. It lives as long as the interpreter.
static PyObject*& error_class() {
  static PyObject* the_class = nullptr;
  return the_class;
}

/// Messages of the core name options as the program has them: "--count-column 2" is "count_column 2" here.
static std::string with_keywords(const std::string& message) {
  std::string text;
  bool in_option = false;
  for (std::size_t at = 0; at < message.size(); ++at) {
    const auto is_letter = [&](std::size_t i) { return i < message.size() && message[i] >= 'a' && message[i] <= 'z'; };
    const bool begins = at == 0 || message[at - 1] == ' ' || message[at - 1] == '(';
    if (begins && message.compare(at, 2, "--") == 0 && is_letter(at + 2)) {
      in_option = true;
      at += 2;
    }
    const bool joins = in_option && message[at] == '-' && is_letter(at + 1);
    in_option = in_option && (joins || is_letter(at));
    text += joins ? '_' : message[at];
  }
  return text;
}

void define_error(py::module_& module) {
  module.def("with_keywords", &with_keywords, py::arg("message"));
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
  text += (text.empty() ? "" : ": ") + with_keywords(error.message);
  const py::object raised = py::reinterpret_borrow<py::object>(error_class())(text);
  raised.attr("code") = py::str(std::string(name(error.code)));
  PyErr_SetObject(error_class(), raised.ptr());
  throw py::error_already_set();
}

std::string short_repr(const py::handle& value) {
  return py::module_::import("tuplepack._picture").attr("shown")(value).cast<std::string>();
}

void note(const std::string& message) {
  py::module_::import("tuplepack._notes").attr("note")(with_keywords(message));
}

void refuse(ErrorCode code, std::string message) {
  refuse(Error{.code = code, .message = std::move(message)});
}

}  // namespace tuplepack::python

# Decides whether to build the Python package, and sets TUPLEPACK_HAS_PYTHON_PACKAGE.
#   TUPLEPACK_PYTHON_PACKAGE   AUTO: if pybind11 is found · ON: or fail · OFF: never
tuplepack_option(PYTHON_PACKAGE "Python package" "Build the Python package")
set(TUPLEPACK_HAS_PYTHON_PACKAGE OFF)
if(TUPLEPACK_WANTS_PYTHON_PACKAGE AND TUPLEPACK_SANITIZE)
  message(STATUS "Python package: off, python3 does not load an instrumented module")
elseif(TUPLEPACK_WANTS_PYTHON_PACKAGE)
  # Prefer the system's Python, as the tests do: Debian's pybind11 and numpy belong to it.
  if(NOT PYTHON_EXECUTABLE)
    find_program(PYTHON_EXECUTABLE python3 PATHS /usr/bin NO_DEFAULT_PATH)
  endif()
  find_package(pybind11 QUIET)
  set(TUPLEPACK_HAS_PYTHON_PACKAGE "${pybind11_FOUND}")
  tuplepack_report(PYTHON_PACKAGE "Python package" "${pybind11_FOUND}" "pybind11 ${pybind11_VERSION}, ${PYTHON_EXECUTABLE}"
    pybind11 "install pybind11-dev")
endif()

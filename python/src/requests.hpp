#pragma once

#include "tuplepack/options/options.hpp"
#include "tuplepack/options/settings.hpp"

#include <pybind11/pybind11.h>

#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::python {

namespace py = pybind11;

/// Keyword arguments as settings: every option of a command that changes the settings is one, under its name with _
/// for -. Those of limits and of fitting take numbers: one, one per component, or a dict by component.
/// Raises tuplepack.Error for other keywords and for values that their options refuse.
[[nodiscard]] options::Settings settings_of(const py::dict& keywords, std::string_view command,
                                            std::span<const std::string> components);

/// An option that a function takes by itself: what its keyword was given, or the default.
class GivenOption {
 public:
  /// Raises tuplepack.Error for a value that the option refuses, and for none where there is no default.
  GivenOption(std::string_view command, const std::string& keyword, const py::dict& keywords);
  GivenOption(const GivenOption&) = delete;
  GivenOption& operator=(const GivenOption&) = delete;

  [[nodiscard]] options::OptionValue value() const { return value_; }

 private:
  std::string text_;  // what value_ may point into
  options::OptionValue value_;
};

/// The options of a command, named as keywords: rows of (name, default, help, kind, choices, whether functions take it by
/// `options`, whether the playground has it).
[[nodiscard]] py::list keywords_of(std::string_view command);

/// A function that long work asks whether to continue: not after Ctrl-C, nor when the time is over, nor when the callback
/// returns False or raises. Called without the lock of the interpreter.
class Questions {
 public:
  /// progress  a callable, or None
  explicit Questions(py::object progress, double seconds = std::numeric_limits<double>::infinity());

  /// Calls progress(packs, bound, step), at most ten times a second.
  [[nodiscard]] bool keep_going(std::int64_t packs, std::int64_t bound, std::string_view step);
  /// Calls progress(fraction), too.
  [[nodiscard]] bool keep_going(double fraction);
  /// Raises what the callback raised, or KeyboardInterrupt.
  void raise_if_interrupted();
  [[nodiscard]] bool timed_out() const { return timed_out_; }

 private:
  [[nodiscard]] bool ask(const std::function<py::object()>& call);

  py::object progress_;
  double end_ = 0;   // seconds on the steady clock
  double next_ = 0;  // when the callback is called again
  bool timed_out_ = false;
  bool stopped_ = false;
  std::optional<py::error_already_set> raised_;
};

}  // namespace tuplepack::python

#include "requests.hpp"

#include "errors.hpp"
#include "tuplepack/base/words.hpp"
#include "tuplepack/packing/component.hpp"

#include <pybind11/stl.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>

namespace tuplepack::python {

// ---- Options by keyword ----

static std::string keyword_of(const options::Option& option) {
  std::string keyword(option.name);
  std::replace(keyword.begin(), keyword.end(), '-', '_');
  return keyword;
}

static bool has(std::span<const std::string_view> names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

static const options::Command& command_named(std::string_view name) {
  for (const options::Command& one : options::commands()) {
    if (one.name == name) return one;
  }
  refuse(ErrorCode::unknown_name, "unknown command '" + std::string(name) + "'");
}

/// The options of a command on packing, in the order of their table. estimate() is given a plan, and takes none of the
/// options that make one.
static std::vector<const options::Option*> rows_of(std::string_view command) {
  std::vector<const options::Option*> rows;
  for (const options::Option& option : options::packing_options()) {
    const auto with = commands_of(option);
    if (has(with, command) && !(command == "estimate" && has(with, "pack"))) rows.push_back(&option);
  }
  return rows;
}

/// All options of a command: first those on packing, then the others in the order of help.
static std::vector<const options::Option*> all_rows_of(std::string_view command) {
  std::vector<const options::Option*> rows = rows_of(command);
  for (const options::Option* const row : options_of(command_named(command))) {
    if (!row->operand && std::find(rows.begin(), rows.end(), row) == rows.end()) rows.push_back(row);
  }
  return rows;
}

/// True or False, of numpy too.
static bool is_bool(const py::handle& given) {
  const std::string_view type = Py_TYPE(given.ptr())->tp_name;
  return py::isinstance<py::bool_>(given) || type == "numpy.bool_" || type == "numpy.bool";
}

/// None unless it is a whole number of any type, an array of no dimensions included.
static std::optional<std::int64_t> as_whole(const py::handle& given) {
  if (is_bool(given)) return std::nullopt;
  const bool is_float = PyFloat_Check(given.ptr()) != 0;  // of numpy too
  auto number = py::reinterpret_steal<py::object>(is_float ? PyNumber_Long(given.ptr()) : PyNumber_Index(given.ptr()));
  if (!number || (is_float && !number.equal(given))) {
    PyErr_Clear();
    return std::nullopt;
  }
  const std::int64_t result = PyLong_AsLongLong(number.ptr());
  if (result == -1 && PyErr_Occurred() != nullptr) {
    PyErr_Clear();
    return std::nullopt;
  }
  return result;
}

static std::int64_t whole(const py::handle& given, const std::string& what) {
  if (const auto number = as_whole(given)) return *number;
  refuse(ErrorCode::not_an_integer, what + " cannot be " + short_repr(given) + "; expected integers");
}

/// Every string is true in Python, "no" too.
static bool flag(const py::handle& given, const std::string& what) {
  if (is_bool(given)) return given.cast<bool>();
  const auto number = PyFloat_Check(given.ptr()) != 0 ? std::nullopt : as_whole(given);
  if (number && (*number == 0 || *number == 1)) return *number == 1;
  refuse(ErrorCode::malformed, what + " cannot be " + short_repr(given) + "; expected True or False");
}

static double decimal(const py::handle& given, const std::string& what) {
  if (!is_bool(given)) return given.cast<double>();
  refuse(ErrorCode::malformed, what + " cannot be " + short_repr(given) + "; expected a number");
}

/// storage  keeps the text of the value
static options::OptionValue value_given(const options::Option& option, const py::handle& given, std::string& storage) {
  const std::string keyword = keyword_of(option);
  try {
    switch (option.kind) {
      case options::OptionKind::flag: return flag(given, keyword) ? options::OptionValue(true) : options::OptionValue();
      case options::OptionKind::count: return whole(given, keyword);
      case options::OptionKind::decimal: return decimal(given, keyword);
      case options::OptionKind::choice:
        if (is_bool(given)) return given.cast<bool>() ? "on" : "off";
        [[fallthrough]];
      default: return std::string_view(storage = given.cast<std::string>());
    }
  } catch (const py::cast_error&) {
    refuse(ErrorCode::malformed, keyword + " cannot be " + short_repr(given));
  }
}

// ---- Numbers per component ----

/// A number from a dict by component.
/// otherwise  of components that it leaves out; none: it must have all of them
static std::vector<std::int64_t> by_component(const py::dict& given, const std::string& what,
                                              std::span<const std::string> components,
                                              std::optional<std::int64_t> otherwise) {
  std::vector<std::optional<std::int64_t>> found(components.size(), otherwise);
  std::vector<bool> named;
  for (const auto& [key, number] : given) {
    const auto index = value(packing::component_once(py::str(key).cast<std::string>(), components, named), what);
    found[index] = whole(number, what);
  }
  std::vector<std::int64_t> numbers;
  for (std::size_t c = 0; c < found.size(); ++c) {
    if (!found[c]) {
      refuse(ErrorCode::component_mismatch, what + ": missing number for component '" + components[c] + "'");
    }
    numbers.push_back(*found[c]);
  }
  return numbers;
}

/// One number, one per component, or a dict by component.
static std::vector<std::int64_t> per_component(const py::handle& given, const std::string& what,
                                               std::span<const std::string> components,
                                               std::optional<std::int64_t> otherwise) {
  if (const auto number = as_whole(given)) return std::vector<std::int64_t>(components.size(), *number);
  if (py::isinstance<py::dict>(given)) return by_component(given.cast<py::dict>(), what, components, otherwise);
  const bool is_text =
      py::isinstance<py::str>(given) || py::isinstance<py::bytes>(given) || py::isinstance<py::bytearray>(given);
  const bool has_no_order = py::isinstance<py::anyset>(given);
  if (is_text || has_no_order || !py::hasattr(given, "__iter__")) return {whole(given, what)};
  std::vector<std::int64_t> numbers;
  for (const py::handle number : given) numbers.push_back(whole(number, what));
  return numbers;
}

static bool is_given(const py::dict& keywords, const char* key) {
  return keywords.contains(key) && !keywords[key].is_none();
}

/// Limits and fitting, which take numbers for components.
static void read_room(const py::dict& keywords, std::span<const std::string> components, options::Settings& settings) {
  packing::Limits& limits = settings.plan.limits;
  packing::Fitting& fitting = settings.plan.fitting;
  if (is_given(keywords, "limits")) limits.sizes = per_component(keywords["limits"], "limits", components, {});
  if (is_given(keywords, "per_item")) fitting.per_item = per_component(keywords["per_item"], "per_item", components, 0);
  if (is_given(keywords, "align_item")) {
    fitting.align_item = per_component(keywords["align_item"], "align_item", components, 1);
  }
  if (is_given(keywords, "align_total")) {
    fitting.align_total = per_component(keywords["align_total"], "align_total", components, 1);
  }
  if (is_given(keywords, "reserve")) {
    fitting.reserve = per_component(keywords["reserve"], "reserve", components, 0);
  }
  if (is_given(keywords, "reserve_items")) fitting.reserve_items = whole(keywords["reserve_items"], "reserve_items");
}

static bool has_numbers_for_components(std::string_view keyword) {
  constexpr auto names =
      std::to_array<std::string_view>({"limits", "per_item", "align_item", "align_total", "reserve"});
  return has(names, keyword);
}

/// Whether functions take it by `options`; others can only be parameters of their own.
static bool is_setting(const options::Option& option) {
  return option.set != nullptr || has_numbers_for_components(keyword_of(option));
}

/// What the program has as --reserve items=R.
constexpr std::string_view reserve_items = "reserve_items";

/// The keywords that a function takes by `options`.
static std::vector<std::string> accepted(std::string_view command) {
  std::vector<std::string> names;
  for (const options::Option* row : rows_of(command)) {
    if (is_setting(*row)) names.push_back(keyword_of(*row));
    if (row->name == "reserve") names.emplace_back(reserve_items);
  }
  return names;
}

static void require_known(const py::dict& keywords, std::string_view command) {
  const std::vector<std::string> known = accepted(command);
  const std::vector<std::string_view> names(known.begin(), known.end());
  for (const auto& [key, ignored] : keywords) {
    const auto keyword = key.cast<std::string>();
    if (std::find(known.begin(), known.end(), keyword) != known.end()) continue;
    refuse(ErrorCode::unknown_name, "unknown option '" + keyword + "'" + did_you_mean(names, keyword) + "options of " +
                                        std::string(command) + ": " + comma_list(names));
  }
}

options::Settings settings_of(const py::dict& keywords, std::string_view command,
                              std::span<const std::string> components) {
  require_known(keywords, command);
  options::Settings settings;
  read_room(keywords, components, settings);
  for (const options::Option* row : rows_of(command)) {
    const std::string keyword = keyword_of(*row);
    if (row->required && keywords.contains(keyword.c_str()) && keywords[keyword.c_str()].is_none()) {
      refuse(ErrorCode::malformed, keyword + " cannot be None; expected integers");
    }
    if (row->set == nullptr || has_numbers_for_components(keyword)) continue;
    std::string text;
    const bool given = is_given(keywords, keyword.c_str());
    const options::OptionValue chosen = given ? value_given(*row, keywords[keyword.c_str()], text) : row->fallback;
    if (std::holds_alternative<std::monostate>(chosen)) continue;
    value(check(*row, chosen), keyword);
    value(row->set(settings, chosen, components), keyword);
  }
  return settings;
}

GivenOption::GivenOption(std::string_view command, const std::string& keyword, const py::dict& keywords) {
  for (const options::Option* row : all_rows_of(command)) {
    if (keyword_of(*row) != keyword) continue;
    const bool given = is_given(keywords, keyword.c_str());
    value_ = given ? value_given(*row, keywords[keyword.c_str()], text_) : row->fallback;
    if (std::holds_alternative<std::monostate>(value_)) refuse(ErrorCode::malformed, keyword + " is missing");
    python::value(check(*row, value_), keyword);
    return;
  }
  refuse(ErrorCode::unknown_name, "unknown option '" + keyword + "'");
}

static py::tuple row_of(const std::string& keyword, const std::string& fallback, const std::string& help,
                        options::OptionKind kind, const std::vector<std::string_view>& choices, bool is_accepted,
                        bool on_page) {
  const std::vector<std::string> names(choices.begin(), choices.end());
  return py::make_tuple(keyword, fallback, help, std::string(name(kind)), names, is_accepted, on_page);
}

py::list keywords_of(std::string_view command) {
  py::list rows;
  const std::vector<std::string> known = accepted(command);
  for (const options::Option* row : all_rows_of(command)) {
    const std::string keyword = keyword_of(*row);
    const auto choices = row->choices == nullptr ? std::vector<std::string_view>() : row->choices();
    const bool is_accepted = std::find(known.begin(), known.end(), keyword) != known.end();
    rows.append(row_of(keyword, options::value_text(row->fallback), help_line(*row), row->kind, choices, is_accepted,
                       row->on_page));
    if (row->name != "reserve" || !is_accepted) continue;
    rows.append(row_of(std::string(reserve_items), "0", "items that every pack leaves room for",
                       options::OptionKind::count, {}, true, row->on_page));
  }
  return rows;
}

// ---- Long work ----

static double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

Questions::Questions(py::object progress, double seconds) : progress_(std::move(progress)), end_(now() + seconds) {
  if (progress_.is_none() || PyCallable_Check(progress_.ptr()) != 0) return;
  refuse(ErrorCode::malformed, "progress cannot be " + short_repr(progress_) + "; expected a function");
}

bool Questions::ask(const std::function<py::object()>& call) {
  if (stopped_) return false;
  const double time = now();
  timed_out_ = time > end_;
  if (timed_out_) return false;
  const py::gil_scoped_acquire acquire;
  try {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    if (!progress_.is_none() && time >= next_) {
      next_ = time + 0.1;
      const py::object answer = call();
      const int goes_on = answer.is_none() ? 1 : PyObject_IsTrue(answer.ptr());
      if (goes_on < 0) throw py::error_already_set();
      stopped_ = goes_on == 0;
    }
  } catch (py::error_already_set& error) {
    raised_.emplace(std::move(error));
    stopped_ = true;
  }
  return !stopped_;
}

bool Questions::keep_going(std::int64_t packs, std::int64_t bound, std::string_view step) {
  return ask([&] { return progress_(packs, bound, std::string(step)); });
}

bool Questions::keep_going(double fraction) {
  return ask([&] { return progress_(fraction); });
}

void Questions::raise_if_interrupted() {
  if (raised_) throw std::move(*raised_);
}

}  // namespace tuplepack::python

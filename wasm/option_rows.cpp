#include "option_rows.hpp"

#include <cmath>

namespace tuplepack::wasm {

std::string key_of(const options::Option& option) {
  std::string key;
  bool upper = false;
  for (const char c : option.name) {
    if (c != '-') key += upper ? static_cast<char>(c - 'a' + 'A') : c;
    upper = c == '-';
  }
  return key;
}

static val number_or_null(double bound) {
  return std::isfinite(bound) ? val(bound) : val::null();
}

static val text_or_null(std::string_view text) {
  return text.empty() ? val::null() : text_value(text);
}

static Object to_object(const options::Option& option) {
  Object object;
  object.text("name", option.name);
  object.put("letter", option.letter == 0 ? val::null() : text_value(std::string_view(&option.letter, 1)));
  object.put("key", option.set == nullptr ? val::null() : text_value(key_of(option)));
  object.text("kind", name(option.kind));
  object.put("value", text_or_null(option.value));
  object.put("default", text_or_null(options::value_text(option.fallback)));
  object.text("help", help_line(option));
  object.put("commands", name_array(commands_of(option)));
  object.put("least", number_or_null(option.range.least));
  object.put("most", number_or_null(option.range.most));
  object.flag("above", option.range.above);
  object.put("choices", option.choices == nullptr ? val::null() : name_array(option.choices()));
  object.flag("required", option.required);
  object.flag("repeats", option.repeats);
  object.flag("operand", option.operand);
  object.flag("onPage", option.on_page);
  return object;
}

val option_array(std::initializer_list<std::span<const options::Option>> tables) {
  val array = val::array();
  for (const auto options : tables) {
    for (const options::Option& option : options) push(array, to_object(option));
  }
  return array;
}

}  // namespace tuplepack::wasm

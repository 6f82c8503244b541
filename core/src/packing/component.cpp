#include "tuplepack/packing/component.hpp"

#include "tuplepack/base/words.hpp"

#include <algorithm>

namespace tuplepack::packing {

static std::string_view last_word(std::string_view name) {
  return name.substr(name.rfind('_') + 1);  // npos + 1 is 0
}

std::string component_list(std::span<const std::string> components) {
  return comma_list(std::vector<std::string_view>(components.begin(), components.end()));
}

Result<std::size_t> component_named(std::string_view text, std::span<const std::string> components) {
  std::vector<std::size_t> by_last_word;
  for (std::size_t c = 0; c < components.size(); ++c) {
    if (components[c] == text) return c;
    if (last_word(components[c]) == text) by_last_word.push_back(c);
  }
  if (by_last_word.size() == 1) return by_last_word[0];
  for (std::size_t c = 0; c < components.size(); ++c) {
    if (std::to_string(c + 1) == text) return c;
  }
  return fail(ErrorCode::unknown_name, "unknown component '" + std::string(text) + "'" +
                                           did_you_mean(components, text) +
                                           "components: " + component_list(components));
}

Result<std::size_t> component_once(std::string_view text, std::span<const std::string> components,
                                   std::vector<bool>& named) {
  auto component = component_named(text, components);
  if (!component) return component;
  named.resize(components.size());
  if (named[*component]) return fail(ErrorCode::malformed, components[*component] + " is given twice");
  named[*component] = true;
  return component;
}

bool are_reordered(std::span<const std::string> found, std::span<const std::string> planned) {
  return !std::equal(found.begin(), found.end(), planned.begin(), planned.end()) &&
         std::is_permutation(found.begin(), found.end(), planned.begin(), planned.end());
}

}  // namespace tuplepack::packing

#include "graph/verify/expected_arrays.hpp"

#include <algorithm>

namespace tuplepack::graph {

static std::string describe_array(formats::TensorType type, const std::vector<std::int64_t>& shape) {
  std::string text(name(type));
  text += " [";
  for (std::size_t i = 0; i < shape.size(); ++i) text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  return text + "]";
}

Finding wrong_arrays(const NamedArrays& found, const std::vector<ExpectedArray>& expected) {
  for (const ExpectedArray& one : expected) {
    const formats::TensorView* const array = found.find(one.name);
    if (array == nullptr && one.optional) continue;
    if (array == nullptr) return found.file + ": missing array " + one.name;
    const bool fits = array->type == one.type || std::count(one.or_types.begin(), one.or_types.end(), array->type) > 0;
    if (fits && array->shape == one.shape) continue;
    return found.file + ": " + one.name + " is " + describe_array(array->type, array->shape) + " instead of " +
           describe_array(one.type, one.shape);
  }
  for (std::size_t i = 0; i < found.arrays.size(); ++i) {
    const std::string& name = found.arrays[i].name;
    if (found.find(name) != &found.arrays[i]) return found.file + ": duplicate array " + name;
    if (std::none_of(expected.begin(), expected.end(), [&](const ExpectedArray& one) { return one.name == name; })) {
      return found.file + ": " + name + " is an unexpected array";
    }
  }
  return {};
}

}  // namespace tuplepack::graph

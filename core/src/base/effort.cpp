#include "tuplepack/base/effort.hpp"

#include "base/name_table.hpp"

namespace tuplepack {

static constexpr NameTable<Effort, 3> effort_names{{
    {Effort::quick, "quick"},
    {Effort::usual, "usual"},
    {Effort::full, "full"},
}};

Result<Effort> effort_by_name(std::string_view name) {
  return value_in(effort_names, name);
}

std::vector<std::string_view> efforts() {
  return names_in(effort_names);
}

}  // namespace tuplepack

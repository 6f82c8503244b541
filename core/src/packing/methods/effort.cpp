#include "tuplepack/packing/effort.hpp"

#include "base/name_table.hpp"

namespace tuplepack::packing {

static constexpr NameTable<Effort, 3> effort_names{{
    {Effort::quick, "quick"},
    {Effort::usual, "usual"},
    {Effort::full, "full"},
}};

static constexpr NameTable<Effort, 3> portfolios{{
    {Effort::quick, "quick"},
    {Effort::usual, "auto"},
    {Effort::full, "optimal"},
}};

Result<Effort> effort_by_name(std::string_view name) {
  return value_in(effort_names, name);
}

std::vector<std::string_view> efforts() {
  return names_in(effort_names);
}

std::string_view portfolio_at(Effort effort) {
  return name_in(portfolios, effort);
}

}  // namespace tuplepack::packing

#include "tuplepack/packing/effort.hpp"

#include "base/name_table.hpp"

namespace tuplepack::packing {

static constexpr NameTable<Effort, 3> portfolios{{
    {Effort::quick, "quick"},
    {Effort::usual, "auto"},
    {Effort::full, "optimal"},
}};

std::string_view portfolio_at(Effort effort) {
  return name_in(portfolios, effort);
}

}  // namespace tuplepack::packing

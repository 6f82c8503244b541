#include "tuplepack/graph/sampling/dangling.hpp"

#include "base/name_table.hpp"

namespace tuplepack::graph {

static constexpr NameTable<Dangling, 3> dangling_table{{
    {Dangling::error, "error"},
    {Dangling::drop, "drop"},
    {Dangling::defaults, "default"},
}};

std::string_view name(Dangling dangling) {
  return name_in(dangling_table, dangling);
}

Result<Dangling> dangling_by_name(std::string_view name) {
  return value_in(dangling_table, name);
}

std::vector<std::string_view> dangling_names() {
  return names_in(dangling_table);
}

}  // namespace tuplepack::graph

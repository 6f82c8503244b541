#include "tuplepack/graph/partition/part_format.hpp"

#include "base/name_table.hpp"

namespace tuplepack {

static constexpr NameTable<PartFormat, 3> part_format_names{
    {{PartFormat::dgl, "dgl"}, {PartFormat::graphbolt, "graphbolt"}, {PartFormat::npy, "npy"}}};

std::string_view name(PartFormat format) {
  return name_in(part_format_names, format);
}

Result<PartFormat> part_format_by_name(std::string_view name) {
  return value_in(part_format_names, name);
}

std::vector<std::string_view> part_formats() {
  return names_in(part_format_names);
}

}  // namespace tuplepack

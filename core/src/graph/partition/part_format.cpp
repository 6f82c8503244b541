#include "tuplepack/graph/partition/part_format.hpp"

#include "base/name_table.hpp"

namespace tuplepack::graph {

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

static constexpr NameTable<bool EdgeForms::*, 3> edge_forms{
    {{&EdgeForms::coo, "coo"}, {&EdgeForms::csr, "csr"}, {&EdgeForms::csc, "csc"}}};

std::vector<std::string_view> edge_form_names() {
  return names_in(edge_forms);
}

std::vector<std::string_view> names(const EdgeForms& forms) {
  std::vector<std::string_view> named;
  for (const auto& [form, name] : edge_forms) {
    if (forms.*form) named.push_back(name);
  }
  return named;
}

Result<EdgeForms> edge_forms_by_name(std::span<const std::string> names) {
  EdgeForms forms{.coo = false};
  for (const std::string& name : names) {
    const auto form = value_in(edge_forms, name);
    if (!form) return tl::unexpected(form.error());
    forms.** form = true;
  }
  return forms;
}

}  // namespace tuplepack::graph

#include "size_columns.hpp"

#include "formats/text/text.hpp"
#include "row_blocks.hpp"
#include "tuplepack/base/limits.hpp"

#include <algorithm>
#include <array>

namespace tuplepack::formats {

Result<void> hand_over(const CountedRows& rows, RowSink& sink) {
  const std::size_t k = rows.components.size();
  const std::size_t n = rows.counts.size();
  if (n == 0) return fail(ErrorCode::empty, "no items");
  if (auto ok = sink.begin(rows.components, true); !ok) return ok;
  for (std::size_t first = 0; first < n; first += RowBlocks::block_rows) {
    const std::size_t some = std::min(RowBlocks::block_rows, n - first);
    const auto counts = std::span(rows.counts).subspan(first, some);
    if (auto ok = sink.rows(std::span(rows.sizes).subspan(first * k, some * k), counts); !ok) return ok;
  }
  return {};
}

Result<SizeColumns> choose_usual_columns(const std::vector<NamedColumn>& columns, const ReadOptions& options,
                                         std::span<const FirstCell> first_row) {
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const NamedColumn& column : columns) names.push_back(column.name);
  return choose_usual_columns(names, names.size(), options, first_row);
}

Result<void> hand_over_columns(const std::vector<NamedColumn>& columns, const SizeColumns& chosen, RowSink& sink) {
  const std::vector<std::size_t> used = chosen.used();
  const NamedColumn& first = columns[used.front()];
  for (const std::size_t other : used) {
    if (columns[other].values.size() == first.values.size()) continue;
    return fail(ErrorCode::component_mismatch,
                "column " + quote(first.name) + " has " + std::to_string(first.values.size()) + " values, and column " +
                    quote(columns[other].name) + " has " + std::to_string(columns[other].values.size()) +
                    "; choose columns of equal length");
  }
  RowBlocks blocks(std::move(sink));
  blocks.note(chosen.note);
  if (chosen.may_be_histogram) blocks.leave_open(chosen.references);
  if (chosen.are_open) blocks.watch(chosen.references);
  if (chosen.index) {
    const NamedColumn &index = columns[*chosen.index], &counts = columns[chosen.sizes.front()];
    const std::string number = std::to_string(*chosen.index + 1);
    if (auto ok = check_index(number, index.values, chosen.references.front(), counts.values); !ok) return ok;
  }
  if (auto ok = blocks.begin(chosen.components, chosen.count.has_value()); !ok) return ok;
  std::array<std::int64_t, max_components> row{};
  for (std::size_t r = 0; r < first.values.size(); ++r) {
    for (std::size_t c = 0; c < chosen.sizes.size(); ++c) row[c] = columns[chosen.sizes[c]].values[r];
    blocks.add(row.data(), chosen.count ? columns[*chosen.count].values[r] : 1);
    if (!blocks.full()) continue;
    if (auto ok = blocks.flush(); !ok) return ok;
  }
  return blocks.finish("no items");
}

}  // namespace tuplepack::formats

#include "arrays.hpp"

#include "errors.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <type_traits>

namespace tuplepack::python {

// ---- Whole numbers ----

/// The array as int64, checked where a conversion could change a number.
/// first  the position that its first number has in messages
static py::array_t<std::int64_t, py::array::c_style> as_wholes(const py::array& array, const std::string& what,
                                                               py::ssize_t first) {
  const char kind = array.dtype().kind();
  if (kind == 'f') {
    const py::array_t<double, py::array::c_style | py::array::forcecast> reals(array);
    for (py::ssize_t i = 0; i < reals.size(); ++i) {
      const double number = reals.data()[i];
      if (std::trunc(number) != number || std::abs(number) > static_cast<double>(max_exact)) {
        refuse(ErrorCode::not_an_integer, what + " hold " + std::to_string(number) + " at position " +
                                              std::to_string(first + i) + ", which is not a whole number below 2^53");
      }
    }
  } else if (kind == 'u' && array.itemsize() == 8) {
    const py::array_t<std::uint64_t, py::array::c_style | py::array::forcecast> wholes(array);
    const std::uint64_t* const end = wholes.data() + wholes.size();
    const std::uint64_t* const large =
        std::find_if(wholes.data(), end, [](std::uint64_t n) { return n > static_cast<std::uint64_t>(max_exact); });
    if (large != end) refuse(ErrorCode::too_large, what + " hold " + std::to_string(*large) + ", which is beyond 2^53");
  } else if (kind != 'i' && kind != 'u' && kind != 'b') {
    refuse(ErrorCode::not_an_integer, what + " are not numbers: dtype " + std::string(py::str(array.dtype())));
  }
  return {py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(array)};
}

Wholes::Wholes(const py::array& array, const std::string& what, py::ssize_t first)
    : array_(as_wholes(array, what, first)) {}

// ---- Sizes ----

SizeArray size_array(const py::array& array) {
  if (array.ndim() != 1 && array.ndim() != 2) {
    refuse(ErrorCode::component_mismatch,
           "sizes have " + std::to_string(array.ndim()) + " dimensions; expected [n] or [n, components]");
  }
  const auto components = array.ndim() == 1 ? std::size_t{1} : static_cast<std::size_t>(array.shape(1));
  if (components == 0 || components > max_components) {
    refuse(ErrorCode::component_mismatch, std::to_string(components) + " sizes per item; from 1 to " +
                                              std::to_string(max_components) + " are possible");
  }
  return {.array = array, .components = components};
}

Result<void> for_blocks(const SizeArray& sizes, const BlockStep& step) {
  constexpr py::ssize_t rows_of_block = py::ssize_t{1} << 20;
  const py::ssize_t rows = sizes.array.shape(0);
  py::ssize_t begin = 0;
  do {
    const py::ssize_t end = std::min(begin + rows_of_block, rows);
    const Wholes wholes(sizes.array[py::slice(begin, end, 1)].cast<py::array>(), "sizes",
                        begin * static_cast<py::ssize_t>(sizes.components));
    const py::gil_scoped_release release;
    if (auto done = step(wholes.values()); !done) return done;
    begin = end;
  } while (begin < rows);
  return {};
}

std::vector<std::string> default_names(std::size_t components) {
  if (components == 1) return {"length"};
  std::vector<std::string> names;
  for (std::size_t i = 1; i <= components; ++i) names.push_back("size_" + std::to_string(i));
  return names;
}

/// The number of items of each size, in four tables by turns, so that equal neighbours do not wait for each other.
using CountTables = std::array<std::vector<std::uint32_t>, 4>;

template <typename T>
static void count_each(std::span<const T> sizes, CountTables& tables) {
  std::size_t i = 0;
  for (; i + 4 <= sizes.size(); i += 4) {
    for (std::size_t j = 0; j < 4; ++j) ++tables[j][static_cast<std::size_t>(sizes[i + j])];
  }
  for (; i < sizes.size(); ++i) ++tables[0][static_cast<std::size_t>(sizes[i])];
}

/// Whether a table with a cell for each size takes no longer than to find the bin of each item: a cell takes 1 to 20 ns,
/// by the size of the table, an item 10 to 50 ns.
static bool suits_table(std::uint64_t largest, std::size_t items) {
  constexpr std::uint64_t few_cells = std::uint64_t{1} << 12, cells_for_an_item = 8, max_cells = std::uint64_t{1} << 24;
  return largest < std::min(max_cells, few_cells + cells_for_an_item * items);
}

/// The histogram of sizes of one component, or nothing if a table does not suit them. One pass over the memory: the
/// extremes of a block are found while it comes into the cache.
template <typename T>
static bool count_in_table(std::span<const T> sizes, const std::vector<std::string>& components,
                           packing::Histogram& histogram) {
  constexpr std::size_t block = std::size_t{1} << 15;
  const std::size_t items = sizes.size();
  if (items > std::size_t{UINT32_MAX}) return false;
  CountTables tables;
  for (; !sizes.empty(); sizes = sizes.subspan(std::min(block, sizes.size()))) {
    const auto some = sizes.first(std::min(block, sizes.size()));
    T least = some[0], largest = some[0];
    for (const T size : some) {
      least = std::min(least, size);
      largest = std::max(largest, size);
    }
    if constexpr (std::is_signed_v<T>) {
      if (least < 0) return false;  // the general way says which item it is
    }
    if (!suits_table(static_cast<std::uint64_t>(largest), items)) return false;
    const std::size_t cells = std::max(tables[0].size(), static_cast<std::size_t>(largest) + 1);
    for (auto& table : tables) table.resize(cells);
    count_each(some, tables);
  }
  histogram.components = components;
  for (std::size_t size = 0; size < tables[0].size(); ++size) {
    std::int64_t count = 0;
    for (const auto& table : tables) count += table[size];
    if (count == 0) continue;
    histogram.sizes.push_back(static_cast<std::int64_t>(size));
    histogram.counts.push_back(count);
  }
  return true;
}

/// Calls function(span of the elements) if the array is one piece of one of these types.
template <typename Function>
static bool with_elements(const py::array& array, Function function) {
  const auto one_of = [&]<typename... T>(std::type_identity<T>...) {
    bool done = false;
    const auto attempt = [&]<typename U>(std::type_identity<U>) {
      if (done || !py::isinstance<py::array_t<U, py::array::c_style>>(array)) return;
      done = function(std::span(static_cast<const U*>(array.data()), static_cast<std::size_t>(array.size())));
    };
    (attempt(std::type_identity<T>{}), ...);
    return done;
  };
  return one_of(std::type_identity<std::int64_t>{}, std::type_identity<std::int32_t>{},
                std::type_identity<std::uint16_t>{}, std::type_identity<std::int16_t>{},
                std::type_identity<std::uint32_t>{}, std::type_identity<std::uint64_t>{},
                std::type_identity<std::uint8_t>{});
}

packing::Histogram count_items(const SizeArray& sizes, std::vector<std::string> components) {
  if (sizes.components != components.size()) {
    refuse(ErrorCode::component_mismatch,
           std::to_string(components.size()) + " names for " + std::to_string(sizes.components) + " sizes per item");
  }
  packing::Histogram histogram;
  if (sizes.array.size() == 0) {
    histogram.components = std::move(components);
    return histogram;
  }
  if (sizes.components == 1 && with_elements(sizes.array, [&](auto elements) {
        const py::gil_scoped_release release;
        return count_in_table(elements, components, histogram);
      })) {
    return histogram;
  }
  packing::HistogramBuilder builder(sizes.components);
  std::size_t item = 0;
  value(for_blocks(sizes, [&](std::span<const std::int64_t> values) -> Result<void> {
    for (std::size_t at = 0; at < values.size(); at += sizes.components, ++item) {
      if (auto added = builder.add(values.subspan(at, sizes.components)); !added) {
        Error error = added.error();
        error.message = "item " + std::to_string(item) + ": " + error.message;
        return tl::unexpected(std::move(error));
      }
    }
    return {};
  }));
  Result<packing::Histogram> counted;
  {
    const py::gil_scoped_release release;
    counted = std::move(builder).finish(std::move(components));
  }
  return value(std::move(counted));
}

}  // namespace tuplepack::python

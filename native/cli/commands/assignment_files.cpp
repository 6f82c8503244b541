#include "assignment_files.hpp"

#include "cli/output/arrays.hpp"
#include "cli/output/failure.hpp"
#include "cli/output/progress.hpp"
#include "tuplepack/formats/columnar/list_table.hpp"
#include "tuplepack/training/segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>
#include <variant>

namespace tuplepack::cli {

static constexpr std::size_t piece_entries = std::size_t{1} << 18;  // a megabyte of int32

/// A component's name as part of a file name.
static std::string harmless(std::string name) {
  for (char& character : name) {
    if (std::isalnum(static_cast<unsigned char>(character)) == 0 && character != '-') character = '_';
  }
  return name;
}

/// The name of a component's array. Components whose names would collide are told apart by their numbers.
static std::string array_name(std::string_view kind, const packing::PlanDocument& document, std::size_t component) {
  const auto& components = document.histogram.components;
  if (components.size() == 1) return std::string(kind);
  const std::string name = harmless(components[component]);
  const auto sharing = std::count_if(components.begin(), components.end(),
                                     [&](const std::string& other) { return harmless(other) == name; });
  return sharing == 1 ? fmt::format("{}_{}", kind, name) : fmt::format("{}_{}_{}", kind, name, component + 1);
}

static std::int64_t stride_of(const packing::PlanDocument& document, std::size_t component) {
  const auto& align = document.fitting.align_item;
  return align.empty() ? 1 : align[component];
}

/// What the items of a pack occupy, without what alignment adds: their sizes and what every item takes besides.
static std::vector<std::int64_t> occupied(const packing::PackSlice& slice, const packing::PlanDocument& document,
                                          std::size_t pack, std::size_t component) {
  const auto lengths = slice.lengths(pack, component);
  std::vector<std::int64_t> all(lengths.begin(), lengths.end());
  for (std::int64_t& length : all) length += taken_per_item(document.fitting, component);
  return all;
}

/// Streams one row of `capacity` entries per pack.
template <typename Fill>
static void add_rows(ArrayFiles& files, const std::string& name, const PackSlices& slices,
                     const packing::PlanDocument& document, std::size_t component, Fill fill) {
  const auto capacity = static_cast<std::size_t>(document.limits.sizes[component]);
  files.begin(name, formats::Dtype::int32, std::array{slices.packs, static_cast<std::int64_t>(capacity)});
  Progress progress("writing " + name);
  std::vector<std::int32_t> rows(std::max<std::size_t>(1, piece_entries / capacity) * capacity);
  std::size_t filled = 0;
  std::int64_t done = 0;
  slices.each({.sizes = true}, [&](const packing::PackSlice& slice) {
    for (std::size_t pack = 0; pack < slice.packs(); ++pack) {
      fill(occupied(slice, document, pack, component), stride_of(document, component),
           std::span(rows).subspan(filled, capacity));
      filled += capacity;
      ++done;
      if (filled < rows.size()) continue;
      files.append(std::as_bytes(std::span(rows).first(filled)));
      filled = 0;
    }
    progress.update(static_cast<double>(done) / static_cast<double>(slices.packs));
  });
  files.append(std::as_bytes(std::span(rows).first(filled)));
  files.end();
}

static void add_cu_seqlens(ArrayFiles& files, const std::string& name, const PackSlices& slices,
                           const packing::PlanDocument& document, std::size_t component) {
  const std::int64_t entries = slices.pieces + slices.packs;
  files.begin(name, formats::Dtype::int32, std::span(&entries, 1));
  std::vector<std::int32_t> buffer;
  slices.each({.sizes = true}, [&](const packing::PackSlice& slice) {
    for (std::size_t pack = 0; pack < slice.packs(); ++pack) {
      const auto lengths = occupied(slice, document, pack, component);
      const std::size_t at = buffer.size();
      buffer.resize(at + lengths.size() + 1);
      training::fill_cu_seqlens(lengths, stride_of(document, component), std::span(buffer).subspan(at));
    }
    files.append(std::as_bytes(std::span(buffer)));
    buffer.clear();
  });
  files.end();
}

/// Numbers of items, in as many bits as the numbers of all need.
static void append_items(ArrayFiles& files, std::span<const std::int64_t> items, bool wide) {
  if (wide) return files.append(std::as_bytes(items));
  std::vector<std::int32_t> narrow(items.size());
  std::transform(items.begin(), items.end(), narrow.begin(),
                 [](std::int64_t i) { return static_cast<std::int32_t>(i); });
  files.append(std::as_bytes(std::span<const std::int32_t>(narrow)));
}

static void add_offsets(ArrayFiles& files, const PackSlices& slices) {
  const std::int64_t entries = slices.packs + 1;
  files.begin("offsets", formats::Dtype::int64, std::span(&entries, 1));
  std::int64_t before = 0;
  files.append(std::as_bytes(std::span(&before, 1)));
  slices.each({}, [&](const packing::PackSlice& slice) {
    std::vector<std::int64_t> ends(slice.offsets.begin() + 1, slice.offsets.end());
    for (std::int64_t& end : ends) end += before;
    files.append(std::as_bytes(std::span<const std::int64_t>(ends)));
    before = ends.empty() ? before : ends.back();
  });
  files.end();
}

static void require_int32(const packing::PlanDocument& document) {
  for (const std::int64_t limit : document.limits.sizes) {
    if (limit > std::numeric_limits<std::int32_t>::max()) {
      throw Failure(fmt::format("limit {} does not fit the 32-bit integers that --emit writes", limit));
    }
  }
}

/// Bytes of all arrays, without their headers.
static std::int64_t total_bytes(const PackSlices& slices, const packing::PlanDocument& document, const Emit& emit) {
  constexpr double int32 = 4;
  constexpr double int64 = 8;
  const auto packs = static_cast<double>(slices.packs), pieces = static_cast<double>(slices.pieces);
  const double id_arrays = (emit.segment_ids ? 1 : 0) + (emit.position_ids ? 1 : 0);
  double bytes = int64 * (packs + 1 + (slices.split ? pieces : 0)) +
                 (slices.wide ? int64 : int32) * (pieces + static_cast<double>(slices.dropped.size()));
  for (const std::int64_t limit : document.limits.sizes) {
    bytes += int32 * id_arrays * packs * static_cast<double>(limit);
    if (emit.cu_seqlens) bytes += int32 * (packs + pieces);
  }
  return static_cast<std::int64_t>(std::min(bytes, 1e18));
}

static std::vector<std::string> write_arrays(const std::string& path, const PackSlices& slices,
                                             const packing::PlanDocument& document, const Emit& emit) {
  if (emit.any()) require_int32(document);
  announce_size(path, total_bytes(slices, document, emit));
  ArrayFiles files(path);
  add_offsets(files, slices);
  const formats::Dtype number = slices.wide ? formats::Dtype::int64 : formats::Dtype::int32;
  files.begin("items", number, std::span(&slices.pieces, 1));
  slices.each({.items = true}, [&](const packing::PackSlice& slice) { append_items(files, slice.items, slices.wide); });
  files.end();
  if (slices.split) {
    files.begin("begins", formats::Dtype::int64, std::span(&slices.pieces, 1));
    slices.each({.begins = true},
                [&](const packing::PackSlice& slice) { files.append(std::as_bytes(std::span(slice.begins))); });
    files.end();
  }
  if (const auto dropped = static_cast<std::int64_t>(slices.dropped.size()); dropped > 0) {
    files.begin("dropped", number, std::span(&dropped, 1));
    append_items(files, slices.dropped, slices.wide);
    files.end();
  }
  for (std::size_t c = 0; c < document.histogram.component_count(); ++c) {
    if (emit.segment_ids) {
      add_rows(files, array_name("segment_ids", document, c), slices, document, c, training::fill_segment_ids);
    }
    if (emit.position_ids) {
      add_rows(files, array_name("position_ids", document, c), slices, document, c, training::fill_position_ids);
    }
    if (emit.cu_seqlens) add_cu_seqlens(files, array_name("cu_seqlens", document, c), slices, document, c);
  }
  files.commit();
  return files.names();
}

// ---- tables with a row per pack ----

static bool is_table(std::string_view path) {
  return path.ends_with(".parquet") || path.ends_with(".arrow");
}

static std::vector<formats::ListColumn> table_columns(const PackSlices& slices, const packing::PlanDocument& document,
                                                      const Emit& emit) {
  std::vector<formats::ListColumn> columns{
      {.name = "items", .type = slices.wide ? formats::Dtype::int64 : formats::Dtype::int32}};
  if (slices.split) columns.push_back({.name = "begins", .type = formats::Dtype::int64});
  for (std::size_t c = 0; c < document.histogram.component_count(); ++c) {
    if (emit.segment_ids) columns.push_back({.name = array_name("segment_ids", document, c)});
    if (emit.position_ids) columns.push_back({.name = array_name("position_ids", document, c)});
    if (emit.cu_seqlens) columns.push_back({.name = array_name("cu_seqlens", document, c)});
  }
  return columns;
}

/// Adds a pack to the columns of table_columns().
static void add_pack(const packing::PackSlice& slice, std::size_t pack, const PackSlices& slices,
                     const packing::PlanDocument& document, const Emit& emit, std::vector<formats::ListRows>& rows) {
  const auto begin = static_cast<std::size_t>(slice.offsets[pack]);
  const std::size_t count = static_cast<std::size_t>(slice.offsets[pack + 1]) - begin;
  const auto items = std::span(slice.items).subspan(begin, count);
  auto column = rows.begin();
  if (slices.wide) {
    column++->add(items);
  } else {
    column++->add(std::span<const std::int32_t>(std::vector<std::int32_t>(items.begin(), items.end())));
  }
  if (slices.split) column++->add(std::span(slice.begins).subspan(begin, count));
  std::vector<std::int32_t> filled;
  const auto add = [&](std::size_t component, std::size_t size, auto fill) {
    filled.resize(size);
    fill(slice.lengths(pack, component), stride_of(document, component), std::span(filled));
    column++->add(std::span<const std::int32_t>(filled));
  };
  for (std::size_t c = 0; c < document.histogram.component_count(); ++c) {
    const auto capacity = static_cast<std::size_t>(document.limits.sizes[c]);
    if (emit.segment_ids) add(c, capacity, training::fill_segment_ids);
    if (emit.position_ids) add(c, capacity, training::fill_position_ids);
    if (emit.cu_seqlens) add(c, count + 1, training::fill_cu_seqlens);
  }
}

/// Refuses rows that a page of Parquet has no room for.
static void require_short_rows(const std::string& path, const packing::PlanDocument& document, const PackSlices& slices,
                               const Emit& emit) {
  constexpr std::int64_t longest =
      std::numeric_limits<std::int32_t>::max() / static_cast<std::int64_t>(sizeof(std::int64_t));
  std::int64_t most = slices.deepest;
  if (emit.any()) most = std::max(most, *std::max_element(document.limits.sizes.begin(), document.limits.sizes.end()));
  if (most >= longest) {
    throw Failure(fmt::format("{}: a pack would be a list of {} elements; write .npz instead", path, most));
  }
}

static std::vector<std::string> write_table(const std::string& path, const PackSlices& slices,
                                            const packing::PlanDocument& document, const Emit& emit) {
  constexpr std::size_t group_size = std::size_t{1} << 26;
  if (emit.any()) require_int32(document);
  require_short_rows(path, document, slices, emit);
  announce_size(path, total_bytes(slices, document, emit));
  const std::vector<formats::ListColumn> columns = table_columns(slices, document, emit);
  OutputFile file(path);
  const auto write = [&file](std::string_view bytes) { file.write(bytes); };
  using Writer = std::variant<formats::ParquetWriter, formats::ArrowWriter>;
  Writer writer = path.ends_with(".arrow") ? Writer(formats::ArrowWriter(columns, write))
                                           : Writer(formats::ParquetWriter(columns, write));
  Progress progress("writing " + path);
  std::vector<formats::ListRows> rows(columns.size());
  std::int64_t done = 0;
  slices.each({.items = true, .begins = slices.split, .sizes = emit.any()}, [&](const packing::PackSlice& slice) {
    for (std::size_t pack = 0; pack < slice.packs(); ++pack) {
      add_pack(slice, pack, slices, document, emit, rows);
      std::size_t size = 0;
      for (const formats::ListRows& column : rows) size += column.values.size();
      if (++done < slices.packs && size < group_size) continue;
      std::visit([&](auto& to) { to.add(rows); }, writer);
      for (formats::ListRows& column : rows) column.clear();
      progress.update(static_cast<double>(done) / static_cast<double>(slices.packs));
    }
  });
  std::visit([](auto& to) { to.finish(); }, writer);
  file.commit();
  std::vector<std::string> names;
  names.reserve(columns.size());
  for (const formats::ListColumn& column : columns) names.push_back(column.name);
  return names;
}

static std::vector<std::string> write_csv(const std::string& path, const PackSlices& slices) {
  OutputFile file(path);
  file.write(slices.split ? "pack,item,begin\n" : "pack,item\n");
  fmt::memory_buffer rows;
  std::int64_t number = 0;
  slices.each({.items = true, .begins = slices.split}, [&](const packing::PackSlice& slice) {
    for (std::size_t pack = 0; pack < slice.packs(); ++pack, ++number) {
      const auto end = static_cast<std::size_t>(slice.offsets[pack + 1]);
      for (auto i = static_cast<std::size_t>(slice.offsets[pack]); i < end; ++i) {
        fmt::format_to(std::back_inserter(rows), "{},{}", number, slice.items[i]);
        if (slices.split) fmt::format_to(std::back_inserter(rows), ",{}", slice.begins[i]);
        rows.push_back('\n');
      }
    }
    file.write(std::string_view(rows.data(), rows.size()));
    rows.clear();
  });
  file.commit();
  if (slices.split) return {"pack", "item", "begin"};
  return {"pack", "item"};
}

PackSlices slices_of(const packing::Assignment& assignment, const packing::Plan& plan) {
  constexpr std::size_t at_once = 4096;
  const std::size_t packs = assignment.offsets.size() - 1;
  return {.packs = static_cast<std::int64_t>(packs),
          .pieces = static_cast<std::int64_t>(assignment.items.size()),
          .deepest = deepest(plan),
          .split = !assignment.begins.empty(),
          .wide = false,
          .dropped = {assignment.dropped.begin(), assignment.dropped.end()},
          .each = [&assignment, packs](SliceParts, const UseSlice& use) {
            for (std::size_t begin = 0; begin < packs; begin += at_once) {
              use(slice_of(assignment, begin, std::min(begin + at_once, packs)));
            }
          }};
}

void require_writable(const std::string& path, const Emit& emit) {
  if (is_csv_output(path) && emit.any()) throw Failure("--emit needs -o FILE.npz, .npy, .parquet or .arrow");
  if (path != "-") require_ending(path, {".npz", ".npy", ".parquet", ".arrow", ".csv"});
}

std::vector<std::string> write_assignment(const std::string& path, const PackSlices& slices,
                                          const packing::PlanDocument& document, const Emit& emit) {
  if (is_csv_output(path)) return write_csv(path, slices);
  return is_table(path) ? write_table(path, slices, document, emit) : write_arrays(path, slices, document, emit);
}

}  // namespace tuplepack::cli

#include "assignment_files.hpp"

#include "arrays.hpp"
#include "failure.hpp"
#include "progress.hpp"
#include "tuplepack/training/segments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

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
static std::string array_name(std::string_view kind, const PlanDocument& document, std::size_t component) {
  const auto& components = document.histogram.components;
  if (components.size() == 1) return std::string(kind);
  const std::string name = harmless(components[component]);
  const auto sharing = std::count_if(components.begin(), components.end(),
                                     [&](const std::string& other) { return harmless(other) == name; });
  return sharing == 1 ? fmt::format("{}_{}", kind, name) : fmt::format("{}_{}_{}", kind, name, component + 1);
}

static std::int64_t stride_of(const PlanDocument& document, std::size_t component) {
  const auto& align = document.fitting.align_item;
  return align.empty() ? 1 : align[component];
}

/// Streams one row of `capacity` entries per pack.
template <typename Fill>
static void add_rows(ArrayFiles& files, const std::string& name, const Assignment& assignment,
                     const PlanDocument& document, std::size_t component, Fill fill) {
  const std::size_t packs = assignment.offsets.size() - 1;
  const auto capacity = static_cast<std::size_t>(document.limits.sizes[component]);
  files.begin(name, Dtype::int32, std::array{static_cast<std::int64_t>(packs), static_cast<std::int64_t>(capacity)});
  Progress progress("writing " + name);
  std::vector<std::int32_t> rows(std::max<std::size_t>(1, piece_entries / capacity) * capacity);
  std::size_t filled = 0;
  for (std::size_t pack = 0; pack < packs; ++pack) {
    fill(assignment.lengths(pack, component), stride_of(document, component),
         std::span(rows).subspan(filled, capacity));
    filled += capacity;
    if (filled < rows.size() && pack + 1 < packs) continue;
    files.append(std::as_bytes(std::span(rows).first(filled)));
    filled = 0;
    progress.update(static_cast<double>(pack) / static_cast<double>(packs));
  }
  files.end();
}

static void add_cu_seqlens(ArrayFiles& files, const std::string& name, const Assignment& assignment,
                           const PlanDocument& document, std::size_t component) {
  const std::size_t packs = assignment.offsets.size() - 1;
  const auto entries = static_cast<std::int64_t>(assignment.items.size() + packs);
  files.begin(name, Dtype::int32, std::span(&entries, 1));
  std::vector<std::int32_t> buffer;
  for (std::size_t pack = 0; pack < packs; ++pack) {
    const auto lengths = assignment.lengths(pack, component);
    const std::size_t at = buffer.size();
    buffer.resize(at + lengths.size() + 1);
    fill_cu_seqlens(lengths, stride_of(document, component), std::span(buffer).subspan(at));
    if (buffer.size() < piece_entries && pack + 1 < packs) continue;
    files.append(std::as_bytes(std::span(buffer)));
    buffer.clear();
  }
  files.end();
}

static void require_int32(const PlanDocument& document) {
  for (const std::int64_t limit : document.limits.sizes) {
    if (limit > std::numeric_limits<std::int32_t>::max()) {
      throw Failure(fmt::format("--emit writes 32-bit integers, and the limit {} exceeds them", limit));
    }
  }
}

/// Bytes of all arrays, without their headers.
static std::int64_t total_bytes(const Assignment& assignment, const PlanDocument& document, const Emit& emit) {
  constexpr double int32 = 4;
  constexpr double int64 = 8;
  const auto count = [](const auto& array) { return static_cast<double>(array.size()); };
  const double packs = count(assignment.offsets) - 1;
  const double id_arrays = (emit.segment_ids ? 1 : 0) + (emit.position_ids ? 1 : 0);
  double bytes =
      int64 * (packs + 1 + count(assignment.begins)) + int32 * (count(assignment.items) + count(assignment.dropped));
  for (const std::int64_t limit : document.limits.sizes) {
    bytes += int32 * id_arrays * packs * static_cast<double>(limit);
    if (emit.cu_seqlens) bytes += int32 * (packs + count(assignment.items));
  }
  return static_cast<std::int64_t>(std::min(bytes, 1e18));
}

static std::vector<std::string> write_arrays(const std::string& path, const Assignment& assignment,
                                             const PlanDocument& document, const Emit& emit) {
  if (emit.any()) require_int32(document);
  announce_size(path, total_bytes(assignment, document, emit));
  ArrayFiles files(path);
  files.add("offsets", std::span(assignment.offsets));
  files.add("items", std::span(assignment.items));
  if (!assignment.begins.empty()) files.add("begins", std::span(assignment.begins));
  if (!assignment.dropped.empty()) files.add("dropped", std::span(assignment.dropped));
  for (std::size_t c = 0; c < document.histogram.component_count(); ++c) {
    if (emit.segment_ids) {
      add_rows(files, array_name("segment_ids", document, c), assignment, document, c, fill_segment_ids);
    }
    if (emit.position_ids) {
      add_rows(files, array_name("position_ids", document, c), assignment, document, c, fill_position_ids);
    }
    if (emit.cu_seqlens) add_cu_seqlens(files, array_name("cu_seqlens", document, c), assignment, document, c);
  }
  files.commit();
  return files.names();
}

static std::vector<std::string> write_csv(const std::string& path, const Assignment& assignment) {
  const bool split = !assignment.begins.empty();
  OutputFile file(path);
  file.write(split ? "pack,item,begin\n" : "pack,item\n");
  fmt::memory_buffer rows;
  for (std::size_t pack = 0; pack + 1 < assignment.offsets.size(); ++pack) {
    const auto end = static_cast<std::size_t>(assignment.offsets[pack + 1]);
    for (auto i = static_cast<std::size_t>(assignment.offsets[pack]); i < end; ++i) {
      fmt::format_to(std::back_inserter(rows), "{},{}", pack, assignment.items[i]);
      if (split) fmt::format_to(std::back_inserter(rows), ",{}", assignment.begins[i]);
      rows.push_back('\n');
    }
    file.write(std::string_view(rows.data(), rows.size()));
    rows.clear();
  }
  file.commit();
  if (split) return {"pack", "item", "begin"};
  return {"pack", "item"};
}

void require_writable(const std::string& path, const Emit& emit) {
  if (is_csv_output(path) && emit.any()) throw Failure("--emit needs -o FILE.npz or FILE.npy");
  if (path != "-") require_ending(path, {".npz", ".npy", ".csv"});
}

std::vector<std::string> write_assignment(const std::string& path, const Assignment& assignment,
                                          const PlanDocument& document, const Emit& emit) {
  return is_csv_output(path) ? write_csv(path, assignment) : write_arrays(path, assignment, document, emit);
}

}  // namespace tuplepack::cli

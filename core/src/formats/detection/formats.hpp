#pragma once

#include "formats/csv/csv.hpp"
#include "formats/json/json.hpp"
#include "formats/json/json_lines.hpp"
#include "formats/numpy/npy.hpp"
#include "formats/rows/row_reader.hpp"
#include "tuplepack/formats/detection/format_table.hpp"
#include "tuplepack/formats/rows/previewed.hpp"

#include <array>
#include <cstddef>
#include <string_view>

namespace tuplepack::formats {

/// What reads sizes from a format, in pieces of any size. Null: the file has to be there as a whole.
struct FormatReader {
  RowReader (*open)(ReadOptions options, RowSink sink) = nullptr;
  /// Adds what the beginning of a file shows.
  /// whole  this is all of the file
  void (*preview)(std::string_view text, bool whole, Preview& found) = nullptr;
};

struct ReadFormat {
  FormatRow row;
  FormatReader reader{};
};

/// What files hold of one kind.
struct Held {
  Content content{};
  std::string_view what;
};

template <std::size_t N>
constexpr Holds holding(const Held (&all)[N]) {
  Holds holds{};
  for (const Held& one : all) holds[static_cast<std::size_t>(one.content)] = one.what;
  return holds;
}

inline constexpr std::string_view columns_of_ids = "columns of integers; with `--relabel` also of text";

/// All formats. A new one is a row here, and its reader.
inline constexpr auto read_formats = std::to_array<ReadFormat>({
    {.row = {.name = "csv",
             .title = "CSV and other text tables",
             .extensions = ".csv .tsv .txt",
             .holds = holding({{Content::sizes, "columns of integers"},
                               {Content::edges, columns_of_ids},
                               {Content::features, "columns of numbers, between commas"},
                               {Content::interactions, "columns of ids and of times or dates"}})},
     .reader = {.open = open_rows<CsvReader>, .preview = preview_csv}},
    {.row = {.name = "json",
             .title = "JSON",
             .extensions = ".json",
             .lists = true,
             .holds =
                 holding({{Content::sizes, "rows, columns, lengths of lists, fields of objects, a Counter, a plan"},
                          {Content::plans, "what `pack --plan` writes"}})},
     .reader = {.open = open_rows<JsonReader>, .preview = preview_json}},
    {.row = {.name = "json_lines",
             .title = "JSON Lines",
             .extensions = ".jsonl .ndjson",
             .lists = true,
             .holds = holding({{Content::sizes, "rows, lengths of lists, fields of objects"}})},
     .reader = {.open = open_rows<JsonLinesReader>, .preview = preview_json_lines}},
    {.row = {.name = "npy",
             .title = "NumPy array",
             .extensions = ".npy",
             .begins = {"\x93NUMPY"},
             .holds = holding({{Content::sizes, "numbers, columns of numbers, fields of a structured array"},
                               {Content::edges, "`n × 2` or `2 × n` ids, fields, or two arrays of `n`"},
                               {Content::features, "`n` or `n × k` numbers"},
                               {Content::interactions, "columns, or fields of a structured array"}})},
     .reader = {.open = open_rows<NpyReader>, .preview = preview_npy}},
    {.row = {.name = "npz",
             .title = "NumPy archive, ZIP of one file",
             .extensions = ".npz .zip",
             .begins = {"PK\x03\x04", "PK\x05\x06"},
             .holds = holding({{Content::sizes, "an array, or arrays as columns; the only file of a ZIP archive"},
                               {Content::edges, "an array, or two arrays as columns"},
                               {Content::features, "an array"},
                               {Content::interactions, "an array, or arrays as columns"}})}},
    {.row = {.name = "parquet",
             .title = "Parquet",
             .extensions = ".parquet",
             .begins = {"PAR1"},
             .lists = true,
             .holds = holding({{Content::sizes, "integers, lengths of lists, fields of structs"},
                               {Content::edges, columns_of_ids},
                               {Content::features, "columns of numbers, or of lists of one length"},
                               {Content::interactions, "columns of ids and of times"}})}},
    {.row = {.name = "arrow",
             .title = "Arrow, Feather",
             .extensions = ".arrow .feather",
             .begins = {"ARROW1", "\xff\xff\xff\xff"},
             .lists = true,
             .holds = holding({{Content::sizes, "integers, lengths of lists, fields of structs"},
                               {Content::edges, columns_of_ids},
                               {Content::features, "columns of numbers, or of lists of one length"},
                               {Content::interactions, "columns of ids and of times"}})}},
});

// Formats are numbered as their rows, from 1 on.
[[nodiscard]] constexpr Format numbered_format(std::size_t row) {
  return static_cast<Format>(row + 1);
}
[[nodiscard]] constexpr std::size_t row_number(Format format) {
  return static_cast<std::size_t>(format) - 1;
}

/// The readers by themselves: who uses only these holds no text of the table.
inline constexpr auto format_readers = [] {
  std::array<FormatReader, read_formats.size()> readers{};
  for (std::size_t i = 0; i < readers.size(); ++i) readers[i] = read_formats[i].reader;
  return readers;
}();

/// assumes  format is not detect
[[nodiscard]] constexpr const FormatReader& reader_of(Format format) {
  return format_readers[row_number(format)];
}

static_assert([] {
  constexpr auto is_at = [](Format format, std::string_view name) {
    return read_formats[row_number(format)].row.name == name;
  };
  return is_at(Format::csv, "csv") && is_at(Format::json, "json") && is_at(Format::json_lines, "json_lines") &&
         is_at(Format::npy, "npy") && is_at(Format::npz, "npz") && is_at(Format::parquet, "parquet") &&
         is_at(Format::arrow, "arrow");
}());

}  // namespace tuplepack::formats

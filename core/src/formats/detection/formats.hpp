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

/// A format, and what reads sizes from it in pieces of any size. Null: the file has to be there as a whole.
struct ReadFormat {
  FormatRow row;
  RowReader (*open)(ReadOptions options, RowSink sink) = nullptr;
  /// Adds what the beginning of a file shows.
  /// whole  this is all of the file
  void (*preview)(std::string_view text, bool whole, Preview& found) = nullptr;
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
     .open = open_rows<CsvReader>,
     .preview = preview_csv},
    {.row = {.name = "json",
             .title = "JSON",
             .extensions = ".json",
             .lists = true,
             .holds =
                 holding({{Content::sizes, "rows, columns, lengths of lists, fields of objects, a Counter, a plan"},
                          {Content::plans, "what `pack --plan` writes"}})},
     .open = open_rows<JsonReader>,
     .preview = preview_json},
    {.row = {.name = "json_lines",
             .title = "JSON Lines",
             .extensions = ".jsonl .ndjson",
             .lists = true,
             .holds = holding({{Content::sizes, "rows, lengths of lists, fields of objects"}})},
     .open = open_rows<JsonLinesReader>,
     .preview = preview_json_lines},
    {.row = {.name = "npy",
             .title = "NumPy array",
             .extensions = ".npy",
             .begins = {"\x93NUMPY"},
             .holds = holding({{Content::sizes, "numbers, columns of numbers, fields of a structured array"},
                               {Content::edges, "`n × 2` or `2 × n` ids, fields, or two arrays of `n`"},
                               {Content::features, "`n` or `n × k` numbers"},
                               {Content::interactions, "columns, or fields of a structured array"}})},
     .open = open_rows<NpyReader>,
     .preview = preview_npy},
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

/// The row of a format.
/// assumes  format is not detect
[[nodiscard]] constexpr const ReadFormat& read_format(Format format) {
  return read_formats[row_number(format)];
}
static_assert(read_format(Format::csv).row.name == "csv" && read_format(Format::json).row.name == "json" &&
              read_format(Format::json_lines).row.name == "json_lines" && read_format(Format::npy).row.name == "npy" &&
              read_format(Format::npz).row.name == "npz" && read_format(Format::parquet).row.name == "parquet" &&
              read_format(Format::arrow).row.name == "arrow");

}  // namespace tuplepack::formats

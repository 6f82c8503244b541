#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// The formats that sizes come in. `detect` decides by the first bytes.
///
///   csv         columns separated by comma, semicolon, tab, '|' or blanks (the first line decides, or Excel's `sep=;`);
///               header or none; `#` and `%` comments; LF, CRLF or CR; UTF-8 with or without BOM; fields may be quoted. The
///               first line is a header if the columns in use have a cell there that is not a number
///   json        [[nodes,edges],…] every number is a size · [5,7,…] one item each ·
///               [{"nodes":3,"edges":4,"count":2},…] count may be left out ·
///               {"nodes":[3,…],"edges":[4,…],"count":[2,…]} columns of equal length ·
///               {"lengths":[c0,c1,…]} index = length · {"5":2,"7":1} counts of lengths, as of a Counter · a tuplepack plan
///   json_lines  one such row per line: an object, an array of sizes, or a number
///   npy         an array of integers or floats, n or n × k, in either byte order: one item per row; of a structured
///               array the fields are columns
///   npz         such an array, or several of n numbers each, which are columns; or a ZIP archive of one file of any format
///   parquet     columns of integers, whole floats and lists, which count by their length
///   arrow       the same
///
/// A count is a column of that name; also frequency, freq, occurrences, counts, anzahl, count(…) or the like, with a note.
/// Without a choice of columns those without a name, of ids (id, index, label, …_id, …), of flags (…_mask, is_…), of text and
/// of fractions are left out, with a note, as long as others are there. Where columns have no names (a table without a header, arrays in JSON, .npy) every
/// number is a size, unless ReadOptions::count_column is the number of a column; pairs in a table or .npy array that may be
/// those of a histogram are refused by read_histogram() and HistogramSink.
///
/// Numbers are whole, from 0 to 2^53 − 1; 5.0 and 5e3 are whole too.
///
/// The numbers are those of the rows of the table of formats, from 1 on; only what code names has a name here.
enum class Format { detect, csv, json, json_lines, npy, npz, parquet, arrow };
[[nodiscard]] std::string_view name(Format format);
[[nodiscard]] Result<Format> format_by_name(std::string_view name);
[[nodiscard]] std::vector<std::string_view> format_names();  ///< of all, in display order

/// What a column with a name is taken for where nobody chose.
enum class ColumnRole : std::uint8_t {
  sizes,
  counts,
  // What is left out, as long as there are others:
  unnamed,
  ids,  ///< and metadata, as labels and epochs
  flags,
  text,
  fractions,
};
[[nodiscard]] std::string_view name(ColumnRole role);

/// The roles of columns of which only the names are known.
[[nodiscard]] std::vector<ColumnRole> roles_by_name(std::span<const std::string> names);

struct ReadOptions {
  Format format = Format::detect;
  std::vector<std::string> columns{};  ///< names, or 1-based numbers, of the columns to use, in this order; empty: all
  /// Name (in any case) or 1-based number. A table without such a column lists items.
  std::string count_column = "count";
  /// Keys of JSON rows that hold lists, e.g. "input_ids": the length of the list is the size. Without a choice of
  /// columns these are the only ones. `row_itself`: every row is a list.
  std::vector<std::string> lengths_of{};
  /// What the name of the file tells: decides where the bytes leave two readings. See format_of_name().
  Format likely = Format::detect;
};

/// Stands for the rows among the keys of lists, where they are arrays and have no keys.
inline constexpr std::string_view row_itself = "row";

/// Receives a reader's output. Every call may return an error, which the reader propagates.
struct RowSink {
  /// Once, before the first row. has_counts: whether rows carry a count; otherwise every row is one item.
  std::function<Result<void>(const std::vector<std::string>& components, bool has_counts)> begin;
  /// Any number of rows. sizes: rows × k; counts: rows, or empty when has_counts is false. Rows with a count of 0 come
  /// too.
  std::function<Result<void>(std::span<const std::int64_t> sizes, std::span<const std::int64_t> counts)> rows;
  /// After the last row, if these are pairs of numbers whose names do not tell what they are, the options leave it to the
  /// reader, and the one number is in order and distinct, as the sizes of a histogram are: the pairs are read as two sizes,
  /// but the other may be a count.
  /// columns  what options call the two
  /// counts   which of them may have the counts, 0 or 1
  std::function<Result<void>(const std::vector<std::string>& columns, std::size_t counts)> possible_histogram{};
  /// Before begin, or after the last row: what the reader has taken for granted, where there was a choice, and the option that decides. May be
  /// empty.
  std::function<void(const std::string& text)> note{};
};

/// For RowSink::possible_histogram: an error that names both readings, and the options that choose them.
/// errors  unsupported
[[nodiscard]] Result<void> refuse_possible_histogram(const std::vector<std::string>& columns, std::size_t counts);

}  // namespace tuplepack::formats

#pragma once

#include "tuplepack/formats/zip_members.hpp"
#include "tuplepack/packing/histogram.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack {

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
/// A count is a column of that name; in csv and json_lines also frequency, freq, occurrences, counts or anzahl, with a
/// note. Without a choice of columns those without a name and those of ids (id, index, label, …_id, …) are left out, with
/// a note, as long as others are there. Where columns have no names (a table without a header, arrays in JSON, .npy) every
/// number is a size, unless ReadOptions::count_column is the number of a column; pairs in a table or .npy array that may be
/// those of a histogram are refused by read_histogram() and HistogramSink.
///
/// Numbers are whole, from 0 to 2^53 − 1; 5.0 and 5e3 are whole too.
enum class Format { detect, csv, json, json_lines, npy, npz, parquet, arrow };
[[nodiscard]] std::string_view name(Format format);
[[nodiscard]] Result<Format> format_by_name(std::string_view name);

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
  /// Before begin, if the rows are JSON arrays of several numbers and the options leave it to the reader what these are:
  /// the number of the last column, from 1. It is read as a size, but the writer may have meant a count. May be empty.
  std::function<void(std::size_t column)> possible_count{};
  /// After the last row, if these are pairs of numbers without names, the options leave it to the reader what they are, and
  /// the first numbers are in order and distinct, as the sizes of a histogram are: the pairs are read as two sizes, but the
  /// second may be a count. May be empty.
  std::function<Result<void>()> possible_histogram{};
  /// Before begin: what the reader has taken for granted, where there was a choice, and the option that decides. May be
  /// empty.
  std::function<void(const std::string& text)> note{};
};

/// For RowSink::possible_histogram: an error that names both readings, and the options that choose them.
/// errors  unsupported
[[nodiscard]] Result<void> refuse_possible_histogram();

/// What the formats take that the core does not bring by itself.
struct SizesBackends {
  Inflate inflate{};  ///< for members of ZIP archives; empty: compressed ones are refused
  /// Reads the sizes of a Parquet or Arrow file that is there as a whole; empty: these are refused.
  std::function<Result<void>(std::string_view file, Format format, const ReadOptions& options, RowSink sink)>
      read_columns{};
};

/// Turns bytes, in pieces of any size, into rows of sizes. Memory does not grow with the number of rows, except for
/// formats that store columns one after the other, which are held whole: JSON objects, .npz files, .npy arrays in Fortran
/// order, Parquet and Arrow.
class SizesReader {
 public:
  SizesReader(ReadOptions options, RowSink sink, SizesBackends backends = {});
  ~SizesReader();
  SizesReader(SizesReader&&) noexcept;
  SizesReader& operator=(SizesReader&&) noexcept;

  /// errors  malformed · unsupported · not_an_integer · negative · too_large · missing_column · extra_column ·
  ///         component_mismatch (more than max_components columns), each with line and column where the format has
  ///         them, and the offending text; what the sink returned. After an error the reader must not be used again.
  [[nodiscard]] Result<void> feed(std::span<const char> bytes);

  /// Flushes complete rows to the sink, so that none waits for later ones (csv, json_lines). The first few bytes of an
  /// input are held back until the format is detected.
  /// errors  what the sink returned
  [[nodiscard]] Result<void> flush();

  /// errors  as feed, and empty (no row at all)
  [[nodiscard]] Result<void> finish() &&;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The same for an in-memory file, collected in a histogram.
/// errors  as SizesReader and HistogramBuilder
[[nodiscard]] Result<Histogram> read_histogram(std::span<const char> bytes, const ReadOptions& options = {});

/// Collects rows in a histogram, of one file or of several; the caller must ensure that they have the same components.
class HistogramSink {
 public:
  [[nodiscard]] RowSink sink();  ///< for a file; refers to *this
  [[nodiscard]] const std::vector<std::string>& components() const { return components_; }     ///< of the first file
  [[nodiscard]] std::optional<std::size_t> possible_count() const { return possible_count_; }  ///< see RowSink
  [[nodiscard]] Result<Histogram> finish() &&;  ///< errors  empty · too_large

 private:
  std::vector<std::string> components_;
  std::vector<HistogramBuilder> builder_;  // none before the first row, then one
  std::optional<std::size_t> possible_count_;
};

}  // namespace tuplepack

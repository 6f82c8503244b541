#pragma once

#include "tuplepack/formats/bytes/zip_members.hpp"
#include "tuplepack/formats/rows/read_options.hpp"
#include "tuplepack/packing/histogram.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::formats {

/// What the formats take that the core does not bring by itself.
struct SizesBackends {
  Inflate inflate{};  ///< for members of ZIP archives; empty: compressed ones are refused
  /// Reads the sizes of a Parquet or Arrow file that is there as a whole; empty: these are refused.
  std::function<Result<void>(std::string_view file, Format format, const ReadOptions& options, RowSink sink)>
      read_columns{};
  /// Refuses text that holds no sizes, such as a graph; nothing while too little of it is known. Asked about text whose format and
  /// columns nobody chose; empty: such text is read as a table.
  /// whole  this is all
  std::function<std::optional<Result<void>>(std::string_view text, bool whole)> check_text{};
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
[[nodiscard]] Result<packing::Histogram> read_histogram(std::span<const char> bytes, const ReadOptions& options = {});

/// Collects rows in a histogram, of one file or of several; the caller must ensure that they have the same components.
class HistogramSink {
 public:
  [[nodiscard]] RowSink sink();  ///< for a file; refers to *this
  [[nodiscard]] const std::vector<std::string>& components() const { return components_; }  ///< of the first file
  [[nodiscard]] Result<packing::Histogram> finish() &&;  ///< errors  empty · too_large

 private:
  std::vector<std::string> components_;
  std::vector<packing::HistogramBuilder> builder_;  // none before the first row, then one
};

}  // namespace tuplepack::formats

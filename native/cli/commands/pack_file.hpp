#pragma once

#include "cli/output/output.hpp"
#include "tuplepack/packing/stream.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// Writes the packs of a stream as they close.
///   .jsonl  one line per pack, the numbers of its items: [12,7,90]; if items are split, with where each piece begins:
///           [[12,0],[7,512]]. "-" is the same on standard output
///   .csv    the columns pack and item, and begin if items are split
///   .npz    offsets, items and begins in CSR, all int64. Kept in memory and written at the end
/// Throws Failure.
class PackFile {
 public:
  /// How much was written when a state was saved.
  struct Mark {
    std::int64_t bytes = 0;
    std::int64_t packs = 0;
  };

  /// Rejects a file name that cannot be written.
  /// resumable  whether the file must grow line by line under its own name
  static void require_writable(const std::string& path, bool resumable);

  /// split  whether pieces have a begin
  /// mark   if given, the file is written under its name from the start, after what was there at the mark; otherwise it
  ///        appears when finished
  PackFile(std::string path, bool split, const std::optional<Mark>& mark);

  void write(const packing::ClosedPacks& closed);
  /// Makes what was written visible to other processes.
  void flush();
  /// flush(), and waits until it is on the disk.
  void sync();
  void finish();

  [[nodiscard]] Mark mark() const { return mark_; }
  /// Names of the arrays or columns; none in .jsonl.
  [[nodiscard]] const std::vector<std::string>& arrays() const { return arrays_; }

 private:
  std::string path_;
  bool split_;
  Mark mark_;
  std::unique_ptr<OutputFile> file_;  // none for .npz
  packing::ClosedPacks all_;          // for .npz
  std::vector<std::string> arrays_;

  void write_text(std::string_view text);
};

}  // namespace tuplepack::cli

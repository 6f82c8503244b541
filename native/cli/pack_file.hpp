#pragma once

#include "output.hpp"
#include "tuplepack/packing/stream.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// Where packs of a stream go as they close.
///   .jsonl  one line per pack, [12,7,90]: the numbers of its items; [[12,0],[7,512]] with where each piece begins,
///   where
///           items are split. "-": the same on standard output
///   .csv    the columns pack, item, and begin where items are split
///   .npz    offsets, items and begins in CSR, all int64, at the end; until then they are held in memory
/// Throws Failure.
class PackFile {
 public:
  /// How far the file had come when a state was saved.
  struct Mark {
    std::int64_t bytes = 0;
    std::int64_t packs = 0;
  };

  /// Refuses a name that cannot be written.
  /// resumable  the file has to grow line by line under its name
  static void require_writable(const std::string& path, bool resumable);

  /// split  whether pieces have a begin
  /// mark   given: the file is written under its name from the start, after what was there at the mark. Otherwise it
  ///        appears when finished.
  PackFile(std::string path, bool split, const std::optional<Mark>& mark);

  void write(const ClosedPacks& closed);
  /// Makes what was written visible to others.
  void flush();
  /// flush(), and waits until it is on the disk.
  void sync();
  void finish();

  [[nodiscard]] Mark mark() const { return mark_; }
  [[nodiscard]] const std::vector<std::string>& arrays() const { return arrays_; }

 private:
  std::string path_;
  bool split_;
  Mark mark_;
  std::unique_ptr<OutputFile> file_;  // none for .npz
  ClosedPacks all_;                   // for .npz
  std::vector<std::string> arrays_;

  void write_text(std::string_view text);
};

}  // namespace tuplepack::cli

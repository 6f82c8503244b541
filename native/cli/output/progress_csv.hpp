#pragma once

#include "output.hpp"
#include "stopwatch.hpp"
#include "tuplepack/packing/pack.hpp"

#include <cstdint>
#include <string>

namespace tuplepack::cli {

/// A CSV file of how a search went: seconds since it began, packs of the best plan and lower bound, a line whenever one
/// of the two improves. A value that is not known yet is left empty. Every line is handed to the system at once, so that
/// the file can be watched, and is complete up to the moment at which a process is killed.
class ProgressCsv {
 public:
  /// Replaces what is in the file. Throws Failure.
  explicit ProgressCsv(std::string path);

  /// packs, bound  0: not known yet
  void add(std::int64_t packs, std::int64_t bound);

  /// Adds the result, and waits until the file is on the disk.
  void finish(std::int64_t packs, std::int64_t bound);

 private:
  OutputFile file_;
  Stopwatch watch_;
  std::int64_t packs_ = 0;
  std::int64_t bound_ = 0;
};

}  // namespace tuplepack::cli

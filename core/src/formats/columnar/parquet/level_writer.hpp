#pragma once

#include <cstdint>
#include <string>

namespace tuplepack::formats {

/// Writes levels of a bit as runs: packed by eight, or repeated where eight or more are the same.
class LevelWriter {
 public:
  void add(bool level, std::uint64_t count);
  /// All runs; those of a page of version 1 begin with their length.
  [[nodiscard]] std::string take() &&;

 private:
  std::string runs_;
  std::string packed_;    // the packed run that is not written
  unsigned in_last_ = 0;  // levels in its last byte; 0: that is full

  void end_packed();
};

}  // namespace tuplepack::formats

#pragma once

#include <string>

namespace tuplepack::cli {

// Files on their way to a name: PATH.part and 16 hexadecimal digits, beside it. While the run that made one lives, it has
// a lock on it; without one it is left over, whatever ended that run.

/// A file that is open to read and write.
struct Temporary {
  std::string path;
  int descriptor = -1;
};

/// Makes one for what will have the name PATH. Throws Failure.
[[nodiscard]] Temporary create_temporary(const std::string& path, unsigned mode);
/// Signals that end the program remove it first, until it is forgotten. The string must not change in between.
void remember_temporary(const std::string& temporary);
void forget_temporary(const std::string& temporary);

/// A second name for a file, until it is removed. Nobody else removes it as left over while the lock is held.
struct SecondName {
  std::string path;
  int lock = -1;  ///< -1: the file could not be locked
};
/// errno tells why there is none when the path is empty.
[[nodiscard]] SecondName second_name(const std::string& path);

/// Removes what runs that were killed have left beside a path. Cost: reads the names in its folder.
void remove_leftovers(const std::string& path);

/// The folder of a path: "." without one.
[[nodiscard]] std::string folder_of(const std::string& path);
/// A name survives a power loss only when its folder is on the disk too.
void sync_folder(const std::string& path);

/// Signals that end the program wait while one lives.
class HeldSignals {
 public:
  HeldSignals();
  ~HeldSignals();
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;
};

/// Makes SIGINT, SIGTERM and SIGHUP remove the temporaries before they end the program, unless they are ignored.
void handle_signals();

}  // namespace tuplepack::cli

#pragma once

#include "tuplepack/base/result.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>

namespace tuplepack::files {

/// The error of a system call, from errno: "FILE: No space left on device".
[[nodiscard]] tl::unexpected<Error> system_error(const std::string& path);

/// A file or a folder that is open; closed when this is destroyed.
class Descriptor {
 public:
  Descriptor() = default;
  /// flags   of open(2); O_CLOEXEC is added
  /// errors  of the system, as for all functions below
  [[nodiscard]] static Result<Descriptor> open(std::string path, int flags);
  Descriptor(Descriptor&& other) noexcept : path_(std::move(other.path_)), number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(path_, other.path_);
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor();

  /// Another one of the same file, whatever became of its name.
  [[nodiscard]] Result<Descriptor> duplicate() const;
  /// What messages call the file from now on, in place of its path.
  void show_as(std::string name) { path_ = std::move(name); }

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] int number() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }

  /// Hands bytes to the system, all of them.
  [[nodiscard]] Result<void> write(std::span<const std::byte> bytes) const;
  /// Waits until everything is on the disk.
  [[nodiscard]] Result<void> sync() const;
  [[nodiscard]] Result<void> close();

 private:
  Descriptor(std::string path, int number) : path_(std::move(path)), number_(number) {}

  std::string path_;
  int number_ = -1;
};

/// A regular file that is open to read.
struct RegularFile {
  Descriptor descriptor;
  std::int64_t size = 0;
};

/// errors  of the system · unsupported (not a regular file)
[[nodiscard]] Result<RegularFile> open_regular(const std::string& path);

/// Opens a folder for this process alone, until the result is closed. None: nothing has the name any more, or another
/// folder, because whoever had it has renamed or removed it in the meantime.
/// errors  of the system · unsupported (another process has it)
[[nodiscard]] Result<std::optional<Descriptor>> lock_folder(const std::string& path);

/// The same; makes the folder if it is not there.
[[nodiscard]] Result<std::optional<Descriptor>> make_locked_folder(const std::string& path);

}  // namespace tuplepack::files

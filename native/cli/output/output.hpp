#pragma once

#include "tuplepack/formats/json/json_writer.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::cli {

/// Writes all of a text to standard output, of many ranks that of the first. Throws Failure, or ClosedPipe when nobody reads it any more.
void print(std::string_view text);

/// As long as one lives, print() and note() print nothing.
class Silence {
 public:
  Silence();
  ~Silence();
  Silence(const Silence&) = delete;
  Silence& operator=(const Silence&) = delete;
};

/// Whether -o with this path asks for CSV: it does for standard output too.
[[nodiscard]] bool is_csv_output(std::string_view path);

/// Throws Failure unless the file of an option has one of these endings.
void require_ending(const std::string& path, std::initializer_list<std::string_view> endings,
                    std::string_view option = "-o");

/// Keeps a line for standard error that is not an error, for show_notes().
void note(std::string_view text);

/// Prints what was noted since the last call; of many ranks the first one does. What the command does ends in one: before
/// its output, its progress, or its end. A command that fails has one line to say, its error.
void show_notes();

/// An object of JSON, and a member that is written behind its others.
[[nodiscard]] std::string with_member(const std::string& object,
                                      const std::function<void(formats::JsonWriter&)>& write);

/// An object of JSON, with what was noted so far as `notes`, if anything was.
[[nodiscard]] std::string with_notes(std::string json);

/// From now on there are no notes and no progress.
void be_quiet();
[[nodiscard]] bool is_quiet();

/// Where symbolic links lead, also when nothing is there yet. Throws Failure.
[[nodiscard]] std::string resolved(const std::string& path);

/// Prepares for an output of this size: refuses one that the file system of `path` has no room for, and notes on
/// standard error how large it will be when that is much. Throws Failure.
void announce_size(const std::string& path, std::int64_t bytes);

/// A file that takes its name with commit(), when its content is complete and on the disk; until then what had the name
/// is unchanged. What earlier runs have left of theirs is removed first; see temporaries.hpp. Throws Failure, or ClosedPipe.
///   a new file        gets mode 0666 less the umask
///   an existing file  keeps its mode, owner and group; it must be writable. It is replaced by rename(2), or overwritten
///                     in place where a new file could not replace it: it has other hard links, an access control
///                     list, or an owner that cannot be given. Room for the content is reserved before that begins.
///   a symbolic link   stays, and its target is written, also when there is none yet
///   a device, a pipe  is written directly
/// A file that the command reads is refused; see require_distinct_files.
class OutputFile {
 public:
  explicit OutputFile(std::string path);  // "-": standard output
  /// Appends to a file after its first `keep` bytes and cuts off the rest. The file has its name from the start, and
  /// keeps what was written when this is not committed. No other process can open it like this at the same time.
  OutputFile(std::string path, std::int64_t keep);
  ~OutputFile();  // removes what was not committed
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// Hands everything written so far to the system.
  void flush();
  /// flush(), and waits until it is on the disk. A full disk shows here at the latest.
  void sync();
  /// Takes the name as commit() does, and keeps what had it until accept(): when destroyed before, puts it back. What
  /// was overwritten in place stays overwritten.
  void place() { take_name(true); }
  void accept();
  void commit() { take_name(false); }

 private:
  std::string path_;
  std::string temporary_;  // empty when written directly
  std::string previous_;   // once placed: another name of the file that had the name, or empty
  int previous_lock_ = -1;
  bool is_new_ = false;  // once placed: there was no file
  int descriptor_ = -1;
  bool durable_ = true;    // a regular file
  bool in_place_ = false;  // the temporary is copied, not renamed
  std::vector<std::byte> buffer_;

  void open_temporary(unsigned mode);
  void overwrite();
  void replace(bool keeps);
  void take_name(bool keeps);
  void put_back();
  [[noreturn]] void fail() const;  // with errno
};

/// Writes a whole file.
void write_file(const std::string& path, std::string_view text);

/// Makes SIGINT, SIGTERM and SIGHUP remove the temporaries before they end the program, and a closed pipe or a file
/// beyond its limit an error rather than a signal. Takes the three standard descriptors away from files opened later
/// when the caller left them closed.
void prepare_streams();

/// Ends the program as a closed pipe ends one that writes to it: by SIGPIPE.
[[noreturn]] void end_by_closed_pipe();

}  // namespace tuplepack::cli

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::cli {

/// Writes all of a text to standard output. Throws Failure when it cannot.
void print(std::string_view text);

/// Whether -o with this path asks for CSV: it does for standard output too.
[[nodiscard]] bool is_csv_output(std::string_view path);

/// A file that appears under its name when it is complete and not before: it is written beside that name and renamed. A
/// device or a pipe is written directly. Throws Failure.
class OutputFile {
 public:
  explicit OutputFile(std::string path);  // "-": standard output
  /// Goes on with a file behind its first `keep` bytes, and cuts off what followed them. It is there from the start,
  /// and stays as far as it was written.
  OutputFile(std::string path, std::int64_t keep);
  ~OutputFile();  // what was not committed is removed
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::span<const std::byte> bytes);
  void write(std::string_view text) { write(std::as_bytes(std::span(text))); }
  /// Hands everything written so far to the system.
  void flush();
  void commit();

 private:
  std::string path_;
  std::string temporary_;  // empty when written directly
  int descriptor_ = -1;
  std::vector<std::byte> buffer_;
};

/// Makes SIGINT and SIGTERM remove the temporaries before they end the program, and a closed pipe an error rather than
/// a signal. Takes the three standard descriptors away from files opened later when the caller left them closed.
void prepare_streams();

}  // namespace tuplepack::cli

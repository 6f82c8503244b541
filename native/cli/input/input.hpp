#pragma once

#include "tuplepack/formats/interactions/events.hpp"
#include "tuplepack/formats/interactions/features.hpp"
#include "tuplepack/formats/interactions/roots.hpp"
#include "tuplepack/formats/plan/plan_json.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace tuplepack::cli {

/// The name of a file in messages: its path, or "<stdin>".
[[nodiscard]] std::string source_name(const std::string& path);

/// Compressed input that unpacks to more than this many times its size is refused, once it has unpacked to 256 MiB; 0
/// allows any. Set once, before anything is read, for everything the program reads.
void set_max_gzip_ratio(double ratio);

/// Reads a file, or standard input for "-", in pieces of about a megabyte. Unpacks what compression_table() has, and zlib
/// where `is_zlib` says so. Throws Failure.
class ByteSource {
 public:
  /// What next() waits for: a full piece, for speed, or any bytes at all, for a slow pipe.
  enum class Wait { for_full, for_any };
  explicit ByteSource(const std::string& path, Wait wait = Wait::for_full,
                      bool (*is_zlib)(std::string_view first_bytes) = nullptr);
  ~ByteSource();

  /// The next piece, valid until the next call. Empty at the end, or when interrupted while waiting for any.
  [[nodiscard]] std::span<const char> next();

  /// Sets a task to run about every 100 ms while waiting for any.
  void while_waiting(std::function<void()> task);

  [[nodiscard]] const std::string& name() const;              ///< source_name()
  [[nodiscard]] bool is_plain_file() const;                   ///< of the bytes that next() gives: name() is its path
  [[nodiscard]] std::optional<double> fraction_read() const;  ///< none when the size is unknown

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Refuses a source of arrays, Parquet or Arrow that can only be read from its start on. Throws Failure.
void require_plain_file(const ByteSource& source);

/// The whole content of a file, or of standard input.
[[nodiscard]] std::string read_all(const std::string& path);

/// A plan file, checked. Throws Failure.
[[nodiscard]] packing::PlanDocument read_plan(const std::string& path);
/// work  the most that checking its certificate may take
[[nodiscard]] formats::PlanVerification verify_plan_file(const std::string& path, packing::CheckingWork work);

/// Feeds a source to a reader of sizes, with a progress bar.
void read_sizes(ByteSource& source, const formats::ReadOptions& options, formats::RowSink sink);
/// Likewise, but tells after each piece which fraction has been read.
void read_sizes(ByteSource& source, const formats::ReadOptions& options, formats::RowSink sink,
                const std::function<void(double)>& read);

/// The histogram in a file, and the name of the file in messages.
struct Input {
  packing::Histogram histogram;
  std::string name;
};
[[nodiscard]] Input read_input(const std::string& path, const formats::ReadOptions& options);

/// The interactions in a file.
/// beyond  appended to the error about a node id that is out of range
[[nodiscard]] temporal::Events read_events(const std::string& path, formats::EventReadOptions options,
                                           std::string_view beyond = {});

/// The roots in a file.
[[nodiscard]] formats::RootTable read_roots(const std::string& path, std::int64_t nodes,
                                            formats::RootReadOptions options);

/// A file of features, in memory.
class FeatureFile {
 public:
  explicit FeatureFile(const std::string& path);
  FeatureFile(const FeatureFile&) = delete;
  FeatureFile& operator=(const FeatureFile&) = delete;

  [[nodiscard]] const formats::FeatureTable& table() const { return table_; }

 private:
  std::string bytes_;
  formats::FeatureTable table_;
};

}  // namespace tuplepack::cli

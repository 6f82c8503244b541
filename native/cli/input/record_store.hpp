#pragma once

#include "files/files.hpp"
#include "files/input_file.hpp"
#include "tuplepack/formats/tensorflow/tf_record.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace tuplepack::cli {

/// The records of files, by number. Memory: 16 bytes per record.
class RecordStore {
 public:
  /// folder  where to unpack files that are compressed, and what is not a file
  explicit RecordStore(std::string folder) : folder_(std::move(folder)) {}

  /// Reads the records of a file once, and passes each to a function. Throws Failure, also with the function's error,
  /// which it places at its record.
  void add(const std::string& path, const std::function<Result<void>(const formats::Record&)>& use);

  [[nodiscard]] std::size_t size() const { return places_.size(); }
  /// Adds the records of another store, in the same folder.
  void append(RecordStore next);
  template <typename Archive>
  void visit(Archive& archive) {
    archive(sources_, places_);
  }
  /// Reads a record into a buffer. Throws Failure.
  void read(std::size_t record, std::string& data);
  /// "FILE: the record at byte N", for messages.
  [[nodiscard]] std::string name(std::size_t record) const;

 private:
  struct Source {
    std::string name;    // in messages
    std::string path;    // of the file to read
    bool framed = true;  // as it was; not unpacked
    std::optional<files::InputFile> file;

    template <typename Archive>
    void visit(Archive& archive) {
      archive(name, path, framed);
    }
  };
  struct Place {
    std::uint32_t source;
    std::uint32_t bytes;
    std::int64_t data;  // where it begins

    template <typename Archive>
    void visit(Archive& archive) {
      archive(source, bytes, data);
    }
  };

  std::string folder_;
  std::vector<Source> sources_;
  std::vector<Place> places_;
  std::size_t open_ = 0;  // files
};

}  // namespace tuplepack::cli

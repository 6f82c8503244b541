#pragma once

#include "output.hpp"
#include "tuplepack/formats/numpy/npz.hpp"

#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

namespace tuplepack::cli {

/// Named arrays on disk: all in PATH when it ends in .npz; when it ends in .npy, which holds one array, each in a file
/// of its own: packs.npy becomes packs.offsets.npy, packs.items.npy, …. commit() replaces them together, when all are
/// complete and on the disk; where one cannot be replaced, the others are put back. See SetJournal for a run that is
/// killed in between. Throws Failure.
class ArrayFiles {
 public:
  explicit ArrayFiles(std::string path);

  template <typename T>
  void add(const std::string& name, std::span<const T> array) {
    const auto length = static_cast<std::int64_t>(array.size());
    add(name, array, std::span(&length, 1));
  }
  /// An array of this shape.
  template <typename T>
  void add(const std::string& name, std::span<const T> array, std::span<const std::int64_t> shape) {
    const formats::Dtype whole = sizeof(T) == 4 ? formats::Dtype::int32 : formats::Dtype::int64;
    begin(name, std::is_floating_point_v<T> ? formats::Dtype::float64 : whole, shape);
    append(std::as_bytes(array));
    end();
  }

  void begin(const std::string& name, formats::Dtype dtype, std::span<const std::int64_t> shape) {
    begin(name, numpy_type(dtype), shape);
  }
  /// type  of a number, as numpy writes it
  void begin(const std::string& name, std::string_view type, std::span<const std::int64_t> shape);
  void append(std::span<const std::byte> elements);
  void end();
  void commit();

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }

 private:
  std::string path_;
  std::vector<std::unique_ptr<OutputFile>> files_;
  std::optional<formats::NpzWriter> archive_;
  std::vector<std::string> names_;
  std::vector<std::string> paths_;  // of arrays in files of their own
};

}  // namespace tuplepack::cli

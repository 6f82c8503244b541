#pragma once

#include "tuplepack/formats/dgl/dgl.hpp"

#include <optional>

namespace tuplepack::formats {

/// Takes one value of DGL's files after the other off the front of the bytes. After the first error nothing is taken,
/// and every value is zero. `what` names a value in messages.
class DglReader {
 public:
  explicit DglReader(std::string_view file) : file_(file) {}

  [[nodiscard]] std::size_t position() const { return at_; }
  [[nodiscard]] std::size_t left() const { return file_.size() - at_; }
  [[nodiscard]] bool ok() const { return !error_; }
  [[nodiscard]] tl::unexpected<Error> error() const { return tl::unexpected(*error_); }

  /// Keeps the first error.
  void wrong(ErrorCode code, std::size_t at, const std::string& what);

  std::string_view bytes(std::uint64_t size, std::string_view what);
  std::uint64_t number(std::string_view what, std::size_t width = 8);
  /// A number that must have this value.
  void expect(std::uint64_t value, std::string_view what, ErrorCode code = ErrorCode::malformed, std::size_t width = 8);
  void magic(std::uint64_t value, std::string_view what);
  bool flag(std::string_view what);
  /// The length of a list whose items have at least so many bytes each: no more than there is room for.
  std::size_t length(std::size_t item_bytes, std::string_view what);
  /// Without a name.
  TensorView array();
  std::vector<TensorView> tensors();

 private:
  std::string_view file_;
  std::size_t at_ = 0;
  std::optional<Error> error_;

  TensorType type();
};

}  // namespace tuplepack::formats

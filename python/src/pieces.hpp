#pragma once

#include "codecs/unpacker.hpp"
#include "errors.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::python {

/// The pieces of a file, unpacked.
class Pieces {
 public:
  /// read  a function that returns bytes; none at the end
  Pieces(const py::function& read, const std::string& name) : read_(read), name_(name) {}

  /// The next piece, valid until the next call; empty at the end.
  [[nodiscard]] std::string_view next() {
    if (!unpacker_) {
      const std::string_view piece = read_piece();
      const formats::Compression compression = first_ ? formats::compression_of(piece) : formats::Compression::none;
      first_ = false;
      if (compression == formats::Compression::none) return piece;
      packing_ = formats::name(compression);
      unpacker_.emplace(value(codecs::Unpacker::create(compression), name_));
      unpacker_->feed(piece);
      unpacked_.resize(std::size_t{1} << 20);
    }
    while (true) {
      const auto some = [&] {
        const py::gil_scoped_release release;
        return unpacker_->unpack(unpacked_);
      }();
      if (!some) refuse(" data is corrupt");
      if (*some > 0) return {unpacked_.data(), *some};
      const std::string_view piece = read_piece();
      if (piece.empty() && unpacker_->inside_member()) refuse(" data is truncated");
      if (piece.empty()) return {};
      unpacker_->feed(piece);
    }
  }

 private:
  const py::function& read_;
  const std::string& name_;
  py::bytes piece_;
  bool first_ = true;
  std::string packing_;
  std::optional<codecs::Unpacker> unpacker_;
  std::vector<char> unpacked_;

  [[nodiscard]] std::string_view read_piece() {
    if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    piece_ = read_();
    return static_cast<std::string_view>(piece_);
  }
  void refuse(const std::string& what) const {
    value(Result<void>(fail(ErrorCode::malformed, "the " + packing_ + what)), name_);
  }
};

}  // namespace tuplepack::python

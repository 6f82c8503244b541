#pragma once

#include "tuplepack/base/result.hpp"
#include "tuplepack/formats/rows/read_options.hpp"

#include <memory>
#include <string_view>
#include <utility>

namespace tuplepack::formats {

/// A reader of rows, whatever its format; at first none.
class RowReader {
 public:
  RowReader() = default;
  /// reader  has feed(bytes) and finish(), and flush() if rows may wait for later ones
  template <typename Reader>
  explicit RowReader(std::unique_ptr<Reader> reader)
      : reader_(reader.release(), [](void* it) { delete static_cast<Reader*>(it); }),
        feed_([](void* it, std::string_view bytes) { return static_cast<Reader*>(it)->feed(bytes); }),
        finish_([](void* it) { return static_cast<Reader*>(it)->finish(); }) {
    if constexpr (requires { reader->flush(); }) {
      flush_ = [](void* it) { return static_cast<Reader*>(it)->flush(); };
    }
  }

  [[nodiscard]] explicit operator bool() const { return reader_ != nullptr; }

  // Of a reader that is there.
  [[nodiscard]] Result<void> feed(std::string_view bytes) { return feed_(reader_.get(), bytes); }
  [[nodiscard]] Result<void> flush() { return flush_ == nullptr ? Result<void>() : flush_(reader_.get()); }
  [[nodiscard]] Result<void> finish() { return finish_(reader_.get()); }

 private:
  std::unique_ptr<void, void (*)(void*)> reader_{nullptr, [](void*) {}};
  Result<void> (*feed_)(void* reader, std::string_view bytes) = nullptr;
  Result<void> (*finish_)(void* reader) = nullptr;
  Result<void> (*flush_)(void* reader) = nullptr;
};

template <typename Reader>
[[nodiscard]] RowReader open_rows(ReadOptions options, RowSink sink) {
  return RowReader(std::make_unique<Reader>(std::move(options), std::move(sink)));
}

}  // namespace tuplepack::formats

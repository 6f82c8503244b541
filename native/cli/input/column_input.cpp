#include "column_input.hpp"

#include "cli/output/failure.hpp"

#include "codecs/decompress.hpp"
#include "files/files.hpp"
#include "tuplepack/formats/columnar/column_sizes.hpp"
#include "tuplepack/formats/edges/graph_text.hpp"

namespace tuplepack::cli {

static std::string_view text_of(std::span<const char> bytes) {
  return {bytes.data(), bytes.size()};
}

bool is_column_file(std::span<const char> first, const formats::ReadOptions& options) {
  return formats::column_format(options.format, text_of(first)).has_value();
}

formats::SizesBackends sizes_backends() {
  return {.inflate = codecs::unpack_member,
          .read_columns = [](std::string_view bytes, formats::Format format, const formats::ReadOptions& options,
                             formats::RowSink sink) -> Result<void> {
            const auto file =
                formats::ColumnFile::open(bytes, *formats::column_format(format, bytes), codecs::decompress);
            if (!file) return tl::unexpected(file.error());
            return file->read_sizes(options, std::move(sink));
          },
          .check_text = formats::refuse_graph_text};
}

namespace {

/// The bytes of a source.
class WholeSource {
 public:
  WholeSource(ByteSource& source, std::span<const char> first) {
    if (source.is_plain_file()) {
      mapped_.emplace(value(files::MappedFile::open(source.name())));
      return;
    }
    for (auto piece = first; !piece.empty(); piece = source.next()) read_ += text_of(piece);
  }
  [[nodiscard]] std::string_view bytes() const { return mapped_ ? mapped_->bytes() : read_; }

 private:
  std::optional<files::MappedFile> mapped_;
  std::string read_;
};

}  // namespace

Result<void> read_column_sizes(ByteSource& source, std::span<const char> first, const formats::ReadOptions& options,
                               formats::RowSink sink, const std::function<void(double)>& read) {
  const WholeSource whole(source, first);
  const auto format = formats::column_format(options.format, text_of(first));
  const auto file = formats::ColumnFile::open(whole.bytes(), *format, codecs::decompress);
  if (!file) return tl::unexpected(file.error());
  std::int64_t done = 0;
  const auto hand_on = sink.rows;
  std::size_t components = 1;
  sink.begin = [&components, begin = sink.begin](const std::vector<std::string>& names, bool has_counts) {
    components = names.size();
    return begin(names, has_counts);
  };
  sink.rows = [&](std::span<const std::int64_t> sizes, std::span<const std::int64_t> counts) {
    done += static_cast<std::int64_t>(sizes.size() / components);
    read(static_cast<double>(done) / static_cast<double>(file->rows()));
    return hand_on(sizes, counts);
  };
  return file->read_sizes(options, std::move(sink));
}

}  // namespace tuplepack::cli

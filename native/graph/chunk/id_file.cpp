#include "id_file.hpp"

#include "files/files.hpp"

#include <algorithm>
#include <vector>

namespace tuplepack::graph {

Result<void> read_id_file(const files::InputFile& file, formats::IdTextOptions options, formats::IdSink sink,
                          const std::function<Result<void>(std::int64_t bytes)>& advance) {
  constexpr std::int64_t piece_bytes = std::int64_t{1} << 20;
  formats::IdTextReader reader(std::move(options), std::move(sink));
  std::vector<std::byte> buffer(static_cast<std::size_t>(std::min(file.size(), piece_bytes)));
  for (std::int64_t at = 0; at < file.size();) {
    const std::int64_t some = std::min(file.size() - at, piece_bytes);
    const auto piece = std::span(buffer).first(static_cast<std::size_t>(some));
    if (auto read = file.read(at, piece); !read) return read;
    const std::string_view text(reinterpret_cast<const char*>(piece.data()), piece.size());
    if (auto fed = reader.feed(text); !fed) return tl::unexpected(files::in_file(fed.error(), file.path()));
    if (advance) {
      if (auto going = advance(some); !going) return going;
    }
    at += some;
  }
  auto finished = reader.finish();
  if (!finished) return tl::unexpected(files::in_file(finished.error(), file.path()));
  return {};
}

}  // namespace tuplepack::graph

#include "graph/dispatch/part_writer.hpp"

#include <cassert>

namespace tuplepack::graph {

std::vector<std::string> texts_between(const formats::FileLayout& layout, const std::vector<std::int64_t>& arrays) {
  std::vector<std::string> texts;
  auto piece = layout.begin();
  for (const std::int64_t bytes : arrays) {
    std::string& text = texts.emplace_back();
    if (bytes == 0) continue;
    do {
      assert(piece != layout.end());
      text += piece->text;
    } while (piece++->array_bytes == 0);
    assert(std::prev(piece)->array_bytes == bytes);
  }
  std::string& rest = texts.emplace_back();
  for (; piece != layout.end(); ++piece) rest += piece->text;
  return texts;
}

static Result<void> write_text(const ByteSink& sink, std::string_view text) {
  return text.empty() ? Result<void>() : sink(std::as_bytes(std::span(text)));
}

static Result<void> write_between_texts(const PartContent& content, const formats::FileLayout& layout,
                                        const std::vector<PartArray>& arrays, const PartSizes& sizes,
                                        const ByteSink& sink) {
  std::vector<std::int64_t> bytes;
  bytes.reserve(arrays.size());
  for (const PartArray array : arrays) bytes.push_back(array_bytes(array, sizes));
  const auto texts = texts_between(layout, bytes);
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (auto text = write_text(sink, texts[i]); !text) return text;
    if (auto array = write_array(content, arrays[i], sink); !array) return array;
  }
  return write_text(sink, texts.back());
}

static Result<void> write_graphbolt(const PartContent& content, const formats::GraphboltGraph& graph,
                                    const std::vector<PartArray>& arrays, const ByteSink& sink) {
  Result<void> written;
  formats::GraphboltWriter archive(graph, [&](std::span<const std::byte> bytes) {
    if (written) written = sink(bytes);
  });
  const ByteSink append = [&](std::span<const std::byte> bytes) {
    archive.append(bytes);
    return written;
  };
  for (const PartArray array : arrays) {
    if (auto taken = write_array(content, array, append); !taken) return taken;
  }
  archive.finish();
  return written;
}

Result<void> write_part_file(const PartContent& content, const PartFile& file, const PartSizes& sizes,
                             const ByteSink& sink) {
  const auto* const layout = std::get_if<formats::FileLayout>(&file.container);
  return layout != nullptr
             ? write_between_texts(content, *layout, file.arrays, sizes, sink)
             : write_graphbolt(content, std::get<formats::GraphboltGraph>(file.container), file.arrays, sink);
}

}  // namespace tuplepack::graph

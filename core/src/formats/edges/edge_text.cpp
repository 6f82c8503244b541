#include "tuplepack/formats/edges/edge_text.hpp"

#include "base/name_table.hpp"
#include "foreign_edges.hpp"
#include "formats/text/text.hpp"
#include "matrix_market.hpp"
#include "metis_text.hpp"
#include "plain_edges.hpp"
#include "unread_edge_lines.hpp"

#include <cassert>
#include <optional>
#include <utility>
#include <variant>

namespace tuplepack::formats {

static constexpr NameTable<EdgeText, 5> edge_text_names{{
    {EdgeText::detect, "detect"},
    {EdgeText::csv, "csv"},
    {EdgeText::metis, "metis"},
    {EdgeText::mtx, "mtx"},
    {EdgeText::konect, "konect"},
}};
std::string_view name(EdgeText format) {
  return name_in(edge_text_names, format);
}
Result<EdgeText> edge_text_by_name(std::string_view name) {
  return value_in(edge_text_names, name);
}
std::vector<std::string_view> edge_texts() {
  return names_in(edge_text_names);
}

static constexpr NameTable<UndirectedEdges, 2> undirected_names{{
    {UndirectedEdges::once, "once"},
    {UndirectedEdges::both, "both"},
}};
std::string_view name(UndirectedEdges edges) {
  return name_in(undirected_names, edges);
}
Result<UndirectedEdges> undirected_edges_by_name(std::string_view name) {
  return value_in(undirected_names, name);
}
std::vector<std::string_view> undirected_edges() {
  return names_in(undirected_names);
}

/// Whether text begins with a word, in any case; none while it is too short to tell.
static std::optional<bool> begins_with(std::string_view text, std::string_view word) {
  if (!equal_in_any_case(text.substr(0, word.size()), word.substr(0, text.size()))) return false;
  return text.size() >= word.size() ? std::optional(true) : std::nullopt;
}

/// By the first lines; none while they do not tell.
static std::optional<EdgeText> detect(std::string_view text, bool whole) {
  const auto banner = begins_with(text, matrix_market_banner);
  if (banner.value_or(false)) return EdgeText::mtx;
  if (!banner && !whole) return std::nullopt;
  if (text.starts_with('%')) {
    const auto konect = is_konect(text, whole);
    if (konect.value_or(false)) return EdgeText::konect;
    if (!konect) return std::nullopt;
  }
  const auto metis = is_metis(text, whole);
  if (!metis) return std::nullopt;
  return *metis ? EdgeText::metis : EdgeText::csv;
}

struct EdgeTextReader::State {
  EdgeTextOptions options;
  EdgeTextSink sink;
  std::string held{};  // until the format is known
  EdgeText format = EdgeText::detect;
  std::variant<std::monostate, PlainEdgesReader, MetisReader, MatrixMarketReader> reader{};

  [[nodiscard]] bool started() const { return !std::holds_alternative<std::monostate>(reader); }

  /// Hands bytes to the reader, which there is.
  [[nodiscard]] Result<void> pass(std::string_view bytes) {
    return std::visit(
        [&](auto& to) -> Result<void> {
          if constexpr (std::is_same_v<decltype(to), std::monostate&>) {
            return {};
          } else {
            return to.feed(bytes);
          }
        },
        reader);
  }

  [[nodiscard]] Result<void> start(EdgeText found, std::string_view text) {
    format = found;
    const bool columns = format == EdgeText::csv || format == EdgeText::konect;
    if (!columns && !options.ends->options().columns.empty()) {
      return fail(ErrorCode::unsupported, std::string(format == EdgeText::metis ? "METIS" : "MatrixMarket") +
                                              "'s files have no columns to choose; --format csv reads columns");
    }
    if (format == EdgeText::metis && !options.ends->options().one_type()) {
      return fail(ErrorCode::unsupported, "the nodes of a METIS graph are of one type; --format csv reads columns");
    }
    if (options.number && format != EdgeText::csv) {
      return fail(ErrorCode::unsupported,
                  "ids of METIS, MatrixMarket and KONECT count the nodes; without --relabel they "
                  "are read as they are, with --format csv as text");
    }
    if (columns && sink.note && options.undirected == UndirectedEdges::both) {
      sink.note("--undirected both has no effect on lists of edges: every line is an edge from its source");
    }
    switch (format) {
      case EdgeText::metis: reader.emplace<MetisReader>(options, sink); break;
      case EdgeText::mtx: reader.emplace<MatrixMarketReader>(options, sink); break;
      case EdgeText::konect:
        if (auto ok = check_konect(text, options); !ok) return ok;
        reader.emplace<PlainEdgesReader>(options, sink, konect_nodes(text));
        break;
      case EdgeText::csv:
      case EdgeText::detect: reader.emplace<PlainEdgesReader>(options, sink); break;
    }
    return {};
  }

  [[nodiscard]] Result<void> open(std::string_view bytes, bool whole) {
    if (!held.empty()) bytes = held += bytes;
    std::optional<EdgeText> found = options.format;
    if (found == EdgeText::detect) {
      constexpr std::string_view mark = "\xef\xbb\xbf";
      const bool marked = bytes.starts_with(mark);
      const std::string_view text = bytes.substr(marked ? mark.size() : 0);
      found = detect(text, whole);
      if (found == EdgeText::csv) {
        if (const auto foreign = foreign_edges(text)) return fail(ErrorCode::unsupported, *foreign);
        if (const auto unread = unread_edge_lines(text)) return tl::unexpected(*unread);
      }
    } else if (found == EdgeText::konect && !konect_head_ends(bytes) && !whole) {
      found.reset();
    }
    if (!found) {
      if (held.empty()) held = bytes;
      return {};
    }
    if (auto ok = start(*found, bytes); !ok) return ok;
    auto passed = pass(bytes);
    held = {};
    return passed;
  }
};

EdgeTextReader::EdgeTextReader(EdgeTextOptions options, EdgeTextSink sink)
    : state_(std::make_unique<State>(State{.options = std::move(options), .sink = std::move(sink)})) {
  assert(state_->options.limits.size() == 2);
}
EdgeTextReader::~EdgeTextReader() = default;
EdgeTextReader::EdgeTextReader(EdgeTextReader&&) noexcept = default;
EdgeTextReader& EdgeTextReader::operator=(EdgeTextReader&&) noexcept = default;

Result<void> EdgeTextReader::feed(std::string_view bytes) {
  return state_->started() ? state_->pass(bytes) : state_->open(bytes, false);
}

Result<void> EdgeTextReader::finish() {
  if (!state_->started()) {
    if (auto ok = state_->open({}, true); !ok) return ok;
  }
  return std::visit(
      [](auto& reader) -> Result<void> {
        if constexpr (std::is_same_v<decltype(reader), std::monostate&>) {
          return {};
        } else {
          return reader.finish();
        }
      },
      state_->reader);
}

bool EdgeTextReader::counts_nodes() const {
  return state_->format != EdgeText::csv && state_->format != EdgeText::detect;
}

std::array<std::int64_t, 2> EdgeTextReader::nodes() const {
  return std::visit(
      [](const auto& reader) -> std::array<std::int64_t, 2> {
        if constexpr (std::is_same_v<decltype(reader), const std::monostate&>) {
          return {};
        } else {
          return reader.nodes();
        }
      },
      state_->reader);
}

}  // namespace tuplepack::formats

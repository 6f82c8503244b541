#include "tuplepack/formats/edges/graph_text.hpp"

#include "metis_text.hpp"
#include "plain_edges.hpp"

#include <string>

namespace tuplepack::formats {

static tl::unexpected<Error> refuse(std::string_view what) {
  return fail(ErrorCode::unsupported,
              "this is " + std::string(what) +
                  ", whose edges `chunk` reads; here, columns of sizes are read (--format csv reads "
                  "the lines as they are)");
}

std::optional<Result<void>> refuse_graph_text(std::string_view text, bool whole) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  whole = whole && text.size() <= enough;
  text = text.substr(0, enough);
  const auto konect = text.starts_with('%') ? is_konect(text, whole) : std::optional(false);
  if (!konect) return std::nullopt;
  if (*konect) return refuse("a network of KONECT");
  const auto metis = is_metis(text, whole);
  if (!metis) return std::nullopt;
  return *metis ? Result<void>(refuse("a graph of METIS")) : Result<void>();
}

}  // namespace tuplepack::formats

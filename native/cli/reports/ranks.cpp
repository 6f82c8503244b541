#include "ranks.hpp"

#include "cli/output/output.hpp"
#include "cli/output/text.hpp"
#include "ranks/ranks.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace tuplepack::cli {

RanksCost cost_of_ranks() {
  const ranks::Traffic traffic = ranks::traffic();
  std::array<std::int64_t, 2> most{traffic.sent, std::llround(traffic.waiting * 1e6)};
  ranks::maximum(most);
  return {.ranks = ranks::count(),
          .machines = ranks::machines(),
          .sent = most[0],
          .waiting = static_cast<double>(most[1]) / 1e6};
}

std::string ranks_text(const RanksCost& cost) {
  return fmt::format("{} on {}; per rank, at most {} sent and {} waiting", cost.ranks,
                     counted(cost.machines, "machine"), byte_count(cost.sent), duration(cost.waiting));
}

std::string ranks_line(const RanksCost& cost) {
  return cost.is_one() ? "" : "\nRanks: " + ranks_text(cost) + ".\n";
}

void write_ranks(formats::JsonWriter& json, const RanksCost& cost) {
  if (cost.is_one()) return;
  json.object("ranks", [&] {
    json.field("count", std::int64_t{cost.ranks});
    json.field("machines", std::int64_t{cost.machines});
    json.field("most_bytes_sent", cost.sent);
    json.field("most_seconds_waiting", cost.waiting);
  });
}

std::string with_ranks(std::string object, const RanksCost& cost) {
  if (cost.is_one()) return object;
  return with_member(object, [&](formats::JsonWriter& json) { write_ranks(json, cost); });
}

}  // namespace tuplepack::cli

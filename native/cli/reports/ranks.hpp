#pragma once

#include "tuplepack/formats/json/json_writer.hpp"

#include <cstdint>
#include <string>

namespace tuplepack::cli {

/// What it cost many ranks to work together.
struct RanksCost {
  int ranks = 1;
  int machines = 1;
  std::int64_t sent = 0;  ///< bytes, by the rank that sent most
  double waiting = 0;     ///< seconds in collectives, of the rank that waited longest

  [[nodiscard]] bool is_one() const { return ranks == 1; }
};

/// What it has cost so far. Collective.
[[nodiscard]] RanksCost cost_of_ranks();

/// "4 on 2 machines; one sent up to 1.2 GB to others and waited up to 0.3 s for them".
[[nodiscard]] std::string ranks_text(const RanksCost& cost);

/// The same as a line below a report; empty for a process alone.
[[nodiscard]] std::string ranks_line(const RanksCost& cost);

/// The member "ranks"; none for a process alone.
void write_ranks(formats::JsonWriter& json, const RanksCost& cost);
/// An object of JSON with this member.
[[nodiscard]] std::string with_ranks(std::string object, const RanksCost& cost);

}  // namespace tuplepack::cli

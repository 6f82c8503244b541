#include "flow.hpp"

#include <algorithm>
#include <limits>

namespace tuplepack::packing {

namespace {

/// What a pack holds, as a list that grows at its end and shares its beginning with others.
struct Content {
  std::uint32_t before;  ///< index of the content without the last run, or nothing
  Run last;
};

}  // namespace
static constexpr std::uint32_t nothing = std::numeric_limits<std::uint32_t>::max();

namespace {

/// `packs` packs with equal content.
struct Share {
  std::uint32_t content;
  std::int64_t packs;
};

}  // namespace

/// The content's runs by bin, each bin once: one order throughout, as PlanBuilder wants it.
static void unroll(const std::vector<Content>& contents, std::uint32_t content, std::vector<Run>& runs) {
  runs.clear();
  for (std::uint32_t c = content; c != nothing; c = contents[c].before) runs.push_back(contents[c].last);
  sort_by_bin(runs);
  std::size_t last = 0;
  for (std::size_t i = 1; i < runs.size(); ++i) {
    if (runs[i].bin == runs[last].bin) {
      runs[last].copies += runs[i].copies;
    } else {
      runs[++last] = runs[i];
    }
  }
  if (!runs.empty()) runs.resize(last + 1);
}

Plan plan_of_flow(std::span<const std::int64_t> packs, std::span<const std::uint32_t> order,
                  std::span<const Move> moves) {
  std::vector<std::size_t> first_move(packs.size() + 2, 0);  // two ahead while moves are counted, one while sorted
  for (const Move& move : moves) ++first_move[move.from + 2];
  for (std::size_t s = 2; s < first_move.size(); ++s) first_move[s] += first_move[s - 1];
  std::vector<Move> by_origin(moves.size());
  for (const Move& move : moves) by_origin[first_move[move.from + 1]++] = move;

  std::vector<std::vector<Share>> shares(packs.size());
  std::int64_t all = 0;
  for (const std::int64_t ending : packs) all += ending;
  shares[order[0]].push_back({.content = nothing, .packs = all});
  std::vector<Content> contents;
  PlanBuilder plan;
  std::vector<Run> runs;
  for (const std::uint32_t state : order) {
    const std::vector<Share> here = std::move(shares[state]);
    std::size_t next = 0;
    std::int64_t used = 0;  // packs of the next share that have left
    for (std::size_t m = first_move[state]; m < first_move[state + 1]; ++m) {
      for (std::int64_t left = by_origin[m].packs; left > 0;) {
        const std::int64_t leaving = std::min(left, here[next].packs - used);
        shares[by_origin[m].to].push_back({.content = static_cast<std::uint32_t>(contents.size()), .packs = leaving});
        contents.push_back({.before = here[next].content, .last = by_origin[m].run});
        left -= leaving;
        used += leaving;
        if (used < here[next].packs) continue;
        ++next;
        used = 0;
      }
    }
    for (; next < here.size(); ++next, used = 0) {
      if (here[next].content == nothing) continue;
      unroll(contents, here[next].content, runs);
      plan.add(runs, here[next].packs - used);
    }
  }
  return std::move(plan).finish();
}

}  // namespace tuplepack::packing

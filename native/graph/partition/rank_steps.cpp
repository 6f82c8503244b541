#include "rank_steps.hpp"

#include "ranks/mailbox.hpp"
#include "ranks/ranks.hpp"

#include <utility>

namespace tuplepack::graph {

static void gather_moves(std::vector<BalancingMove>& moves) {
  const std::vector<BalancingMove> own = moves;
  ranks::RecordMailbox<BalancingMove> mailbox(std::int64_t{1} << 26, [&](const BalancingMove& move) -> Result<void> {
    moves.push_back(move);
    return {};
  });
  Result<void> sent;
  for (int to = 0; to < ranks::count(); ++to) {
    if (to == ranks::rank()) continue;
    for (const BalancingMove& move : own) {
      if (sent) sent = mailbox.send(to, move);
    }
  }
  (void)mailbox.finish(std::move(sent));  // nothing of this can fail
}

GatherMoves gathering(const NodeShares& shares) {
  return shares.ranks() > 1 ? GatherMoves(gather_moves) : GatherMoves();
}

KeepGoing asked_of_all(const NodeShares& shares, const KeepGoing& keep_going) {
  if (shares.ranks() == 1) return keep_going;
  return [&keep_going](double fraction) {
    Result<void> own;
    if (keep_going && !keep_going(fraction)) own = fail(ErrorCode::stopped, "stopped");
    return ranks::agree(std::move(own)).has_value();
  };
}

}  // namespace tuplepack::graph

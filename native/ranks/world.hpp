#pragma once

#include "ranks.hpp"

#include <mpi.h>

#include <chrono>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace tuplepack::ranks {

using Clock = std::chrono::steady_clock;

/// Who works together.
struct Members {
  int rank = 0, count = 1;
  int rank_on_machine = 0, ranks_on_machine = 1;
  int machines = 1;
  MPI_Comm all = MPI_COMM_NULL;      // collectives
  MPI_Comm notices = MPI_COMM_NULL;  // failures and progress
  MPI_Comm ending = MPI_COMM_NULL;   // conclude()
  MPI_Comm machine = MPI_COMM_NULL;  // the ranks of this machine
  std::vector<int> machine_of;       // by rank
  std::vector<std::string> hosts;    // by rank
  std::vector<double> progress;      // at rank 0: of each rank
};

/// Who this process is, and what it has in common with others. One per process, as MPI itself.
struct World : Members {
  std::deque<MPI_Win> windows;
  Traffic traffic;

  // Failures.
  bool told_failure = false, heard_failure = false;
  Clock::time_point next_look;

  // Progress.
  double sent_progress = 0;
  MPI_Request progress_request = MPI_REQUEST_NULL;
  Clock::time_point next_progress;
};

[[nodiscard]] World& world();

/// Makes the ranks of a communicator those who work together.
void join(MPI_Comm members);

/// The texts of the ranks of a communicator.
[[nodiscard]] std::vector<std::string> gather_texts(std::string_view text, MPI_Comm ranks, int count);

/// Takes in what other ranks have told and nobody has asked for.
void take_notices();

/// A call that waits for other ranks, and what it costs.
template <typename Call>
void collective(Call call) {
  const auto begin = Clock::now();
  call();
  Traffic& traffic = world().traffic;
  ++traffic.collectives;
  traffic.waiting += std::chrono::duration<double>(Clock::now() - begin).count();
}

}  // namespace tuplepack::ranks

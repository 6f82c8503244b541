#include "world.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <thread>

namespace tuplepack::ranks {

namespace {

/// Messages that do not belong to any collective.
enum class Tag : int { failure, progress };

}  // namespace

void take_notices() {
  World& own = world();
  for (int found = 1; found != 0;) {
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, own.notices, &found, &status);
    double ignored = 0;
    if (found != 0)
      MPI_Recv(&ignored, 1, MPI_DOUBLE, status.MPI_SOURCE, status.MPI_TAG, own.notices, MPI_STATUS_IGNORE);
  }
}

// ---- Failing together ----

/// Tells all other ranks, once, that there is no use in continuing.
static void tell_failure() {
  World& own = world();
  if (own.told_failure) return;
  own.told_failure = true;
  for (int to = 0; to < own.count; ++to) {
    if (to == own.rank) continue;
    MPI_Request request = MPI_REQUEST_NULL;
    MPI_Isend(nullptr, 0, MPI_CHAR, to, static_cast<int>(Tag::failure), own.notices, &request);
    MPI_Request_free(&request);
  }
}

static std::string said_by(int rank, std::string_view message) {
  return "rank " + std::to_string(rank) + " on " + host_of(rank) + ": " + std::string(message);
}

Result<void> agree(Result<void> outcome) {
  World& own = world();
  if (own.count == 1) return outcome;
  // Errors of the ranks' own come before those of ranks that were stopped.
  int key = INT_MAX;
  if (!outcome) {
    key = own.rank + (outcome.error().code == ErrorCode::stopped ? own.count : 0);
    tell_failure();
  }
  collective([&] { MPI_Allreduce(MPI_IN_PLACE, &key, 1, MPI_INT, MPI_MIN, own.all); });
  if (key == INT_MAX) return {};
  if (key >= own.count) return fail(ErrorCode::stopped, "stopped");
  struct Place {
    ErrorCode code{};
    std::int64_t line = 0, column = 0;
    std::size_t length = 0;
  };
  Place place;
  std::string message;
  if (own.rank == key) {
    const Error& error = outcome.error();
    message = error.message;
    place = {.code = error.code, .line = error.line, .column = error.column, .length = message.size()};
  }
  broadcast(std::span(&place, 1), key);
  message.resize(place.length);
  broadcast(std::span(message), key);
  return tl::unexpected(
      Error{.code = place.code, .message = said_by(key, message), .line = place.line, .column = place.column});
}

bool failed_elsewhere() {
  World& own = world();
  if (own.count == 1 || own.heard_failure) return own.heard_failure;
  const auto now = Clock::now();
  if (now < own.next_look) return false;
  own.next_look = now + std::chrono::milliseconds(20);
  int found = 0;
  MPI_Iprobe(MPI_ANY_SOURCE, static_cast<int>(Tag::failure), own.notices, &found, MPI_STATUS_IGNORE);
  own.heard_failure = found != 0;
  return own.heard_failure;
}

// ---- Progress ----

static double min_progress(double fraction) {
  World& own = world();
  own.progress.resize(static_cast<std::size_t>(own.count));
  own.progress[0] = fraction;
  while (true) {
    int found = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, static_cast<int>(Tag::progress), own.notices, &found, &status);
    if (found == 0) break;
    MPI_Recv(&own.progress[static_cast<std::size_t>(status.MPI_SOURCE)], 1, MPI_DOUBLE, status.MPI_SOURCE,
             status.MPI_TAG, own.notices, MPI_STATUS_IGNORE);
  }
  return *std::min_element(own.progress.begin(), own.progress.end());
}

double slowest_progress(double own_fraction) {
  World& own = world();
  if (own.count == 1) return own_fraction;
  if (own.rank == 0) return min_progress(own_fraction);
  const auto now = Clock::now();
  if (now < own.next_progress) return own_fraction;
  int sent = 1;
  if (own.progress_request != MPI_REQUEST_NULL) MPI_Test(&own.progress_request, &sent, MPI_STATUS_IGNORE);
  if (sent == 0) return own_fraction;
  own.next_progress = now + std::chrono::milliseconds(200);
  own.sent_progress = own_fraction;
  MPI_Isend(&own.sent_progress, 1, MPI_DOUBLE, 0, static_cast<int>(Tag::progress), own.notices, &own.progress_request);
  return own_fraction;
}

// ---- The end ----

namespace {

/// The ends of all ranks, as far as they matter to each other.
struct Endings {
  std::array<int, 3> largest{};  // status, −(the first rank with a message), whether any has none
};

}  // namespace

/// Waits for all ranks to come to the end; false if they do not in time, and this rank has failed.
static bool all_end(Endings& endings, bool failed) {
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Iallreduce(MPI_IN_PLACE, endings.largest.data(), static_cast<int>(endings.largest.size()), MPI_INT, MPI_MAX,
                 world().ending, &request);
  const auto begin = Clock::now();
  for (int done = 0;;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done != 0) return true;
    if (failed && Clock::now() - begin > std::chrono::seconds(3)) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

int conclude(const Ending& own_ending, void (*report)(std::string_view message)) {
  World& own = world();
  const bool failed = own_ending.message.has_value();
  if (failed) tell_failure();
  Endings endings{{own_ending.status, failed ? -own.rank : -own.count, failed ? 0 : 1}};
  if (!all_end(endings, failed)) {
    report(said_by(own.rank, *own_ending.message));
    MPI_Abort(own.all, own_ending.status);
  }
  const auto [status, minus_first, some_have_none] = endings.largest;
  if (own.rank == -minus_first) {
    report(some_have_none != 0 ? said_by(own.rank, *own_ending.message) : *own_ending.message);
  }
  take_notices();
  for (MPI_Win& window : own.windows) {
    if (window == MPI_WIN_NULL) continue;
    MPI_Win_unlock_all(window);
    MPI_Win_free(&window);
  }
  // The first rank that ends with an error makes mpirun end the others: not before one has reported.
  MPI_Barrier(own.ending);
  MPI_Finalize();
  return status;
}

}  // namespace tuplepack::ranks

#include "world.hpp"

#include <algorithm>

namespace tuplepack::ranks {

// Memory and numbers in common.

Result<SharedBytes> SharedBytes::create(std::int64_t bytes) {
  World& own = world();
  const MPI_Aint size = leads_machine() ? static_cast<MPI_Aint>(bytes) : 0;
  void* memory = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Comm_set_errhandler(own.machine, MPI_ERRORS_RETURN);
  const int error = MPI_Win_allocate_shared(size, 1, MPI_INFO_NULL, own.machine, &memory, &window);
  MPI_Comm_set_errhandler(own.machine, MPI_ERRORS_ARE_FATAL);
  Result<void> allocated;
  if (error != MPI_SUCCESS) {
    allocated = fail(ErrorCode::unsupported, "cannot allocate " + std::to_string(bytes) + " bytes of shared memory");
  }
  if (auto agreed = agree(std::move(allocated)); !agreed) return tl::unexpected(std::move(agreed.error()));
  MPI_Aint found = 0;
  int unit = 1;
  MPI_Win_shared_query(window, 0, &found, &unit, &memory);
  own.windows.push_back(window);
  SharedBytes shared;
  shared.bytes_ = {static_cast<std::byte*>(memory), static_cast<std::size_t>(bytes)};
  shared.window_ = own.windows.size() - 1;
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  if (leads_machine()) std::fill(shared.bytes_.begin(), shared.bytes_.end(), std::byte{0});
  shared.fence();
  return shared;
}

void SharedBytes::fence() {
  MPI_Win& window = world().windows[window_];
  MPI_Win_sync(window);
  collective([] { MPI_Barrier(world().machine); });
  MPI_Win_sync(window);
}

void SharedBytes::release() {
  MPI_Win& window = world().windows[window_];
  MPI_Win_unlock_all(window);
  collective([&] { MPI_Win_free(&window); });
  bytes_ = {};
}

Counter::Counter() {
  World& own = world();
  MPI_Win window = MPI_WIN_NULL;
  std::int64_t* number = nullptr;
  const MPI_Aint size = own.rank == 0 ? sizeof(std::int64_t) : 0;
  MPI_Win_allocate(size, sizeof(std::int64_t), MPI_INFO_NULL, own.all, static_cast<void*>(&number), &window);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  if (own.rank == 0) *number = own.count;
  MPI_Win_sync(window);
  wait_for_all();
  own.windows.push_back(window);
  window_ = own.windows.size() - 1;
}

std::int64_t Counter::next() {
  if (taken_++ == 0) return rank();
  const MPI_Win window = world().windows[window_];
  constexpr std::int64_t one = 1;
  std::int64_t number = 0;
  MPI_Fetch_and_op(&one, &number, MPI_INT64_T, 0, 0, MPI_SUM, window);
  MPI_Win_flush(0, window);
  return number;
}

}  // namespace tuplepack::ranks

#include <cuda_runtime.h>
#include <ucontext.h>

#include <cstdio>
#include <cstdlib>
#include <deque>
#include <mutex>
#include <new>
#include <utility>
#include <vector>

namespace emulator {

/// Threads that meet: a warp or a block.
struct Group {
  unsigned first = 0;  ///< thread
  unsigned size = 0;
  unsigned arrived = 0;
  std::uint64_t meetings = 0;  ///< that are over
  Meeting meeting{};
  std::vector<std::uint64_t> brought[2];  ///< by each thread, for this meeting and the one before
};

/// Unlike swapcontext and, under AddressSanitizer, longjmp, the compiler's own jumps make no system call.
using Place = void* [5];

struct Thread {
  Place place{};  ///< where it goes on
  std::vector<std::byte> stack = std::vector<std::byte>(128 * 1024);
  bool has_begun = false;  ///< its stack is in use
  bool runs = false;
};

static Place scheduler;
static std::deque<Thread> threads;  // as many as the largest block has had; they stay where they are
static std::deque<unsigned> ready;  // threads that need not wait
static bool backwards = false;
static std::vector<Group> warps;
static Group block_group;
static const std::function<void()>* body = nullptr;
alignas(16) static std::byte shared_bytes[shared_memory_of_block];

// The compiler wants its two built-ins in two functions.
[[noreturn, gnu::noinline, gnu::no_sanitize_address]] static void jump(Place& to) {
  __builtin_longjmp(to, 1);
}

/// Leaves this place and goes on at another, until somebody comes back to this one.
[[gnu::noinline, gnu::no_sanitize_address]] static void go(Place& from, Place& to) {
  if (__builtin_setjmp(from) == 0) jump(to);
}

[[noreturn]] static void stop(const char* reason) {
  std::fprintf(stderr, "emulator: %s (block %u, thread %u)\n", reason, blockIdx.x, threadIdx.x);
  std::abort();
}

static void let_run(unsigned first, unsigned size, unsigned but) {
  for (unsigned i = 0; i < size; ++i) {
    const unsigned thread = backwards ? first + size - 1 - i : first + i;
    if (thread != but) ready.push_back(thread);
  }
}

/// Returns what all have brought once all have come.
static const std::uint64_t* meet(Group& group, Meeting meeting, std::uint64_t value) {
  if (group.arrived > 0 && group.meeting != meeting) stop("threads meet in different calls");
  group.meeting = meeting;
  std::vector<std::uint64_t>& brought = group.brought[group.meetings % 2];
  brought[threadIdx.x - group.first] = value;
  if (++group.arrived == group.size) {
    group.arrived = 0;
    ++group.meetings;
    let_run(group.first, group.size, threadIdx.x);
  } else {
    go(threads[threadIdx.x].place, scheduler);
  }
  return brought.data();
}

const std::uint64_t* exchange_in_warp(Meeting meeting, std::uint64_t value) {
  return meet(warps[threadIdx.x / lanes], meeting, value);
}

bool any_in_block(Meeting meeting, bool value) {
  const std::uint64_t* all = meet(block_group, meeting, value ? 1 : 0);
  return std::any_of(all, all + block_group.size, [](std::uint64_t brought) { return brought != 0; });
}

std::byte* shared_memory() {
  return shared_bytes;
}

/// What every thread does, one block after the other.
static void run_thread() {
  for (;;) {
    (*body)();
    Thread& self = threads[threadIdx.x];
    self.runs = false;
    go(self.place, scheduler);
  }
}

/// Lets a thread run to its next meeting.
[[gnu::noinline, gnu::no_sanitize_address]] static void resume(Thread& thread) {
  if (thread.has_begun) return go(scheduler, thread.place);
  thread.has_begun = true;
  ucontext_t context;
  getcontext(&context);
  context.uc_stack.ss_sp = thread.stack.data();
  context.uc_stack.ss_size = thread.stack.size();
  context.uc_link = nullptr;
  makecontext(&context, run_thread, 0);
  if (__builtin_setjmp(scheduler) == 0) setcontext(&context);
}

static void reset(Group& group, unsigned first, unsigned size) {
  group = Group{};
  group.first = first;
  group.size = size;
  for (auto& brought : group.brought) brought.assign(size, 0);
}

void run_grid(dim3 grid, dim3 block, std::size_t shared, const std::function<void()>& thread) {
  backwards = !backwards;
  body = &thread;
  blockDim = block;
  gridDim = grid;
  if (block.x % lanes != 0) stop("a block has whole warps here");
  while (threads.size() < block.x) threads.emplace_back();
  warps.resize(block.x / lanes);
  for (unsigned i = 0; i < grid.x; ++i) {
    blockIdx.x = backwards ? grid.x - 1 - i : i;
    std::fill_n(shared_bytes, shared, std::byte{0xa5});
    reset(block_group, 0, block.x);
    for (unsigned warp = 0; warp < warps.size(); ++warp) reset(warps[warp], warp * lanes, lanes);
    for (unsigned t = 0; t < block.x; ++t) threads[t].runs = true;
    let_run(0, block.x, block.x);
    while (!ready.empty()) {
      threadIdx.x = ready.front();
      ready.pop_front();
      resume(threads[threadIdx.x]);
    }
    for (threadIdx.x = 0; threadIdx.x < block.x; ++threadIdx.x) {
      if (threads[threadIdx.x].runs) stop("this thread waits for others that do not come");
    }
  }
}

}  // namespace emulator

/// Work that waits to be done, in order.
struct CUstream_st {
  std::deque<std::function<void()>> work;
  std::uint64_t queued = 0;
  std::uint64_t begun = 0;
};

/// After the first `after` pieces of work of a stream; without a stream it has come to pass.
struct CUevent_st {
  CUstream_st* stream = nullptr;
  std::uint64_t after = 0;
};

namespace emulator {

static std::recursive_mutex one_at_a_time;  // whichever threads of the host call
static std::deque<CUstream_st> streams;     // none is ever removed, since events may name it

static void work_until(CUstream_st& stream, std::uint64_t count) {
  while (stream.begun < count) {
    const std::function<void()> work = std::move(stream.work.front());
    stream.work.pop_front();
    ++stream.begun;
    work();
  }
}

static void work_off_all() {
  const std::lock_guard lock(one_at_a_time);
  for (CUstream_st& stream : streams) work_until(stream, stream.queued);
}

void enqueue(CUstream_st* stream, std::function<void()> work) {
  const std::lock_guard lock(one_at_a_time);
  if (stream == nullptr) return work();
  stream->work.push_back(std::move(work));
  ++stream->queued;
}

}  // namespace emulator

cudaError_t cudaStreamCreateWithFlags(cudaStream_t* stream, unsigned) {
  const std::lock_guard lock(emulator::one_at_a_time);
  *stream = &emulator::streams.emplace_back();
  return cudaSuccess;
}

cudaError_t cudaStreamDestroy(cudaStream_t stream) {
  return cudaStreamSynchronize(stream);
}

cudaError_t cudaStreamSynchronize(cudaStream_t stream) {
  const std::lock_guard lock(emulator::one_at_a_time);
  if (stream != nullptr) emulator::work_until(*stream, stream->queued);
  return cudaSuccess;
}

cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned) {
  const CUevent_st until = *event;
  emulator::enqueue(stream, [until] {
    if (until.stream != nullptr) emulator::work_until(*until.stream, until.after);
  });
  return cudaSuccess;
}

cudaError_t cudaEventCreateWithFlags(cudaEvent_t* event, unsigned) {
  *event = new CUevent_st;
  return cudaSuccess;
}

cudaError_t cudaEventDestroy(cudaEvent_t event) {
  delete event;
  return cudaSuccess;
}

cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream) {
  const std::lock_guard lock(emulator::one_at_a_time);
  *event = {stream, stream == nullptr ? 0 : stream->queued};
  return cudaSuccess;
}

cudaError_t cudaEventSynchronize(cudaEvent_t event) {
  const std::lock_guard lock(emulator::one_at_a_time);
  if (event->stream != nullptr) emulator::work_until(*event->stream, event->after);
  return cudaSuccess;
}

static thread_local cudaError_t last_error = cudaSuccess;

cudaError_t emulated_error(cudaError_t error) {
  return last_error = error;
}

cudaError_t cudaGetLastError() {
  return std::exchange(last_error, cudaSuccess);
}

cudaError_t cudaMalloc(void** data, std::size_t bytes) {
  if (bytes > emulator::device_memory) return emulated_error(cudaErrorMemoryAllocation);
  *data = bytes == 0 ? nullptr : ::operator new (bytes, std::align_val_t{256});
  return cudaSuccess;
}

cudaError_t cudaFree(void* data) {
  emulator::work_off_all();  // as the runtime does
  ::operator delete (data, std::align_val_t{256});
  return cudaSuccess;
}

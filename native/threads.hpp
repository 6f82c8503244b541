#pragma once

#include <tbb/blocked_range.h>
#include <tbb/global_control.h>
#include <tbb/info.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <cassert>
#include <cstdint>
#include <optional>

namespace tuplepack {

/// Threads that divide a range among themselves.
class Threads {
 public:
  /// threads  the caller's among them; 0: as many as the machine has
  explicit Threads(int threads) {
    assert(threads >= 0);
    const int processors = tbb::info::default_concurrency();
    const int used = threads == 0 ? processors : threads;
    // More threads than processors are had only where the limit is told, too.
    if (used > processors) limit_.emplace(tbb::global_control::max_allowed_parallelism, static_cast<std::size_t>(used));
    if (used > 1) arena_.emplace(used);
    count_ = used;
  }

  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;

  [[nodiscard]] int count() const { return count_; }

  /// Calls work(), whose parallel algorithms of TBB use these threads.
  template <typename Work>
  void run(const Work& work) {
    if (!arena_) return work();
    arena_->execute(work);
  }

  /// Calls work(begin, end) for pieces that make up [0, count), in any order, and returns when all are done.
  /// least  about as many items a piece has, at least: so many that handing it out is nothing beside the work
  template <typename Work>
  void for_pieces(std::int64_t count, std::int64_t least, const Work& work) {
    if (!arena_ || count <= least) return work(std::int64_t{0}, count);
    arena_->execute([&] {
      tbb::parallel_for(tbb::blocked_range<std::int64_t>(0, count, static_cast<std::size_t>(least)),
                        [&](const tbb::blocked_range<std::int64_t>& piece) { work(piece.begin(), piece.end()); });
    });
  }

 private:
  int count_ = 1;
  std::optional<tbb::global_control> limit_;
  std::optional<tbb::task_arena> arena_;  // none: the caller's thread alone
};

}  // namespace tuplepack

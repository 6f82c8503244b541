#include "threads.hpp"

#include <algorithm>
#include <exception>
#include <thread>
#include <vector>

namespace tuplepack::python {

namespace {

/// A piece, and what went wrong with it.
struct Piece {
  std::int64_t begin = 0;
  std::int64_t end = 0;
  std::exception_ptr thrown{};

  template <typename Work>
  void run(const Work& work) {
    try {
      work(begin, end);
    } catch (...) {
      thrown = std::current_exception();
    }
  }
};

}  // namespace

temporal::ForPieces pieces_for(std::size_t threads, std::int64_t least) {
  return [threads, least](std::int64_t count, const std::function<void(std::int64_t, std::int64_t)>& work) {
    const auto useful = std::clamp<std::int64_t>(count / least, 1, static_cast<std::int64_t>(threads));
    std::vector<Piece> pieces;
    for (std::int64_t i = 0; i < useful; ++i)
      pieces.push_back({.begin = count * i / useful, .end = count * (i + 1) / useful});
    std::vector<std::thread> running;
    running.reserve(pieces.size());
    for (std::size_t i = 1; i < pieces.size(); ++i) {
      try {
        running.emplace_back([&piece = pieces[i], &work] { piece.run(work); });
      } catch (...) {  // the system allows no more, or lacks the memory
        pieces[i].run(work);
      }
    }
    pieces[0].run(work);
    for (std::thread& thread : running) thread.join();
    for (const Piece& piece : pieces) {
      if (piece.thrown) std::rethrow_exception(piece.thrown);
    }
  };
}

}  // namespace tuplepack::python

#pragma once

#include <cstddef>
#include <functional>
#include <limits>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tuplepack::python {

/// Objects that several threads use, each by one at a time; as many as there are threads at once.
template <typename T>
class Pool {
 public:
  /// most  idle objects that are kept; more than these end when they are given back
  explicit Pool(std::function<T()> make, std::size_t most = std::numeric_limits<std::size_t>::max())
      : make_(std::move(make)), most_(most) {}

  [[nodiscard]] std::unique_ptr<T> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<T>(make_());
    std::unique_ptr<T> taken = std::move(idle_.back());
    idle_.pop_back();
    return taken;
  }
  void give_back(std::unique_ptr<T> used) {
    const std::lock_guard lock(mutex_);
    if (idle_.size() < most_) idle_.push_back(std::move(used));
  }

 private:
  std::function<T()> make_;
  std::size_t most_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace tuplepack::python

#pragma once

#include <functional>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace tuplepack::python {

/// Objects that several threads use, each by one at a time; as many as there are threads at once.
template <typename T>
class Pool {
 public:
  explicit Pool(std::function<T()> make) : make_(std::move(make)) {}

  [[nodiscard]] std::unique_ptr<T> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.empty()) return std::make_unique<T>(make_());
    std::unique_ptr<T> taken = std::move(idle_.back());
    idle_.pop_back();
    return taken;
  }
  void give_back(std::unique_ptr<T> used) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(used));
  }

 private:
  std::function<T()> make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> idle_;
};

}  // namespace tuplepack::python

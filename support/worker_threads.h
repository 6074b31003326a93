#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

namespace weft {

/// Threads that begin tasks in order. They start with the first task, so that they have the signal
/// mask of who asks. Tasks that are not begun when the object ends are dropped, and their futures
/// break.
class WorkerThreads {
 public:
  /// `done` is called on a thread after each task, when its future is ready.
  WorkerThreads(std::size_t count, std::function<void()> done)
      : count_(count), done_(std::move(done)) {}

  template <class Result>
  std::future<Result> run(std::function<Result()> task) {
    auto packaged = std::make_shared<std::packaged_task<Result()>>(std::move(task));
    std::future<Result> result = packaged->get_future();
    {
      const std::lock_guard lock(mutex_);
      tasks_.emplace_back([packaged] { (*packaged)(); });
      while (threads_.size() < count_) {
        threads_.emplace_back([this](const std::stop_token& stop) { work(stop); });
      }
    }
    arrived_.notify_one();
    return result;
  }

 private:
  void work(const std::stop_token& stop) {
    while (true) {
      std::unique_lock lock(mutex_);
      if (!arrived_.wait(lock, stop, [this] { return !tasks_.empty(); }) || stop.stop_requested()) {
        return;
      }
      const std::function<void()> task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      done_();
    }
  }

  std::size_t count_;
  std::function<void()> done_;
  std::mutex mutex_;
  std::condition_variable_any arrived_;
  std::deque<std::function<void()>> tasks_;
  std::vector<std::jthread> threads_;  // last: they use all
};

}  // namespace weft

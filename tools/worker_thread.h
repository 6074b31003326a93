#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <utility>

namespace weft::tools {

/// A thread that runs tasks in order. It starts with the first one, so that it has the signal mask
/// of who asks. Tasks that are not begun when it ends are dropped, and their futures break.
class WorkerThread {
 public:
  /// Called by one thread.
  template <class Result>
  std::future<Result> run(std::function<Result()> task) {
    auto packaged = std::make_shared<std::packaged_task<Result()>>(std::move(task));
    std::future<Result> result = packaged->get_future();
    {
      const std::lock_guard lock(mutex_);
      tasks_.emplace_back([packaged] { (*packaged)(); });
    }
    if (!thread_.joinable()) {
      thread_ = std::jthread([this](const std::stop_token& stop) { work(stop); });
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
    }
  }

  std::mutex mutex_;
  std::condition_variable_any arrived_;
  std::deque<std::function<void()>> tasks_;
  std::jthread thread_;  // last: it uses all
};

}  // namespace weft::tools

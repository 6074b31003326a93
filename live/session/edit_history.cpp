#include "live/session/edit_history.h"

#include <utility>

namespace weft::live {

void EditHistory::add(Step step) {
  steps_.resize(done_);
  steps_.push_back(std::move(step));
  if (steps_.size() > most_steps) {
    steps_.pop_front();
  }
  done_ = steps_.size();
  last_ports_.clear();
}

void EditHistory::begin_drag(LivePorts ports, const std::string& text, const Names& names) {
  end_drag(text, names);
  steps_.resize(done_);
  std::string before = text;
  if (std::exchange(last_ports_, {}) == ports && done_ > 0) {
    before = apply_splices(text, steps_.back().backward);
    steps_.resize(--done_);
  }
  open_.emplace(Drag{std::move(ports), std::move(before)});
}

void EditHistory::end_drag(const std::string& text, const Names& names) {
  if (!open_) {
    return;
  }
  Drag drag = *std::exchange(open_, std::nullopt);
  last_ports_.clear();
  if (drag.before != text) {
    Splices forward = difference(drag.before, text);
    Splices backward = inverse_splices(drag.before, forward);
    add({std::move(forward), std::move(backward), names, names});
    last_ports_ = std::move(drag.ports);
  }
}

}  // namespace weft::live

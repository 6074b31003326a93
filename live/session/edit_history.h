#pragma once

#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>

#include "live/session/live_edit.h"
#include "live/session/node_ids.h"
#include "live/session/splices.h"

namespace weft::live {

/// The steps between the texts of a document, for undo and redo. All numbers that somebody drags at
/// one set of ports are one step, however many edits they were and whatever composing they took.
class EditHistory {
 public:
  static constexpr std::size_t most_steps = 10'000;
  using Names = std::shared_ptr<const NodeNames>;

  struct Step {
    Splices forward, backward;
    Names before, after;
  };

  bool can_undo() const { return done_ > 0; }
  bool can_redo() const { return done_ < steps_.size(); }
  /// The step to take back, or to take again; valid until the next call. Only if there is one.
  const Step& undo() { return steps_[--done_]; }
  const Step& redo() { return steps_[done_++]; }

  /// A step from the text of now. What was undone cannot be redone any more, and the oldest of more
  /// than `most_steps` is forgotten.
  void add(Step step);

  /// Begins a step of live edits at a text, or goes on with the last one if that was of the same
  /// ports. Ends another one that is open.
  void begin_drag(LivePorts ports, const std::string& text, const Names& names);
  /// Makes the open step, if there is one, a step that leads to `text`.
  void end_drag(const std::string& text, const Names& names);
  /// Live edits of the same ports are another step from now on. Only while no step is open.
  void separate_drags() { last_ports_.clear(); }
  /// Whether live edits of the ports go on with the open step, or with the last one.
  bool is_open_for(const LivePorts& ports) const { return open_ && open_->ports == ports; }
  bool ended_with(const LivePorts& ports) const { return last_ports_ == ports; }
  /// The text before the open step; null if none is open.
  const std::string* drag_begin() const { return open_ ? &open_->before : nullptr; }

 private:
  struct Drag {
    LivePorts ports;
    std::string before;
  };

  std::deque<Step> steps_;
  std::size_t done_ = 0;  ///< steps that are part of the text
  std::optional<Drag> open_;
  LivePorts last_ports_;  ///< of the last step, if live edits made it
};

}  // namespace weft::live

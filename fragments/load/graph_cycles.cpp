#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"

namespace weft {
namespace {

/// Finds graphs and defaults that call themselves, directly or through others. Depth-first search
/// with an explicit stack, in order of ids, so the report depends on names alone.
class GraphCycleFinder {
 public:
  explicit GraphCycleFinder(LoadState& state)
      : state_(state),
        progress_(state.library.fragments.size(), Progress::Waiting),
        is_reported_(state.library.fragments.size(), false) {}

  void run() {
    for (std::size_t i = 0; i < progress_.size(); ++i) {
      visit(FragmentId(i));
    }
  }

 private:
  enum class Progress { Waiting, Begun, Done };
  struct Call {
    FragmentId callee;
    Span span;
  };
  struct Frame {
    FragmentId fragment;
    std::vector<Call> calls;
    std::size_t next = 0;
  };

  /// Collects the fragments that a graph calls. Skips overloaded names, which are resolved only
  /// during type inference; cycles through those are found when a material is composed.
  void add_calls(const Graph& graph, std::vector<Call>& calls) const {
    for (const GraphNode& node : graph.nodes) {
      const std::vector<FragmentId>* candidates = nullptr;
      if (const auto* call = std::get_if<CallNode>(&node.kind)) {
        candidates = &call->candidates;
      } else if (const auto* function = std::get_if<FunctionNode>(&node.kind)) {
        candidates = &function->candidates;
      }
      if (candidates != nullptr && candidates->size() == 1) {
        calls.push_back({candidates->front(), node.span});
      }
    }
  }

  /// The calls of a fragment's inside, and of its defaults.
  std::vector<Call> calls_of(FragmentId id) const {
    std::vector<Call> calls;
    const Fragment& fragment = state_.library.fragments[id];
    if (fragment.graph()) {
      add_calls(*fragment.graph(), calls);
    }
    for (const FragmentPort& port : fragment.ports) {
      if (port.default_value) {
        add_calls(*port.default_value, calls);
      }
    }
    return calls;
  }

  void begin(FragmentId id) {
    progress_[id.index()] = Progress::Begun;
    frames_.push_back({id, calls_of(id), 0});
  }

  void visit(FragmentId root) {
    if (progress_[root.index()] != Progress::Waiting) {
      return;
    }
    begin(root);
    while (!frames_.empty()) {
      Frame& frame = frames_.back();
      if (frame.next == frame.calls.size()) {
        progress_[frame.fragment.index()] = Progress::Done;
        frames_.pop_back();
        continue;
      }
      const FragmentId callee = frame.calls[frame.next++].callee;
      if (progress_[callee.index()] == Progress::Waiting) {
        begin(callee);  // invalidates `frame`
      } else if (progress_[callee.index()] == Progress::Begun) {
        report_cycle(callee);
      }
    }
  }

  std::string name(FragmentId id) const {
    return std::string(state_.text(state_.library.fragments[id].name));
  }

  /// Reports the cycle formed by the frames from `start` to the top. Once per `start`, which may be
  /// in many cycles.
  void report_cycle(FragmentId start) {
    constexpr std::ptrdiff_t most_named = 8;
    if (is_reported_[start.index()]) {
      return;
    }
    is_reported_[start.index()] = true;
    const auto first = std::find_if(frames_.begin(), frames_.end(), [start](const Frame& frame) {
      return frame.fragment == start;
    });
    const auto last = frames_.end() - first > most_named ? first + most_named : frames_.end();
    std::string cycle;
    for (auto frame = first; frame != last; ++frame) {
      cycle += name(frame->fragment) + " → ";
    }
    cycle += last == frames_.end() ? "" : "… → ";
    Diagnostic diagnostic =
        error_at(Code::Recursion, first->calls[first->next - 1].span,
                 fmt::format("'{}' calls itself: {}{}", name(start), cycle, name(start)),
                 "shaders cannot recurse: write a loop");
    for (auto frame = first + 1; frame < last; ++frame) {
      const Call& call = frame->calls[frame->next - 1];
      diagnostic.notes.push_back(
          {fmt::format("'{}' calls '{}' here", name(frame->fragment), name(call.callee)),
           call.span});
    }
    state_.report(std::move(diagnostic));
  }

  LoadState& state_;
  std::vector<Progress> progress_;  // per fragment
  std::vector<bool> is_reported_;   // per fragment
  std::vector<Frame> frames_;
};

}  // namespace

void check_graph_cycles(LoadState& state) { GraphCycleFinder(state).run(); }

}  // namespace weft

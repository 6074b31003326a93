#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "live/session/edit_batch.h"
#include "live/session/edit_history.h"
#include "live/session/live_values.h"
#include "live/session/loaded_document.h"
#include "live/session/remembered_states.h"
#include "live/session/watched_output.h"

// A session is a document that is edited while its shaders are looked at.
//
//   Session session("worn_metal.weft", text, reader, options);
//   OutputId forward = session.watch({"worn_metal", "forward", {.glsl = true}});
//   auto answer = session.apply({SetValue{"worn_metal/bare", "wear", std::vector{0.5}}});
//   if (answer && answer->outputs[0].answer == Answer::Changed)
//   use(session.output(forward)->files);
//
// The text is the truth. Edits splice it, names are resolved when something is composed, and what
// an output has is what composing the saved text from scratch gives, byte for byte. There is no
// state between texts: results are remembered by the content of the text (the last 64), so undoing
// is a look-up. Only what is watched is composed; without a watched output nothing is even loaded.
// A text with errors is a state like any other: it can be edited, saved and undone, and its outputs
// keep what they had when they were last good.
//
// Numbers that somebody drags are set with `is_live`:
//
//   session.apply({SetValue{"worn_metal/bare", "wear", std::vector{0.5}, true}});
//
// The first such edit makes the literal a parameter of the outputs, whose texts change once.
// Further ones change the text of the document as any edit does, and answer `values only`, with the
// bytes of blocks that changed. Previews and outputs with errors are composed at each step. Any
// other edit, and bake(), makes the numbers literals again. Where a number cannot be live (its
// value decides something while composing), the edit is an ordinary one. A refused edit leaves the
// numbers live.
//
// Threads: a session is used by one thread at a time. The results that it hands out are immutable,
// refer to nothing of the session and may be read on any thread.

namespace weft::live {

/// A refused edit leaves everything as it was.
template <typename T>
using EditResult = tl::expected<T, std::vector<NodeDiagnostic>>;

class Session {
 public:
  static constexpr std::size_t remembered_states = RememberedStates::most_states;
  static constexpr std::size_t remembered_edits = EditHistory::most_steps;

  /// `path` is the document's name in messages and remarks, and where its relative imports start.
  /// `reader` must outlive the session. O(text); loads nothing. An empty text is a document built
  /// from nothing; a byte order mark is left out, as by `weft fmt`. `modules` may be shared with
  /// others, on any thread.
  Session(std::string path, std::string text, const FileReader& reader, LoadOptions options,
          std::shared_ptr<ModuleMemo> modules = std::make_shared<ModuleMemo>());

  /// What to save. Valid until the next edit.
  const std::string& text() const { return live_ != nullptr ? live_->text() : states_.now().text; }
  const DocumentText& document() const {
    return live_ != nullptr ? *live_->document() : *states_.now().document;
  }
  const NodeNames& names() const { return *states_.now().names; }
  /// Starts at 1 and grows with each edit, undo and redo.
  std::uint64_t version() const { return version_; }

  /// Applies all edits or, if one is refused, none. With `base`, refuses if the text is of another
  /// version. O(text) and what the watched outputs need. Live edits after the first of a port:
  /// O(values that depend on it); the text is made when it is asked for.
  EditResult<EditAnswer> apply(const std::vector<Edit>& edits,
                               std::optional<std::uint64_t> base = std::nullopt);
  /// Whether applying these edits composes nothing: they drag numbers that are live. O(edits).
  bool is_dragging(const std::vector<LiveEdit>& edits) const;
  /// Makes live numbers literals again: composes the text as it is.
  EditAnswer bake();
  /// O(text) after the first edit of a drag.
  bool can_undo() const;
  bool can_redo() const { return history_.can_redo(); }
  /// One step is one apply(), or all live edits of the same ports that follow each other. Refuse if
  /// there is nothing to undo or redo.
  EditResult<EditAnswer> undo();
  EditResult<EditAnswer> redo();

  /// Composes an output from now on. O(composing) now and at each edit that changes the text.
  OutputId watch(OutputRequest request);
  void unwatch(OutputId output);
  /// Null for an output that is not watched.
  const OutputState* output(OutputId output) const;

  /// Composes an output again if its files are out of date: its reflection and header have the
  /// defaults from before a drag, or a request with `only_known_modules` lacked modules that have
  /// been compiled since. If a module does not validate, the output has errors and keeps its last
  /// complete files. `compiles`: compiles the modules that are still missing. Does nothing if the
  /// output is up to date.
  void complete(OutputId output, bool compiles = false);

  /// Reads all files again, as after a change on disk, and composes what is watched.
  EditAnswer reload_library();
  /// The document as it is now with its library, for questions beyond editing. Makes live numbers
  /// literals again; a DocumentCopy does not. Valid until the next call that is not const.
  LoadedDocument loaded();

  struct Effort {
    std::size_t whole_loads = 0;   ///< how often files were read
    std::size_t compositions = 0;  ///< how often outputs were composed
  };
  /// For tests and figures.
  Effort effort() const { return {library_.whole_loads(), compositions_}; }

 private:
  EditAnswer go(const Splices& splices, const std::shared_ptr<const NodeNames>& names);
  std::optional<EditAnswer> drag(const std::vector<LiveEdit>& edits);
  /// Makes live numbers literals. Live edits of the same ports may continue the step.
  void end_live();
  /// The same, and the next edit is another step.
  void settle();
  OutputAnswer compose(OutputId id, WatchedOutput& watched);
  EditAnswer answer();

  SessionLibrary library_;
  std::uint64_t version_ = 1;
  EditHistory history_;
  RememberedStates states_;
  std::map<OutputId, WatchedOutput> watched_;
  OutputId next_output_ = 1;
  std::size_t compositions_ = 0;
  std::unique_ptr<LiveValues> live_;  ///< while numbers are dragged; states_.now() is from before
};

}  // namespace weft::live

#include "live/session/session.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "live/session/output_answers.h"

namespace weft::live {
namespace {

NodeDiagnostic refusal(Code code, std::string message, std::string hint = {}) {
  NodeDiagnostic diagnostic;
  diagnostic.code = code;
  diagnostic.message = std::move(message);
  diagnostic.hint = std::move(hint);
  return diagnostic;
}

/// What edits make of a text.
EditResult<EditedDocument> edited_document(SessionLibrary& library, const std::string& text,
                                           const DocumentText& document, const NodeNames& names,
                                           const std::vector<Edit>& edits) {
  const SessionFragments fragments(library, text);
  auto edited = apply_edits({document, names, fragments}, edits);
  if (!edited) {
    return tl::unexpected(node_diagnostics(edited.error(), document, names));
  }
  return std::move(*edited);
}

/// The suffixes of the files that describe an output and its defaults.
std::vector<std::string> watched_descriptions(const EmitOptions& options) {
  std::vector<std::string> suffixes;
  if (options.reflection) {
    suffixes.emplace_back("json");
  }
  if (options.header) {
    suffixes.emplace_back("h");
  }
  return suffixes;
}

/// The requests of watched outputs whose values can be set. `live`: those that are live, if known.
std::map<OutputId, OutputRequest> live_requests(const std::map<OutputId, WatchedOutput>& outputs,
                                                const LiveValues* live = nullptr) {
  std::map<OutputId, OutputRequest> requests;
  for (const auto& [id, watched] : outputs) {
    if (live != nullptr ? live->has(id) : watched.state.is_current && !watched.request.preview) {
      requests.emplace(id, watched.request);
    }
  }
  return requests;
}

/// Composes what has no live values, with another library than that of the live outputs.
std::shared_ptr<const ComposedOutput> composed_aside(SessionLibrary& library,
                                                     const OutputRequest& request,
                                                     const DocumentText& document,
                                                     const NodeNames& names) {
  return compose_output(request.preview ? library : library.previews(), request, document, names);
}

}  // namespace

Session::Session(std::string path, std::string text, const FileReader& reader, LoadOptions options,
                 std::shared_ptr<ModuleMemo> modules)
    : library_(path, reader, std::move(options), std::move(modules)) {
  states_.enter(std::make_shared<DocumentText>(std::move(path), std::move(text)),
                std::make_shared<NodeNames>());
}

EditResult<EditAnswer> Session::apply(const std::vector<Edit>& edits,
                                      std::optional<std::uint64_t> base) {
  if (base && *base != version_) {
    return tl::unexpected(std::vector{refusal(
        Code::WrongArguments,
        fmt::format("the edit is of version {} of the document, which is at {}", *base, version_),
        "read what changed, and edit that")});
  }
  const auto dragged = live_edits(edits);
  const bool is_known = dragged && live_ != nullptr && live_->knows(*dragged);
  if (is_known) {
    if (auto answered = drag(*dragged)) {
      return std::move(*answered);
    }
  }
  const std::size_t loads = library_.loads();
  auto edited = edited_document(library_, text(), document(), names(), edits);
  if (!edited) {
    if (live_ != nullptr && (!live_->is_sound() || library_.loads() != loads)) {
      settle();  // its values refer to what was loaded
    }
    return tl::unexpected(std::move(edited.error()));
  }
  if (dragged && !is_known) {
    if (auto answered = drag(*dragged)) {
      return std::move(*answered);
    }
  }
  end_live();
  // Setting an unchanged value adds no undo step.
  const DocumentState& now = states_.now();
  const bool is_same = edited->document == nullptr ||
                       (edited->document->text() == now.text && *edited->names == *now.names);
  LivePorts ports = dragged ? ports_of(*dragged) : LivePorts();
  if (!dragged || !history_.ended_with(ports)) {
    history_.separate_drags();
  }
  if (!is_same) {
    if (dragged && *edited->names == *now.names) {
      history_.begin_drag(std::move(ports), now.text, now.names);
      history_.end_drag(std::string(edited->document->text()), now.names);
    } else {
      history_.add(
          {std::move(edited->forward), std::move(edited->backward), now.names, edited->names});
    }
    ++version_;
    states_.enter(edited->document, edited->names);
  }
  EditAnswer answered = answer();
  answered.added = std::move(edited->added);
  return answered;
}

bool Session::is_dragging(const std::vector<LiveEdit>& edits) const {
  return live_ != nullptr && live_->knows(edits) &&
         std::all_of(watched_.begin(), watched_.end(),
                     [&](const auto& one) { return live_->has(one.first); });
}

/// Sets numbers without composing, but for ports that are new, and for previews and outputs with
/// errors. Nothing: they cannot be live.
std::optional<EditAnswer> Session::drag(const std::vector<LiveEdit>& edits) {
  const bool is_known = live_ != nullptr && live_->knows(edits);
  if (!is_known) {
    const auto requests = live_requests(watched_);
    if (requests.empty()) {
      return std::nullopt;
    }
    if (live_ == nullptr) {
      live_ = std::make_unique<LiveValues>(states_.now().document, states_.now().names);
    }
    compositions_ += requests.size();
    if (!live_->touch(edits, library_, requests)) {
      return std::nullopt;
    }
  }
  LivePorts ports = ports_of(edits);
  const bool continues = history_.is_open_for(ports);
  const std::string before = continues ? std::string() : live_->text();
  if (!live_->set(edits)) {
    return std::nullopt;
  }
  if (!continues) {
    history_.begin_drag(std::move(ports), before, states_.now().names);
  }
  ++version_;
  EditAnswer answer;
  answer.version = version_;
  answer.diagnostics = node_diagnostics(live_->base().diagnostics(), live_->base(), names());
  for (auto& [id, watched] : watched_) {
    if (!live_->has(id)) {
      ++compositions_;
      answer.outputs.push_back(
          watched.answer(id, composed_aside(library_, watched.request, document(), names())));
      continue;
    }
    const EmitOptions& options = watched.request.options;
    answer.outputs.push_back(live_answer(id, options, *live_, !is_known, watched.state));
    const bool has_new_defaults = live_->changes().contains(id);
    watched.state.has_old_defaults |= (options.reflection || options.header) && has_new_defaults;
    if (has_new_defaults) {
      answer.outputs.back().files = watched_descriptions(options);
    }
    if (watched.state.good->missing_modules.empty()) {
      watched.whole = watched.state.good;
    }
  }
  return answer;
}

void Session::end_live() {
  if (live_ != nullptr) {
    history_.end_drag(live_->text(), states_.now().names);
    const auto live = std::move(live_);
    states_.enter(live->document(), states_.now().names);
  }
}

void Session::settle() {
  end_live();
  history_.separate_drags();
}

EditAnswer Session::bake() {
  settle();
  return answer();
}

bool Session::can_undo() const {
  const std::string* begin = history_.drag_begin();
  return history_.can_undo() || (begin != nullptr && *begin != text());
}

/// To the text of a step, which is remembered or read anew.
EditAnswer Session::go(const Splices& splices, const std::shared_ptr<const NodeNames>& names) {
  ++version_;
  const DocumentState& now = states_.now();
  const std::string next = apply_splices(now.text, splices);
  if (!states_.go_back(next, names)) {
    states_.enter(std::make_shared<DocumentText>(*now.document, next, change_of(splices),
                                                 library_.names_after(*now.document)),
                  names);
  }
  return answer();
}

EditResult<EditAnswer> Session::undo() {
  settle();
  if (!history_.can_undo()) {
    return tl::unexpected(std::vector{refusal(Code::WrongArguments, "there is nothing to undo")});
  }
  const EditHistory::Step& step = history_.undo();
  return go(step.backward, step.before);
}

EditResult<EditAnswer> Session::redo() {
  settle();
  if (!history_.can_redo()) {
    return tl::unexpected(std::vector{refusal(Code::WrongArguments, "there is nothing to redo")});
  }
  const EditHistory::Step& step = history_.redo();
  return go(step.forward, step.after);
}

OutputId Session::watch(OutputRequest request) {
  settle();
  const OutputId id = next_output_++;
  WatchedOutput& watched = watched_[id];
  watched.request = std::move(request);
  compose(id, watched);
  return id;
}

void Session::unwatch(OutputId output) {
  watched_.erase(output);
  states_.forget_output(output);
}

const OutputState* Session::output(OutputId output) const {
  const auto found = watched_.find(output);
  return found != watched_.end() ? &found->second.state : nullptr;
}

OutputAnswer Session::compose(OutputId id, WatchedOutput& watched) {
  DocumentState& now = states_.now();
  std::shared_ptr<const ComposedOutput>& composed = now.outputs[id];
  if (composed == nullptr) {
    composed = compose_output(library_, watched.request, *now.document, *now.names);
    ++compositions_;
  }
  return watched.answer(id, composed);
}

void Session::complete(OutputId id, bool compiles) {
  const auto found = watched_.find(id);
  if (found == watched_.end() || !found->second.state.is_current) {
    return;
  }
  WatchedOutput& watched = found->second;
  if (watched.state.has_old_defaults) {
    const auto requests = live_requests(watched_, live_.get());
    compositions_ += requests.size();
    if (live_ != nullptr && live_->rebase(library_, requests)) {
      for (const auto& [other, request] : requests) {
        watched_.at(other).show(live_->composed(other));
      }
    } else {
      bake();
    }
  }
  if (!watched.state.is_current || watched.state.good->missing_modules.empty()) {
    return;
  }
  OutputRequest request = watched.request;
  request.options.only_known_modules = !compiles;
  ++compositions_;
  if (live_ == nullptr) {
    std::shared_ptr<const ComposedOutput>& composed = states_.now().outputs[id];
    composed = compose_output(library_, request, document(), names());
    return watched.show(composed);
  }
  if (!live_->has(id)) {
    return watched.show(composed_aside(library_, request, document(), names()));
  }
  // The values of now stay those of the output.
  std::vector<BlockContents> blocks = std::move(watched.state.blocks);
  std::vector<ChangedConstant> constants = std::move(watched.state.constants);
  live_->complete(id, library_, request);
  watched.show(live_->composed(id));
  if (watched.state.is_current) {
    watched.state.blocks = std::move(blocks);
    watched.state.constants = std::move(constants);
  }
}

EditAnswer Session::answer() {
  EditAnswer answer;
  answer.version = version_;
  answer.diagnostics = node_diagnostics(document().diagnostics(), document(), names());
  for (auto& [id, watched] : watched_) {
    answer.outputs.push_back(compose(id, watched));
  }
  return answer;
}

EditAnswer Session::reload_library() {
  settle();
  library_.forget();
  states_.forget_outputs();
  return answer();
}

LoadedDocument Session::loaded() {
  settle();
  const DocumentState& now = states_.now();
  library_.load(*now.document);
  return {library_, now.text, *now.document, *now.names, version_};
}

std::vector<NodeDiagnostic> check(const LoadedDocument& loaded) {
  SessionLibrary& library = loaded.library;
  Diagnostics all = library.diagnostics();
  if (!weft::has_errors(all)) {
    for (std::size_t i = 0; i < library.library().materials.size(); ++i) {
      for (Diagnostic& each : check_material(library.composer(), MaterialId(i))) {
        append(all, std::move(each));
      }
    }
    normalize(all);
  }
  return node_diagnostics(all, loaded.document, loaded.names, library.library().sources);
}

}  // namespace weft::live

#include "live/session/session.h"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "live/session/output_answers.h"

namespace weft::live {
namespace {

/// Texts and trees of remembered states take about this many bytes per byte of text.
constexpr std::size_t bytes_per_byte = 12;
constexpr std::size_t most_remembered_bytes = 256U << 20U;

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

/// Adds a step after those that are done. What was undone cannot be redone any more.
template <typename Step>
void remember(std::deque<Step>& history, std::size_t& done, Step step) {
  history.resize(done);
  history.push_back(std::move(step));
  if (history.size() > Session::remembered_edits) {
    history.pop_front();
  }
  done = history.size();
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
template <typename Watched>
std::map<OutputId, OutputRequest> live_requests(const std::map<OutputId, Watched>& outputs,
                                                const LiveValues* live = nullptr) {
  std::map<OutputId, OutputRequest> requests;
  for (const auto& [id, watched] : outputs) {
    if (live != nullptr ? live->has(id) : watched.state.is_current && !watched.request.preview) {
      requests.emplace(id, watched.request);
    }
  }
  return requests;
}

}  // namespace

Session::Session(std::string path, std::string text, const FileReader& reader, LoadOptions options,
                 std::shared_ptr<ModuleMemo> modules)
    : library_(path, reader, std::move(options), std::move(modules)), path_(std::move(path)) {
  auto document = std::make_shared<DocumentText>(path_, std::move(text));
  std::string read(document->text());  // without a byte order mark
  enter(std::move(read), {std::move(document), std::make_shared<NodeNames>()});
}

void Session::enter(std::string text, Now now, const TextChange& change) {
  const std::size_t hash = std::hash<std::string_view>()(text);
  const auto known = std::find_if(states_.begin(), states_.end(), [&](const State& state) {
    return state.hash == hash && state.text == text && *state.now.names == *now.names;
  });
  if (known != states_.end()) {
    states_.splice(states_.begin(), states_, known);
    if (now.document == nullptr) {
      now.document = known->now.document;
    }
  } else {
    if (now.document == nullptr) {
      now.document = std::make_shared<DocumentText>(*now_.document, text, change,
                                                    library_.names_after(*now_.document));
    }
    states_.push_front({text, hash, {}, {}});
  }
  states_.front().now = now;
  std::size_t bytes = 0;
  std::size_t count = 0;
  for (auto state = states_.begin(); state != states_.end(); ++state) {
    bytes += state->text.size() * bytes_per_byte;
    if (++count > 1 && (count > remembered_states || bytes > most_remembered_bytes)) {
      states_.erase(state, states_.end());
      break;
    }
  }
  text_ = std::move(text);
  now_ = std::move(now);
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
  auto edited = edited_document(library_, text(), document(), *now_.names, edits);
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
  const bool is_same = edited->document == nullptr ||
                       (edited->document->text() == text_ && *edited->names == *now_.names);
  LivePorts ports = dragged ? ports_of(*dragged) : LivePorts();
  if (!dragged || dragged_ != ports) {
    dragged_.clear();
  }
  if (!is_same) {
    if (dragged && *edited->names == *now_.names) {
      remember_drag(dragged_.empty() ? text_ : take_step(text_),
                    std::string(edited->document->text()), std::move(ports));
    } else {
      remember(
          history_, done_,
          Step{std::move(edited->forward), std::move(edited->backward), now_.names, edited->names});
    }
    ++version_;
    enter(std::string(edited->document->text()), {edited->document, edited->names});
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
      live_ = std::make_unique<LiveValues>(now_.document, now_.names);
    }
    compositions_ += requests.size();
    if (!live_->touch(edits, library_, requests)) {
      return std::nullopt;
    }
  }
  const bool continues = live_->continues_step(edits);
  std::string before = continues ? std::string() : live_->text();
  if (!live_->set(edits)) {
    return std::nullopt;
  }
  if (!continues) {
    close_step(before);
    history_.resize(done_);
    if (std::exchange(dragged_, {}) == ports_of(edits)) {
      before = take_step(before);
    }
    live_->open_step(edits, std::move(before));
  }
  ++version_;
  EditAnswer answer;
  answer.version = version_;
  answer.diagnostics = node_diagnostics(live_->base().diagnostics(), live_->base(), *now_.names);
  for (auto& [id, watched] : watched_) {
    if (!live_->has(id)) {
      answer.outputs.push_back(
          show(id, watched, compose_aside(watched.request, *live_->document())));
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

/// Makes the live edits of the open step, which led to the text `after`, a step of the history.
void Session::close_step(const std::string& after) {
  LivePorts ports = live_->step_ports();
  if (const auto before = live_->take_step()) {
    remember_drag(*before, after, std::move(ports));
  }
}

/// Adds a step of live edits of `ports`, which change no names.
void Session::remember_drag(const std::string& before, const std::string& after, LivePorts ports) {
  dragged_.clear();
  if (before != after) {
    Splices forward = difference(before, after);
    Splices backward = inverse_splices(before, forward);
    remember(history_, done_,
             Step{std::move(forward), std::move(backward), now_.names, now_.names});
    dragged_ = std::move(ports);
  }
}

/// Takes the last step, of live edits, out of the history: the text before it.
std::string Session::take_step(const std::string& now) {
  if (done_ == 0) {
    return now;
  }
  std::string before = apply_splices(now, history_[done_ - 1].backward);
  history_.resize(--done_);
  return before;
}

void Session::end_live() {
  if (live_ != nullptr) {
    close_step(live_->text());
    const auto live = std::move(live_);
    enter(live->text(), {live->document(), now_.names});
  }
}

void Session::settle() {
  end_live();
  dragged_.clear();
}

EditAnswer Session::bake() {
  settle();
  return answer();
}

EditResult<EditAnswer> Session::go(const Splices& splices, std::shared_ptr<const NodeNames> names,
                                   bool forward) {
  done_ += forward ? 1 : static_cast<std::size_t>(-1);
  ++version_;
  enter(apply_splices(text_, splices), {nullptr, std::move(names)}, change_of(splices));
  return answer();
}

EditResult<EditAnswer> Session::undo() {
  settle();
  if (!can_undo()) {
    return tl::unexpected(std::vector{refusal(Code::WrongArguments, "there is nothing to undo")});
  }
  const Step& step = history_[done_ - 1];
  return go(step.backward, step.before, false);
}

EditResult<EditAnswer> Session::redo() {
  settle();
  if (!can_redo()) {
    return tl::unexpected(std::vector{refusal(Code::WrongArguments, "there is nothing to redo")});
  }
  const Step& step = history_[done_];
  return go(step.forward, step.after, true);
}

OutputId Session::watch(OutputRequest request) {
  settle();
  const OutputId id = next_output_++;
  Watched& watched = watched_[id];
  watched.request = std::move(request);
  compose(id, watched, states_.front());
  return id;
}

void Session::unwatch(OutputId output) {
  watched_.erase(output);
  for (State& state : states_) {
    state.outputs.erase(output);
  }
}

const OutputState* Session::output(OutputId output) const {
  const auto found = watched_.find(output);
  return found != watched_.end() ? &found->second.state : nullptr;
}

OutputAnswer Session::compose(OutputId id, Watched& watched, State& state) {
  Composed& composed = state.outputs[id];
  if (composed == nullptr) {
    composed = compose_output(library_, watched.request, *state.now.document, *state.now.names);
    ++compositions_;
  }
  return show(id, watched, composed);
}

/// Composes what has no live values, with another library than that of the live outputs.
Session::Composed Session::compose_aside(const OutputRequest& request,
                                         const DocumentText& document) {
  ++compositions_;
  SessionLibrary& library = request.preview ? library_ : library_.previews();
  return compose_output(library, request, document, *now_.names);
}

OutputAnswer Session::show(OutputId id, Watched& watched, const Composed& composed) {
  OutputAnswer answer;
  answer.output = id;
  answer.diagnostics = composed->diagnostics;
  answer.has_errors = !composed->is_good;
  if (composed->is_good && composed != watched.state.good) {
    compare(*composed, watched.request.options, watched.state, answer);
  }
  watched.show(composed);
  return answer;
}

/// An output with errors keeps what it had when it last was whole.
void Session::Watched::show(const Composed& composed) {
  state.is_current = composed->is_good;
  state.has_old_defaults = false;
  state.diagnostics = composed->diagnostics;
  const Composed& kept = composed->is_good ? composed : whole;
  if (kept != state.good) {
    state.good = kept;
    state.blocks = kept != nullptr ? kept->blocks : std::vector<BlockContents>();
    state.constants = kept != nullptr ? kept->constants : std::vector<ChangedConstant>();
  }
  if (composed->is_good && composed->missing_modules.empty()) {
    whole = composed;
  }
}

void Session::complete(OutputId id, bool compiles) {
  const auto found = watched_.find(id);
  if (found == watched_.end() || !found->second.state.is_current) {
    return;
  }
  Watched& watched = found->second;
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
    Composed& composed = states_.front().outputs[id];
    composed = compose_output(library_, request, *now_.document, *now_.names);
    return watched.show(composed);
  }
  if (!live_->has(id)) {
    return watched.show(compose_aside(request, *live_->document()));
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
  answer.diagnostics = node_diagnostics(now_.document->diagnostics(), *now_.document, *now_.names);
  for (auto& [id, watched] : watched_) {
    answer.outputs.push_back(compose(id, watched, states_.front()));
  }
  return answer;
}

EditAnswer Session::reload_library() {
  settle();
  library_.forget();
  for (State& state : states_) {
    state.outputs.clear();
  }
  return answer();
}

LoadedDocument Session::loaded() {
  settle();
  library_.load(*now_.document);
  return {library_, text_, *now_.document, *now_.names, version_};
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

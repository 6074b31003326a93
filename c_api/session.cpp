#include "live/session/session.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "c_api/emit_options.h"
#include "c_api/guard.h"
#include "c_api/load_options.h"
#include "c_api/weft.h"
#include "fragments/load/disk_reader.h"
#include "live/session/clipboard.h"
#include "live/session/edit_json.h"
#include "live/session/graph_json.h"
#include "live/session/preview.h"

/// A session with the strings that it handed out last.
struct weft_session {
  weft_session(std::string name, std::string text, weft::LoadOptions options)
      : session(std::move(name), std::move(text), reader, std::move(options)) {}

  weft::DiskReader reader;
  weft::live::Session session;
  std::string answer = "{}";
  std::string nodes, diagnostics, file, document, copied;
};

namespace weft {
namespace {

using Answered = live::EditResult<live::EditAnswer>;

/// Runs a change of the session and keeps its answer. Returns 1 if it was made.
template <typename Change>
int changed(weft_session* session, const Change& change) noexcept {
  if (session == nullptr) {
    return 0;
  }
  const int* const done = guarded([&]() -> const int* {
    static const int yes = 1;
    const Answered answer = change(session->session);
    session->answer = answer ? live::answer_json(*answer)
                             : live::refusal_json(session->session.version(), answer.error());
    return answer ? &yes : nullptr;
  });
  return done != nullptr ? 1 : 0;
}

/// Keeps a text that the session gives; NULL and the errors as its answer if it gives none.
const char* kept(weft_session* session, Result<std::string> text, std::string& place) {
  if (!text) {
    session->answer =
        live::refusal_json(session->session.version(),
                           live::node_diagnostics(text.error(), session->session.document(),
                                                  session->session.names()));
    return nullptr;
  }
  place = std::move(*text);
  return place.c_str();
}

/// Watches the output that `request` makes; 0 if memory runs out.
template <typename Request>
std::uint32_t watched(weft_session* session, std::uint32_t outputs,
                      const Request& request) noexcept {
  std::uint32_t output = 0;
  guarded([&]() -> const char* {
    live::OutputRequest made = request();
    made.options = emit_options(outputs);
    output = session->session.watch(std::move(made));
    return nullptr;
  });
  return output;
}

/// The last good state, with the defaults of now; null if there is none or memory runs out.
const live::ComposedOutput* good_output(weft_session* session, std::uint32_t output) noexcept {
  return guarded([&]() -> const live::ComposedOutput* {
    const live::OutputState* state = session != nullptr ? session->session.output(output) : nullptr;
    if (state != nullptr && state->has_old_defaults) {
      session->session.complete(output);
    }
    return state != nullptr ? state->good.get() : nullptr;
  });
}

}  // namespace
}  // namespace weft

extern "C" {

weft_session* weft_session_open(const char* name, const char* text, size_t length,
                                const weft_load_options* options) {
  return weft::guarded([&]() -> weft_session* {
    weft::Diagnostics errors;
    weft::LoadOptions how = weft::load_options(options, errors);
    if (name == nullptr || (text == nullptr && length != 0)) {
      errors.push_back(
          weft::error(weft::Code::WrongArguments,
                      std::string(name == nullptr ? "name" : "text") + " is a null pointer"));
    }
    auto session = std::make_unique<weft_session>(
        name != nullptr ? name : "", text != nullptr ? std::string(text, length) : std::string(),
        std::move(how));
    if (!errors.empty()) {
      session->answer = weft::live::refusal_json(
          1, weft::live::node_diagnostics(errors, session->session.document(),
                                          session->session.names()));
    }
    return session.release();
  });
}

void weft_session_free(weft_session* session) { delete session; }

const char* weft_session_text(const weft_session* session, size_t* length) {
  if (length != nullptr) {
    *length = session != nullptr ? session->session.text().size() : 0;
  }
  return session != nullptr ? session->session.text().c_str() : "";
}

uint64_t weft_session_version(const weft_session* session) {
  return session != nullptr ? session->session.version() : 0;
}

int weft_session_edit(weft_session* session, const char* json, uint64_t version) {
  return weft::changed(session, [&](weft::live::Session& live) -> weft::Answered {
    auto edits =
        json != nullptr
            ? weft::live::parse_edits(json)
            : weft::failed(weft::error(weft::Code::WrongArguments, "the edits are a null pointer"));
    if (!edits) {
      return tl::unexpected(
          weft::live::node_diagnostics(edits.error(), live.document(), live.names()));
    }
    return live.apply(*edits, version != 0 ? std::optional(version) : std::nullopt);
  });
}

int weft_session_drag(weft_session* session, const char* node, const char* port,
                      const double* numbers, size_t count) {
  return weft::changed(session, [&](weft::live::Session& live) -> weft::Answered {
    constexpr std::size_t most_numbers = 4;
    if (node == nullptr || numbers == nullptr || count > most_numbers) {
      const weft::Diagnostics errors{weft::error(
          weft::Code::WrongArguments, count > most_numbers
                                          ? "a value has at most 4 numbers"
                                          : "the node or the numbers are a null pointer")};
      return tl::unexpected(weft::live::node_diagnostics(errors, live.document(), live.names()));
    }
    return live.apply({weft::live::SetValue{node, port != nullptr ? port : "",
                                            std::vector<double>(numbers, numbers + count), true}});
  });
}
int weft_session_bake(weft_session* session) {
  return weft::changed(session,
                       [](weft::live::Session& live) -> weft::Answered { return live.bake(); });
}

int weft_session_undo(weft_session* session) {
  return weft::changed(session, [](weft::live::Session& live) { return live.undo(); });
}
int weft_session_redo(weft_session* session) {
  return weft::changed(session, [](weft::live::Session& live) { return live.redo(); });
}
int weft_session_reload(weft_session* session) {
  return weft::changed(
      session, [](weft::live::Session& live) -> weft::Answered { return live.reload_library(); });
}

const char* weft_session_answer(const weft_session* session) {
  return session != nullptr ? session->answer.c_str() : "{}";
}

const char* weft_session_nodes(weft_session* session) {
  const char* const text = weft::guarded([&]() -> const char* {
    if (session == nullptr) {
      return nullptr;
    }
    session->nodes =
        weft::live::document_json(session->session.document(), session->session.names());
    return session->nodes.c_str();
  });
  return text != nullptr ? text : "{}";
}

const char* weft_session_document(weft_session* session) {
  return weft::guarded([&]() -> const char* {
    return session != nullptr
               ? weft::kept(session, weft::live::graph_json(session->session.document()),
                            session->document)
               : nullptr;
  });
}

const char* weft_session_copy(weft_session* session, const char* const* nodes, size_t count) {
  return weft::guarded([&]() -> const char* {
    if (session == nullptr || (nodes == nullptr && count != 0)) {
      return nullptr;
    }
    std::vector<weft::live::NodeId> ids;
    ids.reserve(count);
    for (size_t i = 0; i < count; ++i) {
      ids.emplace_back(nodes[i] != nullptr ? nodes[i] : "");
    }
    return weft::kept(
        session,
        weft::live::copied_nodes(session->session.document(), session->session.names(), ids),
        session->copied);
  });
}

uint32_t weft_session_watch(weft_session* session, const char* material, const char* profile,
                            uint32_t outputs) {
  if (session == nullptr || material == nullptr || profile == nullptr) {
    return 0;
  }
  return weft::watched(session, outputs, [&] {
    weft::live::OutputRequest request;
    request.material = material;
    request.profile = profile;
    return request;
  });
}

uint32_t weft_session_watch_preview(weft_session* session, const char* node, const char* port,
                                    const char* profile, uint32_t outputs) {
  if (session == nullptr || node == nullptr) {
    return 0;
  }
  return weft::watched(session, outputs, [&] {
    return weft::live::preview_output(node, port != nullptr ? port : "",
                                      profile != nullptr ? profile : "forward");
  });
}

void weft_session_unwatch(weft_session* session, uint32_t output) {
  if (session != nullptr) {
    session->session.unwatch(output);
  }
}

int weft_session_is_current(const weft_session* session, uint32_t output) {
  const weft::live::OutputState* state =
      session != nullptr ? session->session.output(output) : nullptr;
  return state != nullptr && state->is_current ? 1 : 0;
}

const char* weft_session_diagnostics(weft_session* session, uint32_t output) {
  const char* const text = weft::guarded([&]() -> const char* {
    const weft::live::OutputState* state =
        session != nullptr ? session->session.output(output) : nullptr;
    if (state == nullptr) {
      return nullptr;
    }
    session->diagnostics = weft::live::diagnostics_json(state->diagnostics);
    return session->diagnostics.c_str();
  });
  return text != nullptr ? text : "[]";
}

const char* weft_session_file(weft_session* session, uint32_t output, size_t index) {
  const weft::live::ComposedOutput* good = weft::good_output(session, output);
  if (good == nullptr || index >= good->files.size()) {
    return nullptr;
  }
  return weft::guarded([&]() -> const char* {
    session->file = good->stem + "." + good->files[index].suffix;
    return session->file.c_str();
  });
}

const void* weft_session_block(const weft_session* session, uint32_t output, size_t block,
                               size_t* size) {
  const weft::live::OutputState* state =
      session != nullptr ? session->session.output(output) : nullptr;
  if (state == nullptr || block >= state->blocks.size()) {
    return nullptr;
  }
  if (size != nullptr) {
    *size = state->blocks[block].bytes.size();
  }
  return state->blocks[block].bytes.data();
}

const void* weft_session_data(weft_session* session, uint32_t output, const char* file,
                              size_t* size) {
  const weft::live::ComposedOutput* good = weft::good_output(session, output);
  const std::string_view name = file != nullptr ? file : "";
  if (good == nullptr || name.size() <= good->stem.size() || !name.starts_with(good->stem)) {
    return nullptr;
  }
  const std::string* content = good->find(name.substr(good->stem.size() + 1));
  if (content == nullptr) {
    return nullptr;
  }
  if (size != nullptr) {
    *size = content->size();
  }
  return content->c_str();
}

}  // extern "C"

#include <array>
#include <utility>

#include <fmt/format.h>

#include "live/service/method_table.h"
#include "live/session/clipboard.h"
#include "live/session/edit_json.h"
#include "live/session/graph_json.h"
#include "support/json.h"
#include "support/json_writer.h"

// Documents: opening, reading and changing them.

namespace weft::live {
namespace {

constexpr std::array opened_members = {version_member, diagnostics_member};

constexpr std::array source_text_members = {version_member,
                                            MessageMember{"text", MemberKind::String, true, {}}};

constexpr std::array copied_text_members = {MessageMember{"text", MemberKind::String, true, {}}};

constexpr std::array<MessageMember, 6> listed_node_members = {{
    {"id"},
    {"kind", MemberKind::String, true, "parameter, port, value or output"},
    {"name"},
    {"value", MemberKind::String, true, "its expression, or empty"},
    {"data", MemberKind::String, true, "the editor's own, or empty"},
    {"line", MemberKind::Integer},
}};
constexpr MessageShape listed_node_shape{listed_node_members};

constexpr std::array<MessageMember, 4> listed_graph_members = {{
    {"id"},
    {"name"},
    {"material", MemberKind::Boolean, true, "or a graph"},
    {"nodes", MemberKind::Objects, true, {}, &listed_node_shape},
}};
constexpr MessageShape listed_graph_shape{listed_graph_members};

constexpr std::array listed_graphs_members = {
    MessageMember{"graphs", MemberKind::Objects, true, {}, &listed_graph_shape}};

/// What a change answers: the answer, or why it was refused.
RpcAnswer answered(const Session& session, const EditResult<EditAnswer>& answer) {
  if (answer) {
    return answer_json(*answer);
  }
  return tl::unexpected(RpcError{RpcCode::RequestFailed, "the change is refused",
                                 refusal_json(session.version(), answer.error())});
}

/// The same, once the other clients of the document are told.
RpcAnswer told(ServiceState& state, const Json& params, RpcAnswer answer) {
  if (answer) {
    tell_others(state, string_param(params, "document"), *answer);
  }
  return answer;
}

RpcError failed_text(const Session& session, const Diagnostics& errors) {
  return failed_request("the text cannot be given",
                        node_diagnostics(errors, session.document(), session.names()));
}

RpcAnswer opened(const Session& session) {
  return fmt::format(R"({{"version":{},"diagnostics":{}}})", session.version(),
                     diagnostics_json(node_diagnostics(session.document().diagnostics(),
                                                       session.document(), session.names())));
}

/// Opens a document that another client shares.
RpcAnswer join(ServiceState& state, const Json& params) {
  const std::string name = string_param(params, "document");
  if (params.contains("text")) {
    return tl::unexpected(
        RpcError{RpcCode::InvalidParams,
                 fmt::format("another client shares '{}': open it without 'text'", name)});
  }
  const auto session = state.shared->join(name, *state.self);
  state.documents.emplace(name, OpenDocument{session, true});
  return opened(*session);
}

RpcAnswer open(ServiceState& state, const Json& params) {
  const std::string name = string_param(params, "document");
  if (state.documents.contains(name)) {
    return tl::unexpected(
        RpcError{RpcCode::InvalidParams, fmt::format("the document '{}' is open already", name)});
  }
  const bool is_shared = flag_param(params, "shared") && state.shared != nullptr;
  if (is_shared && state.shared->has(name)) {
    return join(state, params);
  }
  std::string text = string_param(params, "text");
  if (!params.contains("text")) {
    ReadResult read = state.reader.read_regular(name);
    if (read.status != ReadResult::Status::Text) {
      const bool is_missing = read.status == ReadResult::Status::NotFound;
      return tl::unexpected(RpcError{RpcCode::RequestFailed,
                                     fmt::format("cannot read '{}': {}", name,
                                                 is_missing ? "it does not exist" : read.reason)});
    }
    text = std::move(read.text);
  }
  const auto session =
      std::make_shared<Session>(name, std::move(text), state.reader, state.options);
  if (is_shared) {
    state.shared->share(name, session, *state.self);
  }
  state.documents.emplace(name, OpenDocument{session, is_shared});
  return opened(*session);
}

RpcAnswer close(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  close_document(state, string_param(params, "document"));
  return "{}";
}

RpcAnswer change(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  const auto edits = parse_edits(params["edits"].dump());
  if (!edits) {
    return tl::unexpected(RpcError{RpcCode::InvalidParams, edits.error().front().message});
  }
  const auto base = params.find("version");
  const auto version = base != params.end() && !base->is_null()
                           ? std::optional(base->get<std::uint64_t>())
                           : std::nullopt;
  return told(state, params, answered(**session, (*session)->apply(*edits, version)));
}

/// A method that changes a session without further params.
template <EditResult<EditAnswer> (Session::*Step)()>
RpcAnswer stepped(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  return session ? told(state, params, answered(**session, ((*session)->*Step)()))
                 : tl::unexpected(session.error());
}

RpcAnswer bake(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  return session ? told(state, params, answer_json((*session)->bake()))
                 : tl::unexpected(session.error());
}

RpcAnswer text(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  return fmt::format(R"({{"version":{},"text":{}}})", (*session)->version(),
                     quoted_json((*session)->text()));
}

RpcAnswer nodes(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  return session ? RpcAnswer(document_json((*session)->document(), (*session)->names()))
                 : tl::unexpected(session.error());
}

RpcAnswer tree(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  auto json = graph_json((*session)->document());
  return json ? RpcAnswer(std::move(*json)) : tl::unexpected(failed_text(**session, json.error()));
}

RpcAnswer copy(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  const auto copied = copied_nodes((*session)->document(), (*session)->names(),
                                   params["nodes"].get<std::vector<NodeId>>());
  return copied ? RpcAnswer(fmt::format(R"({{"text":{}}})", quoted_json(*copied)))
                : tl::unexpected(failed_text(**session, copied.error()));
}

RpcAnswer checked(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  return fmt::format(R"({{"version":{},"diagnostics":{}}})", (*session)->version(),
                     diagnostics_json(live::check(**session)));
}

}  // namespace

std::vector<Method> document_methods() {
  return {
      {"graph/open",
       "Opens a document. Nothing is composed until an output is watched.",
       {{"document", MemberKind::String, true,
         "its name for the client; a path, where its relative imports start"},
        {"text", MemberKind::String, false, "default: that of the file; \"\": from nothing"},
        {"shared", MemberKind::Boolean, false,
         "with all clients that open the document so; they get `graph/didChange`, a notification "
         "with document and answer, when another one changes it"}},
       {opened_members},
       open},
      {"graph/close", "Forgets a document and its outputs.", {document_member}, {}, close},
      {"graph/change",
       "Applies edits, all or none. Numbers that are dragged are set with `live`: then further "
       "edits compose nothing.",
       {document_member,
        {"edits", MemberKind::Array, true, "in their order", nullptr, false, "#/$defs/edit"},
        {"version", MemberKind::Integer, false, "refuse if the document is at another one"}},
       change_answer_shape,
       change},
      {"graph/undo",
       "Takes back the last change.",
       {document_member},
       change_answer_shape,
       stepped<&Session::undo>},
      {"graph/redo",
       "Makes the change again that was undone.",
       {document_member},
       change_answer_shape,
       stepped<&Session::redo>},
      {"graph/bake",
       "Makes dragged numbers literals again.",
       {document_member},
       change_answer_shape,
       bake},
      {"graph/text", "The source, to save.", {document_member}, {source_text_members}, text},
      {"graph/nodes",
       "The nodes of the document's materials and graphs.",
       {document_member},
       {listed_graphs_members},
       nodes},
      {"graph/document",
       "The document as JSON (graph-json.md).",
       {document_member},
       {},
       tree,
       false,
       false,
       "graph.schema.json"},
      {"graph/copy",
       "Nodes as text, for `paste`.",
       {document_member, {"nodes", MemberKind::Strings, true, "ids"}},
       {copied_text_members},
       copy},
      {"graph/diagnostics",
       "Every error of the whole document.",
       {document_member},
       {opened_members},
       checked,
       true},
  };
}

}  // namespace weft::live

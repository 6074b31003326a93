#include <array>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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
    version_member, MessageMember{"graphs", MemberKind::Objects, true, {}, &listed_graph_shape}};

/// What a change answers: the answer, or why it was refused.
RpcAnswer answered(const Session& session, const EditResult<EditAnswer>& answer) {
  if (answer) {
    return answer_json(*answer);
  }
  return tl::unexpected(RpcError{RpcCode::RequestFailed, "the change is refused",
                                 refusal_json(session.version(), answer.error())});
}

/// What is wrong with an edit that cannot be read, where, and what was meant.
std::string text_of(const Diagnostic& fault) {
  std::string text = fault.message;
  for (const Note& note : fault.notes) {
    text += ", " + note.text;
  }
  return fault.hint.empty() ? text : fmt::format("{}: {}", text, fault.hint);
}

RpcError failed_text(const DocumentCopy& copy, const Diagnostics& errors) {
  return failed_request("the text cannot be given",
                        node_diagnostics(errors, copy.document(), copy.names()));
}

/// Finds or makes the document, which is opened then.
std::optional<RpcError> begin_open(ServiceState& state, const Json& params) {
  const std::string name = string_param(params, "document");
  if (state.documents.contains(name)) {
    return RpcError{RpcCode::InvalidParams, fmt::format("the document '{}' is open already", name)};
  }
  const bool is_shared = flag_param(params, "shared") && state.shared != nullptr;
  if (!is_shared || !state.shared->has(name)) {
    const auto document = std::make_shared<ServedDocument>(name, state.reader, state.options);
    if (is_shared) {
      state.shared->share(name, document, *state.self);
    }
    state.documents.emplace(name, OpenDocument{document, is_shared});
    return std::nullopt;
  }
  if (params.contains("text")) {
    return RpcError{RpcCode::InvalidParams,
                    fmt::format("another client shares '{}': open it without 'text'", name)};
  }
  state.documents.emplace(name, OpenDocument{state.shared->join(name, *state.self), true});
  return std::nullopt;
}

RpcAnswer open(const DocumentWork& work, const Json& params) {
  const bool has_text = params.contains("text");
  const std::string trouble =
      work.document.open(has_text ? std::optional(string_param(params, "text")) : std::nullopt);
  if (!trouble.empty()) {
    return tl::unexpected(RpcError{RpcCode::RequestFailed, trouble, {}});
  }
  const Session& session = work.session();
  return fmt::format(R"({{"version":{},"diagnostics":{}}})", session.version(),
                     diagnostics_json(node_diagnostics(session.document().diagnostics(),
                                                       session.document(), session.names())));
}

void end_open(ServiceState& state, const std::string& document, const RpcAnswer& answer) {
  if (!answer) {
    close_document(state, document);
  }
}

RpcAnswer close(const DocumentWork& /*work*/, const Json& /*params*/) { return "{}"; }

void end_close(ServiceState& state, const std::string& document, const RpcAnswer& /*answer*/) {
  close_document(state, document);
}

RpcAnswer change(const DocumentWork& work, const Json& params) {
  const auto edits = parse_edits(params["edits"].dump());
  if (!edits) {
    return tl::unexpected(RpcError{RpcCode::InvalidParams, text_of(edits.error().front()), {}});
  }
  const auto base = params.find("version");
  const auto version = base != params.end() && !base->is_null()
                           ? std::optional(base->get<std::uint64_t>())
                           : std::nullopt;
  return answered(work.session(), work.session().apply(*edits, version));
}

/// A method that changes a session without further params.
template <EditResult<EditAnswer> (Session::*Step)()>
RpcAnswer stepped(const DocumentWork& work, const Json& /*params*/) {
  return answered(work.session(), (work.session().*Step)());
}

RpcAnswer bake(const DocumentWork& work, const Json& /*params*/) {
  return answer_json(work.session().bake());
}

RpcAnswer text(const QuestionWork& work, const Json& /*params*/) {
  return fmt::format(R"({{"version":{},"text":{}}})", work.copy.version(),
                     quoted_json(work.copy.text()));
}

RpcAnswer nodes(const QuestionWork& work, const Json& /*params*/) {
  return with_version(document_json(work.copy.document(), work.copy.names()), work.copy.version());
}

RpcAnswer tree(const QuestionWork& work, const Json& /*params*/) {
  auto json = graph_json(work.copy.document());
  return json ? RpcAnswer(std::move(*json)) : tl::unexpected(failed_text(work.copy, json.error()));
}

RpcAnswer copy(const QuestionWork& work, const Json& params) {
  const auto copied = copied_nodes(work.copy.document(), work.copy.names(),
                                   params["nodes"].get<std::vector<NodeId>>());
  return copied ? RpcAnswer(fmt::format(R"({{"version":{},"text":{}}})", work.copy.version(),
                                        quoted_json(*copied)))
                : tl::unexpected(failed_text(work.copy, copied.error()));
}

RpcAnswer checked(const QuestionWork& work, const Json& /*params*/) {
  return fmt::format(R"({{"version":{},"diagnostics":{}}})", work.copy.version(),
                     diagnostics_json(live::check(work.copy.loaded())));
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
       open,
       {.begin = begin_open, .end = end_open}},
      {"graph/close",
       "Forgets a document and its outputs.",
       {document_member},
       {},
       close,
       {.end = end_close}},
      {"graph/change",
       "Applies edits, all or none. Numbers that are dragged are set with `live`: then further "
       "edits compose nothing.",
       {document_member,
        {"edits", MemberKind::Array, true, "in their order", nullptr, false, "#/$defs/edit"},
        {"version", MemberKind::Integer, false, "refuse if the document is at another one"}},
       change_answer_shape,
       change,
       {.end = tell_others}},
      {"graph/undo",
       "Takes back the last change.",
       {document_member},
       change_answer_shape,
       stepped<&Session::undo>,
       {.end = tell_others}},
      {"graph/redo",
       "Makes the change again that was undone.",
       {document_member},
       change_answer_shape,
       stepped<&Session::redo>,
       {.end = tell_others}},
      {"graph/bake",
       "Makes dragged numbers literals again.",
       {document_member},
       change_answer_shape,
       bake,
       {.end = tell_others}},
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
       {.result_schema = "graph.schema.json"}},
      {"graph/copy",
       "Nodes as text, for `paste`.",
       {document_member, {"nodes", MemberKind::Strings, true, "ids"}},
       {source_text_members},
       copy},
      {"graph/diagnostics",
       "Every error of the whole document.",
       {document_member},
       {opened_members},
       checked,
       {.only_asks = true}},
  };
}

}  // namespace weft::live

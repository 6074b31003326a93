#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>

#include <fmt/format.h>

#include "composer/explain/listing.h"
#include "composer/explain/listing_json.h"
#include "live/service/method_table.h"
#include "live/session/edit_json.h"
#include "support/json.h"
#include "support/json_writer.h"
#include "support/spelling.h"

// The library under the documents, and the service itself.

namespace weft::live {
namespace {

constexpr std::array<std::string_view, 9> kinds = {"fragments", "conversions", "traits",
                                                   "bounds",    "structs",     "products",
                                                   "features",  "profiles",    "materials"};

constexpr std::array<MessageMember, 3> listed_declaration_members = {{
    {"name"},
    {"doc", MemberKind::String, true, "its comment"},
    {"source", MemberKind::String, true, "path:line:column", nullptr, true},
}};
/// What else there is depends on the kind: `signature`, `difficulty`, `members` …
constexpr MessageShape listed_declaration_shape{listed_declaration_members, true};
constexpr std::array listed_declarations_members = {
    MessageMember{"declarations", MemberKind::Objects, true, {}, &listed_declaration_shape}};

constexpr std::array<MessageMember, 2> changed_document_members = {{
    {"document"},
    {"answer", MemberKind::Object, true, "as of graph/change", &change_answer_shape},
}};
constexpr MessageShape changed_document_shape{changed_document_members};
constexpr std::array changed_members = {
    MessageMember{"documents", MemberKind::Objects, true, {}, &changed_document_shape}};

constexpr std::array<MessageMember, 3> initialized_members = {{
    {"name"},
    {"protocol", MemberKind::Integer, true, "grows when messages change incompatibly"},
    {"methods", MemberKind::Strings},
}};

RpcAnswer initialize(ServiceState& /*state*/, const Json& /*params*/) {
  Json names = Json::array();
  for (const Method& method : service_methods()) {
    names.push_back(method.name);
  }
  return Json{{"name", "weft"}, {"protocol", 1}, {"methods", std::move(names)}}.dump();
}

RpcAnswer shutdown(ServiceState& state, const Json& /*params*/) {
  state.has_ended = true;
  return "null";
}

RpcAnswer list(const QuestionWork& work, const Json& params) {
  const std::string kind = string_param(params, "kind");
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    const std::vector<std::string_view> known(kinds.begin(), kinds.end());
    const std::string hint = spelling_hint(kind, known);
    return tl::unexpected(RpcError{
        RpcCode::InvalidParams,
        fmt::format("there is no list of '{}'{}{}", kind, hint.empty() ? "" : ": ", hint)});
  }
  const LoadedDocument loaded = work.copy.loaded();
  // Of profiles: what a document may be watched for.
  SessionLibrary& listed =
      kind == "profiles" ? loaded.library.for_profile(default_profile) : loaded.library;
  const Library& library = listed.library();
  return fmt::format(R"({{"declarations":{}}})",
                     listing_json(list_declarations(library, kind))
                         .dump(-1, ' ', false, Json::error_handler_t::replace));
}

RpcAnswer reloaded(const DocumentWork& work, const Json& /*params*/) {
  return answer_json(work.document.reload());
}

}  // namespace

std::vector<Method> library_methods() {
  return {
      {"library/list",
       "Declarations that the document sees: fragments, conversions, traits, bounds, structs, "
       "products, features, profiles or materials.",
       {document_member, {"kind", MemberKind::String, true, {}}},
       {listed_declarations_members},
       list,
       {.only_asks = true}},
      {"library/didChange",
       "Files changed on disk: reads them again and composes what is watched.",
       {},
       {changed_members},
       EachDocument{reloaded},
       {.end = tell_others}},
      {"initialize",
       "Optional. Names the service and its methods.",
       {},
       {initialized_members},
       initialize},
      {"shutdown",
       "Ends the service after the answer.",
       {},
       {},
       shutdown,
       {.result_schema = "#/$defs/nothing"}},
  };
}

}  // namespace weft::live

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

RpcAnswer list(ServiceState& state, const Json& params) {
  const auto session = session_of(state, params);
  if (!session) {
    return tl::unexpected(session.error());
  }
  const std::string kind = string_param(params, "kind");
  if (std::find(kinds.begin(), kinds.end(), kind) == kinds.end()) {
    const std::vector<std::string_view> known(kinds.begin(), kinds.end());
    const std::string hint = spelling_hint(kind, known);
    return tl::unexpected(RpcError{
        RpcCode::InvalidParams,
        fmt::format("there is no list of '{}'{}{}", kind, hint.empty() ? "" : ": ", hint)});
  }
  const Library& library = (*session)->loaded().library();
  return fmt::format(R"({{"declarations":{}}})",
                     listing_json(list_declarations(library, kind))
                         .dump(-1, ' ', false, Json::error_handler_t::replace));
}

/// One document at a time.
RpcAnswer did_change(ServiceState& state, const Json& /*params*/) {
  RequestProgress& progress = *state.progress;
  progress.total = state.documents.size();
  if (progress.done < progress.total) {
    const auto document =
        std::next(state.documents.begin(), static_cast<std::ptrdiff_t>(progress.done));
    const std::string answer = answer_json(document->second.session->reload_library());
    tell_others(state, document->first, answer);
    progress.partial +=
        fmt::format(R"({}{{"document":{},"answer":{}}})", progress.partial.empty() ? "" : ",",
                    quoted_json(document->first), answer);
    ++progress.done;
  }
  return progress.done < progress.total ? std::string()
                                        : fmt::format(R"({{"documents":[{}]}})", progress.partial);
}

}  // namespace

std::vector<Method> library_methods() {
  return {
      {"library/list",
       "Declarations that the document sees: fragments, conversions, traits, bounds, structs, "
       "products, features, profiles or materials.",
       {document_member, {"kind", MemberKind::String, true, {}}},
       {{"declarations", MemberKind::Array, true, "name, signature or members, doc, source"}},
       list,
       true},
      {"library/didChange",
       "Files changed on disk: reads them again and composes what is watched.",
       {},
       {{"documents", MemberKind::Array, true, "document, and answer as of graph/change"}},
       did_change},
      {"initialize",
       "Optional. Names the service and its methods.",
       {},
       {{"name", MemberKind::String, true, {}},
        {"protocol", MemberKind::Integer, true, "grows when messages change incompatibly"},
        {"methods", MemberKind::Strings, true, {}}},
       initialize},
      {"shutdown", "Ends the service after the answer.", {}, {}, shutdown},
  };
}

}  // namespace weft::live

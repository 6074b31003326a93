#include <algorithm>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fragments/types/rate.h"
#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/language_server/value_facts.h"
#include "support/json.h"

// What the source leaves out: the types of bindings, how often they change, and the conversions on
// arguments.

namespace weft::lsp {
namespace {

/// `InlayHintKind` of the protocol.
constexpr int kind_type = 1;
constexpr int kind_parameter = 2;

Json hint_json(const SourceFile& source, std::uint32_t offset, std::string label) {
  return Json{{"position", place_json(place_of(source, offset))}, {"label", std::move(label)}};
}

bool overlaps(Span span, std::uint32_t begin, std::uint32_t end) {
  return span.begin <= end && span.end >= begin;
}

void add_binding_hints(OpenDocument& document, std::uint32_t begin, std::uint32_t end,
                       Json& hints) {
  const live::DocumentText& tree = document.tree();
  for (const live::DocumentNode& node : tree.nodes()) {
    if (node.kind != live::NodeKind::Value || !overlaps(node.statement, begin, end)) {
      continue;
    }
    const auto fact = fact_of_name(document, node.name, node.name_span.begin);
    if (!fact) {
      continue;
    }
    if (node.type_span.begin == node.type_span.end) {
      hints.push_back(hint_json(document.source(), node.name_span.end, ": " + fact->type));
      hints.back()["kind"] = kind_type;
    }
    if (!fact->rate) {
      continue;
    }
    hints.push_back(hint_json(document.source(), node.statement.end,
                              fmt::format("per {}", rate_name(*fact->rate))));
    hints.back()["paddingLeft"] = true;
    if (!fact->needs.empty()) {
      hints.back()["tooltip"] = fmt::format("needs {}", fmt::join(fact->needs, ", "));
    }
  }
}

void add_link_hints(OpenDocument& document, std::uint32_t begin, std::uint32_t end, Json& hints) {
  for (const LinkFact& link : all_links(document)) {
    if (overlaps(link.span, begin, end)) {
      hints.push_back(hint_json(document.source(), link.span.begin,
                                fmt::format("{}:", fmt::join(link.steps, ", "))));
      hints.back()["kind"] = kind_parameter;
      hints.back()["paddingRight"] = true;
      hints.back()["tooltip"] = fmt::format("{}: from {} to {}", link.consumer, link.from, link.to);
    }
  }
}

RpcAnswer inlay_hints(ServerState& state, const Json& params) {
  const auto document = document_of(state, params);
  if (!document) {
    return tl::unexpected(document.error());
  }
  const Json& range = member(params, "range");
  const auto begin = parse_place(member(range, "start"));
  const auto end = parse_place(member(range, "end"));
  if (!begin || !end) {
    return tl::unexpected(bad_params("'range' is not a range"));
  }
  const SourceFile& source = (*document)->source();
  Json hints = Json::array();
  add_binding_hints(**document, offset_of(source, *begin), offset_of(source, *end), hints);
  add_link_hints(**document, offset_of(source, *begin), offset_of(source, *end), hints);
  return json_text(hints);
}

}  // namespace

std::vector<HandlerRow> inlay_hint_handlers() { return {{"textDocument/inlayHint", inlay_hints}}; }

}  // namespace weft::lsp

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "live/language_server/cursor_context.h"
#include "live/language_server/fitting_types.h"
#include "live/language_server/message_params.h"
#include "live/language_server/server_state.h"
#include "live/language_server/symbol_places.h"
#include "live/language_server/value_facts.h"
#include "support/json.h"

// What an editor shows of the word under the pointer: its declaration and documentation; of values
// in materials also the type that the composer found, rate, needs and conversions.

namespace weft::lsp {
namespace {

/// Overloads beyond these are counted.
constexpr std::size_t most_overloads_shown = 8;
/// Longer declarations are cut.
constexpr std::size_t most_lines_shown = 24;

std::string code_block(std::string_view text) { return fmt::format("```weft\n{}\n```", text); }

/// The text of a declaration's head with its own indentation removed, cut to some lines.
std::string head_text(const FoundDeclaration& found) {
  const std::string_view text = found.file->text.text(found.declared->head);
  std::string shown;
  std::size_t lines = 0;
  for (std::size_t at = 0; at < text.size(); ++lines) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    if (lines == most_lines_shown) {
      return shown + "\n…";
    }
    shown += lines == 0 ? "" : "\n";
    shown += text.substr(at, end - at);
    at = end + 1;
  }
  return shown;
}

std::string declarations_text(const SymbolAt& at) {
  std::string heads;
  std::string docs;
  for (std::size_t i = 0; i < at.declared.size() && i < most_overloads_shown; ++i) {
    heads += (heads.empty() ? "" : "\n") + head_text(at.declared[i]);
    const std::string& doc = at.declared[i].declared->doc;
    docs += docs.empty() ? doc : "";
  }
  if (at.declared.size() > most_overloads_shown) {
    heads += fmt::format("\n// and {} more", at.declared.size() - most_overloads_shown);
  }
  return heads.empty() ? "" : code_block(heads) + (docs.empty() ? "" : "\n\n" + docs);
}

std::string fact_text(const ValueFact& fact) {
  std::string text = fmt::format("type `{}`", fact.type);
  if (fact.rate) {
    text += fmt::format(", rate `{}`", rate_name(*fact.rate));
  }
  if (!fact.needs.empty()) {
    text += fmt::format(", needs `{}`", fmt::join(fact.needs, "`, `"));
  }
  return text;
}

std::string link_text(const LinkFact& link) {
  return fmt::format("converted for `{}`: `{}` from `{}` to `{}`", link.consumer,
                     fmt::join(link.steps, "`, `"), link.from, link.to);
}

/// Whether a symbol can be a value of a material.
bool is_value(const SymbolAt& at) {
  return at.symbol.space == SymbolSpace::Local || at.symbol.space == SymbolSpace::Port;
}

/// The word at a place, if it is a named value of the port that it is an argument for.
struct ChoiceAt {
  PortChoice choice;
  std::string callee;
  Span span;
};

std::optional<ChoiceAt> choice_at(OpenDocument& document, std::uint32_t offset) {
  const std::string_view text = document.source().text();
  const auto is_part = [&](std::size_t at) {
    return at < text.size() &&
           (std::isalnum(static_cast<unsigned char>(text[at])) != 0 || text[at] == '_');
  };
  std::uint32_t begin = offset;
  while (begin > 0 && is_part(begin - 1)) {
    --begin;
  }
  std::uint32_t end = offset;
  while (is_part(end)) {
    ++end;
  }
  const CursorContext context = context_at(document.source(), begin);
  for (PortChoice& choice : choices_of_argument(document.loaded().library(), context)) {
    if (choice.name == text.substr(begin, end - begin)) {
      return ChoiceAt{std::move(choice), context.callee, {FileId(0), begin, end}};
    }
  }
  return std::nullopt;
}

void add_paragraph(std::string& text, const std::string& more) {
  text += (text.empty() || more.empty() ? "" : "\n\n") + more;
}

RpcAnswer hover(ServerState& state, const Json& params) {
  const auto place = place_param(state, params);
  if (!place) {
    return tl::unexpected(place.error());
  }
  OpenDocument& document = *place->document;
  const auto at = symbol_at(state, *place);
  if (!at || !is_value(*at)) {
    if (const auto found = choice_at(document, place->offset)) {
      const std::string text = fmt::format("`{}` of `{}` in `{}` is {}", found->choice.name,
                                           found->choice.port, found->callee, found->choice.value);
      return json_text(Json{{"contents", {{"kind", "markdown"}, {"value", text}}},
                            {"range", range_json(document.source(), found->span)}});
    }
  }
  std::string text = at ? declarations_text(*at) : std::string();
  if (at && is_value(*at)) {
    if (const auto fact = fact_of_name(document, at->symbol.name, place->offset)) {
      add_paragraph(text, fact_text(*fact));
    }
  }
  const std::vector<LinkFact> links = links_at(document, place->offset);
  if (!links.empty()) {
    add_paragraph(text, link_text(links.back()));
  }
  if (text.empty()) {
    return "null";
  }
  Json shown{{"contents", {{"kind", "markdown"}, {"value", text}}}};
  if (at) {
    shown["range"] = range_json(document.source(), at->occurrence.span);
  }
  return json_text(shown);
}

}  // namespace

std::vector<HandlerRow> hover_handlers() { return {{"textDocument/hover", hover}}; }

}  // namespace weft::lsp

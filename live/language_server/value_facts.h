#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "live/language_server/open_document.h"

// What the composer knows of the values in a document's materials and graph fragments.

namespace weft::lsp {

/// A value in the text.
struct ValueFact {
  Span span;                       ///< of its expression
  std::string type;                ///< in the syntax of the language
  std::optional<Rate> rate;        ///< nothing if it depends on the call of the graph around
  std::vector<std::string> needs;  ///< paths of features
};

/// The conversions on the link that reads a value.
struct LinkFact {
  Span span;  ///< of the value
  std::string consumer;
  std::string from;
  std::string to;
  std::vector<std::string> steps;
};

/// The value of exactly that expression.
std::optional<ValueFact> fact_of(OpenDocument& document, Span expression);
/// The value of the binding, parameter, port or state of that name in the declaration around a
/// place.
std::optional<ValueFact> fact_of_name(OpenDocument& document, std::string_view name,
                                      std::uint32_t near);
/// Its type alone, as a value.
std::optional<SemanticType> type_of_name(OpenDocument& document, std::string_view name,
                                         std::uint32_t near);
/// The links that read the values at a place, the innermost last.
std::vector<LinkFact> links_at(OpenDocument& document, std::uint32_t offset);
/// All links with conversions, by place.
std::vector<LinkFact> all_links(OpenDocument& document);

}  // namespace weft::lsp

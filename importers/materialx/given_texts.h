#pragma once

#include <map>
#include <string>
#include <string_view>

#include "importers/materialx/definitions.h"
#include "importers/materialx/document.h"

/// Texts that the translation itself needs, such as the name of a geometric property, where a graph
/// reads them from its inputs. A graph is written once for each combination of them.
namespace weft::materialx {

/// What a node gives the graph that it stands for.
struct GivenTexts {
  ElementId node;                ///< an instance of a definition, or the graph itself
  const Definition* definition;  ///< null if the graph implements none
  GivenTexts* outer;             ///< of the graph that the node is in, or null
  std::map<std::string, std::string> read = {};  ///< by input: what was asked for
};

/// The text that an input of a graph has: what the node states, what an input of the graph around
/// it has, or the default of the definition. Empty if there is none.
std::string text_of(const Document& document, GivenTexts* given, std::string_view input);

/// The text that an input of a node states or reads from an input of the graph that it is in.
std::string text_of_input(const Document& document, GivenTexts* given, const Element& input);

}  // namespace weft::materialx

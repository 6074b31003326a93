#include "live/language_server/fitting_types.h"

#include <algorithm>

#include "fragments/model/metadata_range.h"
#include "fragments/types/pattern.h"
#include "live/language_server/value_facts.h"
#include "live/language_server/visible_names.h"
#include "live/session/expression_tree.h"

namespace weft::lsp {
namespace {

/// The port that an argument goes to; null if there is none.
const FragmentPort* port_of(const Library& library, const Fragment& fragment,
                            const CursorContext& context) {
  const std::size_t count = fragment.listed_port_count();
  if (context.argument_name.empty()) {
    return context.argument < count ? &fragment.ports[context.argument] : nullptr;
  }
  for (std::size_t i = 0; i < count; ++i) {
    if (library.text(fragment.ports[i].name) == context.argument_name) {
      return &fragment.ports[i];
    }
  }
  return nullptr;
}

/// What a port demands, if its data type is fixed. Variables demand nothing.
std::optional<Demand> demand_of_port(const Library& library, const Fragment& fragment,
                                     const FragmentPort& port) {
  if (port.kind != FragmentPort::Kind::Value || port.type.type_variable) {
    return std::nullopt;
  }
  Bindings none;
  none.types.resize(fragment.type_parameters.size());
  none.trait_values.resize(fragment.trait_variables.size());
  return substitute(port.type, none, library.lattice);
}

}  // namespace

FittingTypes::FittingTypes(OpenDocument& document, const CursorContext& context)
    : document_(document) {
  const Library& library = document.loaded().library();
  const auto name = library.names.find(context.callee);
  if (context.callee.empty() || !name) {
    return;
  }
  for (const FragmentId id : library.find_fragments(*name)) {
    const Fragment& fragment = library.fragments[id];
    const FragmentPort* port = port_of(library, fragment, context);
    if (auto demand = port != nullptr ? demand_of_port(library, fragment, *port) : std::nullopt) {
      demands_.push_back(std::move(*demand));
    }
  }
}

bool FittingTypes::fits(const SemanticType& type) const {
  const Lattice& lattice = document_.loaded().library().lattice;
  return std::any_of(demands_.begin(), demands_.end(), [&](const Demand& demand) {
    const Demand decided = decide_conditions(demand, type, lattice);
    const auto shortfall = find_shortfall(type, decided, lattice);
    return !shortfall || (!shortfall->data_type && !shortfall->missing_meaning);
  });
}

bool FittingTypes::fits_value(std::string_view name, std::uint32_t near) const {
  if (demands_.empty()) {
    return false;
  }
  const auto type = type_of_name(document_, name, near);
  return type && fits(*type);
}

bool FittingTypes::fits_result(std::string_view fragment) const {
  const Library& library = document_.loaded().library();
  const auto name = demands_.empty() ? std::nullopt : library.names.find(fragment);
  if (!name) {
    return false;
  }
  const std::vector<FragmentId>& overloads = library.find_fragments(*name);
  return std::any_of(overloads.begin(), overloads.end(), [&](const FragmentId id) {
    const Fragment& each = library.fragments[id];
    if (each.results.size() != 1 || each.results.front().type.type_variable) {
      return false;
    }
    SemanticType type(each.results.front().type.data);
    for (const PatternEntry& entry : each.results.front().type.entries) {
      if (entry.value) {
        type.set(entry.trait, *entry.value, library.lattice);
      }
    }
    return fits(type);
  });
}

bool FittingTypes::fits_feature(std::string_view path) const {
  const Library& library = document_.loaded().library();
  const auto feature = demands_.empty() ? std::nullopt : library.find_feature(path);
  return feature && fits(library.features[*feature].type);
}

std::vector<PortChoice> choices_of_argument(const Library& library, const CursorContext& context) {
  std::vector<PortChoice> found;
  const auto callee = library.names.find(context.callee);
  if (context.callee.empty() || !callee) {
    return found;
  }
  for (const FragmentId id : library.find_fragments(*callee)) {
    const Fragment& fragment = library.fragments[id];
    const FragmentPort* port = port_of(library, fragment, context);
    const auto* choices = port != nullptr ? enum_choices(library, port->meta) : nullptr;
    for (const EnumChoice& choice : choices != nullptr ? *choices : std::vector<EnumChoice>()) {
      const std::string name(library.text(choice.name));
      if (std::none_of(found.begin(), found.end(),
                       [&](const PortChoice& other) { return other.name == name; })) {
        found.push_back({name, choice.value, std::string(library.text(port->name))});
      }
    }
  }
  return found;
}

std::string owner_of_name(const IndexedFile& file, const std::string& name, std::uint32_t near) {
  // The collector recorded the owner of each member that is read; here a name without one is asked.
  const live::DocumentText& text = file.text;
  for (const live::DocumentGraph& graph : text.graphs()) {
    if (near < graph.declaration.begin || near > graph.declaration.end) {
      continue;
    }
    const auto index = static_cast<std::uint32_t>(&graph - text.graphs().data());
    const auto node = text.find_node(index, name, false);
    const auto value = node ? text.nodes()[*node].value : std::nullopt;
    if (!value) {
      return {};
    }
    const syntax::Expr& expr = text.module().exprs[live::unwrapped(text.module(), *value)];
    const auto* call = std::get_if<syntax::CallExpr>(&expr.kind);
    const auto* callee =
        call != nullptr ? std::get_if<syntax::NameExpr>(&text.module().exprs[call->callee].kind)
                        : nullptr;
    return callee != nullptr ? std::string(text.spelling(callee->name)) : std::string();
  }
  return {};
}

}  // namespace weft::lsp

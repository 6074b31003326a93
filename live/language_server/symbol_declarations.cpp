#include <algorithm>
#include <variant>

#include "live/language_server/symbol_collector.h"
#include "support/overloaded.h"

namespace weft::lsp {
namespace {

using syntax::Declaration;

/// The words and the name of a declaration, up to a place in it.
Span head_until(const Declaration& declaration, std::uint32_t end) {
  return {declaration.span.file, declaration.span.begin, end};
}

void collect_default(SymbolCollector& c, const std::optional<syntax::ExprId>& value) {
  if (value) {
    collect_expression(c, *value);
  }
}

void collect_port_type(SymbolCollector& c, const syntax::Port& port) {
  std::visit(Overloaded{
                 [&](const syntax::ValuePort& value) { collect_type(c, value.type); },
                 [&](const syntax::FnPort& function) {
                   for (const syntax::Port& parameter : function.parameters) {
                     collect_port_type(c, parameter);  // at most 16 levels
                   }
                   collect_type(c, function.result);
                 },
                 [&](const syntax::EvalPort& evaluated) {
                   for (const syntax::EvalPort::Feature& feature : evaluated.features) {
                     collect_feature(c, feature.path);
                   }
                   collect_type(c, evaluated.result);
                 },
             },
             port.kind);
}

void collect_result(SymbolCollector& c, const syntax::ResultDecl& result,
                    const std::string& owner) {
  std::visit(Overloaded{
                 [&](const syntax::Traits& traits) { collect_traits(c, traits); },
                 [&](const syntax::TypeRef& type) { collect_type(c, type); },
                 [&](const std::vector<syntax::NamedResult>& results) {
                   for (const syntax::NamedResult& each : results) {
                     const Span whole = cover(each.name.span, each.type.span);
                     const std::uint32_t symbol =
                         c.declare({SymbolSpace::Field, owner, c.spelling(each.name.name)},
                                   DeclaredKind::Result, each.name.span, whole, whole);
                     c.scope.emplace(each.name.name, symbol);
                     c.origins[symbol] = {std::nullopt, each.type.name.name};
                     collect_type(c, each.type);
                   }
                 },
             },
             result);
}

/// A port or result that a clause names.
void collect_part(SymbolCollector& c, const syntax::Identifier& name) {
  if (const auto local = c.find_local(name.name)) {
    c.made.occurrences.push_back({name.span, *local});
  }
}

void collect_clause(SymbolCollector& c, const syntax::Clause& clause) {
  if (const auto* traits = std::get_if<syntax::TraitListClause>(&clause)) {
    for (const syntax::Identifier& trait : traits->traits) {
      c.mention({SymbolSpace::Trait, {}, c.spelling(trait.name)}, trait.span);
    }
  } else if (const auto* inverse = std::get_if<syntax::InverseClause>(&clause)) {
    c.mention({SymbolSpace::Conversion, {}, c.spelling(inverse->conversion.name)},
              inverse->conversion.span);
  } else if (const auto* extracts = std::get_if<syntax::ExtractsClause>(&clause)) {
    for (const syntax::Path& feature : extracts->features) {
      collect_feature(c, feature);
    }
  } else if (const auto* from = std::get_if<syntax::FromClause>(&clause)) {
    for (const syntax::Identifier& port : from->ports) {
      collect_part(c, port);
    }
  } else if (const auto* where = std::get_if<syntax::WhereClause>(&clause)) {
    for (const syntax::Identifier& port : where->ports) {
      collect_part(c, port);
    }
  }
}

/// Declares a fragment, graph or conversion, with its ports and results in scope.
std::string collect_signature(SymbolCollector& c, const Declaration& declaration,
                              const syntax::Signature& signature, DeclaredKind kind) {
  std::string name = c.spelling(signature.name.name);
  const bool is_conversion = kind == DeclaredKind::Conversion;
  c.declare({is_conversion ? SymbolSpace::Conversion : SymbolSpace::Callable, {}, name}, kind,
            signature.name.span, declaration.span, head_until(declaration, signature.span.end),
            declaration.doc);
  for (const syntax::TypeParameter& parameter : signature.type_parameters) {
    c.scope[parameter.name.name] =
        c.declare_local(parameter.name, DeclaredKind::TypeParameter, parameter.name.span);
    if (parameter.bound) {
      collect_type_name(c, *parameter.bound);
    }
  }
  for (const syntax::Port& port : signature.ports) {
    collect_port_type(c, port);
    collect_default(c, port.default_value);
  }
  for (const syntax::Port& port : signature.ports) {
    const std::uint32_t symbol =
        c.declare({SymbolSpace::Port, name, c.spelling(port.name.name)}, DeclaredKind::Port,
                  port.name.span, port.span, port.span, port.doc);
    c.scope[port.name.name] = symbol;
    if (const auto* value = std::get_if<syntax::ValuePort>(&port.kind)) {
      c.origins[symbol] = {std::nullopt, value->type.name.name};
    }
  }
  collect_result(c, signature.result, name);
  for (const syntax::Clause& clause : signature.clauses) {
    collect_clause(c, clause);
  }
  return name;
}

void collect_trait_values(SymbolCollector& c, const std::string& trait,
                          const std::vector<syntax::TraitTreeNode>& values) {
  for (const syntax::TraitTreeNode& value : values) {
    c.declare({SymbolSpace::TraitValue, trait, c.spelling(value.name.name)},
              DeclaredKind::TraitValue, value.name.span, value.name.span, value.name.span);
    if (value.anchor) {
      collect_feature(c, *value.anchor);
    }
    collect_trait_values(c, trait, value.children);  // at most 64 levels
  }
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::ImportDecl& import) {
  static_cast<void>(d);
  c.mention({SymbolSpace::File, {}, import.path}, import.path_span);
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::TraitDecl& trait) {
  const std::string name = c.spelling(trait.name.name);
  c.declare({SymbolSpace::Trait, {}, name}, DeclaredKind::Trait, trait.name.span, d.span, d.span,
            d.doc);
  if (trait.default_value) {
    c.mention({SymbolSpace::TraitValue, name, c.spelling(trait.default_value->name)},
              trait.default_value->span);
  }
  collect_trait_values(c, name, trait.values);
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::ExtendDecl& extension) {
  static_cast<void>(d);
  const syntax::Identifier& trait = extension.path.parts.front();
  const std::string name = c.spelling(trait.name);
  c.mention({SymbolSpace::Trait, {}, name}, trait.span);
  for (std::size_t i = 1; i < extension.path.parts.size(); ++i) {
    const syntax::Identifier& value = extension.path.parts[i];
    c.mention({SymbolSpace::TraitValue, name, c.spelling(value.name)}, value.span);
  }
  collect_trait_values(c, name, extension.values);
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::FeatureDecl& feature) {
  std::string path = c.spelling(feature.path.parts.front().name);
  c.mention({SymbolSpace::FeatureSpace, {}, path}, feature.path.parts.front().span);
  for (std::size_t i = 1; i < feature.path.parts.size(); ++i) {
    path += "." + c.spelling(feature.path.parts[i].name);
  }
  c.declare({SymbolSpace::Feature, {}, path}, DeclaredKind::Feature, feature.path.parts.back().span,
            d.span, d.span, d.doc);
  collect_type(c, feature.type);
  collect_default(c, feature.definition);
  for (const syntax::Path& anchor : feature.anchors) {
    collect_feature(c, anchor);
  }
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::StructDecl& structure) {
  const std::string name = c.spelling(structure.name.name);
  c.declare({SymbolSpace::Callable, {}, name}, DeclaredKind::Struct, structure.name.span, d.span,
            d.span, d.doc);
  for (const syntax::StructMemberDecl& each : structure.members) {
    const Span whole = cover(each.type.span, each.name.span);
    c.declare({SymbolSpace::Field, name, c.spelling(each.name.name)}, DeclaredKind::Member,
              each.name.span, whole, whole);
    collect_type(c, each.type);
  }
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::FragmentDecl& leaf) {
  collect_signature(c, d, leaf.signature, DeclaredKind::Fragment);
  if (leaf.body) {
    collect_body(c, *leaf.body);
  }
}

void collect_kind(SymbolCollector& c, const Declaration& d,
                  const syntax::ConversionDecl& conversion) {
  collect_signature(c, d, conversion.signature, DeclaredKind::Conversion);
  if (conversion.body) {
    collect_body(c, *conversion.body);
  }
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::GraphDecl& graph) {
  const std::string name = collect_signature(c, d, graph.signature, DeclaredKind::Graph);
  declare_bindings(c, graph.bindings);
  collect_bindings(c, graph.bindings, name);
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::MaterialDecl& material) {
  c.declare({SymbolSpace::Material, {}, c.spelling(material.name.name)}, DeclaredKind::Material,
            material.name.span, d.span, head_until(d, material.name.span.end), d.doc);
  std::vector<syntax::BindingId> bindings;
  for (const auto& item : material.items) {
    if (const auto* parameter = std::get_if<syntax::ParameterDecl>(&item)) {
      c.scope[parameter->name.name] =
          c.declare_local(parameter->name, DeclaredKind::Parameter, parameter->span,
                          {std::nullopt, parameter->type.name.name}, parameter->doc);
      collect_type(c, parameter->type);
    } else {
      bindings.push_back(std::get<syntax::BindingId>(item));
    }
  }
  declare_bindings(c, bindings);
  for (const auto& item : material.items) {
    if (const auto* parameter = std::get_if<syntax::ParameterDecl>(&item)) {
      collect_default(c, parameter->default_value);
    }
  }
  collect_bindings(c, bindings, {});
}

void collect_item(SymbolCollector& c, const syntax::ProvideItem& provided) {
  for (const syntax::Path& feature : provided.features) {
    collect_feature(c, feature);
  }
  collect_default(c, provided.definition);
}

void collect_item(SymbolCollector& c, const syntax::DemandItem& demand) {
  collect_type(c, demand.type);
  collect_default(c, demand.default_value);
  c.scope[demand.name.name] =
      c.declare({SymbolSpace::Output, {}, c.spelling(demand.name.name)}, DeclaredKind::Demand,
                demand.name.span, demand.span, demand.span, demand.doc);
}

void collect_item(SymbolCollector& c, const syntax::SettingItem& setting) {
  static_cast<void>(c);
  static_cast<void>(setting);
}

void collect_item(SymbolCollector& c, const syntax::BlockItem& block) {
  for (const syntax::BlockMemberItem& each : block.members) {
    collect_feature(c, each.feature);
  }
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::ProfileDecl& profile) {
  c.declare({SymbolSpace::Profile, {}, c.spelling(profile.name.name)}, DeclaredKind::Profile,
            profile.name.span, d.span,
            head_until(d, profile.base ? profile.base->span.end : profile.name.span.end), d.doc);
  if (profile.base) {
    c.mention({SymbolSpace::Profile, {}, c.spelling(profile.base->name)}, profile.base->span);
  }
  for (const auto& item : profile.items) {
    std::visit([&](const auto& each) { collect_item(c, each); }, item);
  }
}

void mention_conversion(SymbolCollector& c, const syntax::Identifier& name) {
  c.mention({SymbolSpace::Conversion, {}, c.spelling(name.name)}, name.span);
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::PreferDecl& preference) {
  static_cast<void>(d);
  mention_conversion(c, preference.preferred);
  mention_conversion(c, preference.over);
  if (preference.target) {
    collect_traits(c, *preference.target);
  }
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::CommutesDecl& pair) {
  static_cast<void>(d);
  mention_conversion(c, pair.first);
  mention_conversion(c, pair.second);
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::EqualsDecl& equal) {
  static_cast<void>(d);
  mention_conversion(c, equal.whole);
  for (const syntax::Identifier& step : equal.steps) {
    mention_conversion(c, step);
  }
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::ProductDecl& product) {
  static_cast<void>(d);
  collect_traits(c, product.left);
  collect_traits(c, product.right);
  collect_traits(c, product.result);
}

void collect_kind(SymbolCollector& c, const Declaration& d, const syntax::BoundDecl& limit) {
  c.declare({SymbolSpace::Callable, {}, c.spelling(limit.name.name)}, DeclaredKind::Bound,
            limit.name.span, d.span, d.span, d.doc);
  for (const syntax::TypeRef& type : limit.types) {
    collect_type(c, type);
  }
}

}  // namespace

void collect_declaration(SymbolCollector& c, const Declaration& declaration) {
  std::visit([&](const auto& kind) { collect_kind(c, declaration, kind); }, declaration.kind);
}

}  // namespace weft::lsp

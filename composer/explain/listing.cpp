#include "composer/explain/listing.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "composer/explain/graph_dump.h"
#include "conversions/search/search.h"
#include "fragments/model/trait_order.h"
#include "support/shown_text.h"
#include "support/text_table.h"

namespace weft {
namespace {

std::string port_text(const Library& library, const FragmentPort& port) {
  const auto typed = [&library](const FragmentPort& value) {
    return fmt::format("{}: {}", library.text(value.name),
                       one_line(library.sources, value.type.span));
  };
  std::string after;
  if (port.default_value) {
    const Graph& value = *port.default_value;
    after = " = " + one_line(library.sources, value.nodes[value.outputs.front().node].span);
  }
  if (port.kind == FragmentPort::Kind::Value) {
    const std::string_view before = port.restriction == PortRestriction::Uniform    ? "uniform "
                                    : port.restriction == PortRestriction::Constant ? "constant "
                                                                                    : "";
    return fmt::format("{}: {}{}{}", library.text(port.name), before,
                       one_line(library.sources, port.type.span), after);
  }
  const bool is_fn = port.kind == FragmentPort::Kind::Fn;
  std::vector<std::string> given;
  given.reserve(port.parameters.size() + port.injected.size());
  for (const FragmentPort& parameter : port.parameters) {
    given.push_back(typed(parameter));
  }
  for (const FeatureId feature : port.injected) {
    const bool keeps = std::find(port.keeps_frame.begin(), port.keeps_frame.end(), feature) !=
                       port.keeps_frame.end();
    given.push_back(fmt::format("{}{}", library.text(library.features[feature].path),
                                keeps ? " keeps frame" : ""));
  }
  return fmt::format("{}: {}({}) -> {}{}", library.text(port.name), is_fn ? "fn" : "eval",
                     joined(given), one_line(library.sources, port.type.span), after);
}

/// `<T: floating, N: int>`; empty without any.
std::string type_parameters_text(const Library& library, const Fragment& fragment) {
  std::vector<std::string> listed;
  for (const FragmentTypeParameter& parameter : fragment.type_parameters) {
    if (parameter.array || parameter.fixed) {
      continue;  // those that the source does not list
    }
    std::string text(library.text(parameter.name));
    if (parameter.is_length) {
      text += ": int";
    } else if (parameter.bound != Bound()) {
      text += fmt::format(": {}", library.data_types.bound_name(parameter.bound, library.names));
    }
    listed.push_back(std::move(text));
  }
  return listed.empty() ? std::string() : "<" + joined(listed) + ">";
}

std::string signature_text(const Library& library, const Fragment& fragment) {
  std::vector<std::string> ports;
  ports.reserve(fragment.ports.size());
  for (std::size_t i = 0; i < fragment.listed_port_count(); ++i) {
    ports.push_back(port_text(library, fragment.ports[i]));
  }
  std::vector<std::string> results;
  for (const FragmentResult& result : fragment.results) {
    const std::string type = one_line(library.sources, result.type.span);
    results.push_back(
        fragment.has_named_results ? fmt::format("{}: {}", library.text(result.name), type) : type);
  }
  const std::string result = joined(results);
  return fmt::format("{}({}) -> {}", type_parameters_text(library, fragment), joined(ports),
                     fragment.has_named_results ? "(" + result + ")" : result);
}

std::string conversion_text(const Library& library, const Fragment& fragment,
                            const TraitOrder& order) {
  const ConversionEffect& effect = *fragment.effect();
  std::string text = one_line(library.sources, fragment.ports.front().type.span) + " -> ";
  if (effect.output_data) {
    text += library.type_name(*effect.output_data) + (effect.sets.empty() ? "" : " ");
  }
  if (!effect.sets.empty() || !effect.output_data) {
    text += traits_source(library, effect.sets, order);
  }
  for (TraitId trait : order) {
    if (std::find(fragment.drops.begin(), fragment.drops.end(), trait) != fragment.drops.end()) {
      text += fmt::format(" drops {}", library.text(library.lattice.trait(trait).name));
    }
  }
  for (TraitId trait : order) {
    if (std::find(fragment.keeps.begin(), fragment.keeps.end(), trait) != fragment.keeps.end()) {
      text += fmt::format(" keeps {}", library.text(library.lattice.trait(trait).name));
    }
  }
  return text + (effect.is_lossy ? " lossy" : "");
}

using Listing = std::vector<ListedDeclaration>;
using Member = ListedDeclaration::Member;

/// A member whose value is its text.
Member text_member(std::string key, std::string text) { return {std::move(key), text, text}; }

void add(Listing& listing, const Library& library, const Span& span, std::string_view name,
         std::vector<Member> members, const std::string& doc) {
  listing.push_back({std::string(name), std::move(members), doc, place_text(library, span)});
}

void list_fragments(const Library& library, bool conversions, Listing& listing) {
  const TraitOrder order = traits_by_name(library);
  for (const Fragment& fragment : library.fragments) {
    if (fragment.is_conversion() != conversions) {
      continue;
    }
    const std::string_view name = library.text(fragment.name);
    if (conversions) {
      add(listing, library, fragment.span, name,
          {{"difficulty", difficulty_text(fragment.effect()->difficulty),
            fragment.effect()->difficulty},
           text_member("converts", conversion_text(library, fragment, order))},
          fragment.doc);
    } else {
      add(listing, library, fragment.span, name,
          {text_member("kind", fragment.is_graph() ? "graph" : "leaf"),
           text_member("signature", signature_text(library, fragment))},
          fragment.doc);
    }
  }
}

/// The values of a trait with their paths, `vector`, `vector.direction`, sorted by path.
std::vector<std::string> value_paths(const Library& library, TraitId trait) {
  std::vector<std::string> paths;
  std::vector<std::string> path_of(library.lattice.values().size());  // parents precede children
  for (std::size_t i = 0; i < path_of.size(); ++i) {
    const TraitValue& value = library.lattice.value(ValueId(i));
    if (value.trait == trait) {
      path_of[i] = (value.parent ? path_of[value.parent->index()] + "." : std::string()) +
                   std::string(library.text(value.name));
      paths.push_back(path_of[i]);
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

void list_traits(const Library& library, Listing& listing) {
  for (TraitId id : traits_by_name(library)) {
    const Trait& trait = library.lattice.trait(id);
    const std::vector<std::string> values = value_paths(library, id);
    add(listing, library, trait.span, library.text(trait.name),
        {text_member("kind", trait.kind == TraitKind::Meaning ? "meaning" : "guarantee"),
         trait.default_value
             ? text_member("default", std::string(library.text(
                                          library.lattice.value(*trait.default_value).name)))
             : Member{"default", "-", std::monostate()},
         {"values", joined(values), values}},
        trait.doc);
  }
}

/// Lists the language's bounds, then the declared ones, by name. Omits `any`, which contains every
/// type.
void list_bounds(const Library& library, Listing& listing) {
  const auto texts = [&](const std::vector<DataType>& types) {
    std::vector<std::string> found;
    found.reserve(types.size());
    for (const DataType type : types) {
      found.push_back(library.type_name(type));
    }
    return found;
  };
  for (int i = static_cast<int>(TypeBound::Plain); i <= static_cast<int>(TypeBound::Texture); ++i) {
    const auto bound = static_cast<TypeBound>(i);
    const std::vector<std::string> types = texts(members_of(bound));
    listing.push_back(
        {std::string(type_bound_name(bound)), {{"types", joined(types), types}}, "", std::nullopt});
  }
  std::vector<const DeclaredBound*> declared;
  for (const DeclaredBound& bound : library.data_types.bounds()) {
    declared.push_back(&bound);
  }
  std::sort(declared.begin(), declared.end(), [&](const DeclaredBound* a, const DeclaredBound* b) {
    return library.text(a->name) < library.text(b->name);
  });
  for (const DeclaredBound* bound : declared) {
    const std::vector<std::string> types = texts(bound->types);
    add(listing, library, bound->span, library.text(bound->name), {{"types", joined(types), types}},
        bound->doc);
  }
}

/// Lists structs by name.
void list_structs(const Library& library, Listing& listing) {
  const TraitOrder order = traits_by_name(library);
  std::vector<const StructType*> structs;
  structs.reserve(library.data_types.struct_count());
  for (std::uint32_t i = 0; i < library.data_types.struct_count(); ++i) {
    structs.push_back(&library.data_types.structure(DataType::structure(i)));
  }
  std::sort(structs.begin(), structs.end(), [&](const StructType* a, const StructType* b) {
    return library.text(a->name) < library.text(b->name);
  });
  for (const StructType* structure : structs) {
    std::vector<std::string> members;
    members.reserve(structure->members.size());
    for (const StructMember& member : structure->members) {
      members.push_back(fmt::format("{} {}", type_source(library, SemanticType(member), order),
                                    library.text(member.name)));
    }
    add(listing, library, structure->span, library.text(structure->name),
        {{"members", "{ " + joined(members, "; ") + "; }", members}}, structure->doc);
  }
}

/// Lists products by their factors' names, one trait each. Factors are sorted by name too, since
/// products are commutative.
void list_products(const Library& library, Listing& listing) {
  const Lattice& lattice = library.lattice;
  const auto value = [&](ValueId id) { return std::string(library.text(lattice.value(id).name)); };
  std::vector<std::pair<std::string, const ProductRule*>> rules;
  for (const ProductRule& rule : library.products.all()) {
    std::string left = value(rule.left);
    std::string right = value(rule.right);
    if (!rule.is_quotient && right < left) {
      std::swap(left, right);
    }
    rules.emplace_back(fmt::format("{} {} {}", left, rule.is_quotient ? '/' : '*', right), &rule);
  }
  std::stable_sort(rules.begin(), rules.end(), [&](const auto& a, const auto& b) {
    const auto trait = [&](const auto& rule) {
      return library.text(lattice.trait(rule.second->trait).name);
    };
    return std::make_pair(a.first, trait(a)) < std::make_pair(b.first, trait(b));
  });
  for (const auto& [name, rule] : rules) {
    add(listing, library, rule->span, name,
        {text_member("trait", std::string(library.text(lattice.trait(rule->trait).name))),
         text_member("result", "-> " + value(*rule->result))},
        "");
  }
}

void list_features(const Library& library, Listing& listing) {
  const TraitOrder order = traits_by_name(library);
  for (const Feature& feature : library.features) {
    add(listing, library, feature.span, library.text(feature.path),
        {text_member("rate", std::string(rate_name(feature.rate))),
         text_member("origin", feature.definition ? "derived" : "primitive"),
         text_member("type", type_source(library, feature.type, order))},
        feature.doc);
  }
}

void list_profiles(const Library& library, Listing& listing) {
  const TraitOrder order = traits_by_name(library);
  for (const Profile& profile : library.profiles) {
    std::vector<std::string> demands;
    for (const ProfileDemand& demand : profile.demands) {
      demands.push_back(fmt::format("{}: {}", library.text(demand.name),
                                    demand_source(library, demand.type, order)));
    }
    add(listing, library, profile.span, library.text(profile.name),
        {{"demands", joined(demands, "; "), demands}}, profile.doc);
  }
}

template <typename Range, typename NameOf>
std::vector<std::string> names_of(const Library& library, const Range& range, NameOf name_of) {
  std::vector<std::string> names;
  names.reserve(range.size());
  for (const auto& each : range) {
    names.emplace_back(library.text(name_of(each)));
  }
  return names;
}

void list_materials(const Library& library, Listing& listing) {
  const auto own_name = [](const auto& named) { return named.name; };
  for (const Material& material : library.materials) {
    const auto parameters = names_of(library, material.parameters, own_name);
    const auto outputs = names_of(library, material.graph.outputs, own_name);
    const auto states = names_of(library, material.states,
                                 [](const MaterialState& state) { return state.demand.name; });
    add(listing, library, material.span, library.text(material.name),
        {{"parameters", "(" + joined(parameters) + ")", parameters},
         {"outputs", "-> " + joined(outputs), outputs},
         {"states", states.empty() ? "" : "with (" + joined(states) + ")", states}},
        material.doc);
  }
}

}  // namespace

std::vector<ListedDeclaration> list_declarations(const Library& library, const std::string& kind) {
  Listing listing;
  if (kind == "fragments" || kind == "conversions") {
    list_fragments(library, kind == "conversions", listing);
  } else if (kind == "traits") {
    list_traits(library, listing);
  } else if (kind == "bounds") {
    list_bounds(library, listing);
  } else if (kind == "structs") {
    list_structs(library, listing);
  } else if (kind == "products") {
    list_products(library, listing);
  } else if (kind == "features") {
    list_features(library, listing);
  } else if (kind == "profiles") {
    list_profiles(library, listing);
  } else if (kind == "materials") {
    list_materials(library, listing);
  }
  return listing;
}

}  // namespace weft

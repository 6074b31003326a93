#include "conversions/table/conversion_set.h"

#include <map>
#include <utility>

#include "fragments/model/graph_inputs.h"
#include "fragments/model/signature_types.h"

namespace weft {
namespace {

FeatureSet set_of(const std::vector<FeatureId>& features) {
  FeatureSet set;
  for (const FeatureId feature : features) {
    set.insert(feature);
  }
  return set;
}

/// The type arguments of a conversion without bodies.
std::vector<std::vector<DataType>> choices_of_types(const Library& library,
                                                    const Fragment& fragment) {
  constexpr std::size_t most = 1000;
  if (fragment.type_parameters.empty()) {
    return {{}};
  }
  return signature_choices(library, fragment, most).value_or(std::vector<std::vector<DataType>>());
}

}  // namespace

ConversionSet build_conversions(const Library& library) {
  ConversionSet set;
  std::map<FragmentId, std::vector<ConversionId>> rules_of;
  for (std::size_t i = 0; i < library.fragments.size(); ++i) {
    FragmentId id(i);
    const Fragment& fragment = library.fragments[id];
    if (!fragment.is_conversion() || fragment.ports.size() != 1) {
      continue;
    }
    auto add = [&](const std::vector<DataType>& type_arguments, const FeatureSet& features) {
      const TypePattern& pattern = fragment.ports.front().type;
      Bindings bindings;
      bindings.trait_values.resize(fragment.trait_variables.size());
      for (DataType type : type_arguments) {
        bindings.types.emplace_back(SemanticType(type));
      }
      const ConversionEffect& effect = *fragment.effect();
      ConversionRule rule;
      rule.name = library.text(fragment.name);
      rule.input = substitute(pattern, bindings, library.lattice);
      rule.output_data = effect.output_data;
      rule.sets = effect.sets;
      rule.drops = fragment.drops;
      rule.keeps = fragment.keeps;
      rule.difficulty = effect.difficulty;
      rule.lossy = effect.is_lossy;
      rule.features = features;
      set.features.insert(features);
      rule.fragment = id.index();
      rules_of[id].push_back(set.table.add(std::move(rule)));
      set.type_arguments.push_back(type_arguments);
    };
    for (const BodyInstance& instance : fragment.instances()) {
      add(instance.type_arguments, set_of(instance.body.features));
    }
    if (fragment.instances().empty()) {  // a native body, or one with errors: features as declared
      const FeatureSet features = set_of(fragment.declared_features);
      for (const std::vector<DataType>& choice : choices_of_types(library, fragment)) {
        add(choice, features);
      }
    }
  }
  for (const PreferenceDecl& preference : library.preferences) {
    std::vector<ConversionId> ids;
    for (FragmentId fragment : preference.fragments) {
      auto at = rules_of.find(fragment);
      if (at != rules_of.end()) {
        ids.push_back(at->second.front());
      }
    }
    if (ids.size() != preference.fragments.size() || ids.size() < 2) {
      continue;
    }
    switch (preference.kind) {
      case PreferenceDecl::Kind::Prefer:
        set.table.prefer({ids[0], ids[1], preference.target});
        break;
      case PreferenceDecl::Kind::Commutes:
        set.table.commute(ids[0], ids[1]);
        break;
      case PreferenceDecl::Kind::Equals:
        set.table.equal({ids[0], {ids.begin() + 1, ids.end()}});
        break;
    }
  }
  for (std::size_t i = 0; i < library.features.size(); ++i) {
    if (const auto& definition = library.features[FeatureId(i)].definition) {
      FeatureSet reads;
      for_each_feature_read(*definition, [&reads](FeatureId read) { reads.insert(read); });
      set.table.define(FeatureId(i), std::move(reads));
    }
  }
  set.table.freeze(library.lattice);
  return set;
}

}  // namespace weft

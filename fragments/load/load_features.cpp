#include <algorithm>

#include <fmt/format.h>

#include "fragments/load/build_graph.h"
#include "fragments/load/load_metadata.h"
#include "fragments/load/load_passes.h"
#include "fragments/load/resolve_type.h"
#include "fragments/model/feature_paths.h"
#include "support/spelling.h"

namespace weft {
namespace {

using FeatureSource = Declared<syntax::FeatureDecl>;

/// Limit over all loaded files. Sets of features are bit sets.
constexpr std::size_t most_features = 20'000;

std::optional<Rate> resolve_rate(LoadState& state, const syntax::Identifier& name) {
  auto rate = find_rate(state.text(name.name));
  if (!rate) {
    std::vector<std::string_view> known;
    for (int i = 0; i < rate_count; ++i) {
      known.push_back(rate_name(static_cast<Rate>(i)));
    }
    state.report(error_at(Code::UnknownName, name.span,
                          fmt::format("unknown rate '{}'", state.text(name.name)),
                          spelling_hint(state.text(name.name), known)));
  }
  return rate;
}

void add_feature(LoadState& state, const FeatureSource& source, const std::string& path) {
  const syntax::FeatureDecl& decl = *source.kind;
  if (decl.path.parts.size() < 2) {
    state.report(error_at(Code::BadDeclaration, decl.path.span,
                          fmt::format("feature '{}' needs a namespace", path),
                          "write it as in view.position"));
    return;
  }
  if (decl.path.parts.size() > most_feature_names) {
    state.report(
        error_at(Code::BadDeclaration, decl.path.span,
                 fmt::format("the path of a feature has at most {} names", most_feature_names)));
    return;
  }
  NameId name = state.library.names.intern(path);
  auto known = state.library.features_by_path.find(name);
  if (known != state.library.features_by_path.end()) {
    state.report_duplicate(decl.path.span, fmt::format("feature '{}' is declared twice", path),
                           state.library.features[known->second].span);
    return;
  }
  if (state.library.features.size() == most_features) {
    state.report_made([&decl] {
      return error_at(Code::BadDeclaration, decl.path.span,
                      fmt::format("there are more than {} features", most_features));
    });
    return;
  }
  Feature feature{name,
                  decl.path.parts[0].name,
                  state.library.names.intern(path.substr(path.find('.') + 1)),
                  {},
                  Rate::Constant,
                  std::nullopt,
                  decl.path.span,
                  source.declaration->doc};
  feature.type =
      resolve_type(state, *source.module, decl.type, "a feature", true).value_or(SemanticType());
  feature.states_traits = decl.type.traits.has_value();
  feature.rate = resolve_rate(state, decl.rate).value_or(Rate::Constant);
  if (feature.type.data().kind() == DataKind::Sampler) {
    state.report(error_at(Code::BadDeclaration, decl.type.span, "a feature cannot be a sampler"));
  } else if (feature.type.data().is_texture() && (decl.definition || feature.rate > Rate::Draw)) {
    state.report(error_at(Code::BadDeclaration, decl.type.span,
                          "a texture is a feature only where the host has one for the whole draw",
                          "declare it at frame, view, object or draw, without a definition"));
  }
  feature.meta =
      resolve_metadata(state, *source.module, decl.meta, {false, feature.type.data(), true});
  state.library.feature_spaces.insert(feature.space);
  state.library.features_by_path.emplace(name, state.library.features.add(std::move(feature)));
  state.feature_sources.push_back(source);
}

/// A definition's rate must be at least that of the features it reads.
void check_rate(LoadState& state, const Feature& feature) {
  for (const GraphNode& node : feature.definition->nodes) {
    const FeatureNode* read = std::get_if<FeatureNode>(&node.kind);
    if (read && !is_at_most(state.library.features[read->feature].rate, feature.rate)) {
      const Feature& inner = state.library.features[read->feature];
      state.report(error_at(
          Code::RateTooHigh, node.span,
          fmt::format(
              "'{}' is declared at rate '{}' but its definition reads '{}', which is at rate '{}'",
              state.text(feature.path), rate_name(feature.rate), state.text(inner.path),
              rate_name(inner.rate))));
    }
  }
}

/// Each module sees its own namespaces and those of its imports, which precede it.
void find_visible_spaces(LoadState& state) {
  state.visible_spaces.resize(state.modules.size());
  for (std::size_t i = 0; i < state.modules.size(); ++i) {
    std::unordered_set<NameId>& visible = state.visible_spaces[i];
    for (std::size_t imported : state.imports[i]) {
      visible.insert(state.visible_spaces[imported].begin(), state.visible_spaces[imported].end());
    }
    for (const syntax::Declaration& declaration : state.modules[i].declarations) {
      if (const auto* feature = std::get_if<syntax::FeatureDecl>(&declaration.kind)) {
        visible.insert(feature->path.parts.front().name);
      }
    }
  }
}

}  // namespace

void declare_features(LoadState& state) {
  std::vector<std::pair<std::string, FeatureSource>> sorted;
  for (const FeatureSource& source : declarations_of<syntax::FeatureDecl>(state)) {
    sorted.emplace_back(path_text(state, source.kind->path), source);
  }
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const auto& left, const auto& right) { return left.first < right.first; });
  for (const auto& [path, source] : sorted) {
    add_feature(state, source, path);
  }
  find_visible_spaces(state);
}

void define_features(LoadState& state) {
  for (std::size_t i = 0; i < state.feature_sources.size(); ++i) {
    const FeatureSource& source = state.feature_sources[i];
    if (source.kind->definition) {
      Feature& feature = state.library.features[FeatureId(i)];
      feature.definition = build_expression(state, *source.module, *source.kind->definition);
      if (feature.definition) {
        check_rate(state, feature);
      }
    }
  }
}

void resolve_anchors(LoadState& state) {
  const auto find = [&state](const syntax::Path& path) {
    const auto feature = state.library.find_feature(path_text(state, path));
    if (!feature) {
      report_unknown_feature(state, path);
    }
    return feature;
  };
  for (std::size_t i = 0; i < state.feature_sources.size(); ++i) {
    for (const syntax::Path& path : state.feature_sources[i].kind->anchors) {
      const auto anchor = find(path);
      if (anchor == FeatureId(i)) {
        state.report(
            error_at(Code::BadDeclaration, path.span,
                     fmt::format("feature '{}' is anchored to itself", path_text(state, path))));
      } else if (anchor) {
        state.library.features[*anchor].anchored.emplace_back(i);
      }
    }
  }
  const Lattice& lattice = state.library.lattice;
  std::vector<std::optional<FeatureId>>& anchors = state.library.anchors;
  anchors.resize(lattice.values().size());
  for (const auto& [value, path] : state.anchored_values) {
    anchors[value.index()] = find(*path);
  }
  for (std::size_t i = 0; i < anchors.size(); ++i) {
    const std::optional<ValueId> parent = lattice.value(ValueId(i)).parent;
    if (!anchors[i] && parent) {
      anchors[i] = anchors[parent->index()];  // parents have smaller ids
    }
  }
}

}  // namespace weft

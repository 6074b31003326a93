#include "fragments/load/profile_provisions.h"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "fragments/load/build_graph.h"
#include "fragments/load/load_metadata.h"
#include "fragments/load/resolve_type.h"
#include "fragments/model/lookups.h"

namespace weft {
namespace {

Provision provision_of(syntax::ProvisionKind kind) {
  switch (kind) {
    case syntax::ProvisionKind::Attribute:
      return Provision::Attribute;
    case syntax::ProvisionKind::Uniform:
      return Provision::Uniform;
    case syntax::ProvisionKind::Push:
      return Provision::Push;
    case syntax::ProvisionKind::Buffer:
      return Provision::Buffer;
    case syntax::ProvisionKind::Builtin:
      return Provision::Builtin;
  }
  return Provision::Uniform;
}

/// Returns the features that a module sees, in the order of declaration, imports as the module
/// lists them; independent of the order in which files were loaded.
std::vector<FeatureId> declared_features(const LoadState& state, const syntax::Module& module) {
  constexpr std::size_t unseen = static_cast<std::size_t>(-1);
  std::vector<std::size_t> rank(state.modules.size(), unseen);
  std::size_t ranked = 0;
  struct Visit {
    std::size_t module;
    std::size_t next_import = 0;
  };
  std::vector<bool> is_open(state.modules.size(), false);
  std::vector<Visit> open{{static_cast<std::size_t>(&module - state.modules.data())}};
  while (!open.empty()) {
    Visit& visit = open.back();
    const std::vector<std::size_t>& imports = state.imports[visit.module];
    is_open[visit.module] = true;
    if (visit.next_import < imports.size()) {
      const std::size_t next = imports[visit.next_import++];
      if (!is_open[next]) {
        open.push_back({next});
      }
      continue;
    }
    rank[visit.module] = ranked++;
    open.pop_back();
  }
  std::vector<FeatureId> features;
  const auto rank_of = [&](FeatureId id) {
    const syntax::Module* source = state.feature_sources[id.index()].module;
    return rank[static_cast<std::size_t>(source - state.modules.data())];
  };
  for (std::size_t i = 0; i < state.library.features.size(); ++i) {
    if (rank_of(FeatureId(i)) != unseen) {
      features.push_back(FeatureId(i));
    }
  }
  std::sort(features.begin(), features.end(), [&](FeatureId a, FeatureId b) {
    const std::size_t rank_a = rank_of(a);
    const std::size_t rank_b = rank_of(b);
    return rank_a != rank_b
               ? rank_a < rank_b
               : state.library.features[a].span.begin < state.library.features[b].span.begin;
  });
  return features;
}

class ProvisionResolver {
 public:
  ProvisionResolver(LoadState& state, const syntax::Module& module)
      : state_(state), module_(module), declared_(declared_features(state, module)) {}

  void add(const syntax::BlockItem& item) {
    const auto index = static_cast<std::uint32_t>(blocks_.size());
    for (const ProfileBlock& other : blocks_) {
      if (other.name == item.name.name) {
        state_.report_duplicate(
            item.name.span,
            fmt::format("block '{}' is declared twice", state_.text(item.name.name)), other.span);
      }
    }
    blocks_.push_back({item.name.name, item.is_push, item.set, item.binding, item.name.span});
    for (const syntax::BlockMemberItem& member : item.members) {
      const auto feature = state_.library.find_feature(path_text(state_, member.feature));
      if (!feature) {
        report_unknown_feature(state_, member.feature);
        continue;
      }
      MetaData meta = resolve_metadata(state_, module_, member.meta, {true, DataType()});
      const ProvidedFeature provided{*feature,
                                     item.is_push ? Provision::Push : Provision::Uniform,
                                     0,
                                     false,
                                     capacity_of(meta),
                                     member.feature.span,
                                     0,
                                     index,
                                     {}};
      if (can_lie_in_block(*feature, provided, member.feature.span)) {
        insert(*feature, provided, member.feature);
      }
    }
  }

  void add(const syntax::ProvideItem& item) {
    if (item.definition) {
      add_definition(item);
      return;
    }
    MetaData meta = resolve_metadata(state_, module_, item.meta, {true, DataType()});
    ProvidedFeature shape{FeatureId(0),
                          provision_of(item.kind),
                          item.attribute.value_or(0),
                          item.per_instance,
                          capacity_of(meta),
                          item.span,
                          0,
                          {},
                          {}};
    for (const syntax::Path& path : item.features) {
      std::string text = path_text(state_, path);
      if (text == "material") {
        set_parameters(shape.provision, path.span);
      } else if (auto feature = state_.library.find_feature(text)) {
        insert(*feature, shape, path);
      } else {
        add_namespace(text, shape, path);
      }
    }
    check_attribute(item);
    check_builtin(item);
  }

  OwnProvisions take() {
    OwnProvisions own;
    own.parameters_as = parameters_as_;
    own.blocks = std::move(blocks_);
    std::set<std::uint32_t> reported;          // a namespace is one fault
    for (auto& [feature, entry] : entries_) {  // ids are ordered by path
      if (!check_single(entry.provided, reported.count(entry.provided.span.begin) != 0)) {
        reported.insert(entry.provided.span.begin);
      }
      own.features.push_back(entry.provided);
    }
    return own;
  }

 private:
  struct Entry {
    ProvidedFeature provided;
    std::size_t path_length;
  };

  std::uint32_t capacity_of(const MetaData& meta) const {
    const MetaValue* capacity = find_metadata(state_.library, meta, "capacity");
    return capacity ? static_cast<std::uint32_t>(std::get<double>(capacity->value)) : 0;
  }

  std::string too_often(const Feature& feature) const {
    return fmt::format("'{}' has a value per {}, but a block has one per draw",
                       state_.text(feature.path), rate_name(feature.rate));
  }

  std::string once_per_draw(const Feature& feature) const {
    const std::string_view path = state_.text(feature.path);
    const std::string computed = fmt::format("provide {} = …;", path);
    const bool is_of_mesh = feature.rate == Rate::Vertex || feature.rate == Rate::Instance;
    const std::string other =
        is_of_mesh ? fmt::format("provide {} as attribute N{}; or {}", path,
                                 feature.rate == Rate::Instance ? " instance" : "", computed)
                   : computed;
    return other + " (a value that the whole draw shares is declared 'at draw')";
  }

  /// What is stored in blocks has one value per draw.
  bool check_single(const ProvidedFeature& provided, bool is_reported) {
    const Feature& feature = state_.library.features[provided.feature];
    const bool is_stored = provided.provision == Provision::Uniform ||
                           provided.provision == Provision::Push ||
                           provided.provision == Provision::Buffer;
    if (!is_stored || is_single(feature.rate)) {
      return true;
    }
    if (!is_reported) {
      state_.report(error_at(Code::BadDeclaration, provided.span, too_often(feature),
                             once_per_draw(feature)));
    }
    return false;
  }

  bool can_lie_in_block(FeatureId id, const ProvidedFeature& provided, Span span) {
    const Feature& feature = state_.library.features[id];
    const std::string_view path = state_.text(feature.path);
    const DataType type = feature.type.data();
    std::string problem;
    std::string hint;
    if (!is_single(feature.rate)) {
      problem = too_often(feature);
      hint = once_per_draw(feature);
    } else if (type.is_texture()) {
      problem = fmt::format("'{}' is a texture, which cannot be in a block", path);
      hint = "provide it as uniform";
    } else if (type.is_array() && state_.library.data_types.array(type).size == 0 &&
               provided.capacity == 0) {
      problem = fmt::format("'{}' has no size", path);
      hint = fmt::format("state its capacity: {} [capacity: 16];", path);
    }
    if (!problem.empty()) {
      state_.report(error_at(Code::BadDeclaration, span, std::move(problem), std::move(hint)));
    }
    return problem.empty();
  }

  void add_definition(const syntax::ProvideItem& item) {
    const syntax::Path& path = item.features.front();
    const auto feature = state_.library.find_feature(path_text(state_, path));
    if (!feature) {
      report_unknown_feature(state_, path);
      return;
    }
    ProvidedFeature shape{*feature, Provision::Definition, 0, false, 0, item.span, 0, {}, {}};
    shape.is_per_fragment = item.is_per_fragment;
    shape.definition = build_expression(state_, module_, *item.definition);
    if (shape.definition) {
      insert(*feature, shape, path);
    }
  }

  void set_parameters(Provision provision, Span span) {
    if (parameters_as_) {
      state_.report_duplicate(span, "the material's parameters are provided twice",
                              parameters_span_);
      return;
    }
    if (provision != Provision::Uniform && provision != Provision::Push &&
        provision != Provision::Buffer) {
      state_.report(error_at(Code::BadDeclaration, span,
                             "parameters are provided as uniform, push or buffer"));
      return;
    }
    parameters_as_ = provision;
    parameters_span_ = span;
  }

  void add_namespace(const std::string& text, const ProvidedFeature& shape,
                     const syntax::Path& path) {
    std::string begin = text + ".";
    bool is_known = false;
    for (const FeatureId id : declared_) {
      const Feature& feature = state_.library.features[id];
      bool inside = state_.text(feature.path).substr(0, begin.size()) == begin;
      is_known = is_known || inside;
      if (inside && !feature.definition) {
        insert(id, shape, path);
      }
    }
    if (!is_known) {
      report_unknown_feature(state_, path);
    } else if (shape.provision == Provision::Attribute) {
      state_.report(
          error_at(Code::BadDeclaration, path.span,
                   fmt::format("'{}' is a namespace, and an attribute is one feature", text)));
    }
  }

  void insert(FeatureId feature, const ProvidedFeature& shape, const syntax::Path& path) {
    ProvidedFeature provided = shape;
    provided.feature = feature;
    provided.span = path.span;
    provided.order = inserted_++;
    auto [at, added] = entries_.try_emplace(feature, Entry{provided, path.parts.size()});
    if (added) {
      return;
    }
    if (path.parts.size() == at->second.path_length) {
      state_.report_duplicate(
          path.span,
          fmt::format("'{}' is provided twice", state_.text(state_.library.features[feature].path)),
          at->second.provided.span);
    } else if (path.parts.size() > at->second.path_length) {
      at->second = {provided, path.parts.size()};
    }
  }

  void check_attribute(const syntax::ProvideItem& item) {
    if (item.kind != syntax::ProvisionKind::Attribute) {
      return;
    }
    if (item.features.size() > 1) {
      state_.report(error_at(Code::BadDeclaration, item.span, "an attribute is one feature",
                             "write one 'provide' per location"));
    }
    if (item.attribute.value_or(0) > 63) {
      state_.report(
          error_at(Code::OutOfRange, item.span, "attribute locations range from 0 to 63"));
    }
    auto feature = state_.library.find_feature(path_text(state_, item.features.front()));
    if (feature && !state_.library.features[*feature].type.data().is_plain()) {
      state_.report(error_at(Code::BadDeclaration, item.features.front().span,
                             "an attribute is a scalar, a vector or a matrix"));
    }
    if (feature && state_.library.features[*feature].rate == Rate::Fragment) {
      state_.report(error_at(
          Code::BadDeclaration, item.features.front().span,
          fmt::format("'{}' has one value per fragment, but an attribute has one per vertex",
                      state_.text(state_.library.features[*feature].path)),
          "declare the feature 'at vertex': the fragment stage then reads it interpolated"));
    }
    if (feature && is_single(state_.library.features[*feature].rate)) {
      const std::string_view path = state_.text(state_.library.features[*feature].path);
      state_.report(
          error_at(Code::BadDeclaration, item.features.front().span,
                   fmt::format("'{}' has one value per draw, but an attribute has one per {}", path,
                               item.per_instance ? "instance" : "vertex"),
                   fmt::format("declare a feature 'at {}' and compute what depends on it: provide "
                               "surface.position = …;",
                               item.per_instance ? "instance" : "vertex")));
    }
  }

  /// What a stage is given is a number, a vector or a matrix.
  void check_builtin(const syntax::ProvideItem& item) {
    for (const syntax::Path& path : item.features) {
      const auto feature = state_.library.find_feature(path_text(state_, path));
      if (item.kind == syntax::ProvisionKind::Builtin && feature &&
          !state_.library.features[*feature].type.data().is_plain()) {
        state_.report(error_at(
            Code::BadDeclaration, path.span,
            fmt::format("'{}' is {}, which no stage has built in", path_text(state_, path),
                        state_.library.type_name(state_.library.features[*feature].type.data())),
            "provide it as uniform"));
      }
    }
  }

  LoadState& state_;
  const syntax::Module& module_;
  std::vector<FeatureId> declared_;
  std::vector<ProfileBlock> blocks_;
  std::uint32_t inserted_ = 0;
  std::map<FeatureId, Entry> entries_;
  std::optional<Provision> parameters_as_;
  Span parameters_span_;
};

}  // namespace

OwnProvisions resolve_provisions(LoadState& state, const syntax::Module& module,
                                 const syntax::ProfileDecl& profile) {
  ProvisionResolver resolver(state, module);
  for (const auto& item : profile.items) {
    if (const auto* provide = std::get_if<syntax::ProvideItem>(&item)) {
      resolver.add(*provide);
    } else if (const auto* block = std::get_if<syntax::BlockItem>(&item)) {
      resolver.add(*block);
    }
  }
  return resolver.take();
}

void check_locations(LoadState& state, const Profile& profile) {
  std::map<std::uint32_t, const ProvidedFeature*> taken;
  for (const ProvidedFeature& provided : profile.provided) {
    if (provided.provision != Provision::Attribute) {
      continue;
    }
    const Feature& feature = state.library.features[provided.feature];
    auto columns = static_cast<std::uint32_t>(feature.type.data().columns());
    for (std::uint32_t location = provided.location; location < provided.location + columns;
         ++location) {
      auto [at, added] = taken.try_emplace(location, &provided);
      if (added) {
        continue;
      }
      const Feature& other = state.library.features[at->second->feature];
      Diagnostic diagnostic =
          error_at(Code::BadDeclaration, provided.span,
                   fmt::format("attribute location {} is taken by '{}' and by '{}'", location,
                               state.text(other.path), state.text(feature.path)));
      diagnostic.notes.push_back({"the other use is here", at->second->span});
      state.report(std::move(diagnostic));
      break;
    }
  }
}

}  // namespace weft

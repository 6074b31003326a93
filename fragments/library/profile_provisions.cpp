#include "fragments/library/profile_provisions.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "fragments/library/build_graph.h"
#include "fragments/library/load_metadata.h"
#include "fragments/library/resolve_type.h"

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

class ProvisionResolver {
 public:
  ProvisionResolver(LoadState& state, const syntax::Module& module)
      : state_(state), module_(module) {}

  void add(const syntax::ProvideItem& item) {
    if (item.definition) {
      add_definition(item);
      return;
    }
    MetaData meta = resolve_metadata(state_, module_, item.meta, {true, DataType()});
    const MetaValue* capacity = find_metadata(state_, meta, "capacity");
    ProvidedFeature shape{
        FeatureId(0),
        provision_of(item.kind),
        item.attribute.value_or(0),
        item.per_instance,
        capacity ? static_cast<std::uint32_t>(std::get<double>(capacity->value)) : 0,
        item.span,
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
  }

  OwnProvisions take() {
    OwnProvisions own;
    own.parameters_as = parameters_as_;
    for (auto& [feature, entry] : entries_) {  // ids are in the order of paths
      own.features.push_back(entry.provided);
    }
    return own;
  }

 private:
  struct Entry {
    ProvidedFeature provided;
    std::size_t path_length;
  };

  void add_definition(const syntax::ProvideItem& item) {
    const syntax::Path& path = item.features.front();
    const auto feature = state_.library.find_feature(path_text(state_, path));
    if (!feature) {
      report_unknown_feature(state_, path);
      return;
    }
    ProvidedFeature shape{*feature, Provision::Definition, 0, false, 0, item.span};
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
    for (std::size_t i = 0; i < state_.library.features.size(); ++i) {
      const Feature& feature = state_.library.features[FeatureId(i)];
      bool inside = state_.text(feature.path).substr(0, begin.size()) == begin;
      is_known = is_known || inside;
      if (inside && !feature.definition) {
        insert(FeatureId(i), shape, path);
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
                             "write one 'provide' for each location"));
    }
    if (item.attribute.value_or(0) > 63) {
      state_.report(
          error_at(Code::OutOfRange, item.span, "locations of attributes go from 0 to 63"));
    }
    auto feature = state_.library.find_feature(path_text(state_, item.features.front()));
    if (feature && !state_.library.features[*feature].type.data().is_plain()) {
      state_.report(error_at(Code::BadDeclaration, item.features.front().span,
                             "an attribute is a scalar, a vector or a matrix"));
    }
  }

  LoadState& state_;
  const syntax::Module& module_;
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
      diagnostic.notes.push_back({"it is taken here too", at->second->span});
      state.report(std::move(diagnostic));
      break;
    }
  }
}

}  // namespace weft

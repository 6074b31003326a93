#include "fragments/model/lookups.h"

#include <algorithm>

namespace weft {

std::vector<MaterialId> own_materials(const Library& library) {
  std::vector<MaterialId> own;
  for (std::size_t i = 0; i < library.materials.size(); ++i) {
    const MaterialId id = library.materials.id_at(i);
    if (library.materials[id].span.file == library.root_file) {
      own.push_back(id);
    }
  }
  return own;
}

std::optional<DataType> find_struct(const Library& library, NameId name, FileId from) {
  const std::optional<DataType> found = library.data_types.find_struct(name);
  return found && library.visible_files.sees(from, library.data_types.structure(*found).span.file)
             ? found
             : std::nullopt;
}

std::optional<TraitId> find_trait(const Library& library, std::string_view name) {
  const auto id = library.names.find(name);
  return id ? library.lattice.find_trait(*id) : std::nullopt;
}

std::optional<ValueId> find_value(const Library& library, std::optional<TraitId> trait,
                                  std::string_view name) {
  const auto id = library.names.find(name);
  return id && trait ? library.lattice.find_value(*trait, *id) : std::nullopt;
}

const ProvidedFeature* find_provided(const Profile& profile, FeatureId feature) {
  const auto found =
      std::find_if(profile.provided.begin(), profile.provided.end(),
                   [feature](const ProvidedFeature& one) { return one.feature == feature; });
  return found != profile.provided.end() ? &*found : nullptr;
}

const LiteralNode* find_literal(const Graph& expression) {
  return std::get_if<LiteralNode>(&expression.nodes[expression.outputs.front().node].kind);
}

std::size_t parameter_of(const FragmentPort& port, const PortCall& call, std::size_t argument) {
  if (port.kind == FragmentPort::Kind::Fn) {
    return argument;
  }
  const auto at = std::find(port.injected.begin(), port.injected.end(), call.injected[argument]);
  return static_cast<std::size_t>(at - port.injected.begin());
}

std::vector<DataType> result_types(const Fragment& leaf,
                                   const std::vector<DataType>& type_arguments) {
  std::vector<DataType> types;
  for (const FragmentResult& result : leaf.results) {
    types.push_back(result.type.type_variable ? type_arguments[*result.type.type_variable]
                                              : result.type.data);
  }
  return types;
}

std::string hint_at_features(const Library& library, std::string_view word) {
  std::vector<std::string_view> paths;
  for (const Feature& feature : library.features) {
    const std::string_view path = library.text(feature.path);
    if (path.size() > word.size() + 1 && path[path.size() - word.size() - 1] == '.' &&
        path.substr(path.size() - word.size()) == word) {
      paths.push_back(path);
    }
  }
  std::sort(paths.begin(), paths.end());
  std::string text;
  for (std::size_t i = 0; i < paths.size() && i < 3; ++i) {
    text += (i == 0 ? "did you mean '" : " or '") + std::string(paths[i]) + "'";
  }
  return text.empty() ? text : text + "?";
}

const MetaValue* find_metadata(const Library& library, const MetaData& meta,
                               std::string_view name) {
  const auto found = std::find_if(meta.begin(), meta.end(), [&](const MetaValue& each) {
    return library.text(each.name) == name;
  });
  return found == meta.end() ? nullptr : &*found;
}

std::string declared_bound_text(const Library& library, const Bound& bound) {
  if (!bound.declared) {
    return {};
  }
  const DeclaredBound& declared = library.data_types.bound(*bound.declared);
  constexpr std::size_t most_listed = 8;
  std::string text(library.text(declared.name));
  for (std::size_t i = 0; i < declared.types.size() && i < most_listed; ++i) {
    text += (i == 0 ? " is " : ", ") + library.type_name(declared.types[i]);
  }
  return text + (declared.types.size() > most_listed ? ", …" : "");
}

}  // namespace weft

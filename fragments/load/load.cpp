#include "fragments/load/load.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "fragments/load/load_imports.h"
#include "fragments/load/load_passes.h"

namespace weft {
namespace {

/// Errors that may be consequences of missing text that declares a name.
constexpr Code follow_from_missing_text[] = {
    Code::UnknownName,     Code::UnknownTrait,  Code::UnknownType,   Code::UnknownFeature,
    Code::UnknownFragment, Code::UnknownPort,   Code::UnknownMember, Code::UnknownProfile,
    Code::BadDeclaration,  Code::BadConversion, Code::TypeMismatch,  Code::NotConstant,
    Code::WrongArguments,  Code::NoOverload,    Code::MissingReturn,
};

bool may_follow_from_missing_text(const Diagnostic& diagnostic) {
  return std::find(std::begin(follow_from_missing_text), std::end(follow_from_missing_text),
                   diagnostic.code) != std::end(follow_from_missing_text);
}

/// Array types that the uniform program uses for results that functions compute per element of
/// another array.
void declare_arrays_of_numbers(DataTypeTable& types) {
  for (const Scalar scalar : {Scalar::Float, Scalar::Int, Scalar::Uint}) {
    for (int size = 1; size <= 4; ++size) {
      types.array_of(DataType::vector(scalar, size), 0);
    }
  }
  for (int rows = 2; rows <= 4; ++rows) {
    for (int columns = 2; columns <= 4; ++columns) {
      types.array_of(DataType::matrix(rows, columns), 0);
    }
  }
}

LoadedLibrary load(const std::vector<LoadRoot>& roots, const FileReader& reader,
                   const LoadOptions& options) {
  LoadState state;
  state.library.relations = options.relations;
  declare_arrays_of_numbers(state.library.data_types);
  load_modules(state, roots, reader, options);
  std::size_t reading_errors = state.diagnostics.size();
  declare_traits(state);
  declare_products(state);
  declare_structs(state);
  declare_bounds(state);
  declare_features(state);
  resolve_anchors(state);
  declare_fragments(state);
  define_features(state);
  bool are_whole = !has_errors(state.diagnostics);
  define_fragments(state);
  check_defaults(state);
  check_bodies(state);
  std::size_t before_cycles = state.report_count;
  check_feature_cycles(state);
  check_graph_cycles(state);
  are_whole = are_whole && state.report_count == before_cycles;
  declare_materials(state);
  declare_profiles(state);
  check_profile_cycles(state);
  declare_preferences(state);
  if (!has_errors(state.diagnostics)) {
    check_conversion_pairs(state);
    check_inverses(state);
    check_declared_laws(state);
    check_declared_dependence(state);
  }
  if (state.is_incomplete) {
    auto begin = state.diagnostics.begin() + static_cast<std::ptrdiff_t>(reading_errors);
    state.diagnostics.erase(
        std::remove_if(begin, state.diagnostics.end(), may_follow_from_missing_text),
        state.diagnostics.end());
  }
  normalize(state.diagnostics);
  are_whole = are_whole && !state.has_broken_defaults;
  return {std::move(state.library), std::move(state.diagnostics), are_whole, state.is_unreadable};
}

}  // namespace

LoadedLibrary load_library(const std::string& root_path, const FileReader& reader,
                           const LoadOptions& options) {
  return load({LoadRoot{root_path}}, reader, options);
}

LoadedLibrary load_library(const std::vector<std::string>& root_paths, const FileReader& reader,
                           const LoadOptions& options) {
  std::vector<LoadRoot> roots;
  for (const std::string& path : root_paths) {
    roots.push_back({path});
  }
  return load(roots, reader, options);
}

LoadedLibrary load_text(const std::string& shown_path, std::string text, const FileReader& reader,
                        const LoadOptions& options, const std::vector<std::string>& more_roots) {
  std::vector<LoadRoot> roots{{shown_path, std::move(text)}};
  for (const std::string& path : more_roots) {
    roots.push_back({path});
  }
  return load(roots, reader, options);
}

}  // namespace weft

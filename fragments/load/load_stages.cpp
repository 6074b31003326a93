#include "fragments/load/load_stages.h"

#include <algorithm>
#include <iterator>

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

bool declares_any_profile(const LoadState& state, const std::vector<std::string>& names) {
  const auto declared = declarations_of<syntax::ProfileDecl>(state);
  return std::any_of(declared.begin(), declared.end(), [&](const auto& profile) {
    return std::find(names.begin(), names.end(), state.text(profile.kind->name.name)) !=
           names.end();
  });
}

}  // namespace

void prepare_library(LoadState& state, const LoadOptions& options) {
  state.library.relations = options.relations;
  declare_arrays_of_numbers(state.library.data_types);
}

bool add_shipped_profiles(LoadState& state, const FileReader& reader, const LoadOptions& options) {
  if (!options.profiles || state.is_incomplete || has_errors(state.diagnostics) ||
      declares_any_profile(state, options.profiles->wanted)) {
    return false;
  }
  const std::string place = find_shipped(options.profiles->import, reader, options);
  if (!place.empty()) {
    load_modules(state, file_roots({place}), reader, options);
  }
  return !place.empty();
}

bool load_declarations(LoadState& state) {
  find_visible_files(state);
  declare_traits(state);
  resolve_precisions(state);
  declare_products(state);
  declare_structs(state);
  declare_bounds(state);
  declare_features(state);
  resolve_anchors(state);
  declare_fragments(state);
  define_features(state);
  const bool are_whole = !has_errors(state.diagnostics);
  define_fragments(state);
  check_defaults(state);
  const bool are_bodies_finite = check_bodies(state);
  const std::size_t before_cycles = state.report_count;
  check_feature_cycles(state);
  check_graph_cycles(state);
  return are_whole && are_bodies_finite && state.report_count == before_cycles;
}

void load_profiles(LoadState& state) {
  declare_profiles(state);
  check_profile_cycles(state);
  declare_preferences(state);
}

void check_declarations(LoadState& state) {
  check_conversion_pairs(state);
  check_inverses(state);
  check_declared_laws(state);
  check_declared_dependence(state);
  check_uniform_choices(state);
}

void drop_consequences(Diagnostics& diagnostics, std::size_t first) {
  const auto begin = diagnostics.begin() + static_cast<std::ptrdiff_t>(first);
  diagnostics.erase(std::remove_if(begin, diagnostics.end(), may_follow_from_missing_text),
                    diagnostics.end());
}

}  // namespace weft

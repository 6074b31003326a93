#include "fragments/load/resolve_type.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "fragments/check/check_body.h"
#include "fragments/load/resolve_arrays.h"
#include "fragments/model/lookups.h"
#include "fragments/syntax/foreign_names.h"
#include "support/spelling.h"

namespace weft {
namespace {

constexpr std::uint32_t longest_array = 65536;

std::optional<std::uint32_t> find_position(const std::vector<NameId>& names, NameId name) {
  auto at = std::find(names.begin(), names.end(), name);
  return at != names.end() ? std::optional(static_cast<std::uint32_t>(at - names.begin()))
                           : std::nullopt;
}

/// Returns the variable of that name, adding it if the scope declares variables.
std::optional<std::uint32_t> variable_of(LoadState& state, const syntax::Identifier& name,
                                         SignatureScope& scope) {
  if (auto known = find_position(scope.trait_variables, name.name)) {
    return known;
  }
  if (!scope.declares_variables) {
    state.report(
        error_at(Code::UnknownName, name.span,
                 fmt::format("no port mentions the trait variable '?{}'", state.text(name.name))));
    return std::nullopt;
  }
  scope.trait_variables.push_back(name.name);
  return static_cast<std::uint32_t>(scope.trait_variables.size() - 1);
}

void add_statement(LoadState& state, const syntax::TraitStatement& statement, SignatureScope& scope,
                   ResolvedType& resolved) {
  const Lattice& lattice = state.library.lattice;
  auto trait = lattice.find_trait(statement.trait.name);
  if (!trait) {
    report_unknown_trait(state, statement.trait);
    resolved.is_broken = true;
    return;
  }
  PatternEntry entry{*trait, std::nullopt, std::nullopt, statement.conditional,
                     cover(statement.trait.span, statement.value.span)};
  if (statement.variable) {
    entry.variable = variable_of(state, statement.value, scope);
  } else {
    entry.value = lattice.find_value(*trait, statement.value.name);
    if (!entry.value) {
      report_unknown_value(state, *trait, statement.value);
    }
  }
  if (!entry.value && !entry.variable) {
    resolved.is_broken = true;
    return;
  }
  auto place =
      std::lower_bound(resolved.pattern.entries.begin(), resolved.pattern.entries.end(), *trait,
                       [](const PatternEntry& left, TraitId right) { return left.trait < right; });
  if (place != resolved.pattern.entries.end() && place->trait == *trait) {
    state.report_duplicate(
        entry.span, fmt::format("trait '{}' is stated twice", state.text(statement.trait.name)),
        place->span);
    resolved.is_broken = true;
    return;
  }
  resolved.pattern.entries.insert(place, entry);
}

/// Wraps `data` in the array sizes that follow it.
std::optional<DataType> with_arrays(LoadState& state, const syntax::Module& module,
                                    const syntax::TypeRef& type, DataType data,
                                    bool may_be_unsized) {
  for (std::size_t i = type.array_sizes.size(); i-- > 0;) {
    std::optional<std::uint32_t> size = 0;
    if (type.array_sizes[i]) {
      size = resolve_array_size(state, module, *type.array_sizes[i]);
    } else if (!may_be_unsized || type.array_sizes.size() > 1) {
      state.report(error_at(Code::BadDeclaration, type.span, "the array needs a size here",
                            "only a feature may leave its array size to the profile"));
      size = std::nullopt;
    }
    if (!size) {
      return std::nullopt;
    }
    data = state.library.data_types.array_of(data, *size);
  }
  return data;
}

}  // namespace

std::optional<DataType> find_named_type(const Library& library, NameId name, FileId from) {
  auto plain = find_data_type(library.text(name));
  return plain ? plain : find_struct(library, name, from);
}

std::optional<std::uint32_t> resolve_array_size(LoadState& state, const syntax::Module& module,
                                                syntax::ExprId size) {
  auto constant = check_constant(state.library, module, size, int_type);
  if (!constant) {
    state.report(std::move(constant.error()));
    return std::nullopt;
  }
  auto count = static_cast<std::int32_t>(constant->bits[0]);
  if (count < 1 || count > static_cast<std::int32_t>(longest_array)) {
    state.report(
        error_at(Code::OutOfRange, module.exprs[size].span,
                 fmt::format("an array has 1 to {} elements, not {}", longest_array, count)));
    return std::nullopt;
  }
  return static_cast<std::uint32_t>(count);
}

ResolvedType resolve_pattern(LoadState& state, const syntax::Module& module,
                             const syntax::TypeRef& type, SignatureScope& scope,
                             bool may_be_unsized) {
  ResolvedType resolved;
  resolved.pattern.span = type.span;
  for (std::size_t i = 0; i < scope.type_parameters.size(); ++i) {
    if (scope.type_parameters[i].name == type.name.name) {
      resolved.pattern.type_variable = static_cast<std::uint32_t>(i);
    }
  }
  if (has_type_as_size(state, module, type, scope)) {
    scope.has_broken_arrays = true;
    resolved.is_broken = true;
    return resolved;
  }
  const auto named = find_named_type(state.library, type.name.name, module.file);
  const bool has_length = has_length_parameter(module, type, scope);
  if (named && has_length && (named->is_texture() || named->kind() == DataKind::Sampler)) {
    state.report(
        error_at(Code::BadDeclaration, type.span, "there are no arrays of textures or samplers"));
    scope.has_broken_arrays = true;
    resolved.is_broken = true;
    return resolved;
  }
  if (!resolved.pattern.type_variable && named && has_length) {
    resolved.pattern.type_variable = fixed_parameter(state, *named, scope);
    if (!resolved.pattern.type_variable) {
      report_no_such_array(state, type, fmt::format("{}[…]", state.text(type.name.name)));
    }
  }
  if (resolved.pattern.type_variable &&
      scope.type_parameters[*resolved.pattern.type_variable].is_length) {
    state.report(error_at(
        Code::UnknownType, type.name.span,
        fmt::format("'{}' is the length of arrays, not a type", state.text(type.name.name)),
        fmt::format("write it in the brackets: T[{}]", state.text(type.name.name))));
    resolved.is_broken = true;
    resolved.pattern.type_variable.reset();
  } else if (resolved.pattern.type_variable) {
    const auto array =
        with_parameter_arrays(state, module, type, *resolved.pattern.type_variable, scope);
    resolved.is_broken = !array;
    scope.has_broken_arrays = scope.has_broken_arrays || !array;
    resolved.pattern.type_variable = array ? array : resolved.pattern.type_variable;
  } else if (named && has_length) {
    resolved.is_broken = true;
  } else if (named) {
    auto data = with_arrays(state, module, type, *named, may_be_unsized);
    resolved.pattern.data = data.value_or(DataType());
    resolved.is_broken = !data;
  } else {
    report_unknown_type(state, type.name, scope.type_parameters);
    resolved.is_broken = true;
  }
  if (type.traits) {
    for (const syntax::TraitStatement& statement : type.traits->statements) {
      add_statement(state, statement, scope, resolved);
    }
  }
  return resolved;
}

std::optional<Demand> resolve_demand(LoadState& state, const syntax::Module& module,
                                     const syntax::TypeRef& type, std::string_view what) {
  SignatureScope scope;
  ResolvedType resolved = resolve_pattern(state, module, type, scope);
  Demand demand;
  demand.data = resolved.pattern.data;
  for (const PatternEntry& entry : resolved.pattern.entries) {
    if (entry.variable) {
      state.report(error_at(Code::BadDeclaration, entry.span,
                            fmt::format("{} has no trait variables", what)));
      resolved.is_broken = true;
    } else {
      demand.entries.push_back({entry.trait, *entry.value, entry.conditional});
    }
  }
  return resolved.is_broken ? std::nullopt : std::optional(std::move(demand));
}

std::optional<SemanticType> resolve_type(LoadState& state, const syntax::Module& module,
                                         const syntax::TypeRef& type, std::string_view what,
                                         bool may_be_unsized) {
  SignatureScope scope;
  ResolvedType resolved = resolve_pattern(state, module, type, scope, may_be_unsized);
  SemanticType found(resolved.pattern.data);
  for (const PatternEntry& entry : resolved.pattern.entries) {
    if (entry.variable || entry.conditional) {
      state.report(error_at(Code::BadDeclaration, entry.span,
                            fmt::format("{} cannot have trait variables or conditions", what)));
      resolved.is_broken = true;
    } else {
      found.set(entry.trait, *entry.value, state.library.lattice);
    }
  }
  return resolved.is_broken ? std::nullopt : std::optional(std::move(found));
}

std::optional<std::vector<TraitEntry>> resolve_entries(LoadState& state,
                                                       const syntax::Traits& traits,
                                                       std::string_view what) {
  SignatureScope scope;
  ResolvedType resolved;
  for (const syntax::TraitStatement& statement : traits.statements) {
    if (statement.variable || statement.conditional) {
      state.report(error_at(Code::BadDeclaration, cover(statement.trait.span, statement.value.span),
                            fmt::format("{} cannot have trait variables or conditions", what)));
      resolved.is_broken = true;
    } else {
      add_statement(state, statement, scope, resolved);
    }
  }
  if (resolved.is_broken) {
    return std::nullopt;
  }
  std::vector<TraitEntry> entries;
  for (const PatternEntry& entry : resolved.pattern.entries) {
    entries.push_back({entry.trait, *entry.value});
  }
  return entries;
}

std::vector<TraitId> resolve_traits(LoadState& state,
                                    const std::vector<syntax::Identifier>& names) {
  std::vector<TraitId> traits;
  for (const syntax::Identifier& name : names) {
    if (auto trait = state.library.lattice.find_trait(name.name)) {
      traits.push_back(*trait);
    } else {
      report_unknown_trait(state, name);
    }
  }
  std::sort(traits.begin(), traits.end());
  traits.erase(std::unique(traits.begin(), traits.end()), traits.end());
  return traits;
}

void report_unknown_trait(LoadState& state, const syntax::Identifier& trait) {
  state.report_made([&] {
    std::string_view name = state.text(trait.name);
    std::vector<std::string_view> known;
    for (const Trait& candidate : state.library.lattice.traits()) {
      known.push_back(state.text(candidate.name));
    }
    std::string hint = state.spelling.hint(name, [&] { return known; });
    if (hint.empty() && !known.empty() && known.size() <= 20) {
      std::sort(known.begin(), known.end());
      hint = fmt::format("there are the traits {}", fmt::join(known, ", "));
    }
    return error_at(Code::UnknownTrait, trait.span, fmt::format("unknown trait '{}'", name),
                    std::move(hint));
  });
}

void report_unknown_value(LoadState& state, TraitId trait, const syntax::Identifier& value) {
  state.report_made([&] {
    std::string_view name = state.text(value.name);
    std::string_view trait_name = state.text(state.library.lattice.trait(trait).name);
    std::vector<std::string_view> known;
    std::string hint = state.spelling.hint(name, [&] {
      for (const TraitValue& candidate : state.library.lattice.values()) {
        if (candidate.trait == trait) {
          known.push_back(state.text(candidate.name));
        }
      }
      return known;
    });
    constexpr std::size_t most_listed = 8;
    if (hint.empty() && !known.empty()) {
      const bool is_cut = known.size() > most_listed;
      known.resize(std::min(known.size(), most_listed));
      hint = fmt::format("it has {}{}", fmt::join(known, ", "), is_cut ? ", …" : "");
    }
    return error_at(Code::UnknownTrait, value.span,
                    fmt::format("trait '{}' has no value '{}'", trait_name, name), std::move(hint));
  });
}

void report_unknown_type(LoadState& state, const syntax::Identifier& type,
                         const std::vector<FragmentTypeParameter>& type_parameters) {
  const auto types = [&state, &type_parameters] {
    std::vector<std::string_view> known;
    for (DataType candidate : members_of(TypeBound::Plain)) {
      known.push_back(data_type_name(candidate));
    }
    for (DataType candidate : members_of(TypeBound::Texture)) {
      known.push_back(data_type_name(candidate));
    }
    const DataTypeTable& table = state.library.data_types;
    for (std::uint32_t i = 0; i < table.struct_count(); ++i) {
      known.push_back(state.text(table.structure(DataType::structure(i)).name));
    }
    for (const FragmentTypeParameter& parameter : type_parameters) {
      known.push_back(state.text(parameter.name));
    }
    return known;
  };
  state.report_made([&] {
    std::string_view name = state.text(type.name);
    if (find_type_bound(name) || state.library.data_types.find_bound(type.name)) {
      return error_at(Code::UnknownType, type.span,
                      fmt::format("'{}' only bounds type parameters", name),
                      fmt::format("declare a type parameter <T: {}> and use T", name));
    }
    std::string hint = foreign_type_hint(name);
    if (hint.empty()) {
      hint = state.spelling.hint(name, types);
    }
    return error_at(Code::UnknownType, type.span, fmt::format("unknown data type '{}'", name),
                    std::move(hint));
  });
}

void report_unknown_feature(LoadState& state, const syntax::Path& path) {
  state.report_made([&] {
    std::string text = path_text(state, path);
    std::string hint = foreign_feature_hint(text);
    if (hint.empty()) {
      hint = state.spelling.hint(text, [&state] {
        std::vector<std::string_view> known;
        for (const Feature& feature : state.library.features) {
          known.push_back(state.text(feature.path));
        }
        return known;
      });
    }
    return error_at(Code::UnknownFeature, path.span, fmt::format("unknown feature '{}'", text),
                    std::move(hint));
  });
}

}  // namespace weft

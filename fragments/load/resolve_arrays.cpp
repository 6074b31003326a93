#include "fragments/load/resolve_arrays.h"

#include <algorithm>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "fragments/syntax/size_expression.h"

namespace weft {
namespace {

/// Returns the parameter that represents such arrays, adding it if the scope declares arrays.
std::optional<std::uint32_t> array_parameter(SignatureScope& scope,
                                             FragmentTypeParameter::ArrayOf array, NameId name) {
  for (std::uint32_t i = 0; i < scope.type_parameters.size(); ++i) {
    if (scope.type_parameters[i].array == array) {
      return i;
    }
  }
  if (!scope.declares_arrays) {
    return std::nullopt;
  }
  scope.type_parameters.push_back({name, {}, false, array});
  return static_cast<std::uint32_t>(scope.type_parameters.size() - 1);
}

/// Returns the length parameter of that name.
std::optional<std::uint32_t> length_named(const SignatureScope& scope, NameId name) {
  for (std::uint32_t i = 0; i < scope.type_parameters.size(); ++i) {
    if (scope.type_parameters[i].is_length && scope.type_parameters[i].name == name) {
      return i;
    }
  }
  return std::nullopt;
}

bool computes_with_length(const syntax::Module& module, syntax::ExprId size,
                          const SignatureScope& scope) {
  return mentions_name(module, size,
                       [&](NameId name) { return length_named(scope, name).has_value(); });
}

}  // namespace

void report_no_such_array(LoadState& state, const syntax::TypeRef& type, std::string_view name) {
  state.report(error_at(Code::BadDeclaration, type.span,
                        fmt::format("no port or result is {}", name),
                        "an array of a type or length variable must also appear in the signature"));
}

bool has_length_parameter(const syntax::Module& module, const syntax::TypeRef& type,
                          const SignatureScope& scope) {
  return std::any_of(type.array_sizes.begin(), type.array_sizes.end(), [&](const auto& size) {
    return size && computes_with_length(module, *size, scope);
  });
}

bool has_type_as_size(LoadState& state, const syntax::Module& module, const syntax::TypeRef& type,
                      const SignatureScope& scope) {
  for (const std::optional<syntax::ExprId>& size : type.array_sizes) {
    const auto* name = size ? std::get_if<syntax::NameExpr>(&module.exprs[*size].kind) : nullptr;
    for (const FragmentTypeParameter& parameter : scope.type_parameters) {
      if (name != nullptr && parameter.name == name->name && !parameter.is_length) {
        state.report(
            error_at(Code::UnknownName, module.exprs[*size].span,
                     fmt::format("'{}' is a type parameter, not a length", state.text(name->name)),
                     fmt::format("declare it <{}: int>", state.text(name->name))));
        return true;
      }
    }
  }
  return false;
}

std::optional<std::uint32_t> fixed_parameter(LoadState& state, DataType data,
                                             SignatureScope& scope) {
  for (std::uint32_t i = 0; i < scope.type_parameters.size(); ++i) {
    if (scope.type_parameters[i].fixed == data) {
      return i;
    }
  }
  if (!scope.declares_arrays) {
    return std::nullopt;
  }
  const NameId name =
      state.library.names.intern(fmt::format("({})", state.library.type_name(data)));
  scope.type_parameters.push_back({name, {}, false, {}, data});
  return static_cast<std::uint32_t>(scope.type_parameters.size() - 1);
}

std::optional<std::uint32_t> with_parameter_arrays(LoadState& state, const syntax::Module& module,
                                                   const syntax::TypeRef& type,
                                                   std::uint32_t parameter, SignatureScope& scope) {
  const Bound& bound = scope.type_parameters[parameter].bound;
  if (!type.array_sizes.empty() && !bound.declared && bound.type == TypeBound::Texture) {
    state.report(
        error_at(Code::BadDeclaration, type.span, "there are no arrays of textures or samplers"));
    return std::nullopt;
  }
  std::string sizes;
  for (std::size_t i = type.array_sizes.size(); i-- > 0;) {
    if (!type.array_sizes[i]) {
      state.report(error_at(Code::BadDeclaration, type.span, "the array needs a size here",
                            "only a feature may leave its array size to the profile"));
      return std::nullopt;
    }
    FragmentTypeParameter::ArrayOf of{parameter};
    const syntax::Expr& written = module.exprs[*type.array_sizes[i]];
    const auto* name_of_size = std::get_if<syntax::NameExpr>(&written.kind);
    of.length = name_of_size ? length_named(scope, name_of_size->name) : std::nullopt;
    if (!of.length && computes_with_length(module, *type.array_sizes[i], scope)) {
      state.report(
          error_at(Code::NotConstant, written.span, computed_size_message, computed_size_hint));
      return std::nullopt;
    }
    if (of.length) {
      sizes = fmt::format("[{}]{}", state.text(scope.type_parameters[*of.length].name), sizes);
    } else if (const auto size = resolve_array_size(state, module, *type.array_sizes[i])) {
      of.size = *size;
      sizes = fmt::format("[{}]{}", *size, sizes);
    } else {
      return std::nullopt;
    }
    const NameId name =
        state.library.names.intern(fmt::format("{}{}", state.text(type.name.name), sizes));
    const auto array = array_parameter(scope, of, name);
    if (!array) {
      report_no_such_array(state, type, state.text(name));
      return std::nullopt;
    }
    parameter = *array;
  }
  return parameter;
}

}  // namespace weft

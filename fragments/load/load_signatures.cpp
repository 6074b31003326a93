#include "fragments/load/load_signatures.h"

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "fragments/load/load_metadata.h"
#include "fragments/model/metadata_range.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// Whether a port's type is an array of that length.
bool is_length_of_array(const syntax::Module& module, const syntax::Signature& signature,
                        NameId name) {
  for (const syntax::Port& port : signature.ports) {
    const auto* value = std::get_if<syntax::ValuePort>(&port.kind);
    for (const auto& size : value != nullptr ? value->type.array_sizes
                                             : std::vector<std::optional<syntax::ExprId>>()) {
      const auto* named = size ? std::get_if<syntax::NameExpr>(&module.exprs[*size].kind) : nullptr;
      if (named != nullptr && named->name == name) {
        return true;
      }
    }
  }
  return false;
}

void declare_type_parameters(LoadState& state, const syntax::Module& module,
                             const syntax::Signature& signature, bool is_conversion,
                             SignatureScope& scope) {
  std::unordered_map<NameId, Span> seen;
  for (const syntax::TypeParameter& parameter : signature.type_parameters) {
    std::string_view name = state.text(parameter.name.name);
    auto [at, added] = seen.try_emplace(parameter.name.name, parameter.name.span);
    if (!added) {
      state.report_duplicate(parameter.name.span,
                             fmt::format("type parameter '{}' is declared twice", name),
                             at->second);
      continue;
    }
    // Hiding a struct is allowed: it may be declared in a file that this one does not see.
    if (find_data_type(name) || find_type_bound(name)) {
      state.report(error_at(Code::DuplicateName, parameter.name.span,
                            fmt::format("'{}' is already a data type", name)));
    }
    FragmentTypeParameter declared{parameter.name.name, {}};
    if (parameter.bound && state.text(parameter.bound->name) == "int") {
      declared.is_length = true;
      if (is_conversion) {
        state.report(error_at(Code::BadDeclaration, parameter.name.span,
                              "a conversion takes only arrays of fixed length",
                              "declare a conversion for each length"));
      }
    } else if (parameter.bound) {
      std::string_view bound = state.text(parameter.bound->name);
      if (auto found = find_type_bound(bound)) {
        declared.bound.type = *found;
      } else if (auto own = state.library.data_types.find_bound(parameter.bound->name)) {
        declared.bound.declared = *own;
      } else {
        std::vector<std::string_view> known;
        for (int i = 0; i <= static_cast<int>(TypeBound::Texture); ++i) {
          known.push_back(type_bound_name(static_cast<TypeBound>(i)));
        }
        for (const DeclaredBound& other : state.library.data_types.bounds()) {
          known.push_back(state.text(other.name));
        }
        std::string hint = spelling_hint(bound, known);
        const auto data = find_data_type(bound);
        if (hint.empty() && data) {
          declared.is_length = is_length_of_array(module, signature, parameter.name.name);
          hint = declared.is_length
                     ? "the length of an array is an int: <N: int>"
                     : "one type is written at the ports; <T: floating> takes float to float4";
          if (!declared.is_length && data->is_scalar_or_vector()) {
            declared.bound.type = TypeBound::Numeric;  // reports nothing else
          }
        }
        state.report(error_at(Code::UnknownType, parameter.bound->span,
                              fmt::format("'{}' is not a bound", bound), std::move(hint)));
      }
    }
    scope.type_parameters.push_back(declared);
  }
}

/// Checks the type of a value port: textures and samplers cannot be in arrays.
void check_port_type(LoadState& state, const syntax::TypeRef& type, const TypePattern& pattern) {
  DataType data = pattern.data;
  if (!data.is_array()) {
    return;
  }
  while (data.is_array()) {
    data = state.library.data_types.array(data).element;
  }
  if (data.is_texture() || data.kind() == DataKind::Sampler) {
    state.report(
        error_at(Code::BadDeclaration, type.span, "there are no arrays of textures or samplers"));
  }
}

/// Checks the result type of a fragment, or of a function parameter.
void check_result_type(LoadState& state, const syntax::TypeRef& type, const TypePattern& pattern) {
  if (pattern.data.is_texture() || pattern.data.kind() == DataKind::Sampler) {
    state.report(
        error_at(Code::BadDeclaration, type.span, "textures and samplers cannot be results"));
  }
}

/// Reports a name that hides a length parameter: both are visible as values in bodies.
void check_hidden_length(LoadState& state, const SignatureScope& scope,
                         const syntax::Identifier& name) {
  for (const FragmentTypeParameter& parameter : scope.type_parameters) {
    if (parameter.is_length && parameter.name == name.name) {
      state.report(error_at(Code::DuplicateName, name.span,
                            fmt::format("'{}' is the length of arrays here", state.text(name.name)),
                            "choose another name"));
    }
  }
}

class PortDeclarer {
 public:
  PortDeclarer(LoadState& state, const syntax::Module& module, SignatureScope& scope)
      : state_(state), module_(module), scope_(scope) {}

  std::vector<FragmentPort> declare(const std::vector<syntax::Port>& ports) {
    std::vector<FragmentPort> declared;
    std::unordered_map<NameId, Span> seen;
    for (const syntax::Port& port : ports) {
      auto [at, added] = seen.try_emplace(port.name.name, port.name.span);
      if (!added) {
        state_.report_duplicate(
            port.name.span, fmt::format("port '{}' is declared twice", state_.text(port.name.name)),
            at->second);
        continue;
      }
      check_hidden_namespace(state_, module_, port.name);
      check_hidden_length(state_, scope_, port.name);
      declared.push_back(declare(port));
    }
    return declared;
  }

 private:
  FragmentPort declare(const syntax::Port& port) {
    FragmentPort declared;
    declared.name = port.name.name;
    declared.span = port.name.span;
    declared.doc = port.doc;
    if (const auto* value = std::get_if<syntax::ValuePort>(&port.kind)) {
      declared.type = resolve_pattern(state_, module_, value->type, scope_).pattern;
      check_port_type(state_, value->type, declared.type);
      switch (value->restriction) {
        case syntax::ValuePort::Restriction::None:
          declared.restriction = PortRestriction::None;
          break;
        case syntax::ValuePort::Restriction::Uniform:
          declared.restriction = PortRestriction::Uniform;
          break;
        case syntax::ValuePort::Restriction::Constant:
          declared.restriction = PortRestriction::Constant;
          break;
      }
    } else if (const auto* function = std::get_if<syntax::FnPort>(&port.kind)) {
      declared.kind = FragmentPort::Kind::Fn;
      declared.parameters = declare_parameters(function->parameters);
      declared.type = resolve_pattern(state_, module_, function->result, scope_).pattern;
      check_result_type(state_, function->result, declared.type);
    } else if (const auto* eval = std::get_if<syntax::EvalPort>(&port.kind)) {
      declared.kind = FragmentPort::Kind::Eval;
      declare_injected(*eval, declared);
      declared.type = resolve_pattern(state_, module_, eval->result, scope_).pattern;
      check_result_type(state_, eval->result, declared.type);
    }
    declared.meta = resolve_metadata(state_, module_, port.meta, metadata_place_of(declared));
    if (states_range(state_.library, declared.meta)) {
      state_.library.has_port_ranges = true;
    }
    return declared;
  }

  std::vector<FragmentPort> declare_parameters(const std::vector<syntax::Port>& parameters) {
    std::vector<FragmentPort> declared;
    std::unordered_map<NameId, Span> seen;
    for (const syntax::Port& parameter : parameters) {
      auto [at, added] = seen.try_emplace(parameter.name.name, parameter.name.span);
      if (!added) {
        state_.report_duplicate(
            parameter.name.span,
            fmt::format("the function has two parameters '{}'", state_.text(parameter.name.name)),
            at->second);
        continue;
      }
      const auto* value = std::get_if<syntax::ValuePort>(&parameter.kind);
      if (!value || parameter.default_value || !parameter.meta.empty()) {
        state_.report(
            error_at(Code::BadDeclaration, parameter.span,
                     "a parameter of a function port is a plain value without a default"));
        continue;
      }
      FragmentPort inner;
      inner.name = parameter.name.name;
      inner.span = parameter.name.span;
      inner.doc = parameter.doc;
      inner.type = resolve_pattern(state_, module_, value->type, scope_).pattern;
      declared.push_back(std::move(inner));
    }
    return declared;
  }

  void declare_injected(const syntax::EvalPort& eval, FragmentPort& declared) {
    for (const auto& [path, keeps_frame] : eval.features) {
      auto feature = state_.library.find_feature(path_text(state_, path));
      if (!feature) {
        report_unknown_feature(state_, path);
        continue;
      }
      for (FeatureId other : declared.injected) {
        if (other == *feature) {
          state_.report(
              error_at(Code::DuplicateName, path.span,
                       fmt::format("feature '{}' is listed twice", path_text(state_, path))));
        }
      }
      declared.injected.push_back(*feature);
      if (keeps_frame) {
        declared.keeps_frame.push_back(*feature);
      }
    }
  }

  LoadState& state_;
  const syntax::Module& module_;
  SignatureScope& scope_;
};

void add_result(LoadState& state, const syntax::Module& module, const syntax::TypeRef& type,
                NameId name, Span span, SignatureScope& scope, Fragment& fragment) {
  TypePattern pattern = resolve_pattern(state, module, type, scope).pattern;
  for (const PatternEntry& entry : pattern.entries) {
    if (entry.conditional && !entry.variable) {
      state.report(
          error_at(Code::BadDeclaration, entry.span, "a result states its traits unconditionally"));
    }
  }
  check_result_type(state, type, pattern);
  fragment.results.push_back({name, std::move(pattern), span});
}

void declare_results(LoadState& state, const syntax::Module& module,
                     const syntax::Signature& signature, SignatureScope& scope,
                     Fragment& fragment) {
  // A trait variable that only results mention would never be bound.
  scope.declares_variables = false;
  if (const auto* type = std::get_if<syntax::TypeRef>(&signature.result)) {
    if (!fragment.is_conversion()) {
      add_result(state, module, *type, state.library.names.intern("result"), type->span, scope,
                 fragment);
    }
  } else if (const auto* named = std::get_if<std::vector<syntax::NamedResult>>(&signature.result)) {
    fragment.has_named_results = true;
    std::unordered_map<NameId, Span> seen;
    for (const FragmentPort& port : fragment.ports) {
      seen.try_emplace(port.name, port.span);
    }
    for (const syntax::NamedResult& result : *named) {
      auto [at, added] = seen.try_emplace(result.name.name, result.name.span);
      if (!added) {
        state.report_duplicate(result.name.span,
                               fmt::format("'{}' is declared twice", state.text(result.name.name)),
                               at->second);
        continue;
      }
      check_hidden_namespace(state, module, result.name);
      check_hidden_length(state, scope, result.name);
      add_result(state, module, result.type, result.name.name, result.name.span, scope, fragment);
    }
  } else if (const auto* traits = std::get_if<syntax::Traits>(&signature.result)) {
    if (!fragment.is_conversion()) {
      state.report(error_at(Code::BadDeclaration, traits->span,
                            "only a conversion may omit the data type of its result"));
    }
  }
}

/// Reports type variables that nothing mentions, which could never be decided. One that only
/// results mention is decided by consumers.
void check_type_parameters(LoadState& state, const syntax::Signature& signature,
                           bool has_broken_arrays, Fragment& fragment) {
  std::vector<bool> mentioned(fragment.type_parameters.size(), false);
  for (const FragmentPort& port : fragment.ports) {
    if (port.type.type_variable) {
      mentioned[*port.type.type_variable] = true;
    }
    for (const FragmentPort& parameter : port.parameters) {
      if (parameter.type.type_variable) {
        mentioned[*parameter.type.type_variable] = true;
      }
    }
  }
  // An array determines its element and its length, and is determined by them.
  const auto spread = [&](bool to_arrays) {
    for (std::size_t i = mentioned.size(); i-- > 0;) {
      const auto& array = fragment.type_parameters[i].array;
      if (array && mentioned[i]) {
        mentioned[array->element] = true;
        mentioned[array->length.value_or(array->element)] = true;
      }
    }
    for (std::size_t i = 0; to_arrays && i < mentioned.size(); ++i) {
      const auto& array = fragment.type_parameters[i].array;
      mentioned[i] =
          mentioned[i] || fragment.type_parameters[i].fixed ||
          (array && mentioned[array->element] && mentioned[array->length.value_or(array->element)]);
    }
  };
  spread(true);
  fragment.leaves_types_open =
      std::find(mentioned.begin(), mentioned.end(), false) != mentioned.end();
  for (const FragmentResult& result : fragment.results) {
    if (result.type.type_variable) {
      mentioned[*result.type.type_variable] = true;
    }
  }
  spread(false);
  for (std::size_t i = 0; i < mentioned.size() && !has_broken_arrays; ++i) {
    if (!mentioned[i]) {
      state.report(error_at(Code::BadDeclaration, signature.name.span,
                            fmt::format("no port or result mentions the {} parameter '{}'",
                                        fragment.type_parameters[i].is_length ? "length" : "type",
                                        state.text(fragment.type_parameters[i].name))));
    }
  }
}

}  // namespace

void check_hidden_namespace(LoadState& state, const syntax::Module& module,
                            const syntax::Identifier& name) {
  if (state.spaces_of(module).count(name.name) != 0) {
    state.report(error_at(
        Code::HiddenNamespace, name.span,
        fmt::format("'{}' hides the features {}.*", state.text(name.name), state.text(name.name)),
        "choose another name"));
  }
}

SignatureScope declare_signature(LoadState& state, const syntax::Module& module,
                                 const syntax::Signature& signature, Fragment& fragment) {
  SignatureScope scope;
  declare_type_parameters(state, module, signature, fragment.is_conversion(), scope);
  scope.declares_arrays = true;
  fragment.ports = PortDeclarer(state, module, scope).declare(signature.ports);
  declare_results(state, module, signature, scope, fragment);
  scope.declares_arrays = false;
  fragment.type_parameters = scope.type_parameters;
  fragment.trait_variables = scope.trait_variables;
  check_type_parameters(state, signature, scope.has_broken_arrays, fragment);
  return scope;
}

}  // namespace weft

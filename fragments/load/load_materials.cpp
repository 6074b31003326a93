#include <algorithm>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/load/build_graph.h"
#include "fragments/load/load_metadata.h"
#include "fragments/load/load_passes.h"
#include "fragments/load/resolve_type.h"
#include "fragments/model/color_literals.h"

namespace weft {
namespace {

using MaterialSource = Declared<syntax::MaterialDecl>;

ParameterKind kind_of(syntax::ParameterDecl::Kind kind) {
  switch (kind) {
    case syntax::ParameterDecl::Kind::Plain:
      return ParameterKind::Plain;
    case syntax::ParameterDecl::Kind::Static:
      return ParameterKind::Static;
    case syntax::ParameterDecl::Kind::Spec:
      return ParameterKind::Spec;
  }
  return ParameterKind::Plain;
}

/// Static parameters select variants; spec parameters become specialization constants, which are
/// scalars (SPIR-V 1.3, 2.16.1).
void check_kind(LoadState& state, const syntax::ParameterDecl& decl, DataType type) {
  if (type.kind() == DataKind::Sampler) {
    state.report(error_at(Code::BadDeclaration, decl.type.span, "a parameter cannot be a sampler",
                          "the sampler state of a texture is its metadata"));
  } else if (decl.kind == syntax::ParameterDecl::Kind::Spec && !type.is_scalar()) {
    state.report(error_at(Code::BadDeclaration, decl.type.span, "a spec parameter is a scalar"));
  } else if (decl.kind == syntax::ParameterDecl::Kind::Static && !type.is_plain()) {
    state.report(error_at(Code::BadDeclaration, decl.type.span,
                          "a static parameter is a scalar, vector or matrix"));
  } else if (type.is_array()) {
    DataType element = type;
    while (element.is_array()) {
      element = state.library.data_types.array(element).element;
    }
    if (element.is_texture() || element.kind() == DataKind::Sampler) {
      state.report(error_at(Code::BadDeclaration, decl.type.span,
                            "there are no arrays of textures or samplers"));
    }
  }
}

/// Checks that no color literal, which is sRGB, is the default of a type (or struct member) with
/// another encoding: defaults of parameters are not converted. Returns false after reporting one.
bool are_color_literals_right(LoadState& state, const syntax::Module& module, syntax::ExprId whole,
                              const SemanticType& type) {
  struct Part {
    syntax::ExprId expr;
    const std::vector<TraitEntry>* traits;
  };
  std::vector<Part> open{{whole, &type.entries()}};
  bool are_right = true;
  while (!open.empty()) {
    const auto [id, traits] = open.back();
    open.pop_back();
    const syntax::Expr& expr = module.exprs[id];
    if (const auto* inner = std::get_if<syntax::ParenExpr>(&expr.kind)) {
      open.push_back({inner->inner, traits});
    } else if (const auto* call = std::get_if<syntax::CallExpr>(&expr.kind)) {
      const auto* callee = std::get_if<syntax::NameExpr>(&module.exprs[call->callee].kind);
      const auto structure =
          callee != nullptr ? state.library.data_types.find_struct(callee->name) : std::nullopt;
      for (std::size_t i = 0; i < call->arguments.size(); ++i) {
        const auto* members =
            structure ? &state.library.data_types.structure(*structure).members : nullptr;
        const bool is_member = members != nullptr && i < members->size();
        open.push_back({call->arguments[i].value, is_member ? &(*members)[i].traits : traits});
      }
    } else if (std::holds_alternative<syntax::ColorExpr>(expr.kind)) {
      const std::string_view encoding = encoding_of_no_literal(state.library, *traits);
      if (!encoding.empty()) {
        state.report(
            error_at(Code::TypeMismatch, expr.span,
                     fmt::format("a color literal is srgb, and this is declared {}", encoding),
                     "declare it {encoding: srgb}, so that the host decodes it once, or write "
                     "numbers: float3(…)"));
        are_right = false;
      }
    }
  }
  return are_right;
}

/// What an expression names, if it is a name: found by its place, since only errors ask.
std::optional<NameId> name_at(const syntax::Module& module, const Span& span) {
  for (std::size_t i = 0; i < module.exprs.size(); ++i) {
    const syntax::Expr& expr = module.exprs[syntax::ExprId(i)];
    const auto* named = std::get_if<syntax::NameExpr>(&expr.kind);
    if (named != nullptr && expr.span.file == span.file && expr.span.begin == span.begin) {
      return named->name;
    }
  }
  return std::nullopt;
}

/// A default that reads another parameter or binding of the material. Suggests a binding instead:
/// the host sets parameters, and bindings compute.
void explain_read_value(LoadState& state, const MaterialSource& source,
                        const syntax::ParameterDecl& reader, Diagnostic& diagnostic) {
  if (diagnostic.code != Code::UnknownName || !diagnostic.span) {
    return;
  }
  const syntax::Module& module = *source.module;
  const auto read = name_at(module, *diagnostic.span);
  for (const auto& item : source.kind->items) {
    const auto* parameter = std::get_if<syntax::ParameterDecl>(&item);
    const auto* binding = parameter != nullptr
                              ? nullptr
                              : std::get_if<syntax::ValueBinding>(
                                    &module.bindings[std::get<syntax::BindingId>(item)].kind);
    const syntax::Identifier* other = parameter != nullptr ? &parameter->name
                                      : binding != nullptr ? &binding->name
                                                           : nullptr;
    if (read && other != nullptr && other->name == *read) {
      diagnostic.message =
          fmt::format("the default of a parameter cannot read '{}'", state.text(*read));
      diagnostic.hint = fmt::format("bind what is computed: {} = …;", state.text(reader.name.name));
      diagnostic.notes.push_back({fmt::format("'{}' is here", state.text(*read)), other->span});
      return;
    }
  }
}

void declare_default(LoadState& state, const MaterialSource& source,
                     const syntax::ParameterDecl& decl, MaterialParameter& parameter) {
  const syntax::Module& module = *source.module;
  if (!decl.default_value) {
    return;
  }
  Span span = module.exprs[*decl.default_value].span;
  if (parameter.type.data().is_texture()) {
    state.report(error_at(Code::BadDeclaration, span, "a texture parameter has no default",
                          "the host binds the texture"));
    return;
  }
  NamedChoices choices;
  choices.expect(state.library, *decl.default_value, parameter.name, parameter.meta);
  auto constant =
      check_constant(state.library, module, *decl.default_value, parameter.type.data(), choices);
  if (!constant) {
    for (Diagnostic& diagnostic : constant.error()) {
      explain_read_value(state, source, decl, diagnostic);
    }
    state.report(std::move(constant.error()));
    return;
  }
  if (!are_color_literals_right(state, module, *decl.default_value, parameter.type)) {
    return;
  }
  check_range(state, parameter.meta, *constant, span);
  parameter.default_value = std::move(*constant);
}

MaterialParameter declare_parameter(LoadState& state, const MaterialSource& source,
                                    const syntax::ParameterDecl& decl) {
  const syntax::Module& module = *source.module;
  MaterialParameter parameter;
  parameter.name = decl.name.name;
  parameter.kind = kind_of(decl.kind);
  parameter.span = decl.name.span;
  parameter.doc = decl.doc;
  auto type = resolve_type(state, module, decl.type, "a parameter");
  if (!type) {
    return parameter;
  }
  parameter.type = std::move(*type);
  check_kind(state, decl, parameter.type.data());
  parameter.meta = resolve_metadata(state, module, decl.meta, {false, parameter.type.data()});
  declare_default(state, source, decl, parameter);
  return parameter;
}

void add_material(LoadState& state, const MaterialSource& source) {
  const syntax::MaterialDecl& decl = *source.kind;
  if (!state.library.materials.empty()) {
    // Declarations are sorted by name.
    const Material& last = state.library.materials[MaterialId(state.library.materials.size() - 1)];
    if (last.name == decl.name.name) {
      state.report_duplicate(
          decl.name.span,
          fmt::format("material '{}' is declared twice", state.text(decl.name.name)), last.span);
      return;
    }
  }
  Material material;
  material.name = decl.name.name;
  material.span = decl.name.span;
  material.doc = source.declaration->doc;
  std::vector<syntax::BindingId> bindings;
  const auto parameters = std::count_if(decl.items.begin(), decl.items.end(), [](const auto& item) {
    return std::holds_alternative<syntax::ParameterDecl>(item);
  });
  material.parameters.reserve(static_cast<std::size_t>(parameters));
  bindings.reserve(decl.items.size() - static_cast<std::size_t>(parameters));
  for (const auto& item : decl.items) {
    if (const auto* parameter = std::get_if<syntax::ParameterDecl>(&item)) {
      const std::size_t errors_before = state.report_count;
      material.parameters.push_back(declare_parameter(state, source, *parameter));
      state.has_broken_defaults = state.has_broken_defaults || state.report_count != errors_before;
    } else {
      bindings.push_back(std::get<syntax::BindingId>(item));
    }
  }
  build_material_graph(state, *source.module, bindings, material);
  state.library.materials.add(std::move(material));
}

}  // namespace

namespace {

void declare_all(LoadState& state, std::vector<MaterialSource> sources) {
  std::stable_sort(sources.begin(), sources.end(),
                   [&state](const MaterialSource& left, const MaterialSource& right) {
                     return state.text(left.kind->name.name) < state.text(right.kind->name.name);
                   });
  for (const MaterialSource& source : sources) {
    add_material(state, source);
  }
}

}  // namespace

void declare_materials(LoadState& state) {
  declare_all(state, declarations_of<syntax::MaterialDecl>(state));
}

void declare_materials(LoadState& state, const syntax::Module& document, std::uint32_t begin) {
  std::vector<MaterialSource> sources = declarations_of<syntax::MaterialDecl>(state);
  for (const syntax::Declaration& declaration : document.declarations) {
    const auto* material = std::get_if<syntax::MaterialDecl>(&declaration.kind);
    if (material != nullptr && declaration.span.begin >= begin) {
      sources.push_back({&document, &declaration, material});
    }
  }
  state.document = &document;
  declare_all(state, std::move(sources));
  state.document = nullptr;
}

}  // namespace weft

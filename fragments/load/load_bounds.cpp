#include <algorithm>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"
#include "fragments/load/resolve_type.h"

namespace weft {
namespace {

using BoundSource = Declared<syntax::BoundDecl>;

/// Whether the name is free for a bound; reports a duplicate.
bool check_bound_name(LoadState& state, const syntax::Identifier& name) {
  const std::string_view text = state.text(name.name);
  if (const auto first = state.library.data_types.find_bound(name.name)) {
    state.report_duplicate(name.span, fmt::format("bound '{}' is declared twice", text),
                           state.library.data_types.bound(*first).span);
    return false;
  }
  if (find_type_bound(text)) {
    state.report(error_at(Code::DuplicateName, name.span,
                          fmt::format("'{}' is already a built-in bound", text)));
    return false;
  }
  if (find_named_type(state.library, name.name, name.span.file)) {
    state.report(
        error_at(Code::DuplicateName, name.span, fmt::format("'{}' is already a data type", text)));
    return false;
  }
  return true;
}

/// Resolves a data type that a value can have; reports and returns nothing for others.
std::optional<DataType> bound_member(LoadState& state, const syntax::Module& module,
                                     const syntax::TypeRef& type) {
  const NameId name = type.name.name;
  if (state.library.data_types.find_bound(name) || find_type_bound(state.text(name))) {
    state.report(error_at(Code::UnknownType, type.name.span,
                          fmt::format("'{}' is a bound itself", state.text(name)),
                          "list its data types: a bound holds no other bounds"));
    return std::nullopt;
  }
  const auto resolved = resolve_type(state, module, type, "a bound");
  if (!resolved) {
    return std::nullopt;
  }
  if (resolved->has_traits()) {
    state.report(error_at(Code::BadDeclaration, type.span, "a bound constrains data types only",
                          "state the traits on the ports"));
    return std::nullopt;
  }
  DataType innermost = resolved->data();
  while (innermost.is_array()) {
    innermost = state.library.data_types.array(innermost).element;
  }
  if (innermost.is_texture() || innermost.kind() == DataKind::Sampler) {
    state.report(error_at(Code::BadDeclaration, type.span,
                          "a bound lists value types: textures and samplers are not values"));
    return std::nullopt;
  }
  return resolved->data();
}

void declare_bound(LoadState& state, const BoundSource& source) {
  const syntax::Identifier& name = source.kind->name;
  if (!check_bound_name(state, name)) {
    return;
  }
  DeclaredBound bound{name.name, {}, name.span, source.declaration->doc};
  std::vector<Span> spans;
  for (const syntax::TypeRef& type : source.kind->types) {
    const auto member = bound_member(state, *source.module, type);
    if (!member) {
      continue;
    }
    const auto first = std::find(bound.types.begin(), bound.types.end(), *member);
    if (first != bound.types.end()) {
      state.report_duplicate(
          type.span, fmt::format("the bound has {} twice", state.library.type_name(*member)),
          spans[static_cast<std::size_t>(first - bound.types.begin())]);
      continue;
    }
    bound.types.push_back(*member);
    spans.push_back(type.span);
  }
  state.library.data_types.add_bound(std::move(bound));
}

}  // namespace

void declare_bounds(LoadState& state) {
  for (const BoundSource& source : declarations_of<syntax::BoundDecl>(state)) {
    declare_bound(state, source);
  }
}

}  // namespace weft

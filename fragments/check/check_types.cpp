#include "fragments/check/check_types.h"

#include <cstdint>
#include <iterator>
#include <utility>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/check/make_instances.h"
#include "fragments/model/lookups.h"
#include "fragments/syntax/foreign_names.h"
#include "fragments/syntax/size_expression.h"

namespace weft {
namespace {

std::vector<std::string_view> type_spellings(const CheckContext& context) {
  std::vector<std::string_view> candidates;
  for (DataType type : members_of(TypeBound::Plain)) {
    candidates.push_back(data_type_name(type));
  }
  for (std::string_view alias :
       {"vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "mat2", "mat3", "mat4"}) {
    candidates.push_back(alias);
  }
  // `retrun x;` parses as the declaration of a local.
  for (std::string_view word : {"return", "else"}) {
    candidates.push_back(word);
  }
  const DataTypeTable& table = context.library.data_types;
  for (std::size_t i = 0; i < table.struct_count(); ++i) {
    candidates.push_back(
        context.text(table.structure(DataType::structure(static_cast<std::uint32_t>(i))).name));
  }
  if (context.signature != nullptr) {
    for (const FragmentTypeParameter& parameter : context.signature->type_parameters) {
      candidates.push_back(context.text(parameter.name));
    }
  }
  return candidates;
}

std::optional<DataType> check_size(CheckContext& context, const std::optional<syntax::ExprId>& size,
                                   Span span) {
  if (!size) {
    context.report(Code::BadDeclaration, span, "an array in a body needs a size", "write it in []");
    return std::nullopt;
  }
  const syntax::Expr& written = context.module->exprs[*size];
  if (const auto* name = std::get_if<syntax::NameExpr>(&written.kind)) {
    if (const auto length = find_length(context, name->name)) {
      return length;
    }
  }
  if (mentions_name(*context.module, *size,
                    [&](NameId name) { return find_length(context, name).has_value(); })) {
    context.report(Code::NotConstant, written.span, computed_size_message, computed_size_hint);
    return std::nullopt;
  }
  auto value = check_constant(context.library, *context.module, *size, int_type);
  if (!value) {
    Diagnostics& errors = value.error();
    context.diagnostics.insert(context.diagnostics.end(), std::make_move_iterator(errors.begin()),
                               std::make_move_iterator(errors.end()));
    return std::nullopt;
  }
  auto count = static_cast<std::int32_t>(value->bits[0]);
  if (count < 1 || count > static_cast<std::int32_t>(most_array_elements)) {
    context.report(
        Code::OutOfRange, context.module->exprs[*size].span,
        fmt::format("an array has 1 to {} elements, not {}", most_array_elements, count));
    return std::nullopt;
  }
  return DataType::length(static_cast<std::uint32_t>(count));
}

}  // namespace

std::optional<DataType> find_length(const CheckContext& context, NameId name) {
  if (context.signature == nullptr) {
    return std::nullopt;
  }
  const auto& parameters = context.signature->type_parameters;
  for (std::size_t i = 0; i < parameters.size() && i < context.type_arguments.size(); ++i) {
    if (parameters[i].is_length && parameters[i].name == name) {
      return context.type_arguments[i];
    }
  }
  return std::nullopt;
}

std::optional<DataType> find_type(const CheckContext& context, NameId name) {
  if (context.signature != nullptr) {
    const auto& parameters = context.signature->type_parameters;
    for (std::size_t i = 0; i < parameters.size() && i < context.type_arguments.size(); ++i) {
      if (parameters[i].name == name && !parameters[i].is_length) {
        return context.type_arguments[i];
      }
    }
  }
  auto found = find_data_type(context.text(name));
  if (found || context.module == nullptr) {
    return found ? found : context.library.data_types.find_struct(name);
  }
  return find_struct(context.library, name, context.file());
}

std::optional<DataType> check_type(CheckContext& context, const syntax::Identifier& name) {
  auto type = find_type(context, name.name);
  if (!type) {
    std::string_view text = context.text(name.name);
    std::string hint = foreign_type_hint(text);
    if (find_type_bound(text) || context.library.data_types.find_bound(name.name)) {
      context.report(Code::UnknownType, name.span,
                     fmt::format("'{}' only bounds type parameters", text),
                     fmt::format("declare a type parameter <T: {}> and use T", text));
      return type;
    }
    if (find_length(context, name.name)) {
      context.report(Code::UnknownType, name.span,
                     fmt::format("'{}' is the length of arrays, not a type", text),
                     fmt::format("it is an int: int n = {};", text));
      return type;
    }
    context.report(Code::UnknownType, name.span, fmt::format("unknown data type '{}'", text),
                   hint.empty()
                       ? context.spelling_hint(text, [&context] { return type_spellings(context); })
                       : hint);
  }
  return type;
}

std::optional<DataType> check_array_type(CheckContext& context, DataType element,
                                         const std::vector<std::optional<syntax::ExprId>>& sizes,
                                         Span span) {
  DataType type = element;
  std::uint64_t total = 1;
  bool fine = true;
  for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
    auto count = check_size(context, *size, span);
    fine = fine && count.has_value();
    if (!fine) {
      continue;
    }
    total *= count->kind() == DataKind::Length ? count->index() : 1;
    if (total > most_array_elements) {
      context.report(Code::OutOfRange, span,
                     fmt::format("this array has more than {} elements", most_array_elements));
      return std::nullopt;
    }
    auto found = context.library.data_types.find_array(type, *count);
    if (!found && context.table == nullptr) {
      context.report(Code::NotConstant, span,
                     "a constant cannot have an array type that appears nowhere else");
      return std::nullopt;
    }
    type = found ? *found : context.table->array_of(type, *count);
  }
  return fine ? std::optional<DataType>(type) : std::nullopt;
}

}  // namespace weft

#include "fragments/check/check_members.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <variant>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/check/check_calls.h"
#include "fragments/check/check_types.h"
#include "fragments/model/feature_paths.h"
#include "fragments/model/intrinsics.h"
#include "fragments/model/lookups.h"
#include "fragments/syntax/foreign_names.h"

namespace weft {
namespace {

/// `a, b or c`: at most `limit` names, then the number of further ones.
std::string listed(const std::vector<std::string_view>& names) {
  constexpr std::size_t limit = 8;
  std::string out;
  for (std::size_t i = 0; i < names.size() && i < limit; ++i) {
    bool is_last = i + 1 == names.size();
    out += fmt::format("{}{}", i == 0 ? "" : is_last ? " and " : ", ", names[i]);
  }
  return names.size() > limit ? fmt::format("{} and {} more", out, names.size() - limit) : out;
}

std::vector<std::string_view> features_of(const CheckContext& context, NameId space) {
  std::vector<std::string_view> paths;
  for (const Feature& feature : context.library.features) {
    if (feature.space == space) {
      paths.push_back(context.text(feature.path));
    }
  }
  return paths;
}

std::vector<std::string_view> names_of_values(const CheckContext& context) {
  std::vector<std::string_view> candidates = {"PI", "TWO_PI", "HALF_PI", "INV_PI", "E"};
  for (NameId name : context.scopes.names()) {
    candidates.push_back(context.text(name));
  }
  if (context.signature != nullptr) {
    for (const FragmentPort& port : context.signature->ports) {
      candidates.push_back(context.text(port.name));
    }
    for (const Feature& feature : context.library.features) {
      candidates.push_back(context.text(feature.space));
    }
  }
  return candidates;
}

/// Whether a material of the file has a parameter of this name. O(items of materials).
bool is_parameter(const syntax::Module& module, NameId name) {
  return std::any_of(
      module.declarations.begin(), module.declarations.end(), [&](const auto& declaration) {
        const auto* material = std::get_if<syntax::MaterialDecl>(&declaration.kind);
        return material != nullptr &&
               std::any_of(material->items.begin(), material->items.end(), [&](const auto& item) {
                 const auto* parameter = std::get_if<syntax::ParameterDecl>(&item);
                 return parameter != nullptr && parameter->name.name == name;
               });
      });
}

CheckedValue fail_name(CheckContext& context, NameId name, Span span) {
  std::string_view text = context.text(name);
  if (context.is_feature_space(name)) {
    return context.fail(Code::UnknownName, span,
                        fmt::format("'{}' is a group of features, not a value", text),
                        "there are " + listed(features_of(context, name)));
  }
  if (find_intrinsic(text) || !context.library.find_fragments(name).empty()) {
    const bool is_intrinsic = find_intrinsic(text).has_value();
    return context.fail(
        Code::TypeMismatch, span, fmt::format("'{}' is a function and must be called", text),
        fmt::format("write {}(…){}", text,
                    is_intrinsic ? ""
                                 : "; a body hands on only functions that are its ports, a graph "
                                   "all of them"));
  }
  if (find_data_type(text) || context.library.data_types.find_struct(name)) {
    return context.fail(Code::TypeMismatch, span,
                        fmt::format("'{}' is a data type, not a value", text),
                        fmt::format("construct a value of it: {}(…)", text));
  }
  std::string hint = foreign_value_hint(text);
  hint = hint.empty() ? hint_at_features(context.library, text) : hint;
  if (!hint.empty()) {
    return context.fail(Code::UnknownName, span, fmt::format("unknown name '{}'", text),
                        std::move(hint));
  }
  hint = context.spelling_hint(text, [&context] { return names_of_values(context); });
  if (hint.empty() && context.signature != nullptr && context.module != nullptr &&
      is_parameter(*context.module, name)) {
    hint =
        "a body knows its ports and features, not the parameters of materials: pass it to a port";
  }
  return context.fail(Code::UnknownName, span, fmt::format("unknown name '{}'", text),
                      std::move(hint));
}

CheckedValue check_port(CheckContext& context, std::uint32_t index, Span span) {
  const FragmentPort& port = context.signature->ports[index];
  switch (port.kind) {
    case FragmentPort::Kind::Value:
      return context.add(Operation::Port, context.type_of(port.type), index, {}, span);
    case FragmentPort::Kind::Eval:
      return check_eval_call(context, index, {}, span);
    case FragmentPort::Kind::Fn:
      break;
  }
  return context.add_function(
      index, std::vector<std::optional<CheckedValue>>(port.parameters.size()), span,
      error_at(Code::TypeMismatch, span,
               fmt::format("'{}' is a function and must be called", context.text(port.name)),
               fmt::format("write {}(…)", context.text(port.name))));
}

/// The value of a local, port or constant, or nothing if the name is none of them.
std::optional<CheckedValue> find_value(CheckContext& context, NameId name, Span span) {
  if (auto local = context.scopes.find(name)) {
    DataType type = context.body.locals[*local].type;
    return type.is_void() ? context.erroneous(span)
                          : context.add(Operation::Local, type, *local, {}, span);
  }
  if (auto port = context.find_port(name)) {
    return check_port(context, *port, span);
  }
  if (const auto length = find_length(context, name)) {
    const bool is_open = length->is_open();
    return context.add(is_open ? Operation::Length : Operation::Literal, int_type, length->index(),
                       {}, span);
  }
  if (auto constant = find_named_constant(context.text(name))) {
    return context.add_float(*constant, span);
  }
  return std::nullopt;
}

}  // namespace

CheckedValue check_choice(CheckContext& context, NameId name, Span span,
                          const std::vector<ChoiceList>& lists) {
  const bool is_value =
      context.scopes.find(name) || context.find_port(name) || find_length(context, name);
  if (is_value) {
    return check_name(context, name, span);
  }
  const auto value = value_of_choice(context.library, lists, name, span, *context.spelling,
                                     [&context] { return names_of_values(context); });
  if (!value) {
    append(context.diagnostics, Diagnostic(value.error()));
    return context.erroneous(span);
  }
  const bool is_large = *value > std::numeric_limits<std::int32_t>::max();
  CheckedValue number = context.add(Operation::Literal, is_large ? uint_type : int_type,
                                    static_cast<std::uint32_t>(*value), {}, span);
  number.is_literal = *value >= 0;
  return number;
}

namespace {

struct PathMatch {
  FeatureId feature;
  std::size_t members;  ///< how many members the path consumes
};

std::optional<PathMatch> longest_match(CheckContext& context, NameId name,
                                       std::span<const syntax::Identifier> members) {
  if (!context.is_feature_space(name)) {
    return std::nullopt;
  }
  std::optional<PathMatch> best;
  std::string path(context.text(name));
  for (std::size_t taken = 0;; ++taken) {
    if (auto feature = context.library.find_feature(path)) {
      best = PathMatch{*feature, taken};
    }
    if (taken == members.size() || taken + 1 >= most_feature_names) {
      return best;
    }
    path += '.';
    path += context.text(members[taken].name);
  }
}

CheckedValue fail_feature(CheckContext& context, NameId space, Span span, const std::string& path) {
  std::vector<std::string_view> paths = features_of(context, space);
  std::string hint = foreign_feature_hint(path);
  if (hint.empty()) {
    hint = context.spelling_hint(path, [&paths] { return paths; });
  }
  if (hint.empty() && !paths.empty()) {
    hint = fmt::format("'{}' has {}", context.text(space), listed(paths));
  }
  return context.fail(Code::UnknownFeature, span, fmt::format("unknown feature '{}'", path),
                      std::move(hint));
}

// --- Members and swizzles ---

/// The component indices of a swizzle.
struct Swizzle {
  int components[4];
  int count = 0;
};

std::optional<Swizzle> parse_swizzle(std::string_view text) {
  if (text.empty() || text.size() > 4) {
    return std::nullopt;
  }
  for (std::string_view letters :
       {std::string_view("xyzw"), std::string_view("rgba"), std::string_view("stpq")}) {
    Swizzle swizzle;
    for (char letter : text) {
      std::size_t component = letters.find(letter);
      if (component == std::string_view::npos) {
        break;
      }
      swizzle.components[swizzle.count++] = static_cast<int>(component);
    }
    if (swizzle.count == static_cast<int>(text.size())) {
      return swizzle;
    }
  }
  return std::nullopt;
}

CheckedValue swizzled(CheckContext& context, const CheckedValue& object, const Swizzle& swizzle,
                      Span span) {
  DataType type = DataType::vector(object.type.scalar_kind(), swizzle.count);
  if (!object.type.is_scalar()) {
    return context.add(Operation::Swizzle, type, pack_swizzle(swizzle.components, swizzle.count),
                       {*object.expr}, span);
  }
  if (swizzle.count > 1) {
    return context.add(Operation::Construct, type, 0, {*object.expr}, span);
  }
  CheckedValue same = object;
  same.span = span;
  return same;
}

std::string available_components(const CheckContext& context, DataType type) {
  static constexpr std::string_view letters[] = {
      "x (or r)", "x, y (or r, g)", "x, y, z (or r, g, b)", "x, y, z, w (or r, g, b, a)"};
  return fmt::format("{} has {}", context.type_name(type), letters[type.rows() - 1]);
}

CheckedValue check_component(CheckContext& context, const CheckedValue& object,
                             const syntax::Identifier& member, Span span) {
  std::string_view text = context.text(member.name);
  auto swizzle = parse_swizzle(text);
  bool is_within = swizzle.has_value();
  for (int i = 0; swizzle && i < swizzle->count; ++i) {
    is_within = is_within && swizzle->components[i] < object.type.rows();
  }
  if (is_within) {
    return swizzled(context, object, *swizzle, span);
  }
  return context.fail(Code::UnknownMember, member.span,
                      fmt::format("{} has no component '{}'", context.type_name(object.type), text),
                      available_components(context, object.type));
}

CheckedValue check_struct_member(CheckContext& context, const CheckedValue& object,
                                 const syntax::Identifier& member, Span span) {
  const StructType& type = context.library.data_types.structure(object.type);
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < type.members.size(); ++i) {
    if (type.members[i].name == member.name) {
      return context.add(Operation::Member, type.members[i].type, static_cast<std::uint32_t>(i),
                         {*object.expr}, span);
    }
    names.push_back(context.text(type.members[i].name));
  }
  std::string hint = context.spelling_hint(context.text(member.name), [&names] { return names; });
  return context.fail(Code::UnknownMember, member.span,
                      fmt::format("struct '{}' has no member '{}'", context.text(type.name),
                                  context.text(member.name)),
                      !hint.empty() || names.empty() ? hint : "it has " + listed(names));
}

/// The named result of a call. Returns nothing if the call has none of that name but its value may
/// have such a member.
std::optional<CheckedValue> find_result(CheckContext& context, const CheckedValue& call,
                                        const syntax::Identifier& member, Span span) {
  const Fragment& fragment = context.library.fragments[*call.callee];
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < fragment.results.size(); ++i) {
    if (fragment.results[i].name == member.name) {
      if (!call.type.is_void()) {
        CheckedValue only = call;
        only.span = span;
        only.callee.reset();
        return only;
      }
      const BodyCall& target = context.body.calls[context.body.exprs[*call.expr].payload];
      return context.add(Operation::Member, target.results[i], static_cast<std::uint32_t>(i),
                         {*call.expr}, span);
    }
    names.push_back(context.text(fragment.results[i].name));
  }
  if (!call.type.is_void()) {
    return std::nullopt;
  }
  std::string hint = context.spelling_hint(context.text(member.name), [&names] { return names; });
  return context.fail(Code::UnknownPort, member.span,
                      fmt::format("'{}' has no result '{}'", context.text(fragment.name),
                                  context.text(member.name)),
                      hint.empty() ? "it has " + listed(names) : hint);
}

/// The number of elements that an index can select; 0 if it is not known here.
std::uint32_t element_count(const CheckContext& context, DataType type) {
  if (type.is_array()) {
    return context.library.data_types.array(type).size;
  }
  return static_cast<std::uint32_t>(type.is_matrix() ? type.columns() : type.rows());
}

DataType element_type(const CheckContext& context, DataType type) {
  if (type.is_array()) {
    return context.library.data_types.array(type).element;
  }
  return type.is_matrix() ? DataType::vector(Scalar::Float, type.rows())
                          : DataType::scalar(type.scalar_kind());
}

bool is_index_within(CheckContext& context, const CheckedValue& object, const CheckedValue& index,
                     bool is_unsigned) {
  const BodyExpr& literal = context.body.exprs[*index.expr];
  // If the capacity depends on the profile, allow the whole range of int.
  const std::uint32_t known = element_count(context, object.type);
  const std::int64_t count = known == 0 ? std::numeric_limits<std::int32_t>::max() : known;
  const std::int64_t value = is_unsigned ? static_cast<std::int64_t>(literal.payload)
                                         : static_cast<std::int32_t>(literal.payload);
  if (literal.op != Operation::Literal || (value >= 0 && value < count)) {
    return true;
  }
  if (known == 0 && value < 0) {
    context.report(Code::OutOfRange, index.span, fmt::format("index {} is negative", value));
    return false;
  }
  context.report(Code::OutOfRange, index.span,
                 fmt::format("index {} is outside {}, whose elements are 0 to {}", value,
                             context.type_name(object.type), count - 1));
  return false;
}

}  // namespace

CheckedValue check_name(CheckContext& context, NameId name, Span span) {
  return check_path(context, name, span, {});
}

CheckedValue check_path(CheckContext& context, NameId name, Span name_span,
                        std::span<const syntax::Identifier> members) {
  std::size_t taken = 0;
  CheckedValue value = context.erroneous(name_span);
  if (auto found = find_value(context, name, name_span)) {
    value = *found;
  } else if (auto match = longest_match(context, name, members)) {
    Span span =
        match->members == 0 ? name_span : cover(name_span, members[match->members - 1].span);
    value = context.add_feature(match->feature, span);
    taken = match->members;
  } else if (!members.empty() && context.is_feature_space(name)) {
    std::string path = fmt::format("{}.{}", context.text(name), context.text(members[0].name));
    return fail_feature(context, name, cover(name_span, members[0].span), path);
  } else {
    return fail_name(context, name, name_span);
  }
  for (; taken < members.size() && !value.is_error(); ++taken) {
    value = check_member(context, value, members[taken]);
  }
  return value;
}

CheckedValue check_member(CheckContext& context, const CheckedValue& object,
                          const syntax::Identifier& member) {
  Span span = cover(object.span, member.span);
  if (object.is_error()) {
    return context.erroneous(span);
  }
  if (object.callee) {
    if (auto result = find_result(context, object, member, span)) {
      return *result;
    }
  }
  if (object.type.is_struct()) {
    return check_struct_member(context, object, member, span);
  }
  if (object.type.is_scalar_or_vector()) {
    return check_component(context, object, member, span);
  }
  std::string hint;
  if (object.type.is_matrix()) {
    hint = "M[i] is column i, M[i].x its first row";
  } else if (object.type.is_array()) {
    hint = "select an element first: a[i]";
  }
  return context.fail(Code::UnknownMember, member.span,
                      fmt::format("{} has no member '{}'", context.type_name(object.type),
                                  context.text(member.name)),
                      std::move(hint));
}

CheckedValue fail_choice(CheckContext& context, const CheckedValue& call) {
  const Fragment& fragment = context.library.fragments[*call.callee];
  std::vector<std::string_view> names;
  for (const FragmentResult& result : fragment.results) {
    names.push_back(context.text(result.name));
  }
  return context.fail(Code::WrongArguments, call.span,
                      fmt::format("select one of the results of '{}': {}",
                                  context.text(fragment.name), listed(names)),
                      fmt::format("write {}(…).{}", context.text(fragment.name), names[0]));
}

CheckedValue check_index(CheckContext& context, const CheckedValue& object, CheckedValue index,
                         Span span) {
  if (object.is_error() || index.is_error()) {
    return context.erroneous(span);
  }
  if (!object.type.is_array() && !object.type.is_vector() && !object.type.is_matrix()) {
    return context.fail(Code::TypeMismatch, span,
                        fmt::format("{} has no elements to index", context.type_name(object.type)));
  }
  const bool is_unsigned = index.type == uint_type;
  if (is_unsigned && index.is_literal) {
    index.type = int_type;
    context.body.exprs[*index.expr].type = int_type;
  }
  // An unsigned index stays one: as an int, a large one would be negative and select the first
  // element.
  if ((index.type != uint_type && !convert(context, index, int_type, "an index")) ||
      !is_index_within(context, object, index, is_unsigned)) {
    return context.erroneous(span);
  }
  return context.add(Operation::Index, element_type(context, object.type), 0,
                     {*object.expr, *index.expr}, span);
}

std::optional<FeatureId> check_feature_path(CheckContext& context, const syntax::Path& path) {
  std::string text;
  for (const syntax::Identifier& part : path.parts) {
    text += text.empty() ? "" : ".";
    text += context.text(part.name);
  }
  auto feature = context.library.find_feature(text);
  if (!feature) {
    NameId space = path.parts.front().name;
    if (context.is_feature_space(space)) {
      fail_feature(context, space, path.span, text);
    } else {
      context.report(Code::UnknownFeature, path.span, fmt::format("unknown feature '{}'", text));
    }
  }
  return feature;
}

}  // namespace weft

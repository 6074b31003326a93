#include "composer/typing/parts_of_values.h"

#include <limits>

#include <fmt/format.h>

#include "composer/evaluations/live_literals.h"
#include "composer/typing/apply_links.h"
#include "composer/typing/joined_values.h"
#include "composer/typing/several_results.h"
#include "composer/typing/struct_values.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// `float3 has x, y, z (or r, g, b)`, for what has components.
std::string components_hint(DataType type, const std::string& type_name) {
  if (!type.is_vector()) {
    return {};
  }
  auto listed = [&type](std::string_view letters) {
    std::string text;
    for (char letter : letters.substr(0, static_cast<std::size_t>(type.rows()))) {
      text += text.empty() ? "" : ", ";
      text += letter;
    }
    return text;
  };
  return fmt::format("{} has {} (or {})", type_name, listed("xyzw"), listed("rgba"));
}

/// Checks a literal index against the number of elements, as in bodies. Computed indices are
/// clamped at run time or when folded.
bool is_index_within(CallTyping& typing, DataType object, const TypedValue& index) {
  const TypingContext& in = typing.in;
  const Evaluation& evaluation = in.graph().evaluations[index.evaluation];
  const auto* literal = std::get_if<ConstantEvaluation>(&evaluation.kind);
  if (!index.is_literal || literal == nullptr) {
    return true;
  }
  const std::uint32_t known =
      object.is_array()
          ? in.library().data_types.array(object).size
          : static_cast<std::uint32_t>(object.is_matrix() ? object.columns() : object.rows());
  // An array whose capacity the profile sets: any non-negative int.
  const std::int64_t count = known == 0 ? std::numeric_limits<std::int32_t>::max() : known;
  const bool is_unsigned = literal->value.type.scalar_kind() == Scalar::Uint;
  const std::uint32_t bits = literal->value.bits.front();
  const std::int64_t value =
      is_unsigned ? static_cast<std::int64_t>(bits) : static_cast<std::int32_t>(bits);
  if (value >= 0 && value < count) {
    return true;
  }
  typing.report(error_at(Code::OutOfRange, evaluation.origin.span.value_or(typing.span()),
                         fmt::format("index {} is outside {}, whose elements are 0 to {}", value,
                                     in.library().type_name(object), count - 1)));
  return false;
}

/// Returns a swizzle for the component at an index. For an unknown index, one that keeps only what
/// every component keeps.
std::uint32_t component_at(const TypingContext& in, const TypedValue& index, int rows) {
  constexpr std::string_view letters = "xyzw";
  const auto* constant =
      std::get_if<ConstantEvaluation>(&in.graph().evaluations[index.evaluation].kind);
  std::size_t component = static_cast<std::size_t>(rows) - 1;
  if (constant != nullptr && constant->value.bits.at(0) < static_cast<std::uint32_t>(rows)) {
    component = constant->value.bits[0];
  }
  return *parse_swizzle(letters.substr(component, 1), rows);
}

void note_lost_parts(const TypingContext& in, const SemanticType& whole, const SemanticType& part,
                     EvaluationId value) {
  std::vector<LostMeaning> lost;
  for (const TraitEntry& entry : whole.entries()) {
    if (!part.stated(entry.trait)) {
      lost.push_back({entry.trait, LostMeaning::Reason::Part});
    }
  }
  in.values.note_lost(value, lost);
}

}  // namespace

TypedValue type_numbers(CallTyping& typing, DataType type, const std::vector<TypedValue>& given) {
  const TypingContext& in = typing.in;
  const Span span = typing.span();
  std::vector<EvaluationId> parts;
  int components = 0;
  bool all_literal = true;
  ConstantEvaluation folded{{type, {}}};
  for (TypedValue part : given) {
    DataType data = in.data_of(part);
    const DataType target =
        data.is_plain() ? DataType::vector(type.scalar_kind(), data.is_matrix() ? 1 : data.rows())
                        : data;
    // A constructor explicitly converts between kinds of number.
    part.has_stated_kind = false;
    if (part.is_literal && data != target && !data.is_matrix()) {
      Demand demand;
      demand.data = target;
      auto link = plan_link(in, typing.at, part, demand, "", "", span);
      if (link && !require_features(typing, typing.at, *link, span)) {
        return {};
      }
      if (link) {
        part = apply_link(typing, typing.at, part, *link, "", span);
        part.is_literal = true;
        data = target;
      }
    }
    const auto* constant =
        std::get_if<ConstantEvaluation>(&in.graph().evaluations[part.evaluation].kind);
    all_literal =
        all_literal && part.is_literal && constant && data.scalar_kind() == type.scalar_kind();
    if (all_literal) {
      append_words(folded, *constant);
    }
    components += data.component_count();
    parts.push_back(part.evaluation);
  }
  const int needed = type.component_count();
  const bool is_spread = given.size() == 1 && components == 1;
  const bool is_cast = given.size() == 1 && components >= needed;
  if (components != needed && !is_spread && !is_cast) {
    typing.report(error_at(Code::WrongArguments, span,
                           fmt::format("{} has {} components, but {} are given",
                                       in.library().type_name(type), needed, components)));
    return {};
  }
  const TypeId id = in.values.intern(SemanticType(type));
  if (all_literal && (components == needed || (is_spread && !type.is_matrix()))) {
    spread_words(folded, static_cast<std::size_t>(needed));
    TypedValue value = typing.make(std::move(folded), {}, id);
    value.is_literal = true;
    value.has_stated_kind = true;
    return value;
  }
  return typing.make(OperationEvaluation{Operation::Construct}, std::move(parts), id);
}

TypedValue type_member(CallTyping& typing, NameId member, const TypedValue& object) {
  const TypingContext& in = typing.in;
  std::string_view name = in.library().text(member);
  std::vector<std::string_view> names;
  const SeveralResults* several = object.several.get();
  const bool has_parts = several != nullptr && !several->values.empty();
  for (std::size_t i = 0; has_parts && i < several->values.size(); ++i) {
    names.push_back(in.library().text(several->names[i]));
    if (several->names[i] == member) {
      return part_of(object, i);
    }
  }
  const Evaluation& made_by = in.graph().evaluations[object.evaluation];
  if (const auto* leaf = std::get_if<LeafEvaluation>(&made_by.kind); leaf && !has_parts) {
    const Fragment& fragment = in.library().fragments[leaf->fragment];
    for (std::size_t i = 0; i < fragment.results.size() && fragment.has_named_results; ++i) {
      names.push_back(in.library().text(fragment.results[i].name));
      if (fragment.results[i].name != member) {
        continue;
      }
      if (several == nullptr) {
        return object;  // the only result
      }
      TypeId type = several->types[i];
      return typing.make(ResultEvaluation{static_cast<std::uint32_t>(i)}, {object.evaluation},
                         type);
    }
  }
  if (const auto* loop = std::get_if<LoopEvaluation>(&made_by.kind);
      loop && !has_parts && several != nullptr) {
    for (std::size_t i = 0; i < loop->states.size(); ++i) {
      names.push_back(in.library().text(loop->states[i]));
      if (loop->states[i] == member) {
        TypeId type = several->types[i];
        return typing.make(ResultEvaluation{static_cast<std::uint32_t>(i)}, {object.evaluation},
                           type);
      }
    }
  }
  const SemanticType& type = in.type_of(object);
  const Span span = typing.span();
  if (several != nullptr) {
    typing.report(error_at(Code::UnknownPort, span_of_member(span, name),
                           fmt::format("the call has no output '{}'", name),
                           spelling_hint(name, names)));
    return {};
  }
  if (type.data().is_struct()) {
    return type_struct_member(typing, member, object, std::move(names));
  }
  auto swizzle =
      type.data().is_scalar_or_vector() ? parse_swizzle(name, type.data().rows()) : std::nullopt;
  if (!swizzle) {
    typing.report(error_at(Code::UnknownMember, span_of_member(span, name),
                           fmt::format("{} has no component or member '{}'",
                                       in.library().type_name(type.data()), name),
                           components_hint(type.data(), in.library().type_name(type.data()))));
    return {};
  }
  SemanticType result = swizzled_type(type, *swizzle, in.lattice(), in.known());
  TypeId id = in.values.intern(result);
  TypedValue value =
      typing.make(OperationEvaluation{Operation::Swizzle, *swizzle}, {object.evaluation}, id);
  note_lost_parts(in, type, result, value.evaluation);
  return value;
}

TypedValue type_index(CallTyping& typing, const TypedValue& object, const TypedValue& index) {
  const TypingContext& in = typing.in;
  const SemanticType& type = in.type_of(object);
  SemanticType result = type;
  const Span span = typing.span();
  if (type.data().is_array()) {
    result.set_data(in.library().data_types.array(type.data()).element);
  } else if (type.data().is_vector()) {
    result =
        swizzled_type(type, component_at(in, index, type.data().rows()), in.lattice(), in.known());
  } else if (type.data().is_matrix()) {
    result = SemanticType(DataType::vector(Scalar::Float, type.data().rows()));
  } else {
    typing.report(
        error_at(Code::TypeMismatch, span,
                 fmt::format("{} cannot be indexed", in.library().type_name(type.data()))));
    return {};
  }
  if (!in.data_of(index).is_integral() || !in.data_of(index).is_scalar()) {
    typing.report(error_at(
        Code::TypeMismatch, span,
        fmt::format("an index is an int, not {}", in.library().type_name(in.data_of(index)))));
    return {};
  }
  if (index.is_literal) {
    in.values.note_deciding(index.evaluation);
  }
  if (!is_index_within(typing, type.data(), index)) {
    return {};
  }
  TypeId id = in.values.intern(result);
  TypedValue value =
      typing.make(OperationEvaluation{Operation::Index}, {object.evaluation, index.evaluation}, id);
  note_lost_parts(in, type, result, value.evaluation);
  return value;
}

TypedValue type_construct(CallTyping& typing, const ConstructNode& node, const CallIds& inputs) {
  if (node.type.is_struct()) {
    return type_struct(typing, node, inputs);
  }
  if (!node.type.is_array() && !node.type.is_plain()) {
    const std::string name = typing.in.library().type_name(node.type);
    typing.report(error_at(Code::TypeMismatch, typing.span(),
                           fmt::format("a {} cannot be constructed", name),
                           fmt::format("declare a parameter: param map: {};", name)));
    return {};
  }
  std::vector<TypedValue> parts;
  parts.reserve(inputs.size());
  for (const CallId input : inputs) {
    parts.push_back(typing.in.calls.value(input));
  }
  return node.type.is_array() ? type_array(typing, node.type, parts)
                              : type_numbers(typing, node.type, parts);
}

TypedValue type_member_of_call(CallTyping& typing, const InvokeCall& call,
                               const TypedValue& value) {
  const TypingContext& in = typing.in;
  in.values.suggest_name(value, typing.origin.name);
  const std::string_view name =
      call.member_name ? in.library().text(*call.member_name) : std::string_view();
  const Origin named{std::string(name), typing.origin.span};
  CallTyping reading(in, typing.call, typing.at, named);
  TypedValue member = type_member(reading, *call.member, value);
  for (Diagnostic& report : reading.found.reports) {
    typing.report(std::move(report));
  }
  return member;
}

}  // namespace weft

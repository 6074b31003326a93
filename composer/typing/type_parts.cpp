#include <limits>

#include <fmt/format.h>

#include "composer/typing/type_inference.h"
#include "support/spelling.h"

// The parts of TypeInference about parts of values: members, elements, constructors.
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

}  // namespace

TypedValue TypeInference::type_member(const MemberCall& call, const TypedValue& object, Stage stage,
                                      Origin origin) {
  std::string_view name = library().text(call.member);
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < object.result_values.size(); ++i) {
    names.push_back(library().text(library().fragments[*object.graph].results[i].name));
    if (names.back() == name) {
      return result_of_graph(object, i);
    }
  }
  const Evaluation& made_by = graph_.evaluations[object.evaluation];
  if (const auto* leaf = std::get_if<LeafEvaluation>(&made_by.kind); leaf && !object.graph) {
    const Fragment& fragment = library().fragments[leaf->fragment];
    for (std::size_t i = 0; i < fragment.results.size() && fragment.has_named_results; ++i) {
      names.push_back(library().text(fragment.results[i].name));
      if (fragment.results[i].name != call.member) {
        continue;
      }
      if (object.results.empty()) {
        return object;  // the only result
      }
      TypeId type = object.results[i];
      return made(add(ResultEvaluation{static_cast<std::uint32_t>(i)}, {object.evaluation}, stage,
                      Rate::Constant, type, std::move(origin)),
                  type);
    }
  }
  if (const auto* loop = std::get_if<LoopEvaluation>(&made_by.kind);
      loop && !object.graph && !object.results.empty()) {
    for (std::size_t i = 0; i < loop->states.size(); ++i) {
      names.push_back(library().text(loop->states[i]));
      if (loop->states[i] == call.member) {
        TypeId type = object.results[i];
        return made(add(ResultEvaluation{static_cast<std::uint32_t>(i)}, {object.evaluation}, stage,
                        Rate::Constant, type, std::move(origin)),
                    type);
      }
    }
  }
  const SemanticType& type = type_of_value(object);
  Span span = origin.span.value_or(Span{});
  if (!object.results.empty()) {
    report(error_at(Code::UnknownPort, span_of_member(span, name),
                    fmt::format("the call has no output '{}'", name), spelling_hint(name, names)));
    return {};
  }
  if (type.data().is_struct()) {
    return type_struct_member(call, object, std::move(names), stage, std::move(origin));
  }
  auto swizzle =
      type.data().is_scalar_or_vector() ? parse_swizzle(name, type.data().rows()) : std::nullopt;
  if (!swizzle) {
    report(error_at(
        Code::UnknownMember, span_of_member(span, name),
        fmt::format("{} has no component or member '{}'", library().type_name(type.data()), name),
        components_hint(type.data(), library().type_name(type.data()))));
    return {};
  }
  SemanticType result = swizzled_type(type, *swizzle, lattice(), known_);
  TypeId id = graph_.types.intern(result);
  TypedValue value = made(add(OperationEvaluation{Operation::Swizzle, *swizzle},
                              {object.evaluation}, stage, Rate::Constant, id, std::move(origin)),
                          id);
  note_lost_parts(type, result, value.evaluation);
  return value;
}

/// Checks a literal index against the number of elements, as in bodies. Computed indices are
/// clamped at run time or when folded.
bool TypeInference::is_index_within(DataType object, const TypedValue& index, Span span) {
  const Evaluation& evaluation = graph_.evaluations[index.evaluation];
  const auto* literal = std::get_if<ConstantEvaluation>(&evaluation.kind);
  if (!index.is_literal || literal == nullptr) {
    return true;
  }
  const std::uint32_t known =
      object.is_array()
          ? library().data_types.array(object).size
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
  report(error_at(Code::OutOfRange, evaluation.origin.span.value_or(span),
                  fmt::format("index {} is outside {}, whose elements are 0 to {}", value,
                              library().type_name(object), count - 1)));
  return false;
}

TypedValue TypeInference::type_index(const TypedValue& object, const TypedValue& index, Stage stage,
                                     Origin origin) {
  const SemanticType& type = type_of_value(object);
  SemanticType result = type;
  Span span = origin.span.value_or(Span{});
  if (type.data().is_array()) {
    result.set_data(library().data_types.array(type.data()).element);
  } else if (type.data().is_vector()) {
    result = swizzled_type(type, component_at(index, type.data().rows()), lattice(), known_);
  } else if (type.data().is_matrix()) {
    result = SemanticType(DataType::vector(Scalar::Float, type.data().rows()));
  } else {
    report(error_at(Code::TypeMismatch, span,
                    fmt::format("{} cannot be indexed", library().type_name(type.data()))));
    return {};
  }
  if (!type_of_value(index).data().is_integral() || !type_of_value(index).data().is_scalar()) {
    report(error_at(Code::TypeMismatch, span,
                    fmt::format("an index is an int, not {}",
                                library().type_name(type_of_value(index).data()))));
    return {};
  }
  if (!is_index_within(type.data(), index, span)) {
    return {};
  }
  TypeId id = graph_.types.intern(result);
  TypedValue value =
      made(add(OperationEvaluation{Operation::Index}, {object.evaluation, index.evaluation}, stage,
               Rate::Constant, id, std::move(origin)),
           id);
  note_lost_parts(type, result, value.evaluation);
  return value;
}

/// Returns a swizzle for the component at an index. For an unknown index, one that keeps only what
/// every component keeps.
std::uint32_t TypeInference::component_at(const TypedValue& index, int rows) const {
  constexpr std::string_view letters = "xyzw";
  const auto* constant =
      std::get_if<ConstantEvaluation>(&graph_.evaluations[index.evaluation].kind);
  std::size_t component = static_cast<std::size_t>(rows) - 1;
  if (constant != nullptr && constant->value.bits.at(0) < static_cast<std::uint32_t>(rows)) {
    component = constant->value.bits[0];
  }
  return *parse_swizzle(letters.substr(component, 1), rows);
}

void TypeInference::note_lost_parts(const SemanticType& whole, const SemanticType& part,
                                    EvaluationId value) {
  for (const TraitEntry& entry : whole.entries()) {
    if (!part.stated(entry.trait)) {
      lost_[value].push_back({entry.trait, LostMeaning::Reason::Part});
    }
  }
}

TypedValue TypeInference::type_construct(const ConstructNode& node,
                                         const std::vector<CallId>& inputs, Stage stage,
                                         Origin origin) {
  if (node.type.is_struct()) {
    return type_struct(node, inputs, stage, std::move(origin));
  }
  std::vector<TypedValue> parts;
  parts.reserve(inputs.size());
  for (const CallId input : inputs) {
    parts.push_back(*values_[input.index()]);
  }
  return node.type.is_array() ? type_array(node.type, parts, stage, std::move(origin))
                              : type_numbers(node.type, parts, stage, std::move(origin));
}

TypedValue TypeInference::type_numbers(DataType type, const std::vector<TypedValue>& given,
                                       Stage stage, Origin origin) {
  const Span span = origin.span.value_or(Span{});
  std::vector<EvaluationId> parts;
  int components = 0;
  bool all_literal = true;
  Constant folded{type, {}};
  for (TypedValue part : given) {
    DataType data = type_of_value(part).data();
    const DataType target =
        data.is_plain() ? DataType::vector(type.scalar_kind(), data.is_matrix() ? 1 : data.rows())
                        : data;
    // A constructor explicitly converts between kinds of number.
    part.has_stated_kind = false;
    if (part.is_literal && data != target && !data.is_matrix()) {
      Demand demand;
      demand.data = target;
      auto link = plan_link(part, demand, stage, "", "", span);
      if (link && !require_features(*link, stage, span)) {
        return {};
      }
      if (link) {
        part = apply_link(part, *link, stage, "", span);
        part.is_literal = true;
        data = target;
      }
    }
    const auto* constant =
        std::get_if<ConstantEvaluation>(&graph_.evaluations[part.evaluation].kind);
    all_literal =
        all_literal && part.is_literal && constant && data.scalar_kind() == type.scalar_kind();
    if (all_literal) {
      folded.bits.insert(folded.bits.end(), constant->value.bits.begin(),
                         constant->value.bits.end());
    }
    components += data.component_count();
    parts.push_back(part.evaluation);
  }
  const int needed = type.component_count();
  const bool is_spread = given.size() == 1 && components == 1;
  const bool is_cast = given.size() == 1 && components >= needed;
  if (components != needed && !is_spread && !is_cast) {
    report(error_at(Code::WrongArguments, span,
                    fmt::format("{} has {} components, but {} are given", library().type_name(type),
                                needed, components)));
    return {};
  }
  const TypeId id = graph_.types.intern(SemanticType(type));
  if (all_literal && (components == needed || (is_spread && !type.is_matrix()))) {
    folded.bits.resize(static_cast<std::size_t>(needed), folded.bits.front());
    TypedValue value = made(add(ConstantEvaluation{std::move(folded)}, {}, stage, Rate::Constant,
                                id, std::move(origin)),
                            id);
    value.is_literal = true;
    value.has_stated_kind = true;
    return value;
  }
  return made(add(OperationEvaluation{Operation::Construct}, std::move(parts), stage,
                  Rate::Constant, id, std::move(origin)),
              id);
}

}  // namespace weft

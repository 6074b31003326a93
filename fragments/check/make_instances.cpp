#include "fragments/check/make_instances.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "fragments/check/check_body_features.h"
#include "fragments/interpreter/interpreter.h"

namespace weft {
namespace {

/// The type arguments of a template.
class Substitution {
 public:
  Substitution(const DataTypeTable& types, const std::vector<DataType>& parameters,
               const std::vector<DataType>& arguments)
      : types_(types), parameters_(parameters), arguments_(arguments) {}

  DataType operator()(DataType type) const {
    std::vector<DataType> lengths;
    while (type.is_array()) {
      lengths.push_back(argument_of(types_.array(type).length()));
      type = types_.array(type).element;
    }
    type = argument_of(type);
    for (; !lengths.empty(); lengths.pop_back()) {
      type = types_.array_of(type, lengths.back());
    }
    return type;
  }

  void apply(std::vector<DataType>& to) const {
    for (DataType& type : to) {
      type = (*this)(type);
    }
  }

 private:
  DataType argument_of(DataType type) const {
    if (!type.is_open()) {
      return type;
    }
    const auto at = std::find(parameters_.begin(), parameters_.end(), type);
    return at != parameters_.end() ? arguments_[static_cast<std::size_t>(at - parameters_.begin())]
                                   : type;
  }

  const DataTypeTable& types_;
  const std::vector<DataType>& parameters_;
  const std::vector<DataType>& arguments_;
};

/// Fills in the lengths of a body once they are known: as numbers, and as elements of arrays that
/// are filled with one value.
class LengthsFilledIn {
 public:
  LengthsFilledIn(const Library& library, const Body& of, const Substitution& substitution,
                  Body& body)
      : library_(library), of_(of), substitution_(substitution), body_(body) {
    is_known_.resize(body.exprs.size(), false);
  }

  void run() {
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      const BodyExprId id(i);
      if (body_.exprs[id].op == Operation::Length && body_.exprs[id].argument_count == 0) {
        set_number(id);
      } else if (body_.exprs[id].op == Operation::Construct) {
        fill(body_.exprs[id], of_.exprs[id].type);
      }
      compute(id);
    }
  }

  /// Returns the first literal index out of bounds of an array whose length was open.
  std::optional<BodyExprId> find_index_beyond() const {
    for (std::size_t i = 0; i < of_.exprs.size(); ++i) {
      const BodyExpr& index = of_.exprs[BodyExprId(i)];
      if (index.op != Operation::Index) {
        continue;
      }
      const BodyExpr& place = of_.exprs[of_.argument(index, 1)];
      const DataType array = body_.exprs[body_.argument(body_.exprs[BodyExprId(i)], 0)].type;
      if (place.op == Operation::Literal && array.is_array() &&
          library_.data_types.array(array).length().kind() == DataKind::Length &&
          place.payload >= library_.data_types.array(array).size) {
        return BodyExprId(i);
      }
    }
    return std::nullopt;
  }

 private:
  void set_number(BodyExprId id) {
    BodyExpr& expr = body_.exprs[id];
    const DataType length = substitution_(DataType::length_parameter(NameId(expr.payload)));
    expr.op = length.is_open() ? Operation::Length : Operation::Literal;
    expr.payload = length.index();
    is_known_[id.index()] = !length.is_open();
  }

  void fill(BodyExpr& expr, DataType open) {
    if (!open.is_array() || library_.data_types.array(open).open_length.is_void() ||
        !library_.data_types.array(expr.type).open_length.is_void()) {
      return;
    }
    const BodyExprId element = body_.argument(expr, 0);
    expr.argument_count = library_.data_types.array(expr.type).size;
    expr.first_argument = static_cast<std::uint32_t>(body_.arguments.size());
    body_.arguments.insert(body_.arguments.end(), expr.argument_count, element);
  }

  /// Folds numbers computed from lengths and literals alone: `N - 1`, `float(N)`.
  void compute(BodyExprId id) {
    const BodyExpr& expr = body_.exprs[id];
    const bool is_cast = expr.op == Operation::Construct && expr.type == float_type;
    if (expr.argument_count == 0 || !expr.type.is_scalar() ||
        (expr.type == float_type && !is_cast)) {
      return;
    }
    Body alone;
    std::vector<BodyExprId> arguments;
    bool has_length = false;
    for (std::uint32_t i = 0; i < expr.argument_count; ++i) {
      const BodyExprId argument = body_.argument(expr, i);
      if (body_.exprs[argument].op != Operation::Literal) {
        return;
      }
      has_length = has_length || is_known_[argument.index()];
      arguments.push_back(alone.exprs.add(body_.exprs[argument]));
    }
    if (!has_length || expr.op == Operation::Call || expr.op == Operation::PortCall) {
      return;
    }
    const BodyExprId whole = alone.add(expr.op, expr.type, expr.payload, arguments, expr.span);
    if (const auto value = evaluate_expression(library_, alone, whole)) {
      body_.exprs[id] = {Operation::Literal, expr.type, value->bits.front(), 0, 0, expr.span};
      is_known_[id.index()] = true;
    }
  }

  const Library& library_;
  const Body& of_;
  const Substitution& substitution_;
  Body& body_;
  std::vector<bool> is_known_;  // per expression: whether it is a number determined by a length
};

Body substituted(const Body& of, const Substitution& substitution) {
  Body body = of;
  for (BodyExpr& expr : body.exprs) {
    expr.type = substitution(expr.type);
  }
  for (BodyLocal& local : body.locals) {
    local.type = substitution(local.type);
  }
  for (BodyCall& call : body.calls) {
    substitution.apply(call.type_arguments);
    substitution.apply(call.results);
  }
  return body;
}

/// Returns the type of the first variable of a body with too many scalars.
std::optional<DataType> find_large_variable(const DataTypeTable& types, const Body& body) {
  for (const BodyLocal& local : body.locals) {
    if (types.scalar_count(local.type) > most_scalars) {
      return local.type;
    }
  }
  return std::nullopt;
}

/// Returns the first array type of a body with too many elements, at any nesting depth.
std::optional<DataType> find_large_array(const DataTypeTable& types, const Body& body) {
  const auto is_large = [&types](DataType type) {
    std::uint64_t count = 1;
    for (; type.is_array() && count <= most_array_elements; type = types.array(type).element) {
      count *= types.array(type).size;
    }
    return count > most_array_elements;
  };
  for (const BodyLocal& local : body.locals) {
    if (is_large(local.type)) {
      return local.type;
    }
  }
  for (const BodyExpr& expr : body.exprs) {
    if (is_large(expr.type)) {
      return expr.type;
    }
  }
  return std::nullopt;
}

bool has_templates(const Fragment& fragment) {
  return fragment.code() != nullptr && fragment.code()->on_demand != nullptr;
}

bool has_lengths(const Fragment& fragment) {
  return std::any_of(fragment.type_parameters.begin(), fragment.type_parameters.end(),
                     [](const FragmentTypeParameter& parameter) { return parameter.is_length; });
}

std::string index_message(const Library& library, const Fragment& fragment, const Body& body,
                          BodyExprId index) {
  const BodyExpr& expr = body.exprs[index];
  return fmt::format("the body of '{}' reads element {} of an array that is {} here",
                     library.text(fragment.name), body.exprs[body.argument(expr, 1)].payload,
                     library.type_name(body.exprs[body.argument(expr, 0)].type));
}

}  // namespace

std::optional<std::string> make_instances(const Library& library, FragmentId leaf,
                                          const std::vector<DataType>& type_arguments) {
  const auto is_there = [&library](FragmentId of, const std::vector<DataType>& types) {
    const Fragment& fragment = library.fragments[of];
    return !has_templates(fragment) || fragment.find_instance(types) != nullptr;
  };
  if (is_there(leaf, type_arguments)) {  // as most are
    return std::nullopt;
  }
  struct Open {
    BodyCall call;
    std::optional<Body> body;  // set once made, while its callees are pending
  };
  std::vector<Open> open{{{leaf, type_arguments}, std::nullopt}};
  // In postorder. Added only when all succeeded, callees first: a thread that finds a body finds
  // all its callees.
  std::vector<std::pair<FragmentId, BodyInstance>> made;
  while (!open.empty()) {
    Open& at = open.back();
    const BodyCall& call = at.call;
    const Fragment& fragment = library.fragments[call.fragment];
    if (at.body) {
      made.emplace_back(call.fragment, BodyInstance{call.type_arguments, std::move(*at.body)});
      open.pop_back();
      continue;
    }
    const bool is_known =
        is_there(call.fragment, call.type_arguments) ||
        std::any_of(made.begin(), made.end(), [&call](const auto& one) {
          return one.first == call.fragment && one.second.type_arguments == call.type_arguments;
        });
    const BodyInstance* of = is_known ? nullptr : fragment.find_declared(call.type_arguments);
    if (of == nullptr) {  // or it has errors
      open.pop_back();
      continue;
    }
    const Substitution substitution(library.data_types, of->type_arguments, call.type_arguments);
    Body body = substituted(of->body, substitution);
    if (has_lengths(fragment)) {
      LengthsFilledIn lengths(library, of->body, substitution, body);
      lengths.run();
      if (const auto index = lengths.find_index_beyond()) {
        return index_message(library, fragment, body, *index);
      }
      // Folding leaves unused operands.
      body = without_unused(library, body);
      set_features(body, of->body.features);
    }
    if (const auto large = find_large_array(library.data_types, body)) {
      return fmt::format("the body of '{}' needs a {} here, but an array has at most {} elements",
                         library.text(fragment.name), library.type_name(*large),
                         most_array_elements);
    }
    if (const auto large = find_large_variable(library.data_types, body)) {
      return fmt::format(
          "the body of '{}' needs a {} here, but a variable holds at most {} scalars",
          library.text(fragment.name), library.type_name(*large), most_scalars);
    }
    const std::vector<BodyCall> callees = body.calls;
    at.body = std::move(body);
    for (const BodyCall& callee : callees) {
      open.push_back({callee, std::nullopt});
    }
  }
  for (auto& [fragment, instance] : made) {
    library.fragments[fragment].code()->on_demand->add(std::move(instance));
  }
  return std::nullopt;
}

std::optional<Diagnostic> make_called_instances(const Library& library, const Body& body) {
  for (const BodyExpr& expr : body.exprs) {
    if (expr.op != Operation::Call) {
      continue;
    }
    const BodyCall& call = body.calls[expr.payload];
    if (auto message = make_instances(library, call.fragment, call.type_arguments)) {
      return error_at(Code::OutOfRange, expr.span, std::move(*message));
    }
  }
  return std::nullopt;
}

}  // namespace weft

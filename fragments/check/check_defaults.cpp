#include "fragments/check/check_defaults.h"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "fragments/check/check_calls.h"
#include "fragments/check/check_constructors.h"
#include "fragments/check/check_members.h"
#include "fragments/check/check_operators.h"
#include "fragments/check/implicit_port.h"
#include "fragments/model/color_literals.h"
#include "fragments/model/lookups.h"
#include "fragments/model/signature_types.h"
#include "fragments/syntax/operator_fragments.h"

namespace weft {
namespace {

/// Limit on chains of defaults that call leaves with defaults, which are expanded recursively.
constexpr std::size_t deepest_defaults = 16;

std::optional<syntax::UnaryOperator> unary_of(std::string_view name) {
  for (const UnaryOperatorFragment& each : unary_operator_fragments) {
    if (each.fragment == name) {
      return each.op;
    }
  }
  return std::nullopt;
}

/// Names in a default are resolved at the declaration of its port. While it lives, this scope hides
/// the locals, ports and type parameters of the body that the default becomes part of, and calls
/// are those of its file.
class NamesOfDeclaration {
 public:
  NamesOfDeclaration(CheckContext& context, FileId file) : context_(context), file_(file) {
    exchange();
  }
  ~NamesOfDeclaration() { exchange(); }
  NamesOfDeclaration(const NamesOfDeclaration&) = delete;
  NamesOfDeclaration& operator=(const NamesOfDeclaration&) = delete;

 private:
  void exchange() {
    std::swap(context_.signature, signature_);
    std::swap(context_.scopes, scopes_);
    std::swap(context_.ports, ports_);
    std::swap(context_.file_of_default, file_);
  }

  CheckContext& context_;
  const Fragment nobody_;
  const Fragment* signature_ = &nobody_;
  LocalScopes scopes_;
  std::unordered_map<NameId, std::uint32_t> ports_;
  std::optional<FileId> file_;
};

/// Builds the nodes of one default as expressions, in the order of their ids.
class DefaultExpression {
 public:
  DefaultExpression(CheckContext& context, const Graph& graph, DataType port_type, Span at)
      : context_(context), graph_(graph), port_type_(port_type), at_(at) {}

  CheckedValue build() {
    if (graph_.outputs.size() != 1) {
      return context_.erroneous(at_);
    }
    const NamesOfDeclaration names(context_, graph_.outputs[0].span.file);
    values_.reserve(graph_.nodes.size());
    for (const GraphNode& node : graph_.nodes) {
      are_literals_.push_back(is_literal(node));
      values_.push_back(std::visit([this](const auto& kind) { return build(kind); }, node.kind));
    }
    return values_[graph_.outputs[0].node.index()];
  }

  /// Whether the default is a literal to graphs: a number, or a scalar constructed from one.
  bool is_literal() const {
    return graph_.outputs.size() == 1 && are_literals_[graph_.outputs[0].node.index()];
  }

 private:
  /// Requires that the node's arguments are built.
  bool is_literal(const GraphNode& node) const {
    const auto* made = std::get_if<ConstructNode>(&node.kind);
    if (made == nullptr || !made->type.is_scalar() || made->arguments.size() != 1) {
      return std::holds_alternative<LiteralNode>(node.kind);
    }
    const NodeId argument = made->arguments.front();
    return are_literals_[argument.index()] && is_convertible(context_, value(argument), made->type);
  }
  const CheckedValue& value(NodeId node) const { return values_[node.index()]; }

  syntax::Identifier identifier(NameId name) const { return {name, at_}; }

  CheckedValue unsupported(std::string_view what) {
    return context_.fail(Code::Unsupported, at_,
                         fmt::format("a default uses {}, which a body cannot evaluate", what),
                         "pass the argument in this call");
  }

  CheckedValue build(const LiteralNode& node) {
    const Constant& constant = node.value;
    if (!constant.type.is_plain()) {
      return unsupported("a literal that is not a number");
    }
    DataType scalar = DataType::scalar(constant.type.scalar_kind());
    std::vector<BodyExprId> parts;
    for (std::uint32_t bits : constant.bits) {
      parts.push_back(context_.body.add(Operation::Literal, scalar, bits, {}, at_));
    }
    if (constant.type.is_scalar()) {
      return {parts[0], scalar, scalar == int_type || scalar == uint_type, at_};
    }
    return context_.add(Operation::Construct, constant.type, 0, parts, at_);
  }
  CheckedValue build(const FeatureNode& node) { return context_.add_feature(node.feature, at_); }
  CheckedValue build(const CallNode& node) {
    std::string_view name = context_.text(node.callee);
    if (node.is_operator) {
      return build_operator(node, name);
    }
    std::vector<CheckedArgument> arguments;
    for (const CallArgument& argument : node.arguments) {
      std::optional<syntax::Identifier> given;
      if (argument.name) {
        given = identifier(*argument.name);
      }
      arguments.push_back({given, value(argument.value)});
    }
    return check_call(context_, identifier(node.callee), std::move(arguments), at_);
  }
  CheckedValue build_operator(const CallNode& node, std::string_view name) {
    if (node.arguments.size() == 1) {
      if (auto op = unary_of(name)) {
        return check_unary(context_, *op, value(node.arguments[0].value), at_);
      }
    }
    if (node.arguments.size() == 2) {
      for (const BinaryOperatorFragment& entry : binary_operator_fragments) {
        if (entry.fragment == name) {
          return check_binary(context_, entry.op, value(node.arguments[0].value),
                              value(node.arguments[1].value), at_);
        }
      }
    }
    return unsupported(fmt::format("the operator '{}'", name));
  }
  CheckedValue build(const MemberNode& node) {
    return check_member(context_, value(node.object), identifier(node.member));
  }
  CheckedValue build(const IndexNode& node) {
    return check_index(context_, value(node.object), value(node.index), at_);
  }
  CheckedValue build(const ConstructNode& node) {
    std::vector<CheckedArgument> arguments;
    for (NodeId argument : node.arguments) {
      arguments.push_back({std::nullopt, value(argument)});
    }
    return check_constructor(context_, node.type, std::move(arguments), at_);
  }
  CheckedValue build(const SelectNode& node) {
    return check_select(context_, value(node.condition), value(node.if_true), value(node.if_false),
                        at_);
  }
  CheckedValue build(const AscribeNode& node) { return value(node.value); }
  CheckedValue build(const DeclaredNode& node) {
    CheckedValue converted = value(node.value);
    convert(context_, converted, node.type.type_variable ? port_type_ : node.type.data,
            "a default");
    return converted;
  }
  CheckedValue build(const ParameterNode&) { return unsupported("a parameter"); }
  CheckedValue build(const GraphPortNode&) { return unsupported("another port"); }
  CheckedValue build(const LoopNode&) { return unsupported("a loop"); }
  CheckedValue build(const auto&) { return unsupported("a function"); }
  CheckedValue build(const WithNode&) { return unsupported("'with'"); }

  CheckContext& context_;
  const Graph& graph_;
  DataType port_type_;
  Span at_;
  std::vector<CheckedValue> values_;
  std::vector<bool> are_literals_;
};

using DefaultOfPort = std::pair<FragmentId, std::uint32_t>;

/// Whether the default is already being expanded, so that it depends on itself. The cycle check of
/// graphs reports that at the declaration.
bool is_open(const CheckContext& context, const DefaultOfPort& key) {
  const auto& open = context.open_defaults;
  return std::find(open.begin(), open.end(), key) != open.end();
}

/// The error if the default cannot be expanded because the chain of defaults is too long.
std::optional<Diagnostic> refusal(const CheckContext& context, Span at) {
  if (context.open_defaults.size() < deepest_defaults) {
    return std::nullopt;
  }
  return error_at(Code::Unsupported, at,
                  fmt::format("more than {} defaults depend on each other here", deepest_defaults),
                  "pass the arguments in this call");
}

}  // namespace

CheckedValue check_default_of(CheckContext& context, FragmentId fragment, std::uint32_t port,
                              DataType type, Span at) {
  const DefaultOfPort key(fragment, port);
  const Fragment& called = context.library.fragments[fragment];
  if (is_open(context, key)) {
    return context.erroneous(at);
  }
  if (auto refused = refusal(context, at)) {
    append(context.diagnostics, std::move(*refused));
    return context.erroneous(at);
  }
  context.open_defaults.push_back(key);
  const FragmentPort& called_port = called.ports[port];
  const Graph& expression = *called_port.default_value;
  const std::size_t before = context.diagnostics.size();
  CheckedValue value = DefaultExpression(context, expression, type, at).build();
  for (std::size_t i = before; i < context.diagnostics.size(); ++i) {
    context.diagnostics[i].notes.push_back(
        {fmt::format("the default in question is that of '{}' of '{}'",
                     context.text(called_port.name), context.text(called.name)),
         expression.nodes[expression.outputs.front().node].span});
  }
  const ValueRole what("the default of '{}'", context.text(called_port.name));
  const LiteralNode* literal = find_literal(expression);
  const std::string_view encoding =
      literal != nullptr && literal->is_color
          ? encoding_of_no_literal(context.library, called_port.type.entries)
          : std::string_view();
  if (!encoding.empty() && !value.is_error()) {
    value =
        context.fail(Code::TypeMismatch, at,
                     fmt::format("{} of '{}' is a color literal, which is srgb, and the port is {}",
                                 what.text(), context.text(called.name), encoding),
                     fmt::format("bodies insert no conversions: pass '{}' a value",
                                 context.text(called_port.name)));
  }
  const std::optional<FeatureId> implicit = feature_of_default(expression);
  if (implicit && !value.is_error() &&
      !fits_unconverted(context.library, context.library.features[*implicit], called_port.type)) {
    value = context.fail(
        Code::TypeMismatch, at,
        fmt::format("'{}' of '{}' takes {}, but would have to convert it",
                    context.text(called_port.name), context.text(called.name),
                    context.text(context.library.features[*implicit].path)),
        fmt::format("bodies insert no conversions: pass '{}' a value, or call '{}' in a graph",
                    context.text(called_port.name), context.text(called.name)));
  }
  // If the port has a type parameter, a scalar default is also broadcast to vectors and matrices.
  if (called_port.type.type_variable) {
    convert_filling(context, value, type, what);
  } else if (may_spread(called, port)) {
    convert_spreading(context, value, type, what);
  } else {
    convert(context, value, type, what);
  }
  context.open_defaults.pop_back();
  return value;
}

tl::expected<DefaultType, std::optional<Diagnostic>> type_of_default(const CheckContext& context,
                                                                     FragmentId fragment,
                                                                     std::uint32_t port, Span at) {
  const DefaultOfPort key(fragment, port);
  if (auto known = context.default_types->find(key); known != context.default_types->end()) {
    return known->second;
  }
  if (is_open(context, key)) {
    return tl::unexpected(std::optional<Diagnostic>());
  }
  if (auto refused = refusal(context, at)) {
    return tl::unexpected(std::move(refused));
  }
  // As in check_default_of, but in a scratch context that is discarded.
  CheckContext apart(context.library, *context.module);
  apart.feature_spaces = context.feature_spaces;
  apart.table = context.table;
  apart.signature = context.signature;
  apart.calls_conversions = context.calls_conversions;
  apart.type_arguments = context.type_arguments;
  apart.scopes.open();
  apart.open_defaults = context.open_defaults;
  apart.open_defaults.push_back(key);
  apart.default_types = context.default_types;
  apart.spelling = context.spelling;
  DefaultExpression expression(
      apart, *context.library.fragments[fragment].ports[port].default_value, DataType(), at);
  const CheckedValue value = expression.build();
  tl::expected<DefaultType, std::optional<Diagnostic>> found =
      tl::unexpected(std::optional<Diagnostic>());
  if (!value.is_error()) {
    const bool is_literal = expression.is_literal();
    found =
        DefaultType{value.type, is_literal ? possible_types(apart, value) : TypeSet::of(value.type),
                    is_literal};
  } else if (!apart.diagnostics.empty()) {
    found = tl::unexpected(std::optional(std::move(apart.diagnostics.front())));
  }
  return context.default_types->emplace(key, std::move(found)).first->second;
}

}  // namespace weft

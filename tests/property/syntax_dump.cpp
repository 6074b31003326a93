#include "tests/property/syntax_dump.h"

#include <fmt/format.h>

namespace weft::testing {
namespace {

using namespace syntax;

/// Writes a sequence of values. Deliberately unlike Weft's printer, so as not to share its errors.
class Dump {
 public:
  Dump(const Interner& names, bool with_spans) : names_(names), with_spans_(with_spans) {}

  std::string take() { return std::move(out_); }

  template <typename... Ts>
  void line(std::string_view word, const Ts&... values) {
    out_ += word;
    (put(values), ...);
    out_ += '\n';
  }

  void put(bool value) { out_ += value ? " yes" : " no"; }
  void put(double value) { out_ += fmt::format(" {:a}", value); }
  void put(std::uint8_t value) { out_ += fmt::format(" {}", static_cast<unsigned>(value)); }
  void put(std::uint32_t value) { out_ += fmt::format(" {}", value); }
  void put(std::uint64_t value) { out_ += fmt::format(" {}", value); }
  void put(const std::string& value) { out_ += fmt::format(" «{}»", value); }
  void put(const Span& span) {
    if (with_spans_) {
      out_ += fmt::format(" @{}-{}", span.begin, span.end);
    }
  }
  void put(NameId name) { put(std::string(names_.text(name))); }
  void put(const Identifier& name) { all(name.name, name.span); }
  template <typename T>
  void put(Id<T> id) {
    out_ += fmt::format(" #{}", id.index());
  }
  template <typename T>
  std::enable_if_t<std::is_enum_v<T>> put(T value) {
    put(static_cast<std::uint32_t>(value));
  }
  template <typename T>
  void put(const std::optional<T>& value) {
    out_ += value ? " some" : " none";
    if (value) {
      put(*value);
    }
  }
  template <typename T>
  void put(const std::vector<T>& values) {
    out_ += " [";
    for (const T& value : values) {
      put(value);
    }
    out_ += " ]";
  }
  template <typename... Ts>
  void put(const std::variant<Ts...>& value) {
    out_ += fmt::format(" {}:", value.index());
    std::visit([this](const auto& alternative) { put(alternative); }, value);
  }

  void put(const Path& v) { all(v.parts, v.span); }
  void put(const TraitStatement& v) { all(v.trait, v.conditional, v.variable, v.value); }
  void put(const Traits& v) { all(v.statements, v.span); }
  void put(const TypeRef& v) { all(v.name, v.array_sizes, v.traits, v.span); }
  void put(const NameExpr& v) { put(v.name); }
  void put(const NumberExpr& v) { all(v.kind, v.integer, v.real); }
  void put(const BoolExpr& v) { put(v.value); }
  void put(const StringExpr& v) { put(v.value); }
  void put(const ColorExpr& v) {
    all(v.channels[0], v.channels[1], v.channels[2], v.channels[3], v.has_alpha);
  }
  void put(const ParenExpr& v) { put(v.inner); }
  void put(const UnaryExpr& v) { all(v.op, v.operand); }
  void put(const BinaryExpr& v) { all(v.op, v.left, v.right); }
  void put(const SelectExpr& v) { all(v.condition, v.if_true, v.if_false); }
  void put(const AscribeExpr& v) { all(v.operand, v.traits); }
  void put(const MemberExpr& v) { all(v.object, v.member); }
  void put(const IndexExpr& v) { all(v.object, v.index); }
  void put(const Argument& v) { all(v.name, v.value); }
  void put(const CallExpr& v) { all(v.callee, v.arguments); }
  void put(const Injection& v) { all(v.feature, v.value, v.keeps_frame); }
  void put(const WithExpr& v) { all(v.operand, v.injections); }
  void put(const LoopState& v) { all(v.name, v.type, v.initial); }
  void put(const LoopExpr& v) { all(v.count, v.states, v.bindings); }
  void put(const LambdaExpr& v) { all(v.parameters, v.body); }

  void put(const BlockStmt& v) { put(v.statements); }
  void put(const IfStmt& v) { all(v.condition, v.then_branch, v.else_branch); }
  void put(const ForStmt& v) { all(v.initial, v.condition, v.step, v.body); }
  void put(const WhileStmt& v) { all(v.condition, v.body); }
  void put(const ReturnStmt& v) { put(v.value); }
  void put(const BreakStmt&) {}
  void put(const ContinueStmt&) {}
  void put(const DeclareStmt& v) {
    all(v.type, v.type_array_sizes, v.name, v.name_array_sizes, v.initial, v.is_const);
  }
  void put(const AssignStmt& v) { all(v.op, v.target, v.value); }
  void put(const StepStmt& v) { all(v.increment, v.target); }
  void put(const ExprStmt& v) { put(v.value); }

  void put(const MetaEntry& v) { all(v.name, v.value); }
  void put(const TraitTreeNode& v) { all(v.name, v.children, v.anchor, v.precision); }
  void put(const ImportDecl& v) { put(v.path); }
  void put(const TraitDecl& v) {
    all(v.is_guarantee, v.name, v.default_value, v.distinct.has_value(), v.values);
  }
  void put(const ExtendDecl& v) { all(v.path, v.values, v.precision); }
  void put(const FeatureDecl& v) { all(v.path, v.type, v.rate, v.definition, v.anchors, v.meta); }
  void put(const StructMemberDecl& v) { all(v.type, v.name); }
  void put(const StructDecl& v) { all(v.name, v.members); }
  void put(const ValuePort& v) { all(v.restriction, v.type); }
  void put(const FnPort& v) { all(v.parameters, v.result); }
  void put(const EvalPort::Feature& v) { all(v.path, v.keeps_frame); }
  void put(const EvalPort& v) { all(v.features, v.result); }
  void put(const Port& v) { all(v.name, v.kind, v.default_value, v.meta, v.doc); }
  void put(const TypeParameter& v) { all(v.name, v.bound); }
  void put(const NamedResult& v) { all(v.name, v.type); }
  void put(const DifficultyClause& v) { put(v.value); }
  void put(const OperationsClause& v) { put(v.count); }
  void put(const TraitListClause& v) { all(v.kind, v.traits); }
  void put(const LossyClause&) {}
  void put(const LawClause& v) { put(v.law); }
  void put(const InverseClause& v) { put(v.conversion); }
  void put(const ExtractsClause& v) { put(v.features); }
  void put(const FromClause& v) { put(v.ports); }
  void put(const FieldClause&) {}
  void put(const FlatClause&) {}
  void put(const UniformClause&) {}
  void put(const WhereClause& v) { all(v.relation, v.ports); }
  void put(const Signature& v) { all(v.name, v.type_parameters, v.ports, v.result, v.clauses); }
  void put(const NativeBody& v) { all(v.language, v.text); }
  void put(const FragmentDecl& v) { all(v.signature, v.body, v.natives); }
  void put(const ConversionDecl& v) { all(v.signature, v.body, v.natives); }
  void put(const ValueBinding& v) { all(v.name, v.type, v.value); }
  void put(const OutputBinding& v) { all(v.target, v.value); }
  void put(const StitchBinding& v) { put(v.bindings); }
  void put(const GraphDecl& v) { all(v.signature, v.bindings); }
  void put(const ParameterDecl& v) {
    all(v.kind, v.name, v.type, v.default_value, v.meta, v.doc, v.span);
  }
  void put(const MaterialDecl& v) { all(v.name, v.items); }
  void put(const ProvideItem& v) {
    all(v.features, v.kind, v.attribute, v.per_instance, v.meta, v.definition, v.is_per_fragment);
  }
  void put(const DemandTarget& v) { all(v.kind, v.index, v.format); }
  void put(const DemandItem& v) {
    all(v.stage, v.name, v.type, v.target, v.is_invariant, v.is_flat, v.default_value, v.doc);
  }
  void put(const SettingItem& v) { all(v.name, v.value); }
  void put(const BlockMemberItem& v) { all(v.feature, v.meta); }
  void put(const BlockItem& v) { all(v.name, v.is_push, v.set, v.binding, v.members); }
  void put(const ProfileDecl& v) { all(v.name, v.base, v.as_functions, v.items); }
  void put(const ProductDecl& v) { all(v.is_quotient, v.left, v.right, v.result); }
  void put(const BoundDecl& v) { all(v.name, v.types); }
  void put(const PreferDecl& v) { all(v.preferred, v.over, v.target); }
  void put(const CommutesDecl& v) { all(v.first, v.second); }
  void put(const EqualsDecl& v) { all(v.whole, v.steps); }

 private:
  template <typename... Ts>
  void all(const Ts&... values) {
    (put(values), ...);
  }

  const Interner& names_;
  bool with_spans_;
  std::string out_;
};

std::string dump(const syntax::Module& module, const Interner& names, bool with_spans) {
  Dump dump(names, with_spans);
  for (const Expr& expr : module.exprs) {
    dump.line("expr", expr.span, expr.kind);
  }
  for (const Stmt& stmt : module.stmts) {
    dump.line("stmt", stmt.span, stmt.kind);
  }
  for (const Binding& binding : module.bindings) {
    dump.line("binding", binding.span, binding.kind);
  }
  for (const Declaration& declaration : module.declarations) {
    dump.line("declaration", declaration.span, declaration.doc, declaration.kind);
  }
  return dump.take();
}

}  // namespace

std::string dump_syntax(const syntax::Module& module, const Interner& names) {
  return dump(module, names, false);
}

std::string dump_with_spans(const syntax::Module& module, const Interner& names) {
  return dump(module, names, true);
}

}  // namespace weft::testing

#include "tests/property/syntax_generator.h"

namespace weft::testing {

using namespace syntax;

Module SyntaxGenerator::module() {
  module_ = Module{};
  std::size_t count = below(6);
  for (std::size_t i = 0; i < count; ++i) {
    budget_ = 40;
    std::string text = doc();
    auto kind = declaration();
    module_.declarations.push_back({{}, std::move(text), std::move(kind)});
  }
  return std::move(module_);
}

/// Includes contextual keywords of Weft, and words that GLSL and HLSL reserve.
std::string SyntaxGenerator::word() {
  static constexpr const char* words[] = {
      "a",      "b1",     "long_name", "input",  "sample", "texture", "half",   "with",
      "as",     "loop",   "stitch",    "param",  "static", "fn",      "eval",   "flat",
      "native", "target", "over",      "then",   "at",     "default", "buffer", "_x",
      "trait",  "set",    "demand",    "vertex", "lossy",  "X"};
  return words[below(std::size(words))];
}

Identifier SyntaxGenerator::name() { return {names_.intern(word()), {}}; }

std::vector<Identifier> SyntaxGenerator::some_names() {
  std::vector<Identifier> result;
  do {
    result.push_back(name());
  } while (chance(2));
  return result;
}

Path SyntaxGenerator::path() { return {some_names(), {}}; }

std::vector<Path> SyntaxGenerator::some_paths() {
  std::vector<Path> result;
  do {
    result.push_back(path());
  } while (chance(3));
  return result;
}

std::string SyntaxGenerator::doc() {
  static constexpr const char* docs[] = {"One line.", "Two\nlines.", "  indented\n\nafter a gap",
                                         "// slashes /* and */ marks", "é"};
  return chance(3) ? docs[below(std::size(docs))] : "";
}

std::string SyntaxGenerator::text() {
  static constexpr const char* texts[] = {"", "plain", "with \"quotes\" and \\ and \n and \t",
                                          "// no comment", "ü"};
  return texts[below(std::size(texts))];
}

Traits SyntaxGenerator::traits() {
  Traits result;
  do {
    Identifier trait = name();
    bool conditional = chance(4);
    bool variable = chance(4);
    result.statements.push_back({trait, conditional, variable, name()});
  } while (chance(2));
  return result;
}

std::vector<std::optional<ExprId>> SyntaxGenerator::sizes() {
  std::vector<std::optional<ExprId>> result;
  while (chance(5)) {
    bool outer = std::exchange(in_size_, true);
    result.push_back(chance(3) ? std::nullopt : std::optional(expr()));
    in_size_ = outer;
  }
  return result;
}

TypeRef SyntaxGenerator::type() {
  TypeRef result{name(), sizes(), {}, {}};
  if (chance(2)) {
    result.traits = traits();
  }
  return result;
}

Meta SyntaxGenerator::meta() {
  Meta result;
  while (chance(4)) {
    Identifier key = name();
    result.push_back({key, expr()});
  }
  return result;
}

std::vector<TraitTreeNode> SyntaxGenerator::trait_values(std::size_t depth) {
  std::vector<TraitTreeNode> result;
  do {
    TraitTreeNode node{name(), {}};
    if (chance(5)) {
      node.anchor = path();
    }
    if (chance(5)) {
      node.precision = name();
    }
    if (depth < 4 && chance(4)) {
      node.children = trait_values(depth + 1);
    }
    result.push_back(std::move(node));
  } while (chance(2));
  return result;
}

StmtId SyntaxGenerator::add_stmt(decltype(Stmt::kind) kind) {
  return module_.stmts.add({{}, std::move(kind)});
}

StmtId SyntaxGenerator::block() {
  BlockStmt result;
  while (budget_ > 0 && !chance(3)) {
    result.statements.push_back(stmt());
  }
  return add_stmt(std::move(result));
}

/// `before_else`: excludes statements that would capture the `else`.
StmtId SyntaxGenerator::stmt(bool before_else) {
  if (budget_ == 0) {
    return add_stmt(ReturnStmt{});
  }
  --budget_;
  switch (below(8)) {
    case 0:
      return block();
    case 1: {
      ExprId condition = expr();
      bool has_else = before_else || chance(2);
      StmtId then_branch = stmt(has_else);
      std::optional<StmtId> else_branch;
      if (has_else) {
        else_branch = stmt(before_else);
      }
      return add_stmt(IfStmt{condition, then_branch, else_branch});
    }
    case 2: {
      StmtId initial = simple();
      ExprId condition = expr();
      StmtId step = simple();
      return add_stmt(ForStmt{initial, condition, step, stmt(before_else)});
    }
    case 3: {
      ExprId condition = expr();
      return add_stmt(WhileStmt{condition, stmt(before_else)});
    }
    case 4:
      return add_stmt(ReturnStmt{maybe_expr()});
    case 5:
      return chance(2) ? add_stmt(BreakStmt{}) : add_stmt(ContinueStmt{});
    default:
      return simple();
  }
}

StmtId SyntaxGenerator::simple() {
  switch (below(4)) {
    case 0: {
      Identifier type_name{names_.intern("float"), {}};  // `loop with` is not a declaration
      auto type_sizes = sizes();
      Identifier local = name();
      DeclareStmt result{type_name, std::move(type_sizes), local, sizes(), {}};
      result.initial = maybe_expr();
      result.is_const = chance(4);
      return add_stmt(std::move(result));
    }
    case 1: {
      ExprId target = postfix();
      auto op = static_cast<AssignOperator>(below(11));
      return add_stmt(AssignStmt{op, target, expr()});
    }
    case 2:
      return add_stmt(StepStmt{chance(2), postfix()});
    default:
      return add_stmt(ExprStmt{postfix()});
  }
}

BindingId SyntaxGenerator::value_binding() {
  Identifier key{names_.intern("v" + std::to_string(below(9))), {}};
  std::optional<TypeRef> type_ref;
  if (chance(3)) {
    type_ref = type();
  }
  ExprId value = expr();
  return module_.bindings.add({{}, ValueBinding{key, std::move(type_ref), value}});
}

BindingId SyntaxGenerator::binding(bool in_material) {
  if (chance(6)) {
    return module_.bindings.add({{}, StitchBinding{bindings()}});
  }
  if (!chance(3)) {
    return value_binding();
  }
  bool named = in_material || chance(2);
  ExprId target = named ? add(NameExpr{name().name}) : expr();
  std::optional<ExprId> value;
  if (named) {
    value = maybe_expr();
  }
  return module_.bindings.add({{}, OutputBinding{target, value}});
}

std::vector<BindingId> SyntaxGenerator::bindings() {
  std::vector<BindingId> result;
  while (chance(2)) {
    result.push_back(value_binding());
  }
  return result;
}

Port SyntaxGenerator::port(std::size_t depth) {
  Port result{name(), EvalPort{{}, {name(), {}, {}, {}}}, {}, {}, doc(), {}};
  switch (below(depth < 3 ? 4 : 2)) {
    case 0:
    case 1: {
      auto restriction = static_cast<ValuePort::Restriction>(below(3));
      result.kind = ValuePort{restriction, type()};
      break;
    }
    case 2: {
      std::vector<Port> parameters = ports(depth + 1);
      result.kind = FnPort{std::move(parameters), type()};
      break;
    }
    default: {
      std::vector<EvalPort::Feature> features;
      for (Path& feature : some_paths()) {
        features.push_back({std::move(feature), chance(3)});
      }
      result.kind = EvalPort{std::move(features), type()};
      break;
    }
  }
  result.default_value = maybe_expr();
  result.meta = meta();
  return result;
}

std::vector<Port> SyntaxGenerator::ports(std::size_t depth) {
  std::vector<Port> result;
  while (chance(2)) {
    result.push_back(port(depth));
  }
  return result;
}

Signature SyntaxGenerator::signature() {
  Signature result{name(), {}, {}, Traits{}, {}, {}};
  while (chance(4)) {
    TypeParameter parameter{name(), std::nullopt};
    if (chance(2)) {
      parameter.bound = name();
    }
    result.type_parameters.push_back(parameter);
  }
  result.ports = ports(0);
  switch (below(4)) {
    case 0:
      result.result = chance(4) ? Traits{} : traits();
      break;
    case 1: {
      std::vector<NamedResult> list;
      do {
        Identifier key = name();
        list.push_back({key, type()});
      } while (chance(2));
      result.result = std::move(list);
      break;
    }
    default:
      result.result = type();
      break;
  }
  while (chance(2)) {
    result.clauses.push_back(clause());
  }
  return result;
}

Clause SyntaxGenerator::clause() {
  switch (below(12)) {
    case 0:
      return DifficultyClause{static_cast<double>(below(9000)) / 1000 - 1, {}};
    case 1:
      return TraitListClause{
          chance(2) ? TraitListClause::Kind::Drops : TraitListClause::Kind::Keeps, some_names()};
    case 2:
      return LossyClause{};
    case 3:
      return LawClause{name()};
    case 4:
      return InverseClause{name()};
    case 5:
      return ExtractsClause{some_paths()};
    case 6:
      return FromClause{some_names()};
    case 7:
      return FieldClause{};
    case 8:
      return FlatClause{};
    case 9:
      return OperationsClause{static_cast<double>(below(100)), {}};
    case 10:
      return UniformClause{};
    default:
      return WhereClause{name(), some_names()};
  }
}

ProfileDecl SyntaxGenerator::profile() {
  ProfileDecl result{name(), {}, chance(4), {}};
  if (chance(2)) {
    result.base = name();
  }
  while (!chance(4)) {
    if (chance(3)) {
      ProvideItem item{some_paths(), static_cast<ProvisionKind>(below(5)), {}, false, {}, {}};
      if (item.kind == ProvisionKind::Attribute) {
        item.attribute = static_cast<std::uint32_t>(below(16));
        item.per_instance = chance(2);
      }
      if (chance(3)) {
        item = {{path()}, ProvisionKind::Uniform, {}, false, {}, {}, expr(), chance(3)};
      } else {
        item.meta = meta();
      }
      result.items.emplace_back(std::move(item));
    } else if (chance(2)) {
      std::string text = doc();
      Identifier key = name();
      const Stage stage = shader_stages.at(below(shader_stages.size()));
      DemandItem item{stage, key, type(), {}, chance(3), chance(3), {}, std::move(text), {}};
      if (chance(2)) {
        using Kind = DemandTarget::Kind;
        const auto kind = static_cast<Kind>(below(6));
        const bool is_numbered =
            kind == Kind::Target || kind == Kind::Image || kind == Kind::Buffer;
        item.target =
            DemandTarget{kind, is_numbered ? static_cast<std::uint32_t>(below(8)) : 0, {}};
        if (kind == Kind::Image && chance(2)) {
          item.target->format = {names_.intern(chance(2) ? "r32f" : "rgba8"), {}};
        }
      }
      item.default_value = maybe_expr();
      result.items.emplace_back(std::move(item));
    } else if (chance(3)) {
      BlockItem item{name(), chance(3), 0, 0, {}, 0, {}};
      if (!item.is_push) {
        item.set = static_cast<std::uint32_t>(below(8));
        item.binding = static_cast<std::uint32_t>(below(8));
      }
      while (!chance(3)) {
        item.members.push_back({path(), meta(), {}});
      }
      result.items.emplace_back(std::move(item));
    } else {
      SettingItem item{name(), random_.between(-1e12, 1e12), {}};
      if (chance(2)) {
        item.value = name();
      }
      result.items.emplace_back(std::move(item));
    }
  }
  return result;
}

MaterialDecl SyntaxGenerator::material() {
  MaterialDecl result{name(), {}};
  while (!chance(5)) {
    if (chance(2)) {
      result.items.emplace_back(binding(true));
      continue;
    }
    ParameterDecl parameter{
        static_cast<ParameterDecl::Kind>(below(3)), name(), type(), {}, {}, doc(), {}};
    parameter.default_value = maybe_expr();
    parameter.meta = meta();
    result.items.emplace_back(std::move(parameter));
  }
  return result;
}

decltype(Declaration::kind) SyntaxGenerator::declaration() {
  switch (below(15)) {
    case 0:
      return ImportDecl{text(), {}};
    case 1: {
      TraitDecl result{chance(2), name(), {}, {}, trait_values(0)};
      if (chance(3)) {
        result.default_value = name();
      }
      if (chance(3)) {
        result.distinct = Span{};
      }
      return result;
    }
    case 2: {
      ExtendDecl result{path(), trait_values(0)};
      if (chance(3)) {
        result.precision = name();
        if (chance(2)) {
          result.values.clear();
        }
      }
      return result;
    }
    case 3: {
      FeatureDecl result{path(), type(), name(), {}};
      if (chance(4)) {
        result.anchors = some_paths();
      }
      result.definition = maybe_expr();
      result.meta = meta();
      return result;
    }
    case 4: {
      StructDecl result{name(), {}};
      while (chance(2)) {
        TypeRef member = type();
        result.members.push_back({std::move(member), name()});
      }
      return result;
    }
    case 5:
    case 6: {
      Signature head = signature();
      std::optional<StmtId> body;
      std::vector<NativeBody> natives;
      if (chance(3)) {
        natives.push_back({{names_.intern("glsl"), {}}, "\n{ \"x\" // é\n}", {}});
        natives.push_back({{names_.intern("hlsl"), {}}, "", {}});
      } else {
        body = block();
      }
      if (chance(2)) {
        return ConversionDecl{std::move(head), body, std::move(natives)};
      }
      return FragmentDecl{std::move(head), body, std::move(natives)};
    }
    case 7: {
      GraphDecl result{signature(), {}};
      while (chance(2)) {
        result.bindings.push_back(binding(false));
      }
      return result;
    }
    case 8:
      return material();
    case 9:
      return profile();
    case 10: {
      PreferDecl result{name(), name(), {}};
      if (chance(2)) {
        result.target = traits();
      }
      return result;
    }
    case 11:
      return CommutesDecl{name(), name()};
    case 12:
      return ProductDecl{chance(2), traits(), traits(), traits()};
    case 13: {
      BoundDecl result{name(), {type()}};
      while (chance(2)) {
        result.types.push_back(type());
      }
      return result;
    }
    default:
      return EqualsDecl{name(), some_names()};
  }
}

}  // namespace weft::testing

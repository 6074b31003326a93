#include "fragments/syntax/shift_syntax.h"

#include "support/overloaded.h"

namespace weft::syntax {
namespace {

void move(const SyntaxShift& shift, Identifier& identifier) { shift.move(identifier.span); }

void move(const SyntaxShift& shift, Traits& traits) {
  for (TraitStatement& statement : traits.statements) {
    move(shift, statement.trait);
    move(shift, statement.value);
  }
  shift.move(traits.span);
}

void move(const SyntaxShift& shift, TypeRef& type) {
  move(shift, type.name);
  for (std::optional<ExprId>& size : type.array_sizes) {
    if (size) {
      shift.move(*size);
    }
  }
  if (type.traits) {
    move(shift, *type.traits);
  }
  shift.move(type.span);
}

void move(const SyntaxShift& shift, CallExpr& call) {
  shift.move(call.callee);
  for (Argument& argument : call.arguments) {
    if (argument.name) {
      move(shift, *argument.name);
    }
    shift.move(argument.value);
  }
}

void move(const SyntaxShift& shift, WithExpr& with) {
  shift.move(with.operand);
  for (Injection& injection : with.injections) {
    for (Identifier& part : injection.feature.parts) {
      move(shift, part);
    }
    shift.move(injection.feature.span);
    shift.move(injection.value);
    if (injection.keeps_frame) {
      shift.move(*injection.keeps_frame);
    }
  }
}

void move(const SyntaxShift& shift, LoopExpr& loop) {
  shift.move(loop.count);
  for (LoopState& state : loop.states) {
    move(shift, state.name);
    move(shift, state.type);
    shift.move(state.initial);
  }
  for (BindingId& binding : loop.bindings) {
    shift.move(binding);
  }
}

void move(const SyntaxShift& shift, LambdaExpr& lambda) {
  for (Identifier& parameter : lambda.parameters) {
    move(shift, parameter);
  }
  shift.move(lambda.body);
}

void move(const SyntaxShift& shift, ParameterDecl& parameter) {
  move(shift, parameter.name);
  move(shift, parameter.type);
  if (parameter.default_value) {
    shift.move(*parameter.default_value);
  }
  for (MetaEntry& entry : parameter.meta) {
    move(shift, entry.name);
    shift.move(entry.value);
  }
  shift.move(parameter.span);
}

}  // namespace

void move(const SyntaxShift& shift, Expr& expr) {
  shift.move(expr.span);
  std::visit(Overloaded{[](NameExpr&) {}, [](NumberExpr&) {}, [](BoolExpr&) {}, [](StringExpr&) {},
                        [](ColorExpr&) {}, [&](ParenExpr& paren) { shift.move(paren.inner); },
                        [&](UnaryExpr& unary) { shift.move(unary.operand); },
                        [&](BinaryExpr& binary) {
                          shift.move(binary.left);
                          shift.move(binary.right);
                        },
                        [&](SelectExpr& select) {
                          shift.move(select.condition);
                          shift.move(select.if_true);
                          shift.move(select.if_false);
                        },
                        [&](AscribeExpr& ascribe) {
                          shift.move(ascribe.operand);
                          move(shift, ascribe.traits);
                        },
                        [&](MemberExpr& member) {
                          shift.move(member.object);
                          move(shift, member.member);
                        },
                        [&](IndexExpr& index) {
                          shift.move(index.object);
                          shift.move(index.index);
                        },
                        [&](auto& list) { move(shift, list); }},
             expr.kind);
}

void move(const SyntaxShift& shift, Binding& binding) {
  shift.move(binding.span);
  if (auto* value = std::get_if<ValueBinding>(&binding.kind)) {
    move(shift, value->name);
    if (value->type) {
      move(shift, *value->type);
    }
    shift.move(value->value);
  } else if (auto* output = std::get_if<OutputBinding>(&binding.kind)) {
    shift.move(output->target);
    if (output->value) {
      shift.move(*output->value);
    }
  } else {
    for (BindingId& inner : std::get<StitchBinding>(binding.kind).bindings) {
      shift.move(inner);
    }
  }
}

void move(const SyntaxShift& shift, MaterialItem& item) {
  if (auto* parameter = std::get_if<ParameterDecl>(&item)) {
    move(shift, *parameter);
  } else {
    shift.move(std::get<BindingId>(item));
  }
}

void move(const SyntaxShift& shift, MaterialDecl& material) {
  move(shift, material.name);
  for (MaterialItem& item : material.items) {
    move(shift, item);
  }
}

}  // namespace weft::syntax

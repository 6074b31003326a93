#include "codegen/lower/lower_functions.h"

#include <algorithm>
#include <set>
#include <string_view>
#include <utility>

#include "codegen/ir/body_reads.h"
#include "codegen/lower/array_results.h"
#include "codegen/lower/body_ranges.h"
#include "codegen/lower/lower_evaluations.h"
#include "codegen/lower/stage_lowering.h"
#include "composer/evaluations/plan_functions.h"
#include "support/check.h"

namespace weft {
namespace {

/// Whether the leaf that is given the function has a loop.
bool has_loop(const StageLowering& stage, const PlanFunction& function) {
  const Evaluation& evaluation = stage.plan().evaluations[function.leaf];
  const auto* leaf = std::get_if<LeafEvaluation>(&evaluation.kind);
  const Body* body = leaf == nullptr ? nullptr : body_of(stage.input().library, *leaf);
  return body != nullptr && has_loop(*body);
}

void return_value(StageLowering& stage, BodyExprId result) {
  if (const std::optional<NamingLine> line = stage.writer().unname_last_line(result)) {
    stage.body().stmts[line->statement].kind = ReturnBody{line->named};
  } else {
    stage.writer().add_statement({ReturnBody{result}, {}}, std::nullopt);
  }
}

struct NamedType {
  std::string_view name;
  DataType type;
};

// What the port declares about a parameter of its functions.
NamedType parameter_of(const Library& library, const LeafEvaluation& leaf, const FragmentPort& port,
                       std::uint32_t position) {
  if (port.kind != FragmentPort::Kind::Fn) {
    const Feature& feature = library.features[port.injected[position]];
    return {library.text(feature.path), feature.type.data()};
  }
  const auto& parameter = port.parameters[position];
  const TypePattern& pattern = parameter.type;
  return {library.text(parameter.name),
          pattern.type_variable ? leaf.type_arguments[*pattern.type_variable] : pattern.data};
}

void add_parameters(StageLowering& stage, const PlanFunction& source, const FragmentPort& port,
                    Function& function, Namer& scope) {
  const Plan& plan = stage.plan();
  const LeafEvaluation& leaf = std::get<LeafEvaluation>(plan.evaluations[source.leaf].kind);
  for (const EvaluationId id : source.body) {
    const auto* bound = std::get_if<BoundEvaluation>(&plan.evaluations[id].kind);
    if (bound == nullptr || bound->level != source.level || bound->parameter == index_of_call) {
      continue;
    }
    const std::uint32_t position = bound->parameter;
    const auto known_at =
        std::find(function.port_parameters.begin(), function.port_parameters.end(), position);
    const auto at = static_cast<std::uint32_t>(known_at - function.port_parameters.begin());
    if (known_at == function.port_parameters.end()) {
      const NamedType declared = parameter_of(stage.input().library, leaf, port, position);
      function.port_parameters.push_back(position);
      function.parameters.push_back({scope.unique(declared.name), declared.type});
    }
    stage.known(id).expr =
        stage.body().add(Operation::Port, function.parameters[at].type, at, {}, {});
  }
  for (const EvaluationId id : source.body) {
    const Evaluation& evaluation = plan.evaluations[id];
    if (level_of_element(plan, evaluation) != source.level) {
      continue;
    }
    const std::optional<Symbol> array = read_in_place(stage, evaluation.inputs[0]);
    WEFT_CHECK(array.has_value(), "what a map gives lies in a block");
    const auto at = static_cast<std::uint32_t>(function.parameters.size());
    function.element_arrays.push_back(*array);
    function.parameters.push_back({scope.unique(stage.wish(id)), stage.type_of(id)});
    stage.known(id).expr = stage.body().add(Operation::Port, stage.type_of(id), at, {}, {});
  }
}

void add_capture(StageLowering& stage, const PlanFunction& source, EvaluationId id,
                 Function& function, Namer& scope) {
  if (const std::optional<Symbol> symbol = place_of_capture(stage, source, id)) {
    stage.read(id, symbol);
    return;
  }
  const auto parameter = static_cast<std::uint32_t>(function.parameters.size());
  function.parameters.push_back({scope.unique(stage.wish(id)), stage.type_of(id)});
  stage.known(id).expr = stage.body().add(Operation::Port, stage.type_of(id), parameter, {}, {});
}

/// The captures that the function takes as parameters, after its own. Removes those that nothing in
/// it reads, since the functions that it calls read them no more.
std::vector<EvaluationId> drop_unread_captures(StageLowering& stage, const PlanFunction& source,
                                               Function& function) {
  std::vector<EvaluationId> kept;
  for (const EvaluationId id : source.captures) {
    if (!place_of_capture(stage, source, id)) {
      kept.push_back(id);
    }
  }
  const std::size_t own = function.parameters.size() - kept.size();
  const BodyReads reads = count_reads(function.body, function.parameters.size());
  std::vector<std::uint32_t> positions;
  std::uint32_t next = 0;
  for (std::size_t i = 0; i < reads.parameters.size(); ++i) {
    positions.push_back(next);
    next += i < own || reads.parameters[i] != 0 ? 1U : 0U;
  }
  for (std::size_t i = reads.parameters.size(); i-- > own;) {
    if (reads.parameters[i] == 0) {
      kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(i - own));
      function.parameters.erase(function.parameters.begin() + static_cast<std::ptrdiff_t>(i));
    }
  }
  for (BodyExpr& expr : function.body.exprs) {
    expr.payload = expr.op == Operation::Port ? positions[expr.payload] : expr.payload;
  }
  return kept;
}

void make_function(StageLowering& stage, PlanFunctionId id, const FragmentPort& port) {
  const Library& library = stage.input().library;
  const PlanFunction& source = stage.plan().functions.functions[id];
  const FragmentId leaf =
      std::get<LeafEvaluation>(stage.plan().evaluations[source.leaf].kind).fragment;
  const std::string name = std::string(library.text(library.fragments[leaf].name)) + "_" +
                           std::string(library.text(port.name));
  Function function{name, {}, stage.type_of(source.results.front()), {}, {}, {}, {}, {}, leaf};
  // The function has its own values and uses; set those of the surrounding code aside.
  PassedFunctions& passed = stage.passed();
  std::vector<LoweredValue> values = take_aside(source.body, passed.values);
  std::vector<LoweredValue> captured = take_aside(source.captures, passed.values);
  std::vector<std::uint32_t> uses = take_aside(source.body, passed.uses);
  std::vector<std::uint32_t> captured_uses = take_aside(source.captures, passed.uses);
  LoweringFrame inner{BodyWriter(function.body, nullptr), &passed.values, &passed.uses};
  std::swap(stage.frame(), inner);
  count_uses(stage, source, passed.uses);
  Namer scope(&stage.names());
  add_parameters(stage, source, port, function, scope);
  for (const EvaluationId capture : source.captures) {
    add_capture(stage, source, capture, function, scope);
  }
  lower_evaluations(stage, source.body);
  return_value(stage, stage.value(source.results.front()));
  stage.writer().finish();
  passed.captured[id.index()] = drop_unread_captures(stage, source, function);
  function.local_names = stage.writer().name_locals(scope);
  if (function.result.is_array()) {
    return_by_parameter(function, NameId(0));
    function.local_names.push_back(scope.unique(name));
  }
  std::swap(stage.frame(), inner);
  put_back(source.body, passed.values, std::move(values));
  put_back(source.captures, passed.values, std::move(captured));
  put_back(source.body, passed.uses, std::move(uses));
  put_back(source.captures, passed.uses, std::move(captured_uses));
  passed.at[id.index()] = stage.functions().add(std::move(function));
}

}  // namespace

std::uint32_t lower_function(StageLowering& stage, PlanFunctionId id) {
  const PlanFunctions& all = stage.plan().functions;
  const std::vector<std::optional<std::uint32_t>>& at = stage.passed().at;
  // Visit each function once: if every level calls the next one twice, the number of paths is
  // exponential.
  std::vector<PlanFunctionId> open;
  std::set<PlanFunctionId> known;
  const auto visit = [&](PlanFunctionId function) {
    if (!at[function.index()] && known.insert(function).second) {
      open.push_back(function);
    }
  };
  visit(id);
  for (std::size_t i = 0; i < open.size(); ++i) {
    for (const EvaluationId inside : all.functions[open[i]].body) {
      const std::optional<PlanFunctionId>& first = all.first[inside.index()];
      for (std::uint32_t next = first ? first->index() : 0;
           first && next < all.functions.size() &&
           all.functions[PlanFunctionId(next)].leaf == inside;
           ++next) {
        visit(PlanFunctionId(next));
      }
    }
  }
  // Inner functions have smaller ids. Steps of loops are written in place.
  for (const PlanFunctionId next : known) {
    const PlanFunction& source = all.functions[next];
    const EvaluationKind& kind = stage.plan().evaluations[source.leaf].kind;
    if (const auto* leaf = std::get_if<LeafEvaluation>(&kind)) {
      make_function(stage, next, signature_of(stage.input().library, *leaf).ports[source.port]);
    }
  }
  return *at[id.index()];
}

std::optional<Symbol> read_in_place(const StageLowering& stage, EvaluationId id) {
  const Evaluation& evaluation = stage.plan().evaluations[id];
  const InterfaceReads& reads = stage.input().reads;
  std::optional<Symbol> symbol;
  if (std::holds_alternative<UniformEvaluation>(evaluation.kind)) {
    symbol = reads.results[evaluation.inputs[0].index()];
  } else if (const auto* feature = std::get_if<FeatureEvaluation>(&evaluation.kind)) {
    symbol = reads.features[feature->feature.index()];
  }
  return symbol && is_read_in_place(*symbol) ? symbol : std::nullopt;
}

std::optional<Symbol> place_of_capture(const StageLowering& stage, const PlanFunction& function,
                                       EvaluationId id) {
  const EvaluationKind& kind = stage.plan().evaluations[id].kind;
  std::optional<Symbol> symbol;
  if (const auto* parameter = std::get_if<ParameterEvaluation>(&kind)) {
    symbol = stage.input().reads.parameters[parameter->parameter];
    if (symbol && !is_read_in_place(*symbol) && symbol->kind != SymbolKind::SpecConstant) {
      return std::nullopt;
    }
  } else {
    symbol = read_in_place(stage, id);
  }
  const bool is_loaded =
      symbol && symbol->kind == SymbolKind::BlockMember && stage.type_of(id).is_scalar_or_vector();
  return is_loaded && has_loop(stage, function) ? std::nullopt : symbol;
}

std::optional<std::uint32_t> level_of_element(const Plan& plan, const Evaluation& evaluation) {
  const auto* operation = std::get_if<OperationEvaluation>(&evaluation.kind);
  if (operation == nullptr || operation->op != Operation::Index) {
    return std::nullopt;
  }
  const auto* bound = std::get_if<BoundEvaluation>(&plan.evaluations[evaluation.inputs[1]].kind);
  return bound != nullptr && bound->parameter == index_of_call ? std::optional(bound->level)
                                                               : std::nullopt;
}

void count_uses(const StageLowering& stage, const PlanFunction& function,
                std::vector<std::uint32_t>& uses) {
  const Plan& plan = stage.plan();
  for (const EvaluationId id : function.body) {
    uses[id.index()] = 0;
  }
  for (const EvaluationId result : function.results) {
    ++uses[result.index()];
  }
  for (const EvaluationId id : function.body) {
    for (const EvaluationId input :
         direct_inputs(plan.functions, stage.input().library, plan.evaluations[id], id)) {
      ++uses[input.index()];
    }
  }
}

}  // namespace weft

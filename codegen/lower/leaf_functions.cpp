#include "codegen/lower/leaf_functions.h"

#include <algorithm>
#include <utility>

#include "codegen/ir/local_names.h"
#include "codegen/lower/array_results.h"
#include "codegen/lower/copy_leaf_body.h"
#include "codegen/lower/hoist_expressions.h"
#include "codegen/lower/native_text.h"
#include "codegen/lower/share_calls.h"
#include "codegen/lower/symbol_reads.h"
#include "codegen/lower/zero_locals.h"
#include "support/check.h"

namespace weft {
namespace {

void give_medium_precision(Function& function) {
  const auto of_type = [](DataType type) {
    return type.is_float_based() ? Precision::Medium : Precision::Full;
  };
  function.precision = of_type(function.result);
  for (FunctionParameter& parameter : function.parameters) {
    parameter.precision = of_type(parameter.type);
  }
  for (BodyLocal& local : function.body.locals) {
    local.precision = of_type(local.type);
  }
}

}  // namespace

const std::vector<FeatureId>& features_of(const Library& library, const LeafInstance& instance) {
  return extracted_features(library, instance.fragment, instance.type_arguments, instance.special);
}

bool is_read_in_place(const Symbol& symbol) {
  return symbol.kind == SymbolKind::BlockMember || symbol.kind == SymbolKind::Texture ||
         symbol.kind == SymbolKind::HostInput;
}

/// An instance whose callees are being created. Its body has been scanned up to `next`.
struct LeafFunctions::Open {
  LeafInstance instance;
  const Body* body = nullptr;
  std::size_t next = 0;
  std::vector<std::uint32_t> callees;  // functions, per Call expression in order
};

std::optional<std::uint32_t> LeafFunctions::find(const LeafInstance& instance) const {
  const auto known = by_fragment_.find(instance.fragment);
  if (known != by_fragment_.end()) {
    for (const std::uint32_t function : known->second) {
      if (instances_[function] == instance) {
        return function;
      }
    }
  }
  return std::nullopt;
}

std::uint32_t LeafFunctions::request(LeafInstance instance) {
  if (const auto known = find(instance)) {
    return *known;
  }
  make(std::move(instance));
  return static_cast<std::uint32_t>(program_.functions.size() - 1);
}

std::uint32_t LeafFunctions::add(Function function) {
  for (const std::uint32_t known : arguments_) {
    const Function& other = program_.functions[known];
    const auto same_types = [](const FunctionParameter& a, const FunctionParameter& b) {
      return a.type == b.type;
    };
    if (other.result == function.result && other.results == function.results &&
        other.body == function.body && other.port_parameters == function.port_parameters &&
        other.element_arrays == function.element_arrays &&
        std::equal(other.parameters.begin(), other.parameters.end(), function.parameters.begin(),
                   function.parameters.end(), same_types)) {
      return known;
    }
  }
  const auto index = static_cast<std::uint32_t>(program_.functions.size());
  function.name = names_.unique(interface_.name_prefix + function.name);
  arguments_.push_back(index);
  instances_.emplace_back();
  program_.functions.push_back(std::move(function));
  return index;
}

LeafInstance LeafFunctions::callee_of(const Open& open, const BodyExpr& call) const {
  const BodyCall& target = open.body->calls[call.payload];
  LeafInstance callee;
  callee.fragment = target.fragment;
  callee.type_arguments = target.type_arguments;
  callee.is_medium = open.instance.is_medium;
  const Body* body = find_body(library_, target.fragment, target.type_arguments);
  callee.folded = body != nullptr ? folded_.find_called(*body) : nullptr;
  for (std::uint32_t i = 0; i < call.argument_count; ++i) {
    const BodyExpr& argument = open.body->exprs[open.body->argument(call, i)];
    std::optional<Symbol> texture;
    if (argument.type.is_texture()) {
      texture = argument.op == Operation::Port ? open.instance.textures[argument.payload]
                                               : open.instance.features[argument.payload];
    }
    callee.textures.push_back(texture);
    callee.functions.emplace_back();
  }
  const std::vector<FeatureId>& ours = open.body->features;
  for (const FeatureId feature : features_of(library_, callee)) {
    const auto found = std::find(ours.begin(), ours.end(), feature);
    WEFT_CHECK(found != ours.end(), "a body lacks a feature of a leaf that it calls");
    callee.features.push_back(
        open.instance.features[static_cast<std::size_t>(found - ours.begin())]);
  }
  return callee;
}

// Depth-first traversal of the call graph. The stack is explicit because the call depth of user
// code is unbounded.
void LeafFunctions::make(LeafInstance instance) {
  std::vector<Open> stack;
  const auto open = [&](LeafInstance next) {
    const Body* body = next.folded != nullptr
                           ? &next.folded->body
                           : find_body(library_, next.fragment, next.type_arguments, next.special);
    stack.push_back({std::move(next), body, 0, {}});
  };
  open(std::move(instance));
  while (!stack.empty()) {
    Open& top = stack.back();
    std::optional<LeafInstance> missing;
    while (top.body != nullptr && top.next < top.body->exprs.size()) {
      const BodyExpr& expr = top.body->exprs[BodyExprId(top.next)];
      if (expr.op == Operation::Call) {
        LeafInstance callee = callee_of(top, expr);
        const auto known = find(callee);
        if (!known) {
          missing = std::move(callee);
          break;
        }
        top.callees.push_back(*known);
      }
      ++top.next;
    }
    if (missing) {
      open(std::move(*missing));
      continue;
    }
    finish(top);
    stack.pop_back();
  }
}

// Whether programs may share the function: its body has no textures, functions and features that
// are read in place, and neither have its callees, and no constants of this program.
bool LeafFunctions::is_shared(const Open& open) const {
  const auto is_bound = [](const auto& one) { return one.has_value(); };
  const LeafInstance& instance = open.instance;
  return memo_ != nullptr && open.body != nullptr && instance.folded == nullptr &&
         !instance.is_medium &&
         std::none_of(instance.textures.begin(), instance.textures.end(), is_bound) &&
         std::none_of(instance.functions.begin(), instance.functions.end(), is_bound) &&
         std::none_of(instance.features.begin(), instance.features.end(), is_bound) &&
         std::all_of(open.callees.begin(), open.callees.end(), [this](std::uint32_t callee) {
           return program_.functions[callee].library_body != nullptr;
         });
}

bool LeafFunctions::is_any_taken(const Function& function) const {
  return std::any_of(function.parameters.begin(), function.parameters.end(),
                     [this](const auto& each) { return names_.is_taken(each.name); }) ||
         std::any_of(function.local_names.begin(), function.local_names.end(),
                     [this](const std::string& each) { return names_.is_taken(each); });
}

// The function as it was lowered for an earlier program, if it would be named alike in this one.
std::optional<Function> LeafFunctions::known_function(const Open& open,
                                                      const std::string& name) const {
  const std::shared_ptr<const Function> known = memo_->find(*open.body);
  if (known == nullptr || known->name != name || is_any_taken(*known)) {
    return std::nullopt;
  }
  std::optional<Function> function = *known;
  for (BodyExpr& expr : function->body.exprs) {
    if (expr.op == Operation::Call) {
      expr.payload = open.callees[expr.payload];
    }
  }
  return function;
}

Function LeafFunctions::lower(const Open& open, std::string name, bool may_share) {
  const Fragment& fragment =
      find_signature(library_, open.instance.fragment, open.instance.special);
  Function function;
  function.name = std::move(name);
  function.doc = fragment.doc;
  function.fragment = open.instance.fragment;
  if (fragment.results.size() > 1) {
    for (const FragmentResult& result : fragment.results) {
      function.results.push_back(bound_type(result.type, open.instance.type_arguments));
    }
  }
  if (fragment.results.size() == 1) {
    function.result = bound_type(fragment.results[0].type, open.instance.type_arguments);
  }
  if (fragment.is_conversion() && function.result.is_void()) {
    function.result = fragment.effect()->output_data.value_or(
        bound_type(fragment.ports[0].type, open.instance.type_arguments));
  }
  if (open.body == nullptr) {
    if (function.result.is_array()) {
      function.results = {std::exchange(function.result, DataType())};
    }
    finish_native(open, fragment, function);
    return function;
  }
  copy_leaf_body(
      {library_, types_, interface_, open.instance, *open.body, open.callees, instances_}, program_,
      function);
  zero_unwritten_locals(function.body, types_);
  if (function.result.is_array()) {
    const bool is_named = fragment.has_named_results;
    return_by_parameter(function, is_named ? fragment.results[0].name : fragment.name);
  }
  const bool shares_calls = share_calls(function.body);
  hoist_expressions(function.body, fragment.name, program_.functions, library_, shares_calls);
  if (open.instance.is_medium) {
    give_medium_precision(function);
  }
  name_body(open, function, may_share);
  return function;
}

// Names parameters and locals. A function that may be shared is kept for other programs if the
// names of this one change nothing about it.
void LeafFunctions::name_body(const Open& open, Function& function, bool may_share) {
  const std::vector<FunctionParameter> wishes = function.parameters;
  const auto name_within = [&](const Namer& outer) {
    Namer scope(&outer);
    function.parameters = wishes;
    for (FunctionParameter& parameter : function.parameters) {
      parameter.name = scope.unique(parameter.name);
    }
    function.local_names = name_locals(function.body, library_.names, scope);
  };
  if (may_share) {
    Namer own_name;
    own_name.unique(function.name);
    name_within(own_name);
    if (!is_any_taken(function)) {
      Function known = function;
      known.library_body = function.library_body = open.body;
      for (BodyExpr& expr : known.body.exprs) {
        if (expr.op == Operation::Call) {
          const auto first = std::find(open.callees.begin(), open.callees.end(), expr.payload);
          expr.payload = static_cast<std::uint32_t>(first - open.callees.begin());
        }
      }
      memo_->add(*open.body, std::move(known));
      return;
    }
  }
  name_within(names_);
}

void LeafFunctions::finish(Open& open) {
  std::string name = names_.unique(
      interface_.name_prefix + leaf_name(library_, open.instance.fragment, open.instance.special) +
      (open.instance.folded != nullptr ? open.instance.folded->name_suffix : "") +
      (open.instance.is_medium ? "_medium" : ""));
  const bool may_share = is_shared(open);
  std::optional<Function> function = may_share ? known_function(open, name) : std::nullopt;
  if (!function) {
    function = lower(open, std::move(name), may_share);
  }
  append(std::move(*function), std::move(open.instance));
}

void LeafFunctions::append(Function&& function, LeafInstance&& instance) {
  by_fragment_[instance.fragment].push_back(static_cast<std::uint32_t>(program_.functions.size()));
  instances_.push_back(std::move(instance));
  program_.functions.push_back(std::move(function));
}

void LeafFunctions::finish_native(const Open& open, const Fragment& fragment, Function& function) {
  for (const FragmentPort& port : fragment.ports) {
    function.parameters.push_back({std::string(library_.text(port.name)),
                                   bound_type(port.type, open.instance.type_arguments)});
  }
  std::vector<NativeFeature> features;
  for (std::size_t i = 0; i < fragment.declared_features.size(); ++i) {
    const Feature& feature = library_.features[fragment.declared_features[i]];
    NativeFeature named{std::string(library_.text(feature.path)), std::nullopt};
    if (open.instance.features[i]) {
      named.symbol = symbol_index(program_, *open.instance.features[i]);
    } else {
      named.parameter = static_cast<std::uint32_t>(function.parameters.size());
      function.parameters.push_back({native_parameter(named.path), feature.type.data()});
    }
    features.push_back(std::move(named));
  }
  function.natives = native_texts(library_, fragment, function.name, features);
}

}  // namespace weft

#include "codegen/lower/leaf_functions.h"

#include <algorithm>
#include <utility>

#include "codegen/ir/local_names.h"
#include "codegen/ir/loop_ranges.h"
#include "codegen/lower/hoist_expressions.h"
#include "codegen/lower/native_text.h"
#include "codegen/lower/symbol_reads.h"
#include "codegen/lower/zero_locals.h"
#include "fragments/check/adapted_ports.h"
#include "fragments/model/element_arguments.h"
#include "support/check.h"

namespace weft {

const std::vector<FeatureId>& features_of(const Library& library, const LeafInstance& instance) {
  return extracted_features(library, instance.fragment, instance.type_arguments, instance.unread);
}

bool is_read_in_place(const Symbol& symbol) {
  return symbol.kind == SymbolKind::BlockMember || symbol.kind == SymbolKind::Texture ||
         symbol.kind == SymbolKind::HostInput;
}

namespace {

DataType bound_type(const TypePattern& pattern, const std::vector<DataType>& type_arguments) {
  return pattern.type_variable ? type_arguments[*pattern.type_variable] : pattern.data;
}

// Copies the body of a leaf, resolving its reads of textures and features, and its calls. Reads of
// array features are resolved lazily, once the reader shows whether it needs the whole array or one
// element.
class BodyCopy {
 public:
  BodyCopy(const Library& library, const DataTypeTable& types, const Interface& interface,
           Program& program, const LeafInstance& instance, const Body& source,
           const std::vector<std::uint32_t>& callees, const std::vector<LeafInstance>& instances,
           Function& function)
      : library_(library),
        types_(types),
        interface_(interface),
        program_(program),
        instance_(instance),
        source_(source),
        callees_(callees),
        instances_(instances),
        function_(function),
        out_(function.body),
        ranges_(find_loop_ranges(source)) {}

  void run(const Fragment& fragment) {
    add_parameters(fragment);
    out_.locals = source_.locals;
    copied_.reserve(source_.exprs.size());
    out_.exprs.reserve(source_.exprs.size());
    for (std::size_t i = 0; i < source_.exprs.size(); ++i) {
      copied_.push_back(copy(source_.exprs[BodyExprId(i)]));
    }
    for (const BodyStmt& stmt : source_.stmts) {
      out_.stmts.add(copy(stmt));
    }
    out_.root = source_.root;
  }

 private:
  // A copied expression. With `is_stored`, it is still in the stored form of a block; `type` is the
  // type that bodies see, and the reader takes it apart.
  struct Copied {
    BodyExprId expr = BodyExprId(0);
    bool is_stored = false;
    DataType type;
  };

  void add_parameters(const Fragment& fragment) {
    for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
      const DataType type = bound_type(fragment.ports[i].type, instance_.type_arguments);
      port_parameters_.push_back(static_cast<std::uint32_t>(function_.parameters.size()));
      const bool is_taken = fragment.ports[i].kind == FragmentPort::Kind::Value ||
                            calls_port(source_, static_cast<std::uint32_t>(i));
      if (is_taken && !instance_.textures[i] && !instance_.functions[i]) {
        function_.parameters.push_back({std::string(library_.text(fragment.ports[i].name)), type});
      }
    }
    for (std::size_t i = 0; i < source_.features.size(); ++i) {
      feature_parameters_.push_back(static_cast<std::uint32_t>(function_.parameters.size()));
      if (!instance_.features[i]) {
        const Feature& feature = library_.features[source_.features[i]];
        function_.parameters.push_back(
            {std::string(library_.text(feature.path)), feature.type.data()});
      }
    }
    for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
      if (instance_.functions[i]) {
        port_parameters_[i] = static_cast<std::uint32_t>(function_.parameters.size());
        const Function& given = program_.functions[*instance_.functions[i]];
        function_.parameters.insert(
            function_.parameters.end(),
            given.parameters.begin() + static_cast<std::ptrdiff_t>(own_parameters(given)),
            given.parameters.end());
      }
    }
  }

  // The value as an expression, loading whole arrays if necessary.
  BodyExprId expr(BodyExprId source) {
    Copied& copied = copied_[source.index()];
    if (copied.is_stored) {
      copied = plain(load_value(out_, copied.expr, copied.type));
    }
    return copied.expr;
  }

  Copied plain(BodyExprId expr) { return {expr, false, {}}; }

  // Keeps a value in its stored form while only parts of it are read; a part is loaded once it is
  // small enough.
  Copied stored(BodyExprId expr, DataType type) {
    return is_loaded_whole(out_.exprs[expr].type, type) ? plain(load_value(out_, expr, type))
                                                        : Copied{expr, true, type};
  }

  Copied copy(const BodyExpr& from) {
    switch (from.op) {
      case Operation::Port:
        return copy_port(from);
      case Operation::Feature:
        return copy_feature(from);
      case Operation::Call:
        return copy_call(from);
      case Operation::PortCall:
        return copy_port_call(from);
      case Operation::Index:
        return copy_index(from);
      case Operation::Member: {
        const Copied object = copied_[source_.argument(from, 0).index()];
        return object.is_stored ? stored(stored_member(out_, types_, interface_.stored_structs,
                                                       object.expr, from.payload),
                                         from.type)
                                : copy_plain(from);
      }
      case Operation::Swizzle: {
        const Copied object = copied_[source_.argument(from, 0).index()];
        return object.is_stored ? plain(out_.add(Operation::Swizzle, from.type, from.payload,
                                                 {object.expr}, from.span))
                                : copy_plain(from);
      }
      default:  // all others depend only on their arguments
        return copy_plain(from);
    }
  }

  Copied copy_plain(const BodyExpr& from) {
    std::vector<BodyExprId>& arguments = scratch_;
    arguments.clear();
    for (std::uint32_t i = 0; i < from.argument_count; ++i) {
      arguments.push_back(expr(source_.argument(from, i)));
    }
    return plain(out_.add(from.op, from.type, from.payload, arguments, from.span));
  }

  Copied copy_index(const BodyExpr& from) {
    const BodyExprId source_index = source_.argument(from, 1);
    const LoopRange range = range_of_index(source_, source_index, ranges_);
    const Copied object = copied_[source_.argument(from, 0).index()];
    // The copied array has a size even if the declared type has none.
    const DataType type = object.is_stored ? object.type : out_.exprs[object.expr].type;
    const BodyExprId at =
        clamped_index(out_, expr(source_index), element_count(type, types_), range);
    if (object.is_stored) {
      return stored(stored_element(out_, types_, object.expr, at), from.type);
    }
    return plain(out_.add(Operation::Index, from.type, 0, {object.expr, at}, from.span));
  }

  Copied copy_port(const BodyExpr& from) {
    if (const auto& texture = instance_.textures[from.payload]) {
      return plain(read_symbol(out_, program_, *texture, from.type));
    }
    return plain(
        out_.add(Operation::Port, from.type, port_parameters_[from.payload], {}, from.span));
  }

  Copied copy_feature(const BodyExpr& from) {
    const std::optional<Symbol>& symbol = instance_.features[from.payload];
    if (!symbol) {
      return plain(
          out_.add(Operation::Port, from.type, feature_parameters_[from.payload], {}, from.span));
    }
    if (symbol->kind == SymbolKind::HostInput) {
      return plain(symbol_itself(out_, program_, *symbol));
    }
    if (symbol->kind != SymbolKind::BlockMember) {
      return plain(read_symbol(out_, program_, *symbol, from.type));
    }
    // The type has the array size stated by the profile.
    const DataType type = interface_.blocks[symbol->index].members[symbol->member].type;
    return stored(symbol_itself(out_, program_, *symbol), type);
  }

  Copied copy_call(const BodyExpr& from) {
    const std::uint32_t callee = callees_[next_callee_++];
    const LeafInstance& instance = instances_[callee];
    std::vector<BodyExprId> arguments;
    for (std::uint32_t i = 0; i < from.argument_count; ++i) {
      if (!instance.textures[i]) {
        arguments.push_back(expr(source_.argument(from, i)));
      }
    }
    const std::vector<FeatureId>& wanted = features_of(library_, instance);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (instance.features[i]) {
        continue;
      }
      const auto found = std::find(source_.features.begin(), source_.features.end(), wanted[i]);
      WEFT_CHECK(found != source_.features.end(), "a body lacks a feature of a leaf that it calls");
      const auto position = static_cast<std::size_t>(found - source_.features.begin());
      arguments.push_back(out_.add(Operation::Port, library_.features[wanted[i]].type.data(),
                                   feature_parameters_[position], {}, from.span));
    }
    return plain(add_call(from, callee, arguments));
  }

  // A function whose result is an array returns it through an out parameter, so its call is one
  // with several results.
  BodyExprId add_call(const BodyExpr& from, std::uint32_t callee,
                      const std::vector<BodyExprId>& arguments) {
    if (from.type.is_void() || !program_.functions[callee].result.is_void()) {
      return out_.add(Operation::Call, from.type, callee, arguments, from.span);
    }
    const BodyExprId call = out_.add(Operation::Call, DataType(), callee, arguments, from.span);
    return out_.add(Operation::Member, from.type, 0, {call}, from.span);
  }

  // A call of the function bound to the port, with its captures after the port's arguments.
  Copied copy_port_call(const BodyExpr& from) {
    const PortCall& call = source_.port_calls[from.payload];
    const std::uint32_t port = call.port;
    if (!instance_.functions[port]) {
      return plain(out_.add(Operation::Port, from.type, port_parameters_[port], {}, from.span));
    }
    const std::uint32_t callee = *instance_.functions[port];
    std::vector<BodyExprId> arguments;
    const Function& given = program_.functions[callee];
    arguments.reserve(given.parameters.size());
    for (const std::uint32_t position : given.port_parameters) {
      arguments.push_back(expr(source_.argument(from, argument_for(port, call, position))));
    }
    for (const Symbol& array : given.element_arrays) {
      arguments.push_back(element_of_call(array, from));
    }
    const std::size_t own = arguments.size();
    for (std::size_t i = own; i < given.parameters.size(); ++i) {
      const auto parameter = static_cast<std::uint32_t>(port_parameters_[port] + i - own);
      arguments.push_back(
          out_.add(Operation::Port, given.parameters[i].type, parameter, {}, from.span));
    }
    return plain(add_call(from, callee, arguments));
  }

  // The index of the argument for a parameter of the port. A body passes only the arguments that
  // are read.
  std::uint32_t argument_for(std::uint32_t port, const PortCall& call,
                             std::uint32_t parameter) const {
    const FragmentPort& declared = library_.fragments[instance_.fragment].ports[port];
    if (declared.kind == FragmentPort::Kind::Fn) {
      return parameter;
    }
    const auto at =
        std::find(call.injected.begin(), call.injected.end(), declared.injected[parameter]);
    WEFT_CHECK(at != call.injected.end(),
               "a function reads a feature that its leaf does not inject");
    return static_cast<std::uint32_t>(at - call.injected.begin());
  }

  // The number of parameters without captures.
  static std::size_t own_parameters(const Function& given) {
    return given.port_parameters.size() + given.element_arrays.size();
  }

  BodyExprId element_of_call(const Symbol& array, const BodyExpr& call) {
    if (element_calls_.empty()) {
      element_calls_ = find_element_calls(source_);
    }
    const std::optional<BodyExprId>& index = element_calls_[call.payload].index;
    WEFT_CHECK(index.has_value(), "a call of a function port that reads no elements");
    const DataType type = interface_.blocks[array.index].members[array.member].type;
    const BodyExprId at = clamped_index(out_, expr(*index), element_count(type, types_),
                                        range_of_index(source_, *index, ranges_));
    const BodyExprId element =
        stored_element(out_, types_, symbol_itself(out_, program_, array), at);
    return load_value(out_, element, types_.array(type).element);
  }

  BodyStmt copy(const BodyStmt& from) {
    BodyStmt stmt = from;
    if (auto* branch = std::get_if<IfBody>(&stmt.kind)) {
      branch->condition = expr(branch->condition);
    } else if (auto* loop = std::get_if<ForBody>(&stmt.kind)) {
      loop->condition = expr(loop->condition);
    } else if (auto* repeat = std::get_if<WhileBody>(&stmt.kind)) {
      repeat->condition = expr(repeat->condition);
    } else if (auto* result = std::get_if<ReturnBody>(&stmt.kind)) {
      if (result->value) {
        result->value = expr(*result->value);
      }
    } else if (auto* declare = std::get_if<DeclareBody>(&stmt.kind)) {
      if (declare->initial) {
        declare->initial = expr(*declare->initial);
      }
    } else if (auto* assign = std::get_if<AssignBody>(&stmt.kind)) {
      assign->target = expr(assign->target);
      assign->value = expr(assign->value);
    }
    return stmt;
  }

  const Library& library_;
  const DataTypeTable& types_;
  const Interface& interface_;
  Program& program_;
  const LeafInstance& instance_;
  const Body& source_;
  const std::vector<std::uint32_t>& callees_;  // per Call expression, in order
  const std::vector<LeafInstance>& instances_;
  Function& function_;
  Body& out_;
  std::vector<Copied> copied_;
  std::vector<BodyExprId> scratch_;
  std::vector<LoopRange> ranges_;
  std::vector<ElementCall> element_calls_;
  std::vector<std::uint32_t> port_parameters_;
  std::vector<std::uint32_t> feature_parameters_;
  std::size_t next_callee_ = 0;
};

}  // namespace

void return_by_parameter(Function& function, NameId name) {
  Body& body = function.body;
  const DataType type = std::exchange(function.result, DataType());
  function.results = {type};
  const auto local = static_cast<std::uint32_t>(body.locals.size());
  body.locals.push_back({name, type, 0, {}});
  const std::size_t count = body.stmts.size();
  for (std::size_t i = 0; i < count; ++i) {
    const auto* block = std::get_if<BlockBody>(&body.stmts[BodyStmtId(i)].kind);
    if (block == nullptr) {
      continue;
    }
    std::vector<BodyStmtId> statements;
    for (const BodyStmtId id : BlockBody(*block).statements) {
      auto* result = std::get_if<ReturnBody>(&body.stmts[id].kind);
      if (result != nullptr && result->value) {
        const BodyExprId value = *std::exchange(result->value, std::nullopt);
        const Span span = body.stmts[id].span;
        const BodyExprId target = body.add(Operation::Local, type, local, {}, span);
        statements.push_back(body.add(BodyStmt{AssignBody{std::nullopt, target, value}, span}));
      }
      statements.push_back(id);
    }
    const bool is_root = body.root && body.root->index() == i;
    if (is_root && !statements.empty() &&
        std::holds_alternative<ReturnBody>(body.stmts[statements.back()].kind)) {
      statements.pop_back();  // redundant at the end
    }
    std::get<BlockBody>(body.stmts[BodyStmtId(i)].kind).statements = std::move(statements);
  }
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
  function.name = names_.unique(function.name);
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
    const Body* body = find_body(library_, next.fragment, next.type_arguments, next.unread);
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

void LeafFunctions::finish(Open& open) {
  const Fragment& fragment = library_.fragments[open.instance.fragment];
  Function function{
      names_.unique(interface_.name_prefix + std::string(library_.text(fragment.name))),
      fragment.doc,
      {},
      {},
      {},
      {},
      {},
      {},
      open.instance.fragment};
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
  if (function.result.is_array() && open.body == nullptr) {
    function.results = {std::exchange(function.result, DataType())};
  }
  if (open.body != nullptr) {
    BodyCopy(library_, types_, interface_, program_, open.instance, *open.body, open.callees,
             instances_, function)
        .run(fragment);
    zero_unwritten_locals(function.body, types_);
    if (function.result.is_array()) {
      const bool is_named = fragment.has_named_results;
      return_by_parameter(function, is_named ? fragment.results[0].name : fragment.name);
    }
    hoist_expressions(function.body, fragment.name, program_.functions, library_);
  } else {
    finish_native(open, fragment, function);
  }
  if (open.body != nullptr) {
    Namer scope(&names_);
    for (FunctionParameter& parameter : function.parameters) {
      parameter.name = scope.unique(parameter.name);
    }
    function.local_names = name_locals(function.body, library_.names, scope);
  }
  const auto index = static_cast<std::uint32_t>(program_.functions.size());
  by_fragment_[open.instance.fragment].push_back(index);
  instances_.push_back(open.instance);
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

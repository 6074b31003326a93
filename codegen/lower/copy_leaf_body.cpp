#include "codegen/lower/copy_leaf_body.h"

#include <algorithm>

#include "codegen/ir/int_ranges.h"
#include "codegen/lower/forwarded_call.h"
#include "codegen/lower/symbol_reads.h"
#include "fragments/model/body_flow.h"
#include "fragments/model/element_arguments.h"
#include "support/check.h"

namespace weft {
namespace {

// The function's parameters: per port the position of its parameter, or of the first capture of the
// function that the port is given, and per feature of the body the position of its parameter.
struct ParameterPlaces {
  std::vector<std::uint32_t> ports;
  std::vector<std::uint32_t> features;
};

// The number of parameters without captures.
std::size_t own_parameters(const Function& given) {
  return given.port_parameters.size() + given.element_arrays.size();
}

ParameterPlaces add_parameters(const LeafSource& source, const Program& program,
                               Function& function) {
  const LeafInstance& instance = source.instance;
  const Fragment& fragment = find_signature(source.library, instance.fragment, instance.special);
  std::vector<FunctionParameter>& parameters = function.parameters;
  ParameterPlaces places;
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    const DataType type = bound_type(fragment.ports[i].type, instance.type_arguments);
    places.ports.push_back(static_cast<std::uint32_t>(parameters.size()));
    const bool is_dropped = instance.folded != nullptr && instance.folded->is_dropped[i];
    const bool is_taken = fragment.ports[i].kind == FragmentPort::Kind::Value ||
                          calls_port(source.body, static_cast<std::uint32_t>(i));
    if (is_taken && !is_dropped && !instance.textures[i] && !instance.functions[i]) {
      parameters.push_back(
          {std::string(port_name(source.library, instance.fragment, instance.special, i)), type});
    }
  }
  for (std::size_t i = 0; i < source.body.features.size(); ++i) {
    places.features.push_back(static_cast<std::uint32_t>(parameters.size()));
    if (!instance.features[i]) {
      const Feature& feature = source.library.features[source.body.features[i]];
      parameters.push_back({std::string(source.library.text(feature.path)), feature.type.data()});
    }
  }
  for (std::size_t i = 0; i < fragment.ports.size(); ++i) {
    if (instance.functions[i]) {
      places.ports[i] = static_cast<std::uint32_t>(parameters.size());
      const Function& given = program.functions[*instance.functions[i]];
      parameters.insert(
          parameters.end(),
          given.parameters.begin() + static_cast<std::ptrdiff_t>(own_parameters(given)),
          given.parameters.end());
    }
  }
  return places;
}

// Reads of array features are resolved lazily, once the reader shows whether it needs the whole
// array or one element.
class BodyCopy {
 public:
  BodyCopy(const LeafSource& source, Program& program, const ParameterPlaces& places, Body& out)
      : leaf_(source), source_(source.body), program_(program), places_(places), out_(out) {}

  void run() {
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
      case Operation::Length:
        return copy_length(from);
      case Operation::Member: {
        const Copied object = copied_[source_.argument(from, 0).index()];
        return object.is_stored
                   ? stored(stored_member(out_, leaf_.types, leaf_.interface.stored_structs,
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
    const Copied object = copied_[source_.argument(from, 0).index()];
    const BodyExprId at =
        element_index(source_.argument(from, 1), element_count(sized_type(object), leaf_.types));
    if (object.is_stored) {
      return stored(stored_element(out_, leaf_.types, object.expr, at), from.type);
    }
    return plain(out_.add(Operation::Index, from.type, 0, {object.expr, at}, from.span));
  }

  // The copied array has a size even if the declared type has none.
  DataType sized_type(const Copied& object) const {
    return object.is_stored ? object.type : out_.exprs[object.expr].type;
  }

  Copied copy_length(const BodyExpr& from) {
    const DataType type = sized_type(copied_[source_.argument(from, 0).index()]);
    const std::uint32_t length = element_count(type, leaf_.types);
    WEFT_CHECK(length != 0, "an array whose capacity the profile does not state is read");
    return plain(add_literal(out_, from.type, length));
  }

  // The index for an array of `size` elements.
  BodyExprId element_index(BodyExprId source, std::uint32_t size) {
    if (ranges_.empty()) {
      ranges_ = find_int_ranges(source_, feature_lengths());
    }
    return clamped_index(out_, expr(source), size, ranges_[source.index()]);
  }

  std::vector<std::uint32_t> feature_lengths() const {
    std::vector<std::uint32_t> lengths;
    for (const std::optional<Symbol>& symbol : leaf_.instance.features) {
      const DataType type = symbol ? type_of_feature(*symbol) : DataType();
      lengths.push_back(type.is_array() ? element_count(type, leaf_.types) : 0);
    }
    return lengths;
  }

  // Arrays have the size stated by the profile.
  DataType type_of_feature(const Symbol& symbol) const {
    return symbol.kind == SymbolKind::BlockMember
               ? leaf_.interface.blocks[symbol.index].members[symbol.member].type
               : symbol.type;
  }

  Copied copy_port(const BodyExpr& from) {
    if (const auto& texture = leaf_.instance.textures[from.payload]) {
      return plain(read_symbol(out_, program_, *texture, from.type));
    }
    return plain(out_.add(Operation::Port, from.type, places_.ports[from.payload], {}, from.span));
  }

  Copied copy_feature(const BodyExpr& from) {
    const std::optional<Symbol>& symbol = leaf_.instance.features[from.payload];
    if (!symbol) {
      return plain(
          out_.add(Operation::Port, from.type, places_.features[from.payload], {}, from.span));
    }
    if (symbol->kind == SymbolKind::HostInput) {
      return plain(symbol_itself(out_, program_, *symbol));
    }
    if (symbol->kind != SymbolKind::BlockMember) {
      return plain(read_symbol(out_, program_, *symbol, from.type));
    }
    return stored(symbol_itself(out_, program_, *symbol), type_of_feature(*symbol));
  }

  Copied copy_call(const BodyExpr& from) {
    const std::uint32_t callee = leaf_.callees[next_callee_++];
    const LeafInstance& instance = leaf_.instances[callee];
    std::vector<BodyExprId> arguments;
    for (std::uint32_t i = 0; i < from.argument_count; ++i) {
      const bool is_dropped = instance.folded != nullptr && instance.folded->is_dropped[i];
      if (!instance.textures[i] && !is_dropped) {
        arguments.push_back(expr(source_.argument(from, i)));
      }
    }
    const std::vector<FeatureId>& wanted = features_of(leaf_.library, instance);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (instance.features[i]) {
        continue;
      }
      const auto found = std::find(source_.features.begin(), source_.features.end(), wanted[i]);
      WEFT_CHECK(found != source_.features.end(), "a body lacks a feature of a leaf that it calls");
      const auto position = static_cast<std::size_t>(found - source_.features.begin());
      arguments.push_back(out_.add(Operation::Port, leaf_.library.features[wanted[i]].type.data(),
                                   places_.features[position], {}, from.span));
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
    if (!leaf_.instance.functions[port]) {
      return plain(out_.add(Operation::Port, from.type, places_.ports[port], {}, from.span));
    }
    const std::uint32_t callee = *leaf_.instance.functions[port];
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
      const auto parameter = static_cast<std::uint32_t>(places_.ports[port] + i - own);
      arguments.push_back(
          out_.add(Operation::Port, given.parameters[i].type, parameter, {}, from.span));
    }
    if (const auto forwarded = find_forwarded_call(given)) {
      return plain(add_forwarded_call(out_, given, *forwarded, arguments, from.span));
    }
    return plain(add_call(from, callee, arguments));
  }

  // The index of the argument for a parameter of the port. A body passes only the arguments that
  // are read.
  std::uint32_t argument_for(std::uint32_t port, const PortCall& call,
                             std::uint32_t parameter) const {
    const LeafInstance& instance = leaf_.instance;
    const FragmentPort& declared =
        find_signature(leaf_.library, instance.fragment, instance.special).ports[port];
    if (declared.kind == FragmentPort::Kind::Fn) {
      return parameter;
    }
    const auto at =
        std::find(call.injected.begin(), call.injected.end(), declared.injected[parameter]);
    WEFT_CHECK(at != call.injected.end(),
               "a function reads a feature that its leaf does not inject");
    return static_cast<std::uint32_t>(at - call.injected.begin());
  }

  BodyExprId element_of_call(const Symbol& array, const BodyExpr& call) {
    if (element_calls_.empty()) {
      element_calls_ = find_element_calls(source_);
    }
    const std::optional<BodyExprId>& index = element_calls_[call.payload].index;
    WEFT_CHECK(index.has_value(), "a call of a function port that reads no elements");
    const DataType type = leaf_.interface.blocks[array.index].members[array.member].type;
    const BodyExprId at = element_index(*index, element_count(type, leaf_.types));
    const BodyExprId element =
        stored_element(out_, leaf_.types, symbol_itself(out_, program_, array), at);
    return load_value(out_, element, leaf_.types.array(type).element);
  }

  BodyStmt copy(const BodyStmt& from) {
    BodyStmt stmt = from;
    replace_expressions(stmt, [this](BodyExprId id) { return expr(id); });
    return stmt;
  }

  const LeafSource& leaf_;
  const Body& source_;
  Program& program_;
  const ParameterPlaces& places_;
  Body& out_;
  std::vector<Copied> copied_;
  std::vector<BodyExprId> scratch_;
  std::vector<IntRange> ranges_;  // per expression of the source; empty before the first index
  std::vector<ElementCall> element_calls_;
  std::size_t next_callee_ = 0;
};

}  // namespace

DataType bound_type(const TypePattern& pattern, const std::vector<DataType>& type_arguments) {
  return pattern.type_variable ? type_arguments[*pattern.type_variable] : pattern.data;
}

void copy_leaf_body(const LeafSource& source, Program& program, Function& function) {
  const ParameterPlaces places = add_parameters(source, program, function);
  BodyCopy(source, program, places, function.body).run();
}

}  // namespace weft

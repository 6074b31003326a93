#include "fragments/model/leaf_part.h"

#include <algorithm>
#include <utility>

#include "fragments/model/intrinsics.h"
#include "fragments/model/library.h"
#include "fragments/model/live_body.h"
#include "fragments/model/without_results.h"

namespace weft {
namespace {

/// Whether the leaf and all that it calls have bodies of plain operations, without features.
/// O(their sizes).
bool calls_plain_leaf(const Library& library, const BodyCall& called) {
  std::vector<const BodyCall*> open{&called};
  std::vector<const Body*> known;
  while (!open.empty()) {
    const BodyCall& call = *open.back();
    open.pop_back();
    const BodyInstance* instance =
        library.fragments[call.fragment].find_instance(call.type_arguments);
    if (instance == nullptr || !call.results.empty()) {
      return false;
    }
    const Body& body = instance->body;
    const bool is_plain =
        body.root && body.features.empty() &&
        std::none_of(body.exprs.begin(), body.exprs.end(), [](const BodyExpr& expr) {
          return expr.op == Operation::Intrinsic &&
                 needs_fragment_stage(static_cast<Intrinsic>(expr.payload));
        });
    if (!is_plain) {
      return false;
    }
    if (std::find(known.begin(), known.end(), &body) == known.end()) {
      known.push_back(&body);
      for (const BodyCall& inner : body.calls) {
        open.push_back(&inner);
      }
    }
  }
  return true;
}

bool is_plain_operation(const Library& library, const Body& body, const BodyExpr& expr) {
  switch (expr.op) {
    case Operation::Divide:
    case Operation::Remainder:
      return expr.type.is_float_based();
    case Operation::Intrinsic:
      return !needs_fragment_stage(static_cast<Intrinsic>(expr.payload));
    case Operation::Call:
      return calls_plain_leaf(library, body.calls[expr.payload]);
    case Operation::PortCall:
    case Operation::Symbol:
      return false;
    default:
      return true;
  }
}

/// The expression whose value the expression has: a local's initial value.
BodyExprId source_of(const Body& body, const PartFacts& facts, BodyExprId id) {
  const BodyExpr& expr = body.exprs[id];
  return expr.op == Operation::Local ? facts.initials[expr.payload].value_or(id) : id;
}

bool contains(const std::vector<BodyExprId>& sorted, BodyExprId id) {
  return std::binary_search(sorted.begin(), sorted.end(), id);
}

/// The expressions that computing the value takes, down to the other parts, sorted. Operands and
/// initial values stand before what reads them, so the greatest open one is the next.
std::vector<BodyExprId> needed_for(const Body& body, const PartFacts& facts, BodyExprId value,
                                   const std::vector<BodyExprId>& parts) {
  std::vector<BodyExprId> needed;
  std::vector<BodyExprId> open{value};
  const auto add = [&open](BodyExprId id) {
    open.push_back(id);
    std::push_heap(open.begin(), open.end());
  };
  while (!open.empty()) {
    std::pop_heap(open.begin(), open.end());
    const BodyExprId id = open.back();
    open.pop_back();
    if (!needed.empty() && needed.back() == id) {
      continue;
    }
    needed.push_back(id);
    const BodyExprId source = source_of(body, facts, id);
    if (id != value && contains(parts, source)) {
      continue;
    }
    if (source != id) {
      add(source);
    }
    const BodyExpr& expr = body.exprs[id];
    for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
      add(body.argument(expr, k));
    }
  }
  std::reverse(needed.begin(), needed.end());
  return needed;
}

/// Copies the body with the parts below it replaced by ports.
class PartCopy {
 public:
  PartCopy(const Fragment& leaf, const Body& body, const PartFacts& facts,
           std::optional<BodyExprId> value, const std::vector<BodyExprId>& below)
      : leaf_(leaf), body_(body), facts_(facts), value_(value), below_(below) {}

  /// Ports beyond those of the leaf are entries of `below`. May have code that nothing needs.
  Body run() {
    Body out;
    out.features = body_.features;
    if (value_) {
      needed_ = needed_for(body_, facts_, *value_, below_);
    } else {
      out.locals = body_.locals;
      out.port_calls = body_.port_calls;
      for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
        needed_.emplace_back(i);
      }
    }
    copied_.reserve(needed_.size());
    for (const BodyExprId id : needed_) {
      copied_.push_back(copy(out, id));
    }
    if (value_) {
      const Span span = body_.exprs[*value_].span;
      const BodyStmtId result = out.add(BodyStmt{ReturnBody{copied(*value_)}, span});
      out.root = out.add(BodyStmt{BlockBody{{result}}, span});
    } else {
      copy_statements(out);
    }
    return out;
  }

 private:
  std::optional<std::uint32_t> given(BodyExprId id) const {
    const auto at = std::lower_bound(below_.begin(), below_.end(), id);
    return at != below_.end() && *at == id
               ? std::optional(static_cast<std::uint32_t>(leaf_.ports.size()) +
                               static_cast<std::uint32_t>(at - below_.begin()))
               : std::nullopt;
  }

  BodyExprId copied(BodyExprId id) const {
    const auto at = std::lower_bound(needed_.begin(), needed_.end(), id);
    return copied_[static_cast<std::size_t>(at - needed_.begin())];
  }

  BodyExprId copy(Body& out, BodyExprId id) {
    const BodyExpr& expr = body_.exprs[id];
    const BodyExprId source = source_of(body_, facts_, id);
    const bool is_value = value_ && id == *value_;
    if (const auto port = is_value ? std::nullopt : given(source)) {
      return out.add(Operation::Port, expr.type, *port, {}, expr.span);
    }
    if (value_ && expr.op == Operation::Local) {
      return copied(source);
    }
    std::vector<BodyExprId> arguments;
    arguments.reserve(expr.argument_count);
    for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
      arguments.push_back(copied(body_.argument(expr, k)));
    }
    std::uint32_t payload = expr.payload;
    if (expr.op == Operation::Call) {
      payload = static_cast<std::uint32_t>(out.calls.size());
      out.calls.push_back(body_.calls[expr.payload]);
    }
    return out.add(expr.op, expr.type, payload, arguments, expr.span);
  }

  void copy_statements(Body& out) {
    for (const BodyStmt& from : body_.stmts) {
      BodyStmt stmt = from;
      replace_expressions(stmt, [this](BodyExprId id) { return copied(id); });
      out.add(std::move(stmt));
    }
    out.root = body_.root;
  }

  const Fragment& leaf_;
  const Body& body_;
  const PartFacts& facts_;
  std::optional<BodyExprId> value_;
  const std::vector<BodyExprId>& below_;
  std::vector<BodyExprId> needed_;  // sorted
  std::vector<BodyExprId> copied_;  // of each of these
};

/// The local that an expression is the initial value of, or is computed for: `alpha`, `lobe_part`;
/// for a part of the result `part`.
std::string name_of_value(const Library& library, const Body& body, const PartFacts& facts,
                          BodyExprId value) {
  // Expressions are in postorder, so a statement's follow those of the statements before it.
  const auto at = std::lower_bound(
      facts.computed.begin(), facts.computed.end(), value,
      [](const PartFacts::Computed& one, BodyExprId id) { return one.value < id; });
  if (at == facts.computed.end()) {
    return "part";
  }
  return std::string(library.text(body.locals[at->local].name)) +
         (at->is_declared && at->value == value ? "" : "_part");
}

/// Names the part and states its results.
void finish_signature(const Library& library, const Fragment& leaf, const Body& body,
                      const PartFacts& facts, LeafPart& part) {
  Fragment& signature = part.signature;
  part.name = library.text(leaf.name);
  signature.name = leaf.name;
  signature.type_parameters = leaf.type_parameters;
  signature.trait_variables = leaf.trait_variables;
  signature.span = leaf.span;
  signature.full_span = leaf.full_span;
  if (part.value) {
    part.name += "_" + name_of_value(library, body, facts, *part.value);
    part.span = body.exprs[*part.value].span;
    FragmentResult result{leaf.name, {}, part.span};
    result.type.data = body.exprs[*part.value].type;
    signature.results.push_back(std::move(result));
    return;
  }
  for (std::uint32_t i = 0; i < leaf.results.size(); ++i) {
    if (!std::binary_search(part.unread_results.begin(), part.unread_results.end(), i)) {
      signature.results.push_back(leaf.results[i]);
    }
  }
  if (signature.results.size() == 1 && !part.unread_results.empty()) {
    part.name += "_" + std::string(library.text(signature.results.front().name));
  }
  signature.has_named_results = leaf.has_named_results;
  signature.doc = leaf.doc;
}

FragmentPort plain_port(NameId name, DataType type) {
  FragmentPort port;
  port.name = name;
  port.type.data = type;
  return port;
}

/// The part of a port's declaration that calls need: its type and, if it is a function, its
/// parameters.
FragmentPort port_of_leaf(const FragmentPort& declared) {
  FragmentPort port = plain_port(declared.name, declared.type.data);
  port.type = declared.type;
  port.kind = declared.kind;
  port.parameters = declared.parameters;
  port.injected = declared.injected;
  port.keeps_frame = declared.keeps_frame;
  return port;
}

/// The ports that the body reads or calls, sorted.
std::vector<std::uint32_t> ports_read(const Body& body) {
  std::vector<std::uint32_t> read;
  for (const BodyExpr& expr : body.exprs) {
    if (expr.op == Operation::Port) {
      read.push_back(expr.payload);
    } else if (expr.op == Operation::PortCall) {
      read.push_back(body.port_calls[expr.payload].port);
    }
  }
  std::sort(read.begin(), read.end());
  read.erase(std::unique(read.begin(), read.end()), read.end());
  return read;
}

/// Replaces ports by their positions in `read`.
void renumber_ports(Body& body, const std::vector<std::uint32_t>& read) {
  const auto renumber = [&](std::uint32_t& port) {
    port =
        static_cast<std::uint32_t>(std::lower_bound(read.begin(), read.end(), port) - read.begin());
  };
  for (BodyExpr& expr : body.exprs) {
    if (expr.op == Operation::Port) {
      renumber(expr.payload);
    }
  }
  for (PortCall& call : body.port_calls) {
    renumber(call.port);
  }
}

}  // namespace

bool may_have_parts(const Fragment& leaf, const Body& body) {
  return body.root && !leaf.is_conversion() && !leaf.is_field && !leaf.operations && !leaf.law &&
         leaf.depends_on.empty();
}

std::vector<std::optional<BodyExprId>> initial_values(const Body& body) {
  std::vector<std::optional<BodyExprId>> initials(body.locals.size());
  std::vector<int> assignments(body.locals.size(), 0);
  for (const BodyStmt& stmt : body.stmts) {
    if (const auto* declared = std::get_if<DeclareBody>(&stmt.kind)) {
      initials[declared->local] = declared->initial;
      ++assignments[declared->local];
    } else if (const auto* assigned = std::get_if<AssignBody>(&stmt.kind)) {
      assignments[assigned_local(body, assigned->target)] += 2;
    }
  }
  for (std::size_t i = 0; i < initials.size(); ++i) {
    if (assignments[i] != 1 || body.locals[i].output) {
      initials[i].reset();
    }
  }
  return initials;
}

std::vector<bool> can_be_parts(const Library& library, const Body& body) {
  const std::vector<std::optional<BodyExprId>> initials = initial_values(body);
  std::vector<bool> can(body.exprs.size(), false);
  for (std::size_t i = 0; i < body.exprs.size(); ++i) {
    const BodyExpr& expr = body.exprs[BodyExprId(i)];
    bool is_fine =
        !expr.type.is_texture() && !expr.type.is_void() && is_plain_operation(library, body, expr);
    if (expr.op == Operation::Local) {
      const std::optional<BodyExprId>& initial = initials[expr.payload];
      is_fine = is_fine && initial && initial->index() < i && can[initial->index()];
    }
    for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
      is_fine = is_fine && can[body.argument(expr, k).index()];
    }
    can[i] = is_fine;
  }
  return can;
}

PartFacts::PartFacts(const Body& body) : initials(initial_values(body)) {
  for (const BodyStmt& stmt : body.stmts) {
    const auto* declared = std::get_if<DeclareBody>(&stmt.kind);
    const auto* assigned = std::get_if<AssignBody>(&stmt.kind);
    std::optional<Computed> one;
    if (declared != nullptr && declared->initial) {
      one = {*declared->initial, declared->local, true};
    } else if (assigned != nullptr) {
      one = {assigned->value, assigned_local(body, assigned->target), false};
    }
    if (one && (computed.empty() || computed.back().value < one->value)) {
      computed.push_back(*one);
    }
  }
}

std::vector<BodyExprId> parts_below(const Body& body, const PartFacts& facts, BodyExprId value,
                                    const std::vector<BodyExprId>& parts) {
  std::vector<BodyExprId> below;
  for (const BodyExprId id : needed_for(body, facts, value, parts)) {
    const BodyExprId source = source_of(body, facts, id);
    if (id != value && contains(parts, source)) {
      below.push_back(source);
    }
  }
  std::sort(below.begin(), below.end());
  below.erase(std::unique(below.begin(), below.end()), below.end());
  return below;
}

LeafPart make_leaf_part(const Library& library, const Fragment& leaf, const Body& body,
                        const PartFacts& facts, LeafPartKey key) {
  LeafPart part;
  static_cast<LeafPartKey&>(part) = std::move(key);
  const std::vector<BodyExprId>& below = part.below;
  part.body = without_injections(library, PartCopy(leaf, body, facts, part.value, below).run(), {});
  if (!part.unread_results.empty()) {
    part.body = without_results(library, std::move(part.body), part.unread_results);
  }
  // Ports of the leaf, and behind them entries of `below`.
  const std::vector<std::uint32_t> read = ports_read(part.body);
  Fragment& signature = part.signature;
  for (const std::uint32_t i : read) {
    if (i < leaf.ports.size()) {
      part.ports.push_back(i);
      signature.ports.push_back(port_of_leaf(leaf.ports[i]));
    } else {
      const BodyExprId given = below[i - leaf.ports.size()];
      part.given.push_back(given);
      part.given_names.push_back(name_of_value(library, body, facts, given));
      signature.ports.push_back(plain_port(leaf.name, body.exprs[given].type));
    }
  }
  renumber_ports(part.body, read);
  finish_signature(library, leaf, body, facts, part);
  return part;
}

}  // namespace weft

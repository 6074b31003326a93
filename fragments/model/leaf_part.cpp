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

/// Copies the body with the parts below it replaced by ports.
class PartCopy {
 public:
  PartCopy(const Library& library, const Fragment& leaf, const Body& body,
           std::optional<BodyExprId> value, const std::vector<BodyExprId>& below)
      : library_(library),
        leaf_(leaf),
        body_(body),
        value_(value),
        below_(below),
        initials_(initial_values(body)) {}

  /// Ports beyond those of the leaf are entries of `below`.
  Body run() {
    find_needed();
    Body out;
    out.locals = value_ ? std::vector<BodyLocal>() : body_.locals;
    out.features = body_.features;
    out.calls = body_.calls;
    out.port_calls = body_.port_calls;
    copied_.assign(body_.exprs.size(), BodyExprId(0));
    for (std::size_t i = 0; i < body_.exprs.size(); ++i) {
      if (is_needed_[i]) {
        copied_[i] = copy(out, BodyExprId(i));
      }
    }
    if (value_) {
      const BodyStmtId result =
          out.add(BodyStmt{ReturnBody{copied_[value_->index()]}, body_.exprs[*value_].span});
      out.root = out.add(BodyStmt{BlockBody{{result}}, body_.exprs[*value_].span});
    } else {
      copy_statements(out);
    }
    return without_injections(library_, out, {});
  }

 private:
  std::optional<std::uint32_t> given(BodyExprId id) const {
    const auto at = std::lower_bound(below_.begin(), below_.end(), id);
    return at != below_.end() && *at == id
               ? std::optional(static_cast<std::uint32_t>(leaf_.ports.size()) +
                               static_cast<std::uint32_t>(at - below_.begin()))
               : std::nullopt;
  }

  /// The expression whose value the expression has: a local's initial value.
  BodyExprId source(BodyExprId id) const {
    const BodyExpr& expr = body_.exprs[id];
    return expr.op == Operation::Local && initials_[expr.payload] ? *initials_[expr.payload] : id;
  }

  void find_needed() {
    is_needed_.assign(body_.exprs.size(), !value_);
    if (!value_) {
      return;
    }
    is_needed_[value_->index()] = true;
    for (std::size_t i = value_->index() + 1; i-- > 0;) {
      const BodyExprId id(i);
      if (!is_needed_[i] || (id != *value_ && given(source(id)))) {
        continue;
      }
      const BodyExpr& expr = body_.exprs[id];
      if (expr.op == Operation::Local) {
        is_needed_[source(id).index()] = true;
      }
      for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
        is_needed_[body_.argument(expr, k).index()] = true;
      }
    }
  }

  BodyExprId copy(Body& out, BodyExprId id) {
    const BodyExpr& expr = body_.exprs[id];
    const bool is_value = value_ && id == *value_;
    if (const auto port = is_value ? std::nullopt : given(source(id))) {
      return out.add(Operation::Port, expr.type, *port, {}, expr.span);
    }
    if (value_ && expr.op == Operation::Local) {
      return copied_[source(id).index()];
    }
    std::vector<BodyExprId> arguments;
    arguments.reserve(expr.argument_count);
    for (std::uint32_t k = 0; k < expr.argument_count; ++k) {
      arguments.push_back(copied_[body_.argument(expr, k).index()]);
    }
    return out.add(expr.op, expr.type, expr.payload, arguments, expr.span);
  }

  void copy_statements(Body& out) {
    for (const BodyStmt& from : body_.stmts) {
      BodyStmt stmt = from;
      replace_expressions(stmt, [this](BodyExprId id) { return copied_[id.index()]; });
      out.add(std::move(stmt));
    }
    out.root = body_.root;
  }

  const Library& library_;
  const Fragment& leaf_;
  const Body& body_;
  std::optional<BodyExprId> value_;
  const std::vector<BodyExprId>& below_;
  std::vector<std::optional<BodyExprId>> initials_;
  std::vector<bool> is_needed_;
  std::vector<BodyExprId> copied_;
};

/// The local that an expression is the initial value of, or is computed for: `alpha`, `lobe_part`;
/// for a part of the result `part`.
std::string name_of_value(const Library& library, const Body& body, BodyExprId value) {
  for (const BodyStmt& stmt : body.stmts) {
    const auto* declared = std::get_if<DeclareBody>(&stmt.kind);
    const auto* assigned = std::get_if<AssignBody>(&stmt.kind);
    const std::optional<BodyExprId> computed = declared != nullptr ? declared->initial
                                               : assigned != nullptr
                                                   ? std::optional(assigned->value)
                                                   : std::nullopt;
    // Expressions are in postorder, so a statement's follow those of the statements before it.
    if (computed && value.index() <= computed->index()) {
      const std::uint32_t local =
          declared != nullptr ? declared->local : assigned_local(body, assigned->target);
      return std::string(library.text(body.locals[local].name)) +
             (declared != nullptr && value == *computed ? "" : "_part");
    }
  }
  return "part";
}

/// Names the part and states its results.
void finish_signature(const Library& library, const Fragment& leaf, const Body& body,
                      LeafPart& part) {
  Fragment& signature = part.signature;
  part.name = library.text(leaf.name);
  signature.name = leaf.name;
  signature.type_parameters = leaf.type_parameters;
  signature.trait_variables = leaf.trait_variables;
  signature.span = leaf.span;
  signature.full_span = leaf.full_span;
  if (part.value) {
    part.name += "_" + name_of_value(library, body, *part.value);
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

}  // namespace

bool may_have_parts(const Fragment& leaf, const Body& body) {
  return body.root && body.port_calls.empty() && !leaf.is_conversion() && !leaf.is_field &&
         !leaf.operations && !leaf.law && leaf.depends_on.empty();
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

LeafPart make_leaf_part(const Library& library, const Fragment& leaf, const Body& body,
                        LeafPartKey key) {
  LeafPart part;
  static_cast<LeafPartKey&>(part) = std::move(key);
  const std::vector<BodyExprId>& below = part.below;
  part.body = PartCopy(library, leaf, body, part.value, below).run();
  if (!part.unread_results.empty()) {
    part.body = without_results(library, std::move(part.body), part.unread_results);
  }
  const std::size_t ports = leaf.ports.size();
  std::vector<bool> is_read(ports + below.size(), false);
  for (const BodyExpr& expr : part.body.exprs) {
    if (expr.op == Operation::Port) {
      is_read[expr.payload] = true;
    }
  }
  std::vector<std::uint32_t> moved(is_read.size(), 0);
  Fragment& signature = part.signature;
  for (std::size_t i = 0; i < is_read.size(); ++i) {
    moved[i] = static_cast<std::uint32_t>(signature.ports.size());
    if (!is_read[i]) {
      continue;
    }
    if (i < ports) {
      part.ports.push_back(static_cast<std::uint32_t>(i));
      FragmentPort port = plain_port(leaf.ports[i].name, leaf.ports[i].type.data);
      port.type = leaf.ports[i].type;
      signature.ports.push_back(std::move(port));
    } else {
      const BodyExprId given = below[i - ports];
      part.given.push_back(given);
      part.given_names.push_back(name_of_value(library, body, given));
      signature.ports.push_back(plain_port(leaf.name, body.exprs[given].type));
    }
  }
  for (BodyExpr& expr : part.body.exprs) {
    if (expr.op == Operation::Port) {
      expr.payload = moved[expr.payload];
    }
  }
  finish_signature(library, leaf, body, part);
  return part;
}

}  // namespace weft

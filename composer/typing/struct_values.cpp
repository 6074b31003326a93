#include "composer/typing/struct_values.h"

#include <fmt/format.h>

#include "composer/typing/apply_links.h"
#include "composer/typing/explain_link.h"
#include "composer/typing/settling.h"
#include "support/spelling.h"

namespace weft {
namespace {

std::string text_of_member(const TypingContext& in, const StructMember& member,
                           const std::string& structure) {
  return fmt::format("member '{}' of '{}'", in.library().text(member.name), structure);
}

/// Plans the conversion of a value to the declared type of a member of the struct named
/// `structure`.
tl::expected<PlannedLink, Diagnostic> plan_member(const TypingContext& in, CallContext at,
                                                  const TypedValue& value,
                                                  const StructMember& member,
                                                  const std::string& structure, Span span) {
  const SemanticType declared(member);
  Demand demand = demand_of(declared);
  auto link = in.links.find(value, demand, at);
  // A meaning with a default that the member does not state reads as the default, so demand that.
  bool is_complete = !member.states_traits;
  while (link && !is_complete) {
    is_complete = true;
    for (const TraitEntry& entry : link->result.entries()) {
      const std::optional<ValueId> usual = in.lattice().trait(entry.trait).default_value;
      if (usual && *usual != entry.value && !declared.stated(entry.trait)) {
        demand_settled(demand, {{entry.trait, *usual}});
        is_complete = false;
      }
    }
    if (!is_complete) {
      link = in.links.find(value, demand, at);
    }
  }
  if (!link) {
    const Consumer consumer(text_of_member(in, member, structure), structure);
    Diagnostic failure = explain_failure(in, at, value, demand, consumer, "", span);
    failure.port = in.library().text(member.name);
    for (Note& note : failure.notes) {
      if (note.text.starts_with(demand_note_begin)) {
        note.span = member.span;
      }
    }
    return tl::unexpected(std::move(failure));
  }
  return std::move(*link);
}

}  // namespace

TypedValue type_struct_member(CallTyping& typing, NameId member, const TypedValue& object,
                              std::vector<std::string_view> names) {
  const TypingContext& in = typing.in;
  const StructType& structure = in.library().data_types.structure(in.data_of(object));
  for (std::uint32_t i = 0; i < structure.members.size(); ++i) {
    const StructMember& declared = structure.members[i];
    if (declared.name == member) {
      const TypeId type = in.values.intern(SemanticType(declared));
      return typing.make(OperationEvaluation{Operation::Member, i}, {object.evaluation}, type);
    }
    names.push_back(in.library().text(declared.name));
  }
  const std::string_view name = in.library().text(member);
  typing.report(error_at(
      Code::UnknownMember, span_of_member(typing.span(), name),
      fmt::format("struct '{}' has no member '{}'", in.library().text(structure.name), name),
      spelling_hint(name, names)));
  return {};
}

TypedValue type_struct(CallTyping& typing, const ConstructNode& node, const CallIds& inputs) {
  const TypingContext& in = typing.in;
  const std::vector<StructMember>& members = in.library().data_types.structure(node.type).members;
  const std::string name = in.library().type_name(node.type);
  const Span whole = typing.span();
  if (inputs.size() != members.size()) {
    typing.report(error_at(Code::WrongArguments, whole,
                           fmt::format("'{}' takes {} values, one per member, not {}", name,
                                       members.size(), inputs.size())));
    return {};
  }
  std::vector<PlannedLink> links;
  links.reserve(members.size());
  bool fits = true;
  for (std::size_t i = 0; i < members.size(); ++i) {
    auto link =
        plan_member(in, typing.at, in.calls.value(inputs[i]), members[i], name, node.spans.at(i));
    if (link) {
      links.push_back(std::move(*link));
    } else {
      typing.report(std::move(link.error()));
      fits = false;
    }
  }
  if (!fits) {
    return {};
  }
  bool is_ready = true;
  for (std::size_t i = 0; i < members.size(); ++i) {
    is_ready = require_features(typing, typing.at, links[i], node.spans[i]) && is_ready;
  }
  std::vector<EvaluationId> parts;
  parts.reserve(members.size());
  for (std::size_t i = 0; i < members.size() && is_ready; ++i) {
    const std::string consumer =
        links[i].steps.empty() ? std::string() : text_of_member(in, members[i], name);
    const TypedValue part =
        apply_link(typing, typing.at, in.calls.value(inputs[i]), links[i], consumer, node.spans[i]);
    is_ready = !part.is_error;
    parts.push_back(part.evaluation);
  }
  if (!is_ready) {
    return {};
  }
  const TypeId type = in.values.intern(SemanticType(node.type));
  return typing.make(OperationEvaluation{Operation::Construct}, std::move(parts), type);
}

}  // namespace weft

#include <fmt/format.h>

#include "composer/typing/settling.h"
#include "composer/typing/type_inference.h"
#include "support/spelling.h"

// The parts of TypeInference about structs: conversion of members in constructors, and types of
// member reads.
namespace weft {

TypedValue TypeInference::type_struct_member(const MemberCall& call, const TypedValue& object,
                                             std::vector<std::string_view> names, Stage stage,
                                             Origin origin) {
  const StructType& structure = library().data_types.structure(type_of_value(object).data());
  for (std::uint32_t i = 0; i < structure.members.size(); ++i) {
    const StructMember& member = structure.members[i];
    if (member.name == call.member) {
      const TypeId type = graph_.types.intern(SemanticType(member));
      return made(add(OperationEvaluation{Operation::Member, i}, {object.evaluation}, stage,
                      Rate::Constant, type, std::move(origin)),
                  type);
    }
    names.push_back(library().text(member.name));
  }
  const std::string_view name = library().text(call.member);
  report(
      error_at(Code::UnknownMember, span_of_member(origin.span.value_or(Span{}), name),
               fmt::format("struct '{}' has no member '{}'", library().text(structure.name), name),
               spelling_hint(name, names)));
  return {};
}

tl::expected<PlannedLink, Diagnostic> TypeInference::plan_member(const TypedValue& value,
                                                                 const StructMember& member,
                                                                 const std::string& structure,
                                                                 Stage stage, Span span) {
  const SemanticType declared(member);
  const std::string name(library().text(member.name));
  const Consumer consumer(fmt::format("member '{}' of '{}'", name, structure), structure);
  Demand demand = demand_of(declared);
  auto link = plan_link(value, demand, stage, consumer, "", span);
  // A meaning with a default that the member does not state reads as the default, so demand that.
  bool is_complete = !declared.has_traits();
  while (link && !is_complete) {
    is_complete = true;
    for (const TraitEntry& entry : link->result.entries()) {
      const std::optional<ValueId> usual = lattice().trait(entry.trait).default_value;
      if (usual && *usual != entry.value && !declared.stated(entry.trait)) {
        demand_settled(demand, {{entry.trait, *usual}});
        is_complete = false;
      }
    }
    if (!is_complete) {
      link = plan_link(value, demand, stage, consumer, "", span);
    }
  }
  if (!link) {
    Diagnostic failure = std::move(link.error());
    failure.port = name;
    for (Note& note : failure.notes) {
      if (note.text.starts_with(demand_note_begin)) {
        note.span = member.span;
      }
    }
    return tl::unexpected(std::move(failure));
  }
  return link;
}

TypedValue TypeInference::type_struct(const ConstructNode& node, const std::vector<CallId>& inputs,
                                      Stage stage, Origin origin) {
  const std::vector<StructMember>& members = library().data_types.structure(node.type).members;
  const std::string name = library().type_name(node.type);
  const Span whole = origin.span.value_or(Span{});
  if (inputs.size() != members.size()) {
    report(error_at(Code::WrongArguments, whole,
                    fmt::format("'{}' takes {} values, one per member, not {}", name,
                                members.size(), inputs.size())));
    return {};
  }
  std::vector<PlannedLink> links;
  links.reserve(members.size());
  bool fits = true;
  for (std::size_t i = 0; i < members.size(); ++i) {
    auto link = plan_member(*values_[inputs[i].index()], members[i], name, stage, node.spans.at(i));
    if (link) {
      links.push_back(std::move(*link));
    } else {
      report(std::move(link.error()));
      fits = false;
    }
  }
  if (!fits) {
    return {};
  }
  bool is_ready = true;
  for (std::size_t i = 0; i < members.size(); ++i) {
    is_ready = require_features(links[i], stage, node.spans[i]) && is_ready;
  }
  std::vector<EvaluationId> parts;
  parts.reserve(members.size());
  for (std::size_t i = 0; i < members.size() && is_ready; ++i) {
    const TypedValue part = apply_link(
        *values_[inputs[i].index()], links[i], stage,
        fmt::format("member '{}' of '{}'", library().text(members[i].name), name), node.spans[i]);
    is_ready = !part.is_error;
    parts.push_back(part.evaluation);
  }
  if (!is_ready) {
    return {};
  }
  const TypeId type = graph_.types.intern(SemanticType(node.type));
  return made(add(OperationEvaluation{Operation::Construct}, std::move(parts), stage,
                  Rate::Constant, type, std::move(origin)),
              type);
}

}  // namespace weft

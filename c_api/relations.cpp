#include "c_api/relations.h"

#include <string>
#include <utility>

#include <fmt/format.h>

#include "fragments/types/data_type.h"

/// A relation's view of its ports, wrapped for C.
struct weft_relation_context {
  weft::RelationContext& inner;
};

namespace weft {
namespace {

bool has_port(const weft_relation_context* context, size_t port) {
  return context != nullptr && port < context->inner.size();
}

/// Empty if `word` names no type.
TypeSet named_types(const char* word) {
  const std::string_view name = word != nullptr ? word : "";
  if (name == "struct") {
    return TypeSet::structs();
  }
  if (name == "array") {
    return TypeSet::arrays();
  }
  const std::optional<DataType> type = find_data_type(name);
  return type ? TypeSet::of(*type) : TypeSet();
}

RelationRule rule_of(const weft_relation& relation) {
  RelationRule rule;
  rule.name = relation.name;
  rule.least = relation.least;
  rule.most = relation.most;
  rule.results = relation.has_result != 0 ? 1 : 0;
  rule.propagate = [call = relation.propagate, user = relation.user](RelationContext& inner) {
    weft_relation_context context{inner};
    call(user, &context);
    return inner.outcome();
  };
  return rule;
}

}  // namespace

void add_relations(const weft_relation* relations, size_t count, RelationRegistry& registry,
                   Diagnostics& errors) {
  if (relations == nullptr && count != 0) {
    errors.push_back(error(Code::WrongArguments, "`relations` is a null pointer"));
    return;
  }
  for (size_t i = 0; i < count; ++i) {
    const weft_relation& relation = relations[i];
    if (relation.name == nullptr || relation.propagate == nullptr) {
      errors.push_back(error(
          Code::WrongArguments,
          fmt::format("relation {} has no {}", i, relation.name == nullptr ? "name" : "function")));
    } else if (!registry.add(rule_of(relation))) {
      errors.push_back(
          error(Code::WrongArguments,
                fmt::format(
                    "the relation '{}' cannot be added: its name is taken or no name, or no number "
                    "of ports satisfies it",
                    relation.name)));
    }
  }
}

}  // namespace weft

extern "C" {

size_t weft_relation_size(const weft_relation_context* context) {
  return context != nullptr ? context->inner.size() : 0;
}

int weft_relation_allows(const weft_relation_context* context, size_t port, const char* type) {
  return weft::has_port(context, port) &&
                 !(context->inner.allowed(port) & weft::named_types(type)).is_empty()
             ? 1
             : 0;
}

const char* weft_relation_decided(const weft_relation_context* context, size_t port) {
  const auto type = weft::has_port(context, port) ? context->inner.decided(port)
                                                  : std::optional<weft::DataType>();
  // Type names are string literals, hence 0-terminated.
  return type && !type->is_struct() && !type->is_array() ? weft::data_type_name(*type).data()
                                                         : nullptr;
}

void weft_relation_restrict(weft_relation_context* context, size_t port, const char* const* types,
                            size_t type_count) {
  weft::TypeSet set;
  for (size_t i = 0; types != nullptr && i < type_count; ++i) {
    set = set | weft::named_types(types[i]);
  }
  if (weft::has_port(context, port)) {
    context->inner.narrow(port, set);
  }
}

void weft_relation_equate(weft_relation_context* context, size_t port, size_t other) {
  if (weft::has_port(context, port) && weft::has_port(context, other)) {
    context->inner.equate(port, other);
  }
}

}  // extern "C"

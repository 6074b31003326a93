#include "live/service/method_table.h"

#include <algorithm>
#include <array>
#include <iterator>

#include <fmt/format.h>

#include "live/session/edit_json.h"
#include "support/json.h"
#include "support/spelling.h"

namespace weft::live {
namespace {

std::vector<Method> all_methods() {
  std::vector<Method> all = document_methods();
  for (std::vector<Method> more :
       {output_methods(), picture_methods(), offer_methods(), library_methods()}) {
    std::move(more.begin(), more.end(), std::back_inserter(all));
  }
  return all;
}

bool is_of_kind(const Json& value, MemberKind kind) {
  const auto all = [&](auto is_fine) {
    return value.is_array() && std::all_of(value.begin(), value.end(), is_fine);
  };
  switch (kind) {
    case MemberKind::String:
      return value.is_string();
    case MemberKind::Strings:
      return all([](const Json& each) { return each.is_string(); });
    case MemberKind::Integer:
      return value.is_number_unsigned();
    case MemberKind::Integers:
      return all([](const Json& each) { return each.is_number_unsigned(); });
    case MemberKind::Number:
      return value.is_number();
    case MemberKind::Boolean:
      return value.is_boolean();
    case MemberKind::Object:
      return value.is_object();
    case MemberKind::Objects:
      return all([](const Json& each) { return each.is_object(); });
    case MemberKind::Array:
      return value.is_array();
    case MemberKind::Any:
      break;
  }
  return true;
}

std::string_view words_for(MemberKind kind) {
  constexpr std::array<std::string_view, 10> words = {"a string",       "an array of strings",
                                                      "a whole number", "an array of whole numbers",
                                                      "a number",       "true or false",
                                                      "an object",      "an array of objects",
                                                      "an array",       "a value"};
  return words[static_cast<std::size_t>(kind)];
}

Json params_schema(const Method& method) {
  Json schema = schema_of(method.params);
  schema["properties"][progress_member] = {
      {"type", Json::array({"string", "integer"})},
      {"description", "ask for $/progress notifications with this token"}};
  return schema;
}

Json result_schema(const Method& method) {
  return method.traits.result_schema.empty()
             ? schema_of(method.result.members, method.result.is_open)
             : Json{{"$ref", method.traits.result_schema}};
}

/// What is wrong with params, by the table; empty if nothing is.
std::string fault_of_params(const Method& method, const Json& params) {
  for (const MessageMember& member : method.params) {
    const auto found = params.find(member.name);
    if (found == params.end() || found->is_null()) {
      if (member.is_required) {
        return fmt::format("'{}' is missing", member.name);
      }
    } else if (!is_of_kind(*found, member.kind)) {
      return fmt::format("'{}' is not {}", member.name, words_for(member.kind));
    }
  }
  for (const auto& [name, ignored] : params.items()) {
    const std::string& given = name;
    const bool is_known =
        std::any_of(method.params.begin(), method.params.end(),
                    [&](const MessageMember& member) { return member.name == given; });
    if (!is_known) {
      std::vector<std::string_view> known;
      std::transform(method.params.begin(), method.params.end(), std::back_inserter(known),
                     [](const MessageMember& member) { return member.name; });
      const std::string hint = spelling_hint(given, known);
      return fmt::format("'{}' is not a parameter of {}{}{}", given, method.name,
                         hint.empty() ? "" : ": ", hint);
    }
  }
  return {};
}

}  // namespace

const std::vector<Method>& service_methods() {
  static const std::vector<Method> table = all_methods();
  return table;
}

const Method* find_method(std::string_view name) {
  const std::vector<Method>& table = service_methods();
  const auto found = std::find_if(table.begin(), table.end(),
                                  [&](const Method& method) { return method.name == name; });
  return found != table.end() ? &*found : nullptr;
}

std::string take_params(const Method& method, Json& params, std::string& token) {
  if (!params.is_object()) {
    return "'params' is not an object";
  }
  if (const auto given = params.find(progress_member); given != params.end()) {
    if (given->is_string() || given->is_number_integer()) {
      token = given->dump();
    } else if (!given->is_null()) {
      return fmt::format("'{}' is not a string or a whole number", progress_member);
    }
    params.erase(given);
  }
  std::string fault = fault_of_params(method, params);
  for (auto member = params.begin(); member != params.end();) {
    member = member->is_null() ? params.erase(member) : std::next(member);
  }
  return fault;
}

std::string service_schema() {
  Json methods = Json::object();
  for (const Method& method : service_methods()) {
    methods[std::string(method.name)] = {
        {"description", method.meaning},
        {"type", "object"},
        {"properties", {{"params", params_schema(method)}, {"result", result_schema(method)}}},
    };
  }
  methods["edit"] = Json::parse(edit_schema());
  methods["nothing"] = {{"type", "null"}};
  const Json schema{
      {"$schema", "https://json-schema.org/draft/2020-12/schema"},
      {"title", "The messages of weft serve, by method"},
      {"$defs", std::move(methods)},
  };
  return schema.dump(2) + "\n";
}

std::string string_param(const Json& params, const char* name, std::string_view otherwise) {
  const auto found = params.find(name);
  return found != params.end() && found->is_string() ? found->get<std::string>()
                                                     : std::string(otherwise);
}

std::string with_version(std::string object, std::uint64_t version) {
  return object.replace(0, 1, fmt::format(R"({{"version":{},)", version));
}

bool flag_param(const Json& params, const char* name) {
  const auto found = params.find(name);
  return found != params.end() && found->is_boolean() && found->get<bool>();
}

void close_document(ServiceState& state, const std::string& name) {
  const auto found = state.documents.find(name);
  if (found == state.documents.end()) {
    return;
  }
  found->second.document->leave(state.self);
  if (found->second.is_shared) {
    state.shared->leave(name, *state.self);
  }
  state.documents.erase(found);
}

void tell_others(ServiceState& state, const std::string& name, const RpcAnswer& answer) {
  const auto found = state.documents.find(name);
  if (answer && found != state.documents.end() && found->second.is_shared) {
    state.shared->tell(name, *state.self, *answer);
  }
}

RpcError no_document(std::string_view name) {
  return {RpcCode::InvalidParams, fmt::format("no document '{}' is open", name), {}};
}

RpcError failed_request(std::string message, const std::vector<NodeDiagnostic>& diagnostics) {
  return {RpcCode::RequestFailed, std::move(message),
          fmt::format(R"({{"diagnostics":{}}})", diagnostics_json(diagnostics))};
}

}  // namespace weft::live

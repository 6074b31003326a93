#include "importers/materialx/leaf_code.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "importers/materialx/names.h"

namespace weft::materialx {
namespace {

using Names = std::map<std::string, std::string, std::less<>>;

/// The names of the parameters, and of the locals whose names Weft has for something else.
Names local_names(const GlslFunction& function, const Names& called, NameGiver& names) {
  Names locals;
  for (const GlslParameter& parameter : function.parameters) {
    locals.try_emplace(parameter.name);
  }
  const std::string code = function.prelude + function.body;
  for (const std::string_view word : words_of(code)) {
    if (hides_features(word)) {
      locals.try_emplace(std::string(word));
    } else if (const auto leaf = called.find(word); leaf != called.end()) {
      names.keep(leaf->second);
    } else if (locals.count(word) == 0) {
      names.keep(word);
    }
  }
  for (const GlslParameter& parameter : function.parameters) {
    locals[parameter.name] = names.give(parameter.name);
  }
  for (auto& [old, given] : locals) {
    given = given.empty() ? names.give(old) : given;
  }
  return locals;
}

/// The code with `{{name}}` replaced by ports, or nothing if something else is in braces.
std::optional<std::string> with_ports(std::string_view code, const Names& ports) {
  std::string result;
  while (true) {
    const std::size_t begin = code.find("{{");
    result += code.substr(0, begin);
    if (begin == std::string_view::npos) {
      return result;
    }
    const std::size_t end = code.find("}}", begin);
    const auto port = end == std::string_view::npos
                          ? ports.end()
                          : ports.find(code.substr(begin + 2, end - begin - 2));
    if (port == ports.end()) {
      return std::nullopt;
    }
    result += port->second;
    code.remove_prefix(end + 2);
  }
}

/// The code without what stands in `{{` and `}}`.
std::string without_ports(std::string_view code) {
  std::string result;
  while (true) {
    const std::size_t begin = code.find("{{");
    const std::size_t end = code.find("}}", std::min(begin, code.size()));
    result += code.substr(0, begin);
    if (begin == std::string_view::npos || end == std::string_view::npos) {
      return result;
    }
    result += ' ';
    code.remove_prefix(end + 2);
  }
}

}  // namespace

std::optional<Span> LeafCode::place_in_file(std::uint32_t begin, std::uint32_t end) const {
  const auto size = static_cast<std::uint32_t>(body.text.size());
  if (!file || begin < body_in_text || begin > body_in_text + size) {
    return std::nullopt;
  }
  const std::uint32_t last = std::clamp(end, begin, body_in_text + size);
  const auto in_file = [this](std::uint32_t place) {
    return body_in_file + read.place_in_code(body.place_in_code(place - body_in_text));
  };
  return Span{*file, in_file(begin), in_file(last)};
}

std::string_view data_type_of_glsl(std::string_view type) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 18> glsl_types = {
      {{"float", "float"},
       {"int", "int"},
       {"uint", "uint"},
       {"bool", "bool"},
       {"vec2", "float2"},
       {"vec3", "float3"},
       {"vec4", "float4"},
       {"ivec2", "int2"},
       {"ivec3", "int3"},
       {"ivec4", "int4"},
       {"uvec2", "uint2"},
       {"uvec3", "uint3"},
       {"uvec4", "uint4"},
       {"bvec2", "bool2"},
       {"bvec3", "bool3"},
       {"bvec4", "bool4"},
       {"mat3", "float3x3"},
       {"mat4", "float4x4"}}};
  for (const auto& [glsl, data_type] : glsl_types) {
    if (type == glsl) {
      return data_type;
    }
  }
  return {};
}

bool has_known_types(const GlslFunction& function) {
  bool has_outs = false;
  for (const GlslParameter& parameter : function.parameters) {
    has_outs = has_outs || parameter.is_out;
    if (data_type_of_glsl(parameter.type).empty()) {
      return false;
    }
  }
  return has_outs || !data_type_of_glsl(function.result).empty();
}

LeafCode leaf_of_function(const CodeFunction& from, const std::string& name, const Names& called) {
  const GlslFunction& function = *from.function;
  NameGiver names;
  const Names locals = local_names(function, called, names);
  LeafCode leaf;
  std::string ports;
  std::string results;
  for (const GlslParameter& parameter : function.parameters) {
    const std::string& local = locals.find(parameter.name)->second;
    const std::string_view type = data_type_of_glsl(parameter.type);
    (parameter.is_out ? leaf.results : leaf.ports).push_back(local);
    std::string& list = parameter.is_out ? results : ports;
    list += fmt::format("{}{}: {}", list.empty() ? "" : ", ", local, type);
  }
  const std::string result = results.empty() ? std::string(data_type_of_glsl(function.result))
                                             : fmt::format("({})", results);
  leaf.function = function.name;
  leaf.file = from.file;
  const Renaming renaming = [&](std::string_view word) -> std::string {
    if (word == "highp" || word == "mediump" || word == "lowp") {
      return " ";  // precision is a permission of profiles
    }
    if (const auto local = locals.find(word); local != locals.end()) {
      return local->second;
    }
    const auto leaf_name = called.find(word);
    return leaf_name == called.end() ? std::string() : leaf_name->second;
  };
  leaf.body = with_names(function.body, renaming);
  leaf.read.places = function.body_places;
  const std::string before = with_names(function.prelude, renaming).text;
  // Locals of the body may have the names of constants: they are in a block of their own.
  leaf.text = fmt::format("fragment {}({}) -> {}\n{{\n{}{}", name, ports, result, before,
                          before.empty() ? "" : "    {\n");
  leaf.body_in_text = static_cast<std::uint32_t>(leaf.text.size());
  leaf.body_in_file = function.body_begin;
  leaf.text += leaf.body.text + (before.empty() ? "\n}\n" : "\n    }\n}\n");
  return leaf;
}

std::optional<LeafCode> leaf_of_expression(std::string_view code, const std::string& name,
                                           const std::vector<CodeInput>& inputs,
                                           const std::string& result) {
  NameGiver names;
  const std::string rest = without_ports(code);
  for (const std::string_view word : words_of(rest)) {
    names.keep(word);
  }
  Names given;
  LeafCode leaf;
  std::string ports;
  for (const CodeInput& input : inputs) {
    leaf.ports.push_back(names.give(input.name));
    given.try_emplace(input.name, leaf.ports.back());
    ports += fmt::format("{}{}: {}", ports.empty() ? "" : ", ", leaf.ports.back(), input.type);
  }
  const std::optional<std::string> expression = with_ports(code, given);
  const bool is_expression =
      expression && expression->find_first_of(";{}\"\\\n\r") == std::string::npos &&
      expression->find("//") == std::string::npos && expression->find("/*") == std::string::npos;
  if (!is_expression) {
    return std::nullopt;
  }
  leaf.text = fmt::format("fragment {}({}) -> {}\n{{\n    return {};\n}}\n", name, ports, result,
                          *expression);
  return leaf;
}

}  // namespace weft::materialx

#include "importers/materialx/glsl_definitions.h"

#include <algorithm>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"

namespace weft::materialx {
namespace {

constexpr std::string_view blanks = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = text.find_first_not_of(blanks);
  return begin == std::string_view::npos
             ? std::string_view()
             : text.substr(begin, text.find_last_not_of(blanks) - begin + 1);
}

/// Takes the word that the text begins with, and the blanks around it.
std::string_view take_word(std::string_view& text) {
  text = trimmed(text);
  const auto end =
      static_cast<std::size_t>(std::find_if_not(text.begin(), text.end(), is_word) - text.begin());
  const std::string_view word = text.substr(0, end);
  text = trimmed(text.substr(end));
  return word;
}

/// Where the bracket at `at` is closed; the end if it is not.
std::size_t closing(std::string_view code, std::size_t at) {
  std::size_t depth = 0;
  for (; at < code.size(); ++at) {
    depth += code[at] == '(' || code[at] == '[' ? 1 : 0;
    depth -= code[at] == ')' || code[at] == ']' ? 1 : 0;
    if (depth == 0) {
      return at;
    }
  }
  return code.size();
}

/// Splits at the commas outside of brackets.
std::vector<std::string_view> split(std::string_view code) {
  std::vector<std::string_view> parts;
  std::size_t begin = 0;
  for (std::size_t at = 0; at < code.size(); ++at) {
    if (code[at] == '(' || code[at] == '[') {
      at = closing(code, at);
    } else if (code[at] == ',') {
      parts.push_back(code.substr(begin, at - begin));
      begin = at + 1;
    }
  }
  parts.push_back(code.substr(std::min(begin, code.size())));
  return parts;
}

/// `float[](a, b)` as `float[2](a, b)`.
RenamedCode with_sizes(std::string_view code) {
  RenamedCode sized;
  sized.places.push_back({0, 0});
  std::size_t taken = 0;
  for (std::size_t at = code.find("[]"); at != std::string_view::npos;
       at = code.find("[]", at + 2)) {
    const std::size_t open = code.find_first_not_of(blanks, at + 2);
    if (open == std::string_view::npos || code[open] != '(') {
      continue;
    }
    const std::size_t end = closing(code, open);
    const std::size_t count = split(code.substr(open + 1, end - open - 1)).size();
    sized.text += fmt::format("{}[{}]", code.substr(taken, at - taken), count);
    taken = at + 2;
    sized.places.push_back(
        {static_cast<std::uint32_t>(sized.text.size()), static_cast<std::uint32_t>(taken)});
  }
  sized.text += code.substr(taken);
  return sized;
}

}  // namespace

RenamedCode GlslDefinitions::expanded(std::string_view code) const {
  return with_names(code, [this](std::string_view word) -> std::string {
    const auto macro = macros_.find(word);
    return macro == macros_.end() ? std::string() : macro->second;
  });
}

bool GlslDefinitions::define(std::string_view line) {
  constexpr std::string_view directive = "#define";
  if (!line.starts_with(directive)) {
    return false;
  }
  std::string_view rest = line.substr(directive.size());
  const std::string_view name = take_word(rest);
  const char* const behind = name.data() + name.size();
  const bool has_parameters = behind < line.data() + line.size() && *behind == '(';
  if (name.empty() || has_parameters || rest.empty() || rest.find('\\') != std::string_view::npos) {
    return false;
  }
  macros_.insert_or_assign(std::string(name), expanded(rest).text);
  return true;
}

bool GlslDefinitions::declare(std::string_view declaration) {
  std::string_view rest = declaration;
  if (rest.find_first_of("{}") != std::string_view::npos) {
    return false;
  }
  Constant constant;
  constant.declaration = with_sizes(expanded(rest).text).text;
  if (take_word(rest).empty()) {
    return false;
  }
  for (std::string_view part : split(rest)) {
    const std::string_view name = take_word(part);
    if (name.empty() || part.find('=') == std::string_view::npos) {
      return false;
    }
    constant.names.emplace_back(name);
  }
  constants_.push_back(std::move(constant));
  return true;
}

void GlslDefinitions::apply(GlslFunction& function) const {
  const RenamedCode plain = expanded(function.body);
  RenamedCode sized = with_sizes(plain.text);
  function.body = std::move(sized.text);
  // Both steps in one: where a place of the new body stands in the file.
  std::set<std::uint32_t> places;
  for (const RenamedCode::Place& place : sized.places) {
    places.insert(place.text);
  }
  for (const RenamedCode::Place& place : plain.places) {
    const auto next =
        std::find_if(sized.places.rbegin(), sized.places.rend(),
                     [&](const RenamedCode::Place& one) { return one.code <= place.text; });
    places.insert(next->text + (place.text - next->code));
  }
  for (const std::uint32_t place : places) {
    function.body_places.push_back({place, plain.place_in_code(sized.place_in_code(place))});
  }
  std::set<std::string, std::less<>> read;
  for (const std::string_view word : words_of(function.body)) {
    read.emplace(word);
  }
  for (const GlslParameter& parameter : function.parameters) {
    read.erase(parameter.name);
  }
  for (std::size_t i = constants_.size(); i-- > 0;) {  // those that a constant reads stand above it
    const Constant& constant = constants_[i];
    const bool is_read =
        std::any_of(constant.names.begin(), constant.names.end(),
                    [&](const std::string& name) { return read.count(name) != 0; });
    if (is_read) {
      function.prelude = fmt::format("    {};\n{}", constant.declaration, function.prelude);
      for (const std::string_view word : words_of(constant.declaration)) {
        read.emplace(word);
      }
    }
  }
}

}  // namespace weft::materialx

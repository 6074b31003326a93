#include "live/session/group_text.h"

#include <algorithm>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "live/session/edit_rules.h"

namespace weft::live {
namespace {

bool has_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) {
      return true;
    }
  }
  return false;
}

/// Those of the graph around the group that its ports and results name: `<T: floating>`.
std::string type_parameters(const DocumentText& document, std::uint32_t graph,
                            const std::vector<GroupEdge>& inputs,
                            const std::vector<GroupEdge>& results) {
  const syntax::Signature* around = document.graphs()[graph].signature;
  std::string text;
  for (std::size_t i = 0; around != nullptr && i < around->type_parameters.size(); ++i) {
    const syntax::TypeParameter& parameter = around->type_parameters[i];
    const std::string_view name = document.spelling(parameter.name.name);
    const auto has_it = [&](const GroupEdge& each) { return has_word(each.type, name); };
    if (std::any_of(inputs.begin(), inputs.end(), has_it) ||
        std::any_of(results.begin(), results.end(), has_it)) {
      text += fmt::format(
          "{}{}{}", text.empty() ? "<" : ", ", name,
          parameter.bound ? fmt::format(": {}", document.spelling(parameter.bound->name)) : "");
    }
  }
  return text.empty() ? text : text + ">";
}

}  // namespace

std::string_view line_of(const DocumentText& document, const DocumentNode& node) {
  const std::string_view text = document.text();
  const std::uint32_t end = line_end(text, node.statement.end);
  std::string_view rest = text.substr(node.statement.end, end - node.statement.end);
  rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
  const bool is_last = rest.empty() || rest.starts_with("//");
  const std::uint32_t to = is_last ? end : node.statement.end;
  const std::string_view line = text.substr(node.statement.begin, to - node.statement.begin);
  return line.substr(0, line.find_last_not_of(" \t") + 1);
}

std::string text_of_group(const DocumentText& document, std::string_view name,
                          const std::vector<std::uint32_t>& members,
                          const std::vector<GroupEdge>& inputs,
                          const std::vector<GroupEdge>& results) {
  const std::string_view line_break = line_break_of(document.text());
  std::string text = fmt::format(
      "graph {}{}(", name,
      type_parameters(document, document.nodes()[members.front()].graph, inputs, results));
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    text += fmt::format("{}{}: {}", i > 0 ? ", " : "", document.nodes()[inputs[i].node].name,
                        inputs[i].type);
  }
  text += ") -> ";
  if (results.size() == 1) {
    text += results[0].type;
  } else {
    for (std::size_t i = 0; i < results.size(); ++i) {
      text += fmt::format("{}{}: {}", i > 0 ? ", " : "(", document.nodes()[results[i].node].name,
                          results[i].type);
    }
    text += ")";
  }
  text += fmt::format("{0}{{{0}", line_break);
  for (const std::uint32_t member : members) {
    text += fmt::format("    {}{}", line_of(document, document.nodes()[member]), line_break);
  }
  for (const GroupEdge& result : results) {
    text += fmt::format("    output {};{}", document.nodes()[result.node].name, line_break);
  }
  return text + "}";
}

}  // namespace weft::live

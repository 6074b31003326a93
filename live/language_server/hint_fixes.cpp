#include "live/language_server/hint_fixes.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"

namespace weft::lsp {
namespace {

constexpr std::string_view ellipsis = "\u2026";  // stands for the text that is there

/// What is between two texts; nothing if the whole has another form.
std::optional<std::string_view> between(std::string_view whole, std::string_view begin,
                                        std::string_view end) {
  if (!whole.starts_with(begin) || !whole.ends_with(end) ||
      whole.size() <= begin.size() + end.size()) {
    return std::nullopt;
  }
  return whole.substr(begin.size(), whole.size() - begin.size() - end.size());
}

/// `f(…)`, `a.b`, `(x) => f(x)`: an expression, not prose.
bool is_code(std::string_view text) {
  const auto name = static_cast<std::size_t>(
      std::distance(text.begin(), std::find_if_not(text.begin(), text.end(), is_word)));
  if (name == text.size()) {
    return false;  // a word
  }
  const bool is_lambda = text.front() == '(' && text.find(") => ") != std::string_view::npos;
  const bool is_call = name > 0 && text[name] == '(' && text.back() == ')';
  const bool is_member =
      name > 0 && text[name] == '.' &&
      std::all_of(text.begin() + static_cast<std::ptrdiff_t>(name) + 1, text.end(), is_word);
  const bool has_part = text.find(").") != std::string_view::npos;
  return (is_lambda || is_call || is_member || has_part) &&
         text.find(';') == std::string_view::npos && text.find("or ") == std::string_view::npos;
}

/// Whether a text needs no parentheses in front of `.x`, and inside of a call anyway.
bool is_simple(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) { return is_word(c) || c == '.'; });
}

/// The code of a hint with the existing text where it says `…`.
std::string filled(std::string_view code, std::string_view existing) {
  const std::size_t at = code.find(ellipsis);
  if (at == std::string_view::npos) {
    return std::string(code);
  }
  std::string_view before = code.substr(0, at);
  std::string_view after = code.substr(at + ellipsis.size());
  // `split(…).whole` about `split(x)`: the arguments are those that are there.
  if (before.size() > 1 && existing.starts_with(before) && existing.ends_with(')')) {
    existing = existing.substr(before.size(), existing.size() - before.size() - 1);
  }
  const bool is_group = before.ends_with('(') && after.starts_with(')') &&
                        (before.size() == 1 || !is_word(before[before.size() - 2]));
  if (is_group && is_simple(existing)) {
    before.remove_suffix(1);
    after.remove_prefix(1);
  }
  return fmt::format("{}{}{}", before, existing, after);
}

/// The last name of a path, `uv` of `surface.uv`.
Span last_name(const SourceFile& source, Span span) {
  const std::size_t dot = source.text(span).rfind('.');
  return dot == std::string_view::npos
             ? span
             : Span{span.file, span.begin + static_cast<std::uint32_t>(dot) + 1, span.end};
}

/// What a hint's code is about.
struct Subject {
  Span span;      ///< of the expression
  bool is_named;  ///< `output n;`, where the name is the value too
};

/// A diagnostic about a binding has the place of its name; its hint is about its expression.
Subject subject_of(OpenDocument& document, Span span) {
  const live::DocumentText& tree = document.tree();
  for (const live::DocumentNode& node : tree.nodes()) {
    if (node.name_span.begin == span.begin && node.name_span.end == span.end && node.value) {
      const Span value = tree.module().exprs[*node.value].span;
      return {{span.file, value.begin, value.end}, node.is_shorthand};
    }
  }
  return {span, false};
}

/// Whether a bracket, a comma or the ends of a statement are around a place, so that `as`, which
/// binds all that is to its left, is about that place alone.
bool is_delimited(const SourceFile& source, Span span) {
  constexpr std::string_view blank = " \t\r\n";
  const std::string_view before = source.text().substr(0, span.begin);
  const std::string_view after = source.text().substr(span.end);
  const std::size_t last = before.find_last_not_of(blank);
  const std::size_t next = after.find_first_not_of(blank);
  if (last == std::string_view::npos || next == std::string_view::npos ||
      std::string_view("),;]").find(after[next]) == std::string_view::npos) {
    return false;
  }
  const std::string_view lead = before.substr(0, last + 1);
  const bool is_comparison =
      lead.size() > 1 && lead.back() == '=' &&
      std::string_view("=!<>").find(lead[last - 1]) != std::string_view::npos;
  return (std::string_view("(,=[").find(lead.back()) != std::string_view::npos && !is_comparison) ||
         lead.ends_with("output") || lead.ends_with("return");
}

/// The only place of `text` in `whole` where it stands as an expression of its own; nothing if
/// there are several.
std::optional<std::size_t> place_in(std::string_view whole, std::string_view text) {
  const auto goes_on = [](char c) { return is_word(c) || c == '.'; };
  std::optional<std::size_t> place;
  for (std::size_t at = whole.find(text); at != std::string_view::npos;
       at = whole.find(text, at + 1)) {
    const std::size_t end = at + text.size();
    if ((at > 0 && goes_on(whole[at - 1])) || (end < whole.size() && goes_on(whole[end]))) {
      continue;
    }
    if (place) {
      return std::nullopt;
    }
    place = at;
  }
  return place;
}

/// `float(i)` about `i * 0.5` is about an operand. Nothing if it is not clear about which one.
std::optional<Span> operand_of(const SourceFile& source, Span whole, std::string_view code) {
  const std::string_view existing = source.text(whole);
  const std::size_t open = code.find('(');
  const bool is_cast = open != std::string_view::npos && code.back() == ')' &&
                       code.find(ellipsis) == std::string_view::npos &&
                       std::all_of(code.begin(), code.begin() + static_cast<std::ptrdiff_t>(open),
                                   [](char c) { return is_word(c); });
  if (!is_cast || code.find(existing) != std::string_view::npos) {
    return whole;
  }
  const std::string_view argument = code.substr(open + 1, code.size() - open - 2);
  if (existing.find(argument) == std::string_view::npos) {
    return whole;
  }
  const std::optional<std::size_t> at = place_in(existing, argument);
  if (!at) {
    return std::nullopt;
  }
  const auto begin = whole.begin + static_cast<std::uint32_t>(*at);
  return Span{whole.file, begin, begin + static_cast<std::uint32_t>(argument.size())};
}

TextFix written(const SourceFile& source, const Subject& subject, std::string_view code) {
  std::string text = filled(code, source.text(subject.span));
  const std::string title = fmt::format("write '{}'", text);
  if (subject.is_named) {
    return {title, Span{subject.span.file, subject.span.end, subject.span.end}, " = " + text};
  }
  const bool is_ascription = code.find(" as {") != std::string_view::npos;
  if (is_ascription && !is_delimited(source, subject.span)) {
    text = fmt::format("({})", text);
  }
  return {title, subject.span, std::move(text)};
}

/// The code in backticks: expressions in place of the existing one, declarations at the end.
std::vector<TextFix> quoted_fixes(OpenDocument& document, const Diagnostic& found) {
  const SourceFile& source = document.source();
  std::vector<TextFix> fixes;
  std::string_view rest = found.hint;
  while (true) {
    const std::size_t begin = rest.find('`');
    const std::size_t end = begin == std::string_view::npos ? begin : rest.find('`', begin + 1);
    if (end == std::string_view::npos) {
      return fixes;
    }
    const std::string_view code = rest.substr(begin + 1, end - begin - 1);
    const bool has_hole = code.find(ellipsis) != std::string_view::npos;
    if (code.ends_with(';') && !has_hole) {
      const auto size = static_cast<std::uint32_t>(source.text().size());
      const bool ends_line = source.text().ends_with('\n');
      const std::string_view line_end = line_break_of(source.text());
      fixes.push_back({fmt::format("add '{}'", code), Span{found.span->file, size, size},
                       fmt::format("{}{}{}", ends_line ? "" : line_end, code, line_end)});
    } else if (has_hole && code.find(" as {") != std::string_view::npos) {
      fixes.push_back(written(source, subject_of(document, *found.span), code));
    }
    rest.remove_prefix(end + 1);
  }
}

/// Removes the statement that binds the name at a place, with its line if it has one of its own.
std::vector<TextFix> removed_binding(OpenDocument& document, Span name) {
  const std::string_view text = document.source().text();
  for (const live::DocumentNode& node : document.tree().nodes()) {
    if (node.name_span.begin != name.begin || node.name_span.end != name.end) {
      continue;
    }
    std::uint32_t begin = node.statement.begin;
    std::uint32_t end = node.statement.end;
    while (begin > 0 && (text[begin - 1] == ' ' || text[begin - 1] == '\t')) {
      --begin;
    }
    const bool begins_line = begin == 0 || text[begin - 1] == '\n';
    const std::string_view rest = text.substr(end);
    if (begins_line && (rest.starts_with('\n') || rest.starts_with("\r\n"))) {
      end += rest.front() == '\r' ? 2 : 1;
    } else {
      begin = node.statement.begin;
    }
    return {{fmt::format("remove '{}'", node.name), Span{name.file, begin, end}, ""}};
  }
  return {};
}

}  // namespace

std::vector<TextFix> fixes_of_hint(OpenDocument& document, const Diagnostic& found) {
  const SourceFile& source = document.source();
  const std::string_view hint = found.hint;
  if (const auto name = between(hint, "did you mean '", "'?")) {
    const bool is_path = name->find('.') != std::string_view::npos;
    const Span span = is_path ? *found.span : last_name(source, *found.span);
    return {{fmt::format("write '{}'", *name), span, std::string(*name)}};
  }
  if (const auto path = between(hint, "a bare name is a shipped file: write import \"", "\"")) {
    return {{fmt::format("import \"{}\"", *path), *found.span, fmt::format("\"{}\"", *path)}};
  }
  if (hint == "use it in an output, or remove it") {
    return removed_binding(document, *found.span);
  }
  for (const std::string_view lead :
       {"write the function: ", "splat it: ", "swizzle it: ", "select one of them: ", "write "}) {
    const std::string_view code = hint.starts_with(lead) ? hint.substr(lead.size()) : "";
    if (code.empty() || !is_code(code)) {
      continue;
    }
    Subject subject = subject_of(document, *found.span);
    const std::optional<Span> operand = operand_of(source, subject.span, code);
    if (!operand) {
      return {};
    }
    subject.span = *operand;
    // `f(…)` about `f` says that the arguments are missing.
    if (code != fmt::format("{}({})", source.text(subject.span), ellipsis)) {
      return {written(source, subject, code)};
    }
  }
  return quoted_fixes(document, found);
}

std::optional<std::string> shipped_import_of(std::string_view hint) {
  const auto file = between(hint, "it comes with: import \"", "\";");
  return file ? std::optional<std::string>(*file) : std::nullopt;
}

}  // namespace weft::lsp

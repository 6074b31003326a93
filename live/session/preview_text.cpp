#include "live/session/preview_text.h"

#include <algorithm>
#include <variant>

#include <fmt/format.h>

namespace weft::live {
namespace {

/// The same on one line: of the same length, with spaces for comments and line breaks.
std::string on_one_line(std::string_view text) {
  std::string flat(text);
  bool is_string = false;
  bool is_comment = false;
  for (std::size_t i = 0; i < flat.size(); ++i) {
    const char c = flat[i];
    const bool is_break = c == '\n' || c == '\r';
    if (is_break) {
      is_comment = false;
      flat[i] = ' ';
    } else if (is_comment) {
      flat[i] = ' ';
    } else if (is_string) {
      i += c == '\\' ? 1 : 0;
      is_string = c != '"';
    } else if (flat.compare(i, 2, "//") == 0) {
      is_comment = true;
      flat[i] = ' ';
    } else {
      is_string = c == '"';
    }
  }
  return flat;
}

/// The part of a text with spaces in the place of outputs.
std::string without_outputs(const DocumentText& text, std::uint32_t graph, Span part,
                            const std::vector<std::string>& kept) {
  std::string cleared(text.text(part));
  const DocumentGraph& within = text.graphs()[graph];
  for (std::uint32_t i = within.first_node; i < within.first_node + within.node_count; ++i) {
    const DocumentNode& each = text.nodes()[i];
    if (each.kind != NodeKind::Output ||
        std::find(kept.begin(), kept.end(), each.name) != kept.end()) {
      continue;
    }
    for (std::uint32_t at = each.statement.begin; at < each.statement.end; ++at) {
      char& c = cleared[at - part.begin];
      c = c == '\n' || c == '\r' ? c : ' ';
    }
  }
  return cleared;
}

/// Where a signature states its result.
Span result_of(const DeclaredFragment& declared) {
  const syntax::ResultDecl& result = declared.signature->result;
  if (const auto* type = std::get_if<syntax::TypeRef>(&result)) {
    return type->span;
  }
  if (const auto* traits = std::get_if<syntax::Traits>(&result)) {
    return traits->span;
  }
  const auto& named = std::get<std::vector<syntax::NamedResult>>(result);
  const std::string_view text = declared.text->text();
  const std::size_t begin = text.rfind('(', named.front().name.span.begin);
  const std::size_t end = text.find(')', named.back().type.span.end);
  return {named.front().name.span.file, static_cast<std::uint32_t>(begin),
          static_cast<std::uint32_t>(end + 1)};
}

/// A value of the type, which is written like `float3 {use: display_color}`.
std::string some_value(const std::string& type) {
  const std::size_t traits = type.find(" {");
  return traits == std::string::npos
             ? fmt::format("{}(0.0)", type)
             : fmt::format("({}(0.0) as{})", type.substr(0, traits), type.substr(traits));
}

/// Adds copies of graphs that result in the color.
class GraphCopies {
 public:
  GraphCopies(const DocumentText& document, const PreviewSource& source, const PreviewParts& parts,
              PreviewText& into)
      : document_(document), source_(source), parts_(parts), into_(into) {}

  void add() {
    for (std::size_t i = source_.path.calls.size(); i-- > 0;) {
      const CallStep& step = source_.path.calls[i];
      add_copy(step.called, i);
      for (const DeclaredFragment& each : step.others) {
        add_other(each, source_.copies[i].name);
      }
    }
  }

 private:
  void keep(const DeclaredFragment& declared, std::uint32_t begin, std::string_view text) {
    if (declared.text == &document_) {
      into_.keep(on_one_line(text), begin);
    } else {
      into_.add(on_one_line(text));
    }
  }

  void add_copy(const DeclaredFragment& called, std::size_t i) {
    const std::vector<DocumentGraph>& graphs = called.text->graphs();
    const auto graph = std::find_if(graphs.begin(), graphs.end(), [&](const DocumentGraph& each) {
      return each.signature == called.signature;
    });
    const auto index = static_cast<std::uint32_t>(graph - graphs.begin());
    const Span result = result_of(called);
    const Span name = called.signature->name.span;
    into_.add(fmt::format("graph {}", source_.copies[i].name));
    keep(called, name.end, called.text->text({name.file, name.end, result.begin}));
    into_.add(parts_.color_type);
    const Span rest{name.file, result.end, called.span.end - 1};
    keep(called, rest.begin, without_outputs(*called.text, index, rest, {}));
    const bool is_last = i + 1 == source_.path.calls.size();
    if (is_last) {
      into_.add_statements(parts_.statements);
    }
    into_.add(fmt::format(" output {}; }} ",
                          on_one_line(is_last ? parts_.color : source_.copies[i + 1].call)));
  }

  /// The call chooses among the same signatures. What it does not choose shows nothing.
  void add_other(const DeclaredFragment& declared, const std::string& name) {
    const std::uint32_t begin = declared.signature->name.span.end;
    const Span result = result_of(declared);
    const std::string_view ports = declared.text->text({result.file, begin, result.begin});
    into_.add(fmt::format("graph {}{}{} {{ output {}; }} ", name, on_one_line(ports),
                          parts_.color_type, some_value(parts_.color_type)));
  }

  const DocumentText& document_;
  const PreviewSource& source_;
  const PreviewParts& parts_;
  PreviewText& into_;
};

}  // namespace

std::optional<std::uint32_t> PreviewText::original(std::uint32_t place) const {
  const auto piece = std::find_if(kept_.begin(), kept_.end(), [&](const Piece& each) {
    return each.begin <= place && place < each.begin + each.size;
  });
  return piece != kept_.end() ? std::optional(piece->place + (place - piece->begin)) : std::nullopt;
}

void PreviewText::keep(std::string_view text, std::uint32_t place) {
  kept_.push_back(
      {static_cast<std::uint32_t>(text_.size()), static_cast<std::uint32_t>(text.size()), place});
  text_ += text;
}

void PreviewText::add(std::string_view text) { text_ += text; }

void PreviewText::add_statements(std::string_view text) {
  statements_ = {static_cast<std::uint32_t>(text_.size()),
                 static_cast<std::uint32_t>(text_.size() + text.size())};
  text_ += text;
}

PreviewText preview_text(const DocumentText& document, const PreviewSource& source,
                         const PreviewParts& parts) {
  PreviewText made;
  const DocumentGraph& material = document.graphs()[source.material];
  const Span declaration = material.declaration;
  const std::uint32_t end = declaration.end - 1;
  made.add(parts.prefix);
  made.keep(document.text().substr(0, declaration.begin), 0);
  GraphCopies(document, source, parts, made).add();
  made.keep(without_outputs(document, source.material, {declaration.file, declaration.begin, end},
                            parts.target.kept),
            declaration.begin);
  const bool is_inside = !source.copies.empty();
  const std::string& color = is_inside ? source.copies.front().call : parts.color;
  const std::string output = parts.target.use.empty()
                                 ? color
                                 : fmt::format("({}) as {{use: {}}}", color, parts.target.use);
  const std::string statement = fmt::format(" output {} = {}; ", parts.target.output, output);
  if (is_inside) {
    made.add(statement);
  } else {
    made.add_statements(parts.statements + statement);
  }
  made.keep(document.text().substr(end), end);
  return made;
}

}  // namespace weft::live

#include "live/session/preview_input.h"

#include <algorithm>
#include <variant>
#include <vector>

#include <fmt/format.h>

namespace weft::live {
namespace {

const std::vector<FragmentId>& fragments_named(const Library& library, std::string_view name) {
  static const std::vector<FragmentId> none;
  const auto known = library.names.find(name);
  return known ? library.find_fragments(*known) : none;
}

/// The fragment that a binding calls, if its value is a call by name.
std::string_view callee_of_binding(const DocumentText& document, std::uint32_t node) {
  const auto& value = document.nodes()[node].value;
  if (!value) {
    return {};
  }
  const auto& exprs = document.module().exprs;
  const auto* call =
      std::get_if<syntax::CallExpr>(&exprs[unwrapped(document.module(), *value)].kind);
  const auto* callee =
      call != nullptr ? std::get_if<syntax::NameExpr>(&exprs[call->callee].kind) : nullptr;
  return callee != nullptr ? document.spelling(callee->name) : std::string_view();
}

std::string text_of(const Library& library, const PreviewSource& open, const StitchSource& source) {
  if (source.kind == StitchSource::Kind::Feature) {
    return std::string(library.text(library.features[*source.feature].path));
  }
  std::string text(library.text(*source.binding));
  const DocumentText& document = *open.path.text;
  const auto node = document.find_node(open.path.place.graph, text, false);
  if (source.kind != StitchSource::Kind::Result || !node) {
    return text;
  }
  for (const FragmentId id : fragments_named(library, callee_of_binding(document, *node))) {
    const Fragment& fragment = library.fragments[id];
    if (source.result < fragment.results.size()) {
      return fmt::format("{}.{}", text, library.text(fragment.results[source.result].name));
    }
  }
  return text;
}

bool is_input(const Library& library, const PreviewSource::OpenInput& input,
              const StitchDecision& decision) {
  const Fragment& consumer = library.fragments[decision.consumer];
  if (decision.port >= consumer.ports.size() || library.text(consumer.name) != input.callee) {
    return false;
  }
  return input.port.empty() ? decision.port == input.position
                            : library.text(consumer.ports[decision.port].name) == input.port;
}

}  // namespace

std::string first_of_several_results(const Library& library, std::string_view callee) {
  std::string result;
  for (const FragmentId id : fragments_named(library, callee)) {
    const Fragment& fragment = library.fragments[id];
    if (fragment.results.size() < 2) {
      return {};
    }
    result = result.empty() ? library.text(fragment.results.front().name) : result;
  }
  return result;
}

std::string called_name(const std::string& expression) {
  const std::size_t end = expression.find('(');
  const bool is_call = end != std::string::npos && end > 0 && expression.back() == ')';
  const std::string name = is_call ? expression.substr(0, end) : std::string();
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return c == '_' || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
  });
  return is_name ? name : std::string();
}

std::string stitched_expression(const Library& library, const PreviewSource& open, const Plan& plan,
                                const PreviewText& text) {
  for (const StitchDecision& each : plan.stitches) {
    const bool is_shown = each.span.file == FileId(0) && text.is_in_statements(each.span.begin);
    if (is_shown && each.chosen.kind != StitchSource::Kind::Default &&
        is_input(library, *open.open, each)) {
      return text_of(library, open, each.chosen);
    }
  }
  return {};
}

}  // namespace weft::live

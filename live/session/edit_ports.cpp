#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "live/session/edit_rules.h"
#include "support/spelling.h"

namespace weft::live {
namespace {

std::optional<std::size_t> position_of(std::string_view port) {
  std::size_t position = 0;
  const auto [end, status] = std::from_chars(port.data(), port.data() + port.size(), position);
  const bool is_number = status == std::errc() && end == port.data() + port.size();
  return is_number ? std::optional(position) : std::nullopt;
}

std::string path_text(const DocumentText& document, const syntax::Path& path) {
  std::string text;
  for (const syntax::Identifier& part : path.parts) {
    text += fmt::format("{}{}", text.empty() ? "" : ".", document.spelling(part.name));
  }
  return text;
}

/// "'0' or 'left', '1' or 'right'"; of many the first and the last.
std::string operand_list(std::size_t count, const std::vector<std::string_view>& words) {
  constexpr std::size_t most = 4;
  if (count > most) {
    return fmt::format("'0' to '{}'", count - 1);
  }
  std::string list;
  for (std::size_t i = 0; i < count; ++i) {
    list += fmt::format("{}'{}'{}", i == 0 ? "" : ", ", i,
                        i < words.size() ? fmt::format(" or '{}'", words[i]) : std::string());
  }
  return list;
}

/// Words for the operands of an expression that is not a call.
std::vector<std::string_view> operand_words(const syntax::Expr& expr) {
  if (std::holds_alternative<syntax::BinaryExpr>(expr.kind)) {
    return {"left", "right"};
  }
  if (std::holds_alternative<syntax::SelectExpr>(expr.kind)) {
    return {"condition", "if_true", "if_false"};
  }
  if (std::holds_alternative<syntax::IndexExpr>(expr.kind)) {
    return {"object", "index"};
  }
  if (std::holds_alternative<syntax::MemberExpr>(expr.kind)) {
    return {"object"};
  }
  if (std::holds_alternative<syntax::UnaryExpr>(expr.kind)) {
    return {"operand"};
  }
  return {};
}

class PortSearch {
 public:
  PortSearch(const EditContext& context, std::string_view node, std::string_view port)
      : context_(context), module_(context.document.module()), node_(node), port_(port) {}

  Result<PortPlace> in_call(syntax::ExprId id, const syntax::CallExpr& call) {
    PortPlace place;
    place.call = id;
    const std::size_t given = call.arguments.size();
    for (std::size_t i = 0; i < given; ++i) {
      const syntax::Argument& argument = call.arguments[i];
      if (argument.name && context_.document.spelling(argument.name->name) == port_) {
        return found(place, i, call);
      }
    }
    if (const auto position = position_of(port_)) {
      if (*position < given) {
        return found(place, *position, call);
      }
      if (*position == given) {
        place.argument = given;
        return place;
      }
      return failed(edit_error(
          Code::UnknownPort, node_, port_,
          fmt::format("the call has {} arguments, so there is no port {}", given, *position)));
    }
    const auto* callee = std::get_if<syntax::NameExpr>(&module_.exprs[call.callee].kind);
    const std::string_view fragment =
        callee != nullptr ? context_.document.spelling(callee->name) : std::string_view();
    return by_signature(place, call, fragment);
  }

  Result<PortPlace> among_operands(syntax::ExprId id) {
    const std::vector<Operand> operands = operands_of(module_, id);
    std::optional<std::size_t> position = position_of(port_);
    const std::vector<std::string_view> words = operand_words(module_.exprs[id]);
    const auto word = std::find(words.begin(), words.end(), port_);
    if (word != words.end()) {
      position = static_cast<std::size_t>(word - words.begin());
    }
    if (!position || *position >= operands.size()) {
      return failed(edit_error(Code::UnknownPort, node_, port_,
                               operands.empty()
                                   ? fmt::format("'{}' is a value without ports", node_)
                                   : fmt::format("'{}' has no port '{}' but operands: {}", node_,
                                                 port_, operand_list(operands.size(), words)),
                               words.empty() ? "" : spelling_hint(port_, words)));
    }
    PortPlace place;
    place.operand = operands[*position];
    return place;
  }

 private:
  static PortPlace found(PortPlace place, std::size_t argument, const syntax::CallExpr& call) {
    place.argument = argument;
    place.operand = Operand{call.arguments[argument].value, true};
    return place;
  }

  Result<PortPlace> by_signature(PortPlace place, const syntax::CallExpr& call,
                                 std::string_view fragment) {
    const std::vector<std::vector<std::string>> overloads = ports_of(context_, fragment);
    std::vector<std::size_t> positions;
    for (const std::vector<std::string>& ports : overloads) {
      const auto port = std::find(ports.begin(), ports.end(), port_);
      const auto at = static_cast<std::size_t>(port - ports.begin());
      if (port != ports.end() && ports.size() >= call.arguments.size() &&
          std::find(positions.begin(), positions.end(), at) == positions.end()) {
        positions.push_back(at);
      }
    }
    if (positions.empty()) {
      return failed(no_port(overloads, fragment));
    }
    if (positions.size() > 1) {
      return failed(edit_error(
          Code::WrongArguments, node_, port_,
          fmt::format("fragments '{}' have the port '{}' at several places", fragment, port_),
          "give its position, as 0 for the first"));
    }
    place.name = port_;
    const auto positional = static_cast<std::size_t>(
        std::count_if(call.arguments.begin(), call.arguments.end(),
                      [](const syntax::Argument& argument) { return !argument.name; }));
    if (positions.front() < positional) {
      return found(place, positions.front(), call);
    }
    place.argument = positions.front();
    return place;
  }

  Diagnostic no_port(const std::vector<std::vector<std::string>>& overloads,
                     std::string_view fragment) const {
    if (overloads.empty()) {
      return edit_error(
          Code::UnknownPort, node_, port_,
          fmt::format("no fragment '{}' is known, so neither are its ports", fragment),
          "give the position of the argument, as 0 for the first");
    }
    std::vector<std::string_view> known;
    for (const std::vector<std::string>& ports : overloads) {
      known.insert(known.end(), ports.begin(), ports.end());
    }
    std::string hint = spelling_hint(port_, known);
    return edit_error(
        Code::UnknownPort, node_, port_, fmt::format("'{}' has no port '{}'", fragment, port_),
        hint.empty() ? fmt::format("its ports are {}", fmt::join(known, ", ")) : std::move(hint));
  }

  const EditContext& context_;
  const syntax::Module& module_;
  std::string_view node_;
  std::string_view port_;
};

}  // namespace

Result<PortPlace> find_port(const EditContext& context, const NodePlace& at, std::string_view node,
                            std::string_view port) {
  if (port.empty()) {
    PortPlace place;
    place.operand = at.operand;
    return place;
  }
  const DocumentNode& holder = context.document.nodes()[at.node];
  if (holder.kind == NodeKind::Parameter || holder.kind == NodeKind::Port || !at.operand) {
    return failed(edit_error(Code::UnknownPort, node, port,
                             fmt::format("'{}' is given from outside and has no ports", node)));
  }
  const syntax::Module& module = context.document.module();
  syntax::ExprId id = unwrapped(module, at.operand->expr);
  while (const auto* with = std::get_if<syntax::WithExpr>(&module.exprs[id].kind)) {
    for (const syntax::Injection& injection : with->injections) {
      if (path_text(context.document, injection.feature) == port) {
        PortPlace place;
        place.operand = Operand{injection.value, true};
        return place;
      }
    }
    id = unwrapped(module, with->operand);
  }
  PortSearch search(context, node, port);
  const auto* call = std::get_if<syntax::CallExpr>(&module.exprs[id].kind);
  return call != nullptr ? search.in_call(id, *call) : search.among_operands(id);
}

}  // namespace weft::live

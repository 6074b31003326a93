#include "tests/unit/check_body_fixture.h"

#include <bit>
#include <utility>

#include <fmt/format.h>

#include "fragments/load/file_reader.h"
#include "fragments/model/intrinsics.h"
#include "tests/support/catch.h"

namespace weft::testing {
namespace {

/// Prints bodies. It recurses, since bodies in tests are small.
class BodyText {
 public:
  BodyText(const Library& library, const Fragment& fragment, const Body& body)
      : library_(library), fragment_(fragment), body_(body) {}

  std::string expr(BodyExprId id) const {
    const BodyExpr& it = body_.exprs[id];
    switch (it.op) {
      case Operation::Literal:
        return literal(it);
      case Operation::Length:
        return it.argument_count == 0 ? std::string(library_.text(NameId(it.payload)))
                                      : call("length", it);
      case Operation::Local:
        return std::string(library_.text(body_.locals[it.payload].name));
      case Operation::Port:
        return fmt::format("${}", library_.text(fragment_.ports[it.payload].name));
      case Operation::Feature:
        return std::string(library_.text(library_.features[body_.features[it.payload]].path));
      case Operation::Swizzle:
        return fmt::format("{}.{}", argument(it, 0), swizzle(it.payload));
      case Operation::Index:
        return fmt::format("{}[{}]", argument(it, 0), argument(it, 1));
      case Operation::Member: {
        DataType object = body_.exprs[body_.argument(it, 0)].type;
        return fmt::format(
            "{}.{}", argument(it, 0),
            library_.text(library_.data_types.structure(object).members[it.payload].name));
      }
      case Operation::Construct:
        return call(library_.type_name(it.type), it);
      case Operation::Intrinsic:
        return call(intrinsic_name(static_cast<Intrinsic>(it.payload)), it);
      case Operation::Call:
        return call(callee(body_.calls[it.payload]), it);
      case Operation::PortCall:
        return call(port_callee(body_.port_calls[it.payload]), it);
      case Operation::Symbol:
        return "symbol";
      case Operation::Negate:
      case Operation::Not:
      case Operation::BitNot:
      case Operation::Add:
      case Operation::Subtract:
      case Operation::Multiply:
      case Operation::Divide:
      case Operation::Remainder:
      case Operation::MatrixProduct:
      case Operation::ShiftLeft:
      case Operation::ShiftRight:
      case Operation::Less:
      case Operation::LessEqual:
      case Operation::Greater:
      case Operation::GreaterEqual:
      case Operation::Equal:
      case Operation::NotEqual:
      case Operation::And:
      case Operation::Or:
      case Operation::BitAnd:
      case Operation::BitXor:
      case Operation::BitOr:
      case Operation::Select:
        return call(operation(it.op), it);
    }
    return {};
  }

  std::string stmt(BodyStmtId id) const {
    return std::visit([this](const auto& kind) { return this->text(kind); }, body_.stmts[id].kind);
  }

 private:
  static std::string_view operation(Operation op) {
    static constexpr std::string_view names[] = {
        "literal",    "local",   "port",          "feature", "symbol",    "length",
        "neg",        "not",     "bit_not",       "add",     "sub",       "mul",
        "div",        "rem",     "product",       "shl",     "shr",       "less",
        "less_equal", "greater", "greater_equal", "equal",   "not_equal", "and",
        "or",         "bit_and", "bit_xor",       "bit_or",  "select"};
    return names[static_cast<std::size_t>(op)];
  }
  static std::string literal(const BodyExpr& it) {
    if (it.type == float_type) {
      std::string text = fmt::format("{}", std::bit_cast<float>(it.payload));
      return text.find_first_of(".e") == std::string::npos ? text + ".0" : text;
    }
    if (it.type == uint_type) {
      return fmt::format("{}u", it.payload);
    }
    return it.type.is_bool() ? (it.payload != 0 ? "true" : "false")
                             : std::to_string(static_cast<std::int32_t>(it.payload));
  }
  static std::string swizzle(std::uint32_t code) {
    std::string text;
    for (int i = 0; i < swizzle_count(code); ++i) {
      text += "xyzw"[swizzle_component(code, i)];
    }
    return text;
  }
  std::string callee(const BodyCall& call) const {
    std::string types;
    for (DataType type : call.type_arguments) {
      types += (types.empty() ? "<" : ", ") + library_.type_name(type);
    }
    return fmt::format("@{}{}{}", library_.text(library_.fragments[call.fragment].name), types,
                       types.empty() ? "" : ">");
  }
  std::string port_callee(const PortCall& call) const {
    std::string features;
    for (FeatureId feature : call.injected) {
      features += fmt::format("{}{}", features.empty() ? "[" : ", ",
                              library_.text(library_.features[feature].path));
    }
    return fmt::format("!{}{}{}", library_.text(fragment_.ports[call.port].name), features,
                       features.empty() ? "" : "]");
  }
  std::string argument(const BodyExpr& it, std::uint32_t at) const {
    return expr(body_.argument(it, at));
  }
  std::string call(std::string_view head, const BodyExpr& it) const {
    std::string arguments;
    for (std::uint32_t i = 0; i < it.argument_count; ++i) {
      arguments += (i == 0 ? "" : ", ") + argument(it, i);
    }
    return fmt::format("{}({})", head, arguments);
  }

  std::string text(const BlockBody& it) const {
    std::string inner;
    for (BodyStmtId id : it.statements) {
      inner += stmt(id) + " ";
    }
    return fmt::format("{{ {}}}", inner);
  }
  std::string text(const IfBody& it) const {
    return fmt::format("if {} {}{}", expr(it.condition), stmt(it.then_branch),
                       it.else_branch ? " else " + stmt(*it.else_branch) : "");
  }
  std::string text(const ForBody& it) const {
    return fmt::format("for ({} {}; {}) {}", it.initial ? stmt(*it.initial) : ";",
                       expr(it.condition), it.step ? stmt(*it.step) : "", stmt(it.body));
  }
  std::string text(const WhileBody& it) const {
    return fmt::format("while {} {}", expr(it.condition), stmt(it.body));
  }
  std::string text(const ReturnBody& it) const {
    return it.value ? fmt::format("return {};", expr(*it.value)) : "return;";
  }
  static std::string text(const BreakBody&) { return "break;"; }
  static std::string text(const ContinueBody&) { return "continue;"; }
  std::string text(const DeclareBody& it) const {
    const BodyLocal& local = body_.locals[it.local];
    return fmt::format("{} {}{};", library_.type_name(local.type), library_.text(local.name),
                       it.initial ? " = " + expr(*it.initial) : "");
  }
  std::string text(const AssignBody& it) const {
    return fmt::format("{} {}= {};", expr(it.target), it.op ? std::string(operation(*it.op)) : "",
                       expr(it.value));
  }

  const Library& library_;
  const Fragment& fragment_;
  const Body& body_;
};

}  // namespace

const Fragment& CheckedText::fragment(std::string_view name) const {
  for (const Fragment& fragment : library().fragments) {
    if (library().text(fragment.name) == name) {
      return fragment;
    }
  }
  FAIL("no fragment " << name);
  return library().fragments[FragmentId(0)];
}

const Body& CheckedText::body(std::string_view name, std::size_t instance) const {
  INFO(errors());
  REQUIRE(instance < fragment(name).instances().size());
  return fragment(name).instances()[instance].body;
}

std::string CheckedText::errors() const {
  std::string all;
  for (const Diagnostic& diagnostic : loaded.diagnostics) {
    std::string place =
        diagnostic.span
            ? std::string(library().sources[diagnostic.span->file].text(*diagnostic.span))
            : std::string();
    all += fmt::format("{}{} at '{}': {}{}", all.empty() ? "" : "\n", slug(diagnostic.code), place,
                       diagnostic.message,
                       diagnostic.hint.empty() ? "" : " (" + diagnostic.hint + ")");
  }
  return all;
}

CheckedText check_text(std::string text) {
  LoadOptions options;
  options.no_shipped = true;
  return {load_text("test.weft", std::move(text), MemoryReader({}), options)};
}

std::string body_text(const Library& library, const Fragment& fragment, const Body& body) {
  return BodyText(library, fragment, body).stmt(*body.root);
}

std::string expr_text(const Library& library, const Fragment& fragment, const Body& body,
                      BodyExprId id) {
  return BodyText(library, fragment, body).expr(id);
}

}  // namespace weft::testing

#include "fragments/check/check_context.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "fragments/syntax/characters.h"
#include "fragments/syntax/foreign_names.h"
#include "support/float_bits.h"
#include "support/spelling.h"

namespace weft {
namespace {

std::string_view kind_name(Scalar kind) { return data_type_name(DataType::scalar(kind)); }

/// Whether a postfix operator can follow the text without parentheses around it.
bool is_simple(std::string_view text) {
  return std::all_of(text.begin(), text.end(), [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           c == '.';
  });
}

bool literal_fits(const CheckContext& context, const CheckedValue& value, DataType type) {
  if (!value.is_literal || !type.is_scalar()) {
    return false;
  }
  if (type.scalar_kind() == Scalar::Float) {
    return true;
  }
  const BodyExpr& literal = context.body.exprs[*value.expr];
  return type == uint_type &&
         (value.type == uint_type || static_cast<std::int32_t>(literal.payload) >= 0);
}

/// Widens a literal in place: no other expression uses it yet.
void widen_literal(CheckContext& context, CheckedValue& value, DataType type) {
  BodyExpr& literal = context.body.exprs[*value.expr];
  if (type == float_type && value.type != float_type) {
    float number = value.type == uint_type
                       ? static_cast<float>(literal.payload)
                       : static_cast<float>(static_cast<std::int32_t>(literal.payload));
    literal.payload = float_bits(number);
  }
  literal.type = type;
  value.type = type;
  value.is_literal = value.is_literal && type != float_type;
}

}  // namespace

std::vector<ArgumentLabel> labels_of(const std::vector<CheckedArgument>& arguments) {
  std::vector<ArgumentLabel> labels;
  labels.reserve(arguments.size());
  for (const CheckedArgument& argument : arguments) {
    labels.push_back({argument.name ? std::optional(argument.name->name) : std::nullopt});
  }
  return labels;
}

std::string CheckContext::type_name(DataType type) const { return library.type_name(type); }

std::string CheckContext::source_text(Span span) const {
  constexpr std::uint32_t longest = 40;
  bool at_hand = span.file.index() < library.sources.size() && span.begin < span.end;
  if (!at_hand || span.end - span.begin > longest ||
      span.end > library.sources[span.file].text().size()) {
    return "…";
  }
  std::string_view text = library.sources[span.file].text(span);
  return text.find_first_of(line_ends) == std::string_view::npos ? std::string(text) : "…";
}

DataType CheckContext::type_of(const TypePattern& pattern) const {
  return pattern.type_variable ? type_arguments[*pattern.type_variable] : pattern.data;
}

std::optional<std::uint32_t> CheckContext::find_port(NameId name) {
  if (signature == nullptr) {
    return std::nullopt;
  }
  // Most signatures are short: scanning them is faster than building an index.
  constexpr std::size_t most_scanned = 8;
  const std::size_t count = signature->ports.size();
  if (count <= most_scanned) {
    for (std::size_t i = 0; i < count; ++i) {
      if (signature->ports[i].name == name) {
        return static_cast<std::uint32_t>(i);
      }
    }
    return std::nullopt;
  }
  if (ports.empty()) {
    for (std::size_t i = 0; i < count; ++i) {
      ports.try_emplace(signature->ports[i].name, static_cast<std::uint32_t>(i));
    }
  }
  const auto found = ports.find(name);
  return found == ports.end() ? std::nullopt : std::optional(found->second);
}

void CheckContext::clear() {
  body.clear();
  scopes.clear();
  choices.clear();
  stacks.clear();
  diagnostics.clear();
  feature_indices.clear();
  functions.clear();
  open_defaults.clear();
  ports.clear();
  own_default_types.clear();
}

CheckedValue CheckContext::add(Operation op, DataType type, std::uint32_t payload,
                               ArgumentList arguments, Span span) {
  return {body.add(op, type, payload, arguments, span), type, false, span};
}

CheckedValue CheckContext::add_float(float value, Span span) {
  return add(Operation::Literal, float_type, float_bits(value), {}, span);
}

CheckedValue CheckContext::add_feature(FeatureId feature, Span span) {
  if (is_constant()) {
    return fail(Code::NotConstant, span,
                fmt::format("'{}' is a feature of the context, not a constant",
                            text(library.features[feature].path)));
  }
  auto [at, is_new] =
      feature_indices.emplace(feature, static_cast<std::uint32_t>(body.features.size()));
  if (is_new) {
    body.features.push_back(feature);
  }
  return add(Operation::Feature, library.features[feature].type.data(), at->second, {}, span);
}

CheckedValue CheckContext::add_function(std::uint32_t port,
                                        std::vector<std::optional<CheckedValue>> given, Span span,
                                        Diagnostic complaint) {
  CheckedValue value = erroneous(span);
  value.type = type_of(signature->ports[port].type);
  value.function = static_cast<std::uint32_t>(functions.size());
  functions.push_back({port, std::move(given), std::move(complaint)});
  return value;
}

CheckedValue CheckContext::fail(Code code, Span span, std::string message, std::string hint) {
  report(code, span, std::move(message), std::move(hint));
  return erroneous(span);
}

void CheckContext::report(Code code, Span span, std::string message, std::string hint) {
  append(diagnostics, error_at(code, span, std::move(message), std::move(hint)));
}

bool is_convertible(const CheckContext& context, const CheckedValue& value, DataType type) {
  return !value.is_error() && (value.type == type || literal_fits(context, value, type));
}

TypeSet possible_types(const CheckContext& context, const CheckedValue& value) {
  TypeSet set = TypeSet::of(value.type);
  for (DataType wider : {uint_type, float_type}) {
    set =
        value.is_literal && is_convertible(context, value, wider) ? set | TypeSet::of(wider) : set;
  }
  return set;
}

bool convert(CheckContext& context, CheckedValue& value, DataType type, const ValueRole& what) {
  if (value.is_error() || type.is_void()) {
    return false;
  }
  if (value.type == type) {
    return true;
  }
  if (literal_fits(context, value, type)) {
    widen_literal(context, value, type);
    return true;
  }
  context.report(Code::TypeMismatch, value.span,
                 fmt::format("expected {1} for {0}, found {2}", what.text(),
                             context.type_name(type), context.type_name(value.type)),
                 conversion_hint(context, value, type));
  value = context.erroneous(value.span);
  return false;
}

bool convert_spreading(CheckContext& context, CheckedValue& value, DataType type,
                       const ValueRole& what) {
  bool may_spread = !value.is_error() && value.type.is_scalar() && type.is_vector();
  DataType scalar = DataType::scalar(type.scalar_kind());
  if (!may_spread || !is_convertible(context, value, scalar)) {
    return convert(context, value, type, what);
  }
  convert(context, value, scalar, what);
  value = context.add(Operation::Construct, type, 0, {*value.expr}, value.span);
  return true;
}

bool convert_filling(CheckContext& context, CheckedValue& value, DataType type,
                     const ValueRole& what) {
  if (value.is_error() || !value.type.is_scalar() || !type.is_matrix()) {
    return convert_spreading(context, value, type, what);
  }
  if (!convert(context, value, DataType::scalar(type.scalar_kind()), what)) {
    return false;
  }
  value = context.add(Operation::Construct, type, 0, {*value.expr}, value.span);
  return true;
}

void widen_beside(CheckContext& context, CheckedValue& first, CheckedValue& second) {
  auto widen = [&context](CheckedValue& literal, const CheckedValue& other) {
    DataType kind = DataType::scalar(other.type.scalar_kind());
    if (other.type.is_plain() && literal.is_literal && literal_fits(context, literal, kind)) {
      widen_literal(context, literal, kind);
    }
  };
  widen(first, second);
  widen(second, first);
}

namespace {

/// For a quotient of ints where a float is wanted: the conversion of the quotient would come after
/// the rounding.
std::string float_quotient(const CheckContext& context, const CheckedValue& value, DataType type) {
  if (!value.expr || type != float_type || value.type.scalar_kind() == Scalar::Bool) {
    return {};
  }
  const BodyExpr& quotient = context.body.exprs[*value.expr];
  if (quotient.op != Operation::Divide) {
    return {};
  }
  const auto as_float = [&](std::uint32_t argument) {
    const BodyExpr& operand = context.body.exprs[context.body.argument(quotient, argument)];
    const std::string source = context.source_text(operand.span);
    const bool is_number = std::all_of(source.begin(), source.end(), is_digit);
    return is_number ? source + ".0" : fmt::format("float({})", source);
  };
  return fmt::format("int division truncates: write {} / {}", as_float(0), as_float(1));
}

}  // namespace

std::string conversion_hint(const CheckContext& context, const CheckedValue& value, DataType type) {
  DataType from = value.type;
  if (!from.is_scalar_or_vector() || !type.is_scalar_or_vector()) {
    return {};
  }
  std::string source = context.source_text(value.span);
  if (const std::string quotient = float_quotient(context, value, type); !quotient.empty()) {
    return quotient;
  }
  const bool is_color =
      type == DataType::vector(Scalar::Float, 3) || type == DataType::vector(Scalar::Float, 4);
  if (const std::string color = color_of_hexadecimal(source); is_color && !color.empty()) {
    return context.is_constant()
               ? fmt::format("a color is written {}", color)
               : fmt::format("declare a port with this color as its default: = {}", color);
  }
  if (type.is_bool()) {
    return from.is_scalar() ? fmt::format("compare it: {} != 0", source) : std::string();
  }
  if (from.is_scalar() || from.rows() == type.rows()) {
    return fmt::format("write {}({})", context.type_name(type), source);
  }
  if (from.scalar_kind() != type.scalar_kind()) {
    return fmt::format("convert the components first: they are {}, not {}",
                       kind_name(from.scalar_kind()), kind_name(type.scalar_kind()));
  }
  std::string object = is_simple(source) ? source : "(" + source + ")";
  if (from.rows() > type.rows()) {
    return fmt::format("write {}.{}", object,
                       std::string_view("xyz").substr(0, static_cast<std::size_t>(type.rows())));
  }
  return fmt::format("give the missing components, as in {}({}, {})", context.type_name(type),
                     source,
                     type.rows() - from.rows() == 1   ? "0"
                     : type.rows() - from.rows() == 2 ? "0, 0"
                                                      : "0, 0, 0");
}

}  // namespace weft

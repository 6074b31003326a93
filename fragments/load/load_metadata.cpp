#include "fragments/load/load_metadata.h"

#include <algorithm>
#include <array>
#include <unordered_map>

#include <fmt/format.h>

#include "fragments/check/check_body.h"
#include "fragments/load/metadata_entries.h"
#include "fragments/model/lookups.h"
#include "fragments/model/metadata_range.h"
#include "support/spelling.h"

namespace weft {
namespace {

bool fits(MetaFor what, const MetadataPlace& place) {
  DataType type = place.type;
  switch (what) {
    case MetaFor::Everything:
      return !place.is_provision;
    case MetaFor::Numbers:
      return !place.is_provision &&
             (type.is_void() || (type.is_scalar_or_vector() && type.scalar_kind() != Scalar::Bool));
    case MetaFor::Integers:
      return !place.is_provision && (type == int_type || type == uint_type);
    case MetaFor::Colors:
      return !place.is_provision && (type == float3_type || type == float4_type);
    case MetaFor::Textures:
      return !place.is_provision && type.is_texture();
    case MetaFor::Shadows:
      return !place.is_provision && type.is_shadow_texture();
    case MetaFor::Projections:
      return place.is_feature && type == DataType::matrix(4, 4);
    case MetaFor::Provisions:
      return place.is_provision;
  }
  return false;
}

class MetadataReader {
 public:
  MetadataReader(LoadState& state, const syntax::Module& module, const MetadataPlace& place)
      : state_(state), module_(module), place_(place) {}

  std::optional<MetaValue> read(const syntax::MetaEntry& entry) {
    const MetadataEntry* known = find(entry.name);
    if (!known) {
      return std::nullopt;
    }
    switch (known->kind) {
      case MetaKind::Text:
        return text(entry, "a text");
      case MetaKind::TextOrName:
        if (const auto* name = value_of<syntax::NameExpr>(entry)) {
          return MetaValue{entry.name.name, name->name, entry.name.span};
        }
        return text(entry, "a string or a name");
      case MetaKind::Bool:
        return boolean(entry);
      case MetaKind::Number:
        return number(entry);
      case MetaKind::Enum:
        return choices(entry);
      case MetaKind::Texel:
        return texel(entry);
      case MetaKind::Filter:
      case MetaKind::Wrap:
      case MetaKind::Border:
      case MetaKind::Compare:
      case MetaKind::Projection:
        return choice(entry, words_of(known->kind));
      case MetaKind::Anisotropy:
        return whole(entry, 16);
      case MetaKind::Capacity:
        return whole(entry, 65536);
    }
    return std::nullopt;
  }

 private:
  const MetadataEntry* find(const syntax::Identifier& name) {
    std::string_view spelling = state_.text(name.name);
    std::vector<std::string_view> known;
    for (const MetadataEntry& entry : metadata_entries) {
      bool fitting = fits(entry.fits, place_);
      if (entry.name == spelling && fitting) {
        return &entry;
      }
      if (entry.name == spelling) {
        std::string where = place_.is_provision
                                ? "what a profile provides"
                                : fmt::format("a {}", state_.library.type_name(place_.type));
        state_.report(error_at(Code::UnknownMetadata, name.span,
                               fmt::format("metadata '{}' does not fit {}", spelling, where)));
        return nullptr;
      }
      if (fitting) {
        known.push_back(entry.name);
      }
    }
    state_.report(error_at(Code::UnknownMetadata, name.span,
                           fmt::format("unknown metadata '{}'", spelling),
                           spelling_hint(spelling, known)));
    return nullptr;
  }

  template <typename Kind>
  const Kind* value_of(const syntax::MetaEntry& entry) const {
    return std::get_if<Kind>(&module_.exprs[entry.value].kind);
  }

  std::nullopt_t refuse(const syntax::MetaEntry& entry, std::string_view wanted) {
    state_.report(error_at(Code::BadMetadata, module_.exprs[entry.value].span,
                           fmt::format("'{}' is {}", state_.text(entry.name.name), wanted)));
    return std::nullopt;
  }

  std::optional<MetaValue> text(const syntax::MetaEntry& entry, std::string_view wanted) {
    if (const auto* string = value_of<syntax::StringExpr>(entry)) {
      return MetaValue{entry.name.name, string->value, entry.name.span};
    }
    return refuse(entry, wanted);
  }

  std::optional<MetaValue> boolean(const syntax::MetaEntry& entry) {
    if (const auto* flag = value_of<syntax::BoolExpr>(entry)) {
      return MetaValue{entry.name.name, Constant{bool_type, {flag->value ? 1U : 0U}},
                       entry.name.span};
    }
    return refuse(entry, "true or false");
  }

  std::optional<MetaValue> choice(const syntax::MetaEntry& entry,
                                  const std::vector<std::string_view>& choices) {
    if (const auto* name = value_of<syntax::NameExpr>(entry)) {
      if (std::find(choices.begin(), choices.end(), state_.text(name->name)) != choices.end()) {
        return MetaValue{entry.name.name, name->name, entry.name.span};
      }
    }
    return refuse(entry, fmt::format("one of {}", fmt::join(choices, ", ")));
  }

  /// `one_of(low, high: 4)`: a name without a number has the number after the one before.
  std::optional<MetaValue> choices(const syntax::MetaEntry& entry) {
    constexpr std::string_view wanted = "a list of names, written: enum: one_of(low, high: 4)";
    const auto* call = value_of<syntax::CallExpr>(entry);
    const auto* callee =
        call ? std::get_if<syntax::NameExpr>(&module_.exprs[call->callee].kind) : nullptr;
    if (!callee || state_.text(callee->name) != "one_of" || call->arguments.empty()) {
      return refuse(entry, wanted);
    }
    std::vector<EnumChoice> found;
    for (const syntax::Argument& argument : call->arguments) {
      const syntax::Expr& written = module_.exprs[argument.value];
      const std::int64_t next = found.empty() ? 0 : found.back().value + 1;
      const auto choice = argument.name ? numbered(argument) : named(written, next);
      if (!choice && argument.name) {
        state_.report(error_at(
            Code::BadMetadata, written.span,
            fmt::format("the value of '{}' is a number of the type {}",
                        state_.text(argument.name->name), state_.library.type_name(place_.type))));
        return std::nullopt;
      }
      if (!choice) {
        return refuse(entry, wanted);
      }
      const Span span = argument.name ? argument.name->span : written.span;
      if (!is_new(found, *choice, span)) {
        return std::nullopt;
      }
      found.push_back(*choice);
    }
    state_.library.has_choices = true;
    return MetaValue{entry.name.name, std::move(found), entry.name.span};
  }

  std::optional<EnumChoice> numbered(const syntax::Argument& argument) {
    auto constant = check_constant(state_.library, module_, argument.value, place_.type);
    if (!constant) {
      return std::nullopt;
    }
    return EnumChoice{argument.name->name, static_cast<std::int64_t>(component_of(*constant, 0))};
  }

  static std::optional<EnumChoice> named(const syntax::Expr& written, std::int64_t value) {
    const auto* name = std::get_if<syntax::NameExpr>(&written.kind);
    return name ? std::optional(EnumChoice{name->name, value}) : std::nullopt;
  }

  /// Reports names and numbers that another choice has, and numbers that the type does not have.
  bool is_new(const std::vector<EnumChoice>& others, const EnumChoice& choice, Span span) {
    for (const EnumChoice& other : others) {
      if (other.name == choice.name) {
        state_.report(error_at(Code::DuplicateName, span,
                               fmt::format("'enum' has '{}' twice", state_.text(choice.name))));
        return false;
      }
      if (other.value == choice.value) {
        state_.report(
            error_at(Code::BadMetadata, span,
                     fmt::format("'{}' and '{}' have the same value, {}", state_.text(other.name),
                                 state_.text(choice.name), choice.value)));
        return false;
      }
    }
    const double least = place_.type == uint_type ? 0.0 : -2147483648.0;
    const double most = place_.type == uint_type ? 4294967295.0 : 2147483647.0;
    if (static_cast<double>(choice.value) < least || static_cast<double>(choice.value) > most) {
      state_.report(
          error_at(Code::BadMetadata, span,
                   fmt::format("the value of '{}', {}, is no {}", state_.text(choice.name),
                               choice.value, state_.library.type_name(place_.type))));
      return false;
    }
    return true;
  }

  std::optional<MetaValue> whole(const syntax::MetaEntry& entry, std::int32_t most) {
    auto constant = check_constant(state_.library, module_, entry.value, int_type);
    if (constant) {
      auto count = static_cast<std::int32_t>(constant->bits[0]);
      if (count >= 1 && count <= most) {
        return MetaValue{entry.name.name, static_cast<double>(count), entry.name.span};
      }
    }
    return refuse(entry, fmt::format("an integer from 1 to {}", most));
  }

  std::optional<MetaValue> texel(const syntax::MetaEntry& entry) {
    if (auto constant = check_constant(state_.library, module_, entry.value, float4_type)) {
      return MetaValue{entry.name.name, std::move(*constant), entry.name.span};
    }
    return refuse(entry, "a float4: red, green, blue and alpha");
  }

  std::optional<MetaValue> number(const syntax::MetaEntry& entry) {
    bool is_number = place_.type.is_scalar_or_vector();
    DataType scalar = is_number ? DataType::scalar(place_.type.scalar_kind()) : float_type;
    if (auto constant = check_constant(state_.library, module_, entry.value, scalar)) {
      return MetaValue{entry.name.name, component_of(*constant, 0), entry.name.span};
    }
    if (place_.type.is_vector()) {
      if (auto constant = check_constant(state_.library, module_, entry.value, place_.type)) {
        return MetaValue{entry.name.name, std::move(*constant), entry.name.span};
      }
      return refuse(entry, fmt::format("a number or {}", state_.library.type_name(place_.type)));
    }
    return refuse(entry, scalar == float_type ? "a number" : "a whole number");
  }

  LoadState& state_;
  const syntax::Module& module_;
  const MetadataPlace& place_;
};

/// Reports `min` above `max`, and steps that are not positive.
void check_bounds(LoadState& state, const MetaData& meta) {
  auto check = [&](std::string_view low_name, std::string_view high_name) {
    const MetaValue* low = find_metadata(state.library, meta, low_name);
    const MetaValue* high = find_metadata(state.library, meta, high_name);
    for (std::size_t i = 0; low && high && i < 4; ++i) {
      const auto* vector = std::get_if<Constant>(&low->value);
      vector = vector ? vector : std::get_if<Constant>(&high->value);
      if (i < (vector ? vector->bits.size() : 1) && bound_of(*low, i) > bound_of(*high, i)) {
        state.report(error_at(Code::BadMetadata, low->span,
                              fmt::format("'{}' is above '{}'", low_name, high_name)));
        return;
      }
    }
  };
  check("min", "max");
  check("soft_min", "soft_max");
  const std::vector<EnumChoice>* choices = enum_choices(state.library, meta);
  for (const EnumChoice& choice : choices ? *choices : std::vector<EnumChoice>()) {
    const auto is_beyond = [&](std::string_view name, double sign) {
      const MetaValue* bound = find_metadata(state.library, meta, name);
      return bound && sign * static_cast<double>(choice.value) > sign * bound_of(*bound, 0);
    };
    if (is_beyond("max", 1.0) || is_beyond("min", -1.0)) {
      state.report(error_at(Code::BadMetadata, find_metadata(state.library, meta, "enum")->span,
                            fmt::format("'{}' ({}) lies outside min and max",
                                        state.text(choice.name), choice.value)));
      return;
    }
  }
  const MetaValue* step = find_metadata(state.library, meta, "step");
  const auto* steps = step ? std::get_if<Constant>(&step->value) : nullptr;
  for (std::size_t i = 0; step && i < (steps ? steps->bits.size() : 1); ++i) {
    if (!(bound_of(*step, i) > 0)) {
      state.report(error_at(Code::BadMetadata, step->span, "'step' is greater than 0"));
      return;
    }
  }
}

}  // namespace

MetadataPlace metadata_place_of(const FragmentPort& port) {
  return {false, port.kind == FragmentPort::Kind::Value ? port.type.data : DataType()};
}

MetaData resolve_metadata(LoadState& state, const syntax::Module& module, const syntax::Meta& meta,
                          const MetadataPlace& place) {
  if (meta.empty()) {
    return {};
  }
  MetaData resolved;
  std::unordered_map<NameId, Span> seen;
  MetadataReader reader(state, module, place);
  for (const syntax::MetaEntry& entry : meta) {
    auto [at, added] = seen.try_emplace(entry.name.name, entry.name.span);
    if (!added) {
      state.report_duplicate(
          entry.name.span,
          fmt::format("metadata '{}' is stated twice", state.text(entry.name.name)), at->second);
    } else if (auto value = reader.read(entry)) {
      resolved.push_back(std::move(*value));
    }
  }
  check_bounds(state, resolved);
  return resolved;
}

void check_range(LoadState& state, const MetaData& meta, const Constant& value, Span span) {
  if (const MetaValue* bound = find_broken_bound(state.library, meta, value)) {
    Diagnostic diagnostic =
        error_at(Code::OutOfRange, span,
                 fmt::format("the default {}", broken_bound_text(state.library, *bound)));
    diagnostic.notes.push_back(
        {fmt::format("'{}' is stated here", state.text(bound->name)), bound->span});
    state.report(std::move(diagnostic));
  }
}

}  // namespace weft

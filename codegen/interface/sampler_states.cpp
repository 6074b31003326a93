#include "codegen/interface/sampler_states.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace weft {
namespace {

constexpr std::array<std::string_view, 4> wrap_names = {"repeat", "clamp", "mirror", "border"};
constexpr std::array<std::string_view, 3> border_names = {"transparent", "black", "white"};
constexpr std::array<std::string_view, 9> compare_names = {"none",      "never",         "less",
                                                           "equal",     "less_equal",    "greater",
                                                           "not_equal", "greater_equal", "always"};

SamplerWrap wrap_of(std::string_view word) {
  const auto* const found = std::find(wrap_names.begin(), wrap_names.end(), word);
  return static_cast<SamplerWrap>(found == wrap_names.end() ? 0 : found - wrap_names.begin());
}

SamplerBorder border_of(std::string_view word) {
  const auto* const found = std::find(border_names.begin(), border_names.end(), word);
  return static_cast<SamplerBorder>(found == border_names.end() ? 0 : found - border_names.begin());
}

SamplerCompare compare_of(std::string_view word) {
  const auto* const found = std::find(compare_names.begin(), compare_names.end(), word);
  return found == compare_names.end() ? SamplerCompare::LessEqual
                                      : static_cast<SamplerCompare>(found - compare_names.begin());
}

}  // namespace

bool is_srgb_encoded(const Library& library, const SemanticType& type) {
  const std::optional<NameId> trait_name = library.names.find("encoding");
  const std::optional<TraitId> trait =
      trait_name ? library.lattice.find_trait(*trait_name) : std::nullopt;
  const std::optional<ValueId> value = trait ? type.stated(*trait) : std::nullopt;
  return value && library.text(library.lattice.value(*value).name) == "srgb";
}

SamplerState sampler_state_of(const Library& library, DataType texture, const MetaData& meta) {
  SamplerState state;
  state.compare = texture.is_shadow_texture() ? SamplerCompare::LessEqual : SamplerCompare::None;
  std::optional<SamplerFilter> mip_filter;
  SamplerWrap all = SamplerWrap::Repeat;
  std::array<std::optional<SamplerWrap>, 3> axes;
  for (const MetaValue& entry : meta) {
    const NameId* value = std::get_if<NameId>(&entry.value);
    const std::string_view name = library.text(entry.name);
    const std::string_view word = value != nullptr ? library.text(*value) : std::string_view();
    const bool is_nearest = word == filter_name(SamplerFilter::Nearest);
    if (name == "filter") {
      state.filter = is_nearest ? SamplerFilter::Nearest : SamplerFilter::Linear;
    } else if (name == "mip_filter") {
      mip_filter = is_nearest ? SamplerFilter::Nearest : SamplerFilter::Linear;
    } else if (name == "wrap") {
      all = wrap_of(word);
    } else if (name == "wrap_u") {
      axes[0] = wrap_of(word);
    } else if (name == "wrap_v") {
      axes[1] = wrap_of(word);
    } else if (name == "wrap_w") {
      axes[2] = wrap_of(word);
    } else if (name == "anisotropy") {
      state.anisotropy = static_cast<std::uint32_t>(std::get<double>(entry.value));
    } else if (name == "border") {
      state.border = border_of(word);
    } else if (name == "compare") {
      state.compare = compare_of(word);
    }
  }
  state.wrap = axes[0].value_or(all);
  state.wrap_v = axes[1].value_or(all);
  state.wrap_w = axes[2].value_or(all);
  if (!state.has_border()) {
    state.border = SamplerBorder::Transparent;  // without effect: samplers that do the same are one
  }
  state.mip_filter = mip_filter.value_or(state.filter);
  return state;
}

std::string_view filter_name(SamplerFilter filter) {
  return filter == SamplerFilter::Linear ? "linear" : "nearest";
}

std::string_view wrap_name(SamplerWrap wrap) { return wrap_names[static_cast<std::size_t>(wrap)]; }

std::string_view border_name(SamplerBorder border) {
  return border_names[static_cast<std::size_t>(border)];
}

std::string_view compare_name(SamplerCompare compare) {
  return compare_names[static_cast<std::size_t>(compare)];
}

}  // namespace weft

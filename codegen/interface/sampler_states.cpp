#include "codegen/interface/sampler_states.h"

namespace weft {

bool is_srgb_encoded(const Library& library, const SemanticType& type) {
  const std::optional<NameId> trait_name = library.names.find("encoding");
  const std::optional<TraitId> trait =
      trait_name ? library.lattice.find_trait(*trait_name) : std::nullopt;
  const std::optional<ValueId> value = trait ? type.stated(*trait) : std::nullopt;
  return value && library.text(library.lattice.value(*value).name) == "srgb";
}

SamplerState sampler_state_of(const Library& library, const MetaData& meta) {
  SamplerState state;
  std::optional<SamplerFilter> mip_filter;
  for (const MetaValue& entry : meta) {
    const NameId* value = std::get_if<NameId>(&entry.value);
    const std::string_view name = library.text(entry.name);
    const std::string_view word = value != nullptr ? library.text(*value) : std::string_view();
    const bool is_nearest = word == filter_name(SamplerFilter::Nearest);
    if (name == "filter") {
      state.filter = is_nearest ? SamplerFilter::Nearest : SamplerFilter::Linear;
    } else if (name == "mip_filter") {
      mip_filter = is_nearest ? SamplerFilter::Nearest : SamplerFilter::Linear;
    } else if (name == "wrap" && word == wrap_name(SamplerWrap::Clamp)) {
      state.wrap = SamplerWrap::Clamp;
    } else if (name == "wrap" && word == wrap_name(SamplerWrap::Mirror)) {
      state.wrap = SamplerWrap::Mirror;
    }
  }
  state.mip_filter = mip_filter.value_or(state.filter);
  return state;
}

std::string_view filter_name(SamplerFilter filter) {
  return filter == SamplerFilter::Linear ? "linear" : "nearest";
}

std::string_view wrap_name(SamplerWrap wrap) {
  constexpr std::string_view names[] = {"repeat", "clamp", "mirror"};
  return names[static_cast<int>(wrap)];
}

}  // namespace weft

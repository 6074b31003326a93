#include "codegen/interface/texture_bindings.h"

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/interface/provided_types.h"
#include "codegen/interface/sampler_states.h"
#include "fragments/model/setting_values.h"

namespace weft {
namespace {

std::string sampler_name(const SamplerState& state) {
  std::string name(filter_name(state.filter));
  name += '_';
  name += wrap_name(state.wrap);
  if (!state.wraps_alike()) {
    name += '_';
    name += wrap_name(state.wrap_v);
  }
  if (state.wrap_w != state.wrap && state.wrap_w != state.wrap_v) {
    name += '_';
    name += wrap_name(state.wrap_w);
  }
  if (state.border != SamplerBorder::Transparent) {
    name += '_';
    name += border_name(state.border);
  }
  if (state.mip_filter != state.filter) {
    name += '_';
    name += filter_name(state.mip_filter);
    name += "_mip";
  }
  if (state.anisotropy != 1) {
    name += "_anisotropic_" + std::to_string(state.anisotropy);
  }
  if (state.compare != SamplerCompare::None) {
    name += '_';
    name += compare_name(state.compare);
  }
  return name;
}

class TexturePlaces {
 public:
  TexturePlaces(const Library& library, const Profile& profile, InterfaceBlocks& blocks,
                Interface& all)
      : library_(library),
        profile_(profile),
        blocks_(blocks),
        all_(all),
        has_place_(all.textures.size(), false),
        has_sampler_place_(all.samplers.size(), false) {}

  /// What the host provides, in the order of the profile.
  void place_provided() {
    std::vector<const Feature*> provided;
    for (const ProvidedFeature* one : in_declared_order(profile_)) {
      const Feature& feature = library_.features[one->feature];
      if (feature.type.data().is_texture()) {
        const std::uint32_t set = blocks_.set_of(feature.rate);
        take(one->feature, blocks_.bindings().next(set, "texture_binding"));
        provided.push_back(&feature);
      }
    }
    if (setting_word(library_, profile_, "samplers") == "combined") {
      return;
    }
    std::vector<SamplerState> known;
    for (const Feature* feature : provided) {
      const SamplerState state = sampler_state_of(library_, feature->type.data(), feature->meta);
      if (std::find(known.begin(), known.end(), state) == known.end()) {
        known.push_back(state);
        const std::uint32_t set = blocks_.set_of(feature->rate);
        take_sampler(state, set, blocks_.bindings().next(set, "sampler_binding"));
      }
    }
  }

  void place_rest() {
    for (std::size_t i = 0; i < all_.textures.size(); ++i) {
      if (!has_place_[i]) {
        TextureBinding& texture = all_.textures[i];
        texture.binding = blocks_.bindings().next(texture.set, "texture_binding");
      }
    }
    for (std::size_t i = 0; i < all_.samplers.size(); ++i) {
      if (!has_sampler_place_[i]) {
        SamplerBinding& sampler = all_.samplers[i];
        sampler.binding = blocks_.bindings().next(sampler.set, "sampler_binding");
      }
    }
  }

 private:
  void take(FeatureId feature, std::uint32_t binding) {
    for (std::size_t i = 0; i < all_.textures.size(); ++i) {
      if (all_.textures[i].source.feature == feature) {
        all_.textures[i].binding = binding;
        has_place_[i] = true;
      }
    }
  }

  void take_sampler(const SamplerState& state, std::uint32_t set, std::uint32_t binding) {
    for (std::size_t i = 0; i < all_.samplers.size(); ++i) {
      if (all_.samplers[i].state == state && is_sampler_of_host(all_, i)) {
        all_.samplers[i].set = set;
        all_.samplers[i].binding = binding;
        has_sampler_place_[i] = true;
      }
    }
  }

  const Library& library_;
  const Profile& profile_;
  InterfaceBlocks& blocks_;
  Interface& all_;
  std::vector<bool> has_place_;
  std::vector<bool> has_sampler_place_;
};

}  // namespace

bool is_sampler_of_host(const Interface& all, std::size_t sampler) {
  return std::none_of(all.textures.begin(), all.textures.end(), [&](const TextureBinding& one) {
    return one.sampler == sampler && !one.source.feature;
  });
}

void finish_textures(const Library& library, const Profile& profile, InterfaceBlocks& blocks,
                     Namer& names, Interface& all) {
  // Values from the host have the same name in every material, hence no prefix.
  for (TextureBinding& texture : all.textures) {
    texture.name =
        names.unique((texture.source.feature ? std::string() : all.name_prefix) + texture.name);
  }
  for (std::size_t i = 0; i < all.samplers.size(); ++i) {
    SamplerBinding& sampler = all.samplers[i];
    sampler.name = names.unique((is_sampler_of_host(all, i) ? std::string() : all.name_prefix) +
                                sampler_name(sampler.state));
  }
  TexturePlaces places(library, profile, blocks, all);
  if (all.functions) {
    places.place_provided();
  }
  places.place_rest();
}

}  // namespace weft

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "fragments/load/build_graph.h"
#include "fragments/load/host_projections.h"
#include "fragments/load/load_passes.h"
#include "fragments/load/profile_provisions.h"
#include "fragments/load/profile_settings.h"
#include "fragments/load/profile_targets.h"
#include "fragments/load/resolve_type.h"
#include "fragments/model/lookups.h"
#include "fragments/model/setting_values.h"
#include "support/spelling.h"

namespace weft {
namespace {

/// Limit per profile. No host uses as many, and each default may mention all demands before it.
constexpr std::size_t most_demands = 256;

using ProfileSource = Declared<syntax::ProfileDecl>;

class ProfileDeclarer {
 public:
  explicit ProfileDeclarer(LoadState& state) : state_(state) {}

  void run() {
    collect();
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      make_with_bases(i);
    }
    for (std::optional<Profile>& profile : made_) {
      check_locations(state_, *profile);
      check_targets(state_, *profile);
      profile->states = state_storage(state_.library, *profile);
      check_threads(state_, *profile);
      check_clip(state_, *profile);
      check_bindings(state_, *profile);
      let_views_encode(*profile);
      adapt_projections(state_, *profile);
      state_.library.profiles.add(std::move(*profile));
    }
  }

 private:
  enum class Progress { Waiting, Begun, Done };

  /// What the settings `states`, `state_format` and `state_binding` say.
  static std::optional<StateStorage> state_storage(const Library& library, const Profile& profile) {
    const std::string_view states = setting_word(library, profile, "states");
    if (states.empty()) {
      return std::nullopt;
    }
    StateStorage storage;
    storage.as_images = states == "images";
    storage.is_half = setting_word(library, profile, "state_format") == "half";
    if (const auto binding = setting_number(library, profile, "state_binding")) {
      storage.first_binding = static_cast<std::uint32_t>(*binding);
    }
    return storage;
  }

  void collect() {
    std::vector<ProfileSource> sorted = declarations_of<syntax::ProfileDecl>(state_);
    std::stable_sort(sorted.begin(), sorted.end(),
                     [this](const ProfileSource& left, const ProfileSource& right) {
                       return state_.text(left.kind->name.name) <
                              state_.text(right.kind->name.name);
                     });
    for (const ProfileSource& source : sorted) {
      const syntax::Identifier& name = source.kind->name;
      auto [at, added] = index_.try_emplace(name.name, sources_.size());
      if (added) {
        sources_.push_back(source);
      } else {
        state_.report_duplicate(
            name.span, fmt::format("profile '{}' is declared twice", state_.text(name.name)),
            sources_[at->second].kind->name.span);
      }
    }
    progress_.assign(sources_.size(), Progress::Waiting);
    made_.resize(sources_.size());
  }

  std::optional<std::size_t> base_of(std::size_t profile) const {
    const auto& base = sources_[profile].kind->base;
    auto at = base ? index_.find(base->name) : index_.end();
    return at != index_.end() ? std::optional(at->second) : std::nullopt;
  }

  /// Builds the chain of bases from the root down: each profile extends a finished one.
  void make_with_bases(std::size_t profile) {
    std::vector<std::size_t> chain;
    std::optional<std::size_t> at = profile;
    while (at && progress_[*at] == Progress::Waiting) {
      progress_[*at] = Progress::Begun;
      chain.push_back(*at);
      at = base_of(*at);
    }
    if (at && progress_[*at] == Progress::Begun) {
      report_cycle(chain, *at);
    }
    while (!chain.empty()) {
      std::size_t next = chain.back();
      chain.pop_back();
      made_[next] = make(sources_[next], base_of(next));
      progress_[next] = Progress::Done;
    }
  }

  void report_cycle(const std::vector<std::size_t>& chain, std::size_t first) {
    std::string cycle;
    for (auto at = std::find(chain.begin(), chain.end(), first); at != chain.end(); ++at) {
      cycle += fmt::format("{} -> ", state_.text(sources_[*at].kind->name.name));
    }
    cycle += state_.text(sources_[first].kind->name.name);
    state_.report(error_at(Code::BadDeclaration, sources_[first].kind->base->span,
                           fmt::format("profiles extend each other in a cycle: {}", cycle)));
  }

  Profile make(const ProfileSource& source, std::optional<std::size_t> base) {
    const syntax::ProfileDecl& decl = *source.kind;
    Profile profile;
    if (base && made_[*base]) {
      profile = *made_[*base];
    } else if (decl.base && !base) {
      report_unknown_profile(*decl.base);
    }
    profile.as_functions = profile.as_functions || decl.as_functions;
    profile.name = decl.name.name;
    profile.span = decl.name.span;
    profile.doc = source.declaration->doc;
    merge(profile, resolve_provisions(state_, *source.module, decl));
    std::unordered_map<NameId, Span> settings;
    std::vector<std::size_t> own;  // indices of the demands that it states itself
    for (const auto& item : decl.items) {
      if (const auto* demand = std::get_if<syntax::DemandItem>(&item)) {
        add_demand(*source.module, *demand, profile.demands, own);
      } else if (const auto* setting = std::get_if<syntax::SettingItem>(&item)) {
        add_setting(*setting, settings, profile);
      }
    }
    std::sort(profile.settings.begin(), profile.settings.end(),
              [this](const ProfileSetting& left, const ProfileSetting& right) {
                return state_.text(left.name) < state_.text(right.name);
              });
    return profile;
  }

  void report_unknown_profile(const syntax::Identifier& name) {
    state_.report_made([&] {
      return error_at(Code::UnknownProfile, name.span,
                      fmt::format("unknown profile '{}'", state_.text(name.name)),
                      state_.spelling.hint(state_.text(name.name), [this] {
                        std::vector<std::string_view> known;
                        for (const ProfileSource& source : sources_) {
                          known.push_back(state_.text(source.kind->name.name));
                        }
                        return known;
                      }));
    });
  }

  /// Features that the base provides too keep their order. A block replaces the base's block of the
  /// same name.
  static void merge(Profile& profile, OwnProvisions own) {
    std::uint32_t first = 0;
    for (const ProvidedFeature& provided : profile.provided) {
      first = std::max(first, provided.order + 1);
    }
    std::vector<std::uint32_t> blocks;
    for (const ProfileBlock& block : own.blocks) {
      const auto known =
          std::find_if(profile.blocks.begin(), profile.blocks.end(),
                       [&](const ProfileBlock& other) { return other.name == block.name; });
      const auto index = static_cast<std::uint32_t>(known - profile.blocks.begin());
      blocks.push_back(index);
      if (known == profile.blocks.end()) {
        profile.blocks.push_back(block);
        continue;
      }
      *known = block;
      for (ProvidedFeature& provided : profile.provided) {
        if (provided.block == index) {
          provided.block.reset();
          provided.provision = Provision::Uniform;
        }
      }
    }
    for (ProvidedFeature& provided : own.features) {
      auto at = std::lower_bound(
          profile.provided.begin(), profile.provided.end(), provided.feature,
          [](const ProvidedFeature& entry, FeatureId feature) { return entry.feature < feature; });
      provided.order += first;
      if (provided.block) {
        provided.block = blocks[*provided.block];
      }
      if (at != profile.provided.end() && at->feature == provided.feature) {
        const bool keeps_place = at->provision == provided.provision && at->block == provided.block;
        provided.order = keeps_place && !provided.block ? at->order : provided.order;
        *at = provided;
      } else {
        profile.provided.insert(at, provided);
      }
    }
    profile.parameters_as = own.parameters_as ? own.parameters_as : profile.parameters_as;
  }

  /// The demands before `position` that are filled in the same stage; a default may mention them.
  static std::vector<NamedValue> values_before(const std::vector<ProfileDemand>& demands,
                                               std::size_t position, Stage stage) {
    std::vector<NamedValue> values;
    for (std::size_t i = 0; i < position; ++i) {
      const ProfileDemand& demand = demands[i];
      if (demand.stage == stage) {
        TypePattern type;
        type.data = demand.type.data;
        type.span = demand.span;
        for (const DemandEntry& entry : demand.type.entries) {
          type.entries.push_back(
              {entry.trait, entry.value, std::nullopt, entry.conditional, demand.span});
        }
        values.push_back(
            {demand.name, static_cast<std::uint32_t>(i), std::move(type), demand.span});
      }
    }
    return values;
  }

  /// A demand of the base is replaced in place.
  void add_demand(const syntax::Module& module, const syntax::DemandItem& item,
                  std::vector<ProfileDemand>& demands, std::vector<std::size_t>& own) {
    ProfileDemand demand;
    demand.stage = item.stage;
    demand.name = item.name.name;
    demand.span = item.name.span;
    demand.doc = item.doc;
    demand.is_invariant = item.is_invariant;
    demand.is_flat = item.is_flat;
    const auto known =
        std::find_if(demands.begin(), demands.end(), [&demand](const ProfileDemand& other) {
          return other.name == demand.name && other.stage == demand.stage;
        });
    if (known == demands.end() && demands.size() == most_demands) {
      state_.report_made([&item] {
        return error_at(Code::BadDeclaration, item.name.span,
                        fmt::format("a profile demands at most {} outputs", most_demands));
      });
      return;
    }
    const auto position = static_cast<std::size_t>(known - demands.begin());
    if (std::find(own.begin(), own.end(), position) != own.end()) {
      state_.report_duplicate(item.name.span,
                              fmt::format("'{}' is demanded twice", state_.text(item.name.name)),
                              known->span);
      return;
    }
    if (item.default_value) {
      demand.default_value = build_expression_of(state_, module, *item.default_value,
                                                 values_before(demands, position, demand.stage));
    }
    if (auto type = resolve_demand(state_, module, item.type, "a demand")) {
      demand.type = std::move(*type);
      resolve_target(state_, item, demand);
    }
    own.push_back(position);
    if (known != demands.end()) {
      *known = std::move(demand);
    } else {
      demands.push_back(std::move(demand));
    }
  }

  void add_setting(const syntax::SettingItem& item, std::unordered_map<NameId, Span>& seen,
                   Profile& profile) {
    auto [at, added] = seen.try_emplace(item.name.name, item.name.span);
    if (!added) {
      state_.report_duplicate(item.name.span,
                              fmt::format("'{}' is set twice", state_.text(item.name.name)),
                              at->second);
      return;
    }
    auto setting = resolve_setting(state_, item);
    if (!setting) {
      return;
    }
    auto known = std::find_if(
        profile.settings.begin(), profile.settings.end(),
        [&setting](const ProfileSetting& other) { return other.name == setting->name; });
    if (known != profile.settings.end()) {
      *known = *setting;
    } else {
      profile.settings.push_back(*setting);
    }
  }

  /// With `set targets srgb_views` the shader writes linear values where sRGB is demanded. Runs
  /// last, since a derived profile may change the setting.
  void let_views_encode(Profile& profile) {
    const auto is_word = [this](const ProfileSetting& setting) {
      const auto* word = std::get_if<NameId>(&setting.value);
      return state_.text(setting.name) == "targets" && word && state_.text(*word) == "srgb_views";
    };
    const auto trait = find_trait(state_.library, "encoding");
    const auto srgb = find_value(state_.library, trait, "srgb");
    const auto linear = find_value(state_.library, trait, "linear");
    if (!srgb || !linear ||
        std::none_of(profile.settings.begin(), profile.settings.end(), is_word)) {
      return;
    }
    for (ProfileDemand& demand : profile.demands) {
      for (DemandEntry& entry : demand.type.entries) {
        if (demand.target == TargetKind::Color && entry.trait == *trait && entry.value == *srgb) {
          entry.value = *linear;
          demand.srgb_view = true;
        }
      }
    }
  }

  LoadState& state_;
  std::vector<ProfileSource> sources_;
  std::unordered_map<NameId, std::size_t> index_;
  std::vector<Progress> progress_;
  std::vector<std::optional<Profile>> made_;
};

}  // namespace

void declare_profiles(LoadState& state) { ProfileDeclarer(state).run(); }

}  // namespace weft

#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"
#include "fragments/load/resolve_type.h"

namespace weft {
namespace {

/// Adds values tree by tree. An `extend` waits until the value it extends exists, wherever that is
/// declared.
class TraitDeclarer {
 public:
  explicit TraitDeclarer(LoadState& state) : state_(state), lattice_(state.library.lattice) {}

  void run() {
    auto traits = declarations_of<syntax::TraitDecl>(state_);
    for (const auto& declared : traits) {
      add_trait(declared);
    }
    auto extensions = declarations_of<syntax::ExtendDecl>(state_);
    for (const auto& declared : extensions) {
      add_extension(*declared.kind);
    }
    find_what_waits();
    report_waiting(extensions);
    for (const auto& declared : traits) {
      set_default(*declared.kind);
    }
    lattice_.freeze();
  }

 private:
  struct Place {
    TraitId trait;
    std::optional<ValueId> parent;
    const std::vector<syntax::TraitTreeNode>* nodes;
  };

  void add_trait(const Declared<syntax::TraitDecl>& declared) {
    const syntax::TraitDecl& decl = *declared.kind;
    if (state_.text(decl.name.name) == "type") {
      state_.report(error_at(Code::BadDeclaration, decl.name.span,
                             "'type' is the data type and cannot be a trait"));
      return;
    }
    if (auto first = lattice_.find_trait(decl.name.name)) {
      state_.report_duplicate(
          decl.name.span, fmt::format("trait '{}' is declared twice", state_.text(decl.name.name)),
          lattice_.trait(*first).span);
      return;
    }
    TraitKind kind = decl.is_guarantee ? TraitKind::Guarantee : TraitKind::Meaning;
    if (decl.is_guarantee && decl.distinct) {
      state_.report(error_at(Code::BadDeclaration, *decl.distinct, "a guarantee cannot be distinct",
                             "guarantees are lost where values meet: only meanings are compared"));
    }
    TraitId trait = lattice_.add_trait({decl.name.name, kind, std::nullopt, decl.name.span,
                                        declared.declaration->doc, decl.distinct.has_value()});
    add_values({trait, std::nullopt, &decl.values});
  }

  void add_extension(const syntax::ExtendDecl& decl) {
    const std::vector<syntax::Identifier>& parts = decl.path.parts;
    auto trait = lattice_.find_trait(parts[0].name);
    if (!trait) {
      report_unknown_trait(state_, parts[0]);
      return;
    }
    if (parts.size() == 1) {
      add_values({*trait, std::nullopt, &decl.values});
    } else if (auto parent = lattice_.find_value(*trait, parts.back().name)) {
      add_values({*trait, *parent, &decl.values});
    } else {
      waiting_[key(*trait, parts.back().name)].push_back(&decl);
    }
  }

  void add_values(Place first) {
    std::vector<Place> places{first};
    while (!places.empty()) {
      Place place = places.back();
      places.pop_back();
      for (const syntax::TraitTreeNode& node : *place.nodes) {
        add_value(place, node, places);
      }
    }
  }

  void add_value(const Place& place, const syntax::TraitTreeNode& node,
                 std::vector<Place>& places) {
    if (auto known = lattice_.find_value(place.trait, node.name.name)) {
      const TraitValue& first = lattice_.value(*known);
      Diagnostic diagnostic = error_at(
          Code::DuplicateName, node.name.span,
          fmt::format("trait '{}' has the value '{}' twice",
                      state_.text(lattice_.trait(place.trait).name), state_.text(node.name.name)),
          first.parent == place.parent ? ""
                                       : "a value has one place in the tree: rename one of them");
      diagnostic.notes.push_back({"the first declaration is here", first.span});
      state_.report(std::move(diagnostic));
      return;
    }
    ValueId value = lattice_.add_value({node.name.name, place.trait, place.parent, node.name.span});
    if (node.anchor && lattice_.trait(place.trait).kind == TraitKind::Guarantee) {
      state_.report(error_at(Code::BadDeclaration, node.anchor->span,
                             "a guarantee cannot be anchored", "a guarantee holds in every frame"));
    } else if (node.anchor) {
      state_.anchored_values.emplace_back(value, &*node.anchor);
    }
    if (node.precision) {
      state_.precise_values.emplace_back(value, &*node.precision);
    }
    if (!node.children.empty()) {
      places.push_back({place.trait, value, &node.children});
    }
    auto at = waiting_.find(key(place.trait, node.name.name));
    if (at != waiting_.end()) {
      for (const syntax::ExtendDecl* extension : at->second) {
        places.push_back({place.trait, value, &extension->values});
      }
      waiting_.erase(at);
    }
  }

  /// Reports extensions whose value never appeared, and paths whose values are not nested in each
  /// other.
  void report_waiting(const std::vector<Declared<syntax::ExtendDecl>>& extensions) {
    for (const auto& declared : extensions) {
      const std::vector<syntax::Identifier>& parts = declared.kind->path.parts;
      auto trait = lattice_.find_trait(parts[0].name);
      std::optional<ValueId> above;
      for (std::size_t i = 1; trait && i < parts.size(); ++i) {
        auto value = lattice_.find_value(*trait, parts[i].name);
        if (!value && report_cycle(*trait, parts[i])) {
          break;
        }
        if (!value) {
          report_unknown_value(state_, *trait, parts[i]);
          break;
        }
        if (above && lattice_.value(*value).parent != above) {
          state_.report(error_at(Code::UnknownTrait, parts[i].span,
                                 fmt::format("'{}' is not below '{}'", state_.text(parts[i].name),
                                             state_.text(parts[i - 1].name))));
          break;
        }
        above = value;
      }
    }
  }

  /// Records, for values of waiting extensions, the value that they wait for.
  void find_what_waits() {
    for (const auto& declared : declarations_of<syntax::ExtendDecl>(state_)) {
      const std::vector<syntax::Identifier>& parts = declared.kind->path.parts;
      const auto trait = lattice_.find_trait(parts[0].name);
      std::vector<const std::vector<syntax::TraitTreeNode>*> open;
      if (trait && parts.size() > 1 && !lattice_.find_value(*trait, parts.back().name)) {
        open.push_back(&declared.kind->values);
      }
      while (!open.empty()) {
        const std::vector<syntax::TraitTreeNode>& nodes = *open.back();
        open.pop_back();
        for (const syntax::TraitTreeNode& node : nodes) {
          waits_for_.emplace(key(*trait, node.name.name), parts.back().name);
          open.push_back(&node.children);
        }
      }
    }
  }

  /// Reports a cycle of values that extend each other, once per cycle. Returns false if there is
  /// none. O(values) over all calls.
  bool report_cycle(TraitId trait, const syntax::Identifier& first) {
    constexpr std::size_t most_named = 6;
    std::vector<NameId> way;
    NameId at = first.name;
    for (;;) {
      const auto [seen, is_new] = is_in_cycle_.emplace(key(trait, at), false);
      const auto next = waits_for_.find(key(trait, at));
      if (!is_new) {
        break;
      }
      way.push_back(at);
      if (next == waits_for_.end()) {
        return false;
      }
      at = next->second;
    }
    const auto begin = std::find(way.begin(), way.end(), at);
    if (begin == way.end()) {
      return is_in_cycle_[key(trait, first.name)];  // visited before, or leads to a visited one
    }
    std::string text(state_.text(at));
    for (auto name = begin; name != way.end(); ++name) {
      is_in_cycle_[key(trait, *name)] = true;
      const auto number = static_cast<std::size_t>(name - begin);
      if (number > 0 && number < most_named) {
        text += fmt::format(" → {}", state_.text(*name));
      }
    }
    text += fmt::format("{} → {}",
                        static_cast<std::size_t>(way.end() - begin) > most_named ? " → …" : "",
                        state_.text(at));
    state_.report(error_at(Code::BadDeclaration, first.span,
                           fmt::format("'{}' is below itself: {}", state_.text(at), text)));
    return true;
  }

  void set_default(const syntax::TraitDecl& decl) {
    auto trait = lattice_.find_trait(decl.name.name);
    if (!decl.default_value || !trait || lattice_.trait(*trait).span != decl.name.span) {
      return;
    }
    if (decl.is_guarantee) {
      state_.report(error_at(Code::BadDeclaration, decl.default_value->span,
                             "a guarantee has no default",
                             "a guarantee holds only where code establishes it"));
    } else if (auto value = lattice_.find_value(*trait, decl.default_value->name)) {
      lattice_.set_default(*trait, *value);
    } else {
      report_unknown_value(state_, *trait, *decl.default_value);
    }
  }

  static std::uint64_t key(TraitId trait, NameId name) {
    return static_cast<std::uint64_t>(trait.index()) << 32 | name.index();
  }

  LoadState& state_;
  Lattice& lattice_;
  std::unordered_map<std::uint64_t, std::vector<const syntax::ExtendDecl*>> waiting_;
  // Lookups only, by (trait, name): values whose own extension is still waiting.
  std::unordered_map<std::uint64_t, NameId> waits_for_;
  std::unordered_map<std::uint64_t, bool> is_in_cycle_;
};

}  // namespace

void declare_traits(LoadState& state) { TraitDeclarer(state).run(); }

}  // namespace weft

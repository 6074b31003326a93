#include <algorithm>
#include <string>
#include <unordered_map>

#include <fmt/format.h>

#include "fragments/load/load_passes.h"
#include "fragments/load/resolve_type.h"

namespace weft {
namespace {

using StructSource = Declared<syntax::StructDecl>;

// SPIR-V 1.6, section 2.17, "Universal Limits".
constexpr std::size_t most_members = 16383;
constexpr std::uint32_t deepest_nesting = 255;

/// Adds each struct after those of its members (topological order).
class StructDeclarer {
 public:
  explicit StructDeclarer(LoadState& state) : state_(state) {}

  void run() {
    collect();
    for (std::size_t i = 0; i < sources_.size(); ++i) {
      add_with_members(i);
    }
  }

 private:
  /// TooLarge: it has been reported, so that structs that hold it are not.
  enum class Progress { Waiting, Begun, Done, TooLarge };

  void collect() {
    for (const StructSource& source : declarations_of<syntax::StructDecl>(state_)) {
      const syntax::Identifier& name = source.kind->name;
      if (find_data_type(state_.text(name.name)) || find_type_bound(state_.text(name.name))) {
        state_.report(error_at(Code::DuplicateName, name.span,
                               fmt::format("'{}' is already a data type", state_.text(name.name))));
        continue;
      }
      auto [at, added] = index_.try_emplace(name.name, sources_.size());
      if (!added) {
        state_.report_duplicate(
            name.span, fmt::format("struct '{}' is declared twice", state_.text(name.name)),
            sources_[at->second].kind->name.span);
        continue;
      }
      sources_.push_back(source);
    }
    progress_.assign(sources_.size(), Progress::Waiting);
  }

  /// Depth-first postorder without recursion: a struct is added after its members' structs.
  void add_with_members(std::size_t root) {
    std::vector<std::size_t> stack{root};
    while (!stack.empty()) {
      std::size_t at = stack.back();
      if (progress_[at] != Progress::Waiting) {
        stack.pop_back();
        if (progress_[at] == Progress::Begun) {
          progress_[at] = add(sources_[at]) ? Progress::Done : Progress::TooLarge;
        }
        continue;
      }
      progress_[at] = Progress::Begun;
      for (const syntax::StructMemberDecl& member : sources_[at].kind->members) {
        auto inner = index_.find(member.type.name.name);
        if (inner == index_.end()) {
          continue;
        }
        if (progress_[inner->second] == Progress::Begun) {
          state_.report(
              error_at(Code::BadDeclaration, member.type.span,
                       fmt::format("struct '{}' would contain itself",
                                   state_.text(sources_[inner->second].kind->name.name))));
        } else {
          stack.push_back(inner->second);
        }
      }
    }
  }

  /// Returns whether the struct is within the limits.
  bool add(const StructSource& source) {
    StructType type{source.kind->name.name, {}, source.kind->name.span, source.declaration->doc};
    type.members.reserve(source.kind->members.size());
    std::unordered_map<NameId, Span> seen;
    for (const syntax::StructMemberDecl& member : source.kind->members) {
      auto [at, added] = seen.try_emplace(member.name.name, member.name.span);
      if (!added) {
        state_.report_duplicate(
            member.name.span,
            fmt::format("the struct has two members '{}'", state_.text(member.name.name)),
            at->second);
        continue;
      }
      const SemanticType of_member = member_type(*source.module, member);
      type.members.push_back({member.name.name, of_member.data(), of_member.entries(),
                              member.name.span, member.type.traits.has_value()});
    }
    if (type.members.empty()) {
      state_.report(
          error_at(Code::BadDeclaration, source.kind->name.span, "a struct needs a member"));
    }
    const DataType made = state_.library.data_types.add_struct(std::move(type));
    return is_within_limits(source, made);
  }

  bool is_within_limits(const StructSource& source, DataType made) {
    const auto& members = source.kind->members;
    const auto is_too_large = [this](const syntax::StructMemberDecl& member) {
      const auto inner = index_.find(member.type.name.name);
      return inner != index_.end() && progress_[inner->second] == Progress::TooLarge;
    };
    if (std::any_of(members.begin(), members.end(), is_too_large)) {
      return false;
    }
    const DataTypeTable& types = state_.library.data_types;
    const std::string message = members.size() > most_members
                                    ? fmt::format("a struct has at most {} members", most_members)
                                : types.struct_nesting(made) > deepest_nesting
                                    ? fmt::format("structs nest at most {} deep", deepest_nesting)
                                : types.scalar_count(made) > most_scalars
                                    ? fmt::format("a struct holds at most {} scalars", most_scalars)
                                    : "";
    if (!message.empty()) {
      state_.report(error_at(Code::OutOfRange, source.kind->name.span, message));
    }
    return message.empty();
  }

  SemanticType member_type(const syntax::Module& module, const syntax::StructMemberDecl& member) {
    auto inner = index_.find(member.type.name.name);
    if (inner != index_.end() && (progress_[inner->second] == Progress::Begun ||
                                  progress_[inner->second] == Progress::TooLarge)) {
      return {};  // reported
    }
    auto type = resolve_type(state_, module, member.type, "a member of a struct");
    if (!type) {
      return {};
    }
    DataType innermost = type->data();
    while (innermost.is_array()) {
      innermost = state_.library.data_types.array(innermost).element;
    }
    if (innermost.is_texture() || innermost.kind() == DataKind::Sampler) {
      state_.report(error_at(Code::BadDeclaration, member.type.span,
                             "a struct cannot hold textures or samplers"));
      return {};
    }
    return *type;
  }

  LoadState& state_;
  std::vector<StructSource> sources_;
  std::vector<Progress> progress_;
  std::unordered_map<NameId, std::size_t> index_;
};

}  // namespace

void declare_structs(LoadState& state) { StructDeclarer(state).run(); }

}  // namespace weft

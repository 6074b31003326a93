#include "tools/name_completion.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <set>
#include <string_view>
#include <variant>

#include "fragments/load/disk_reader.h"
#include "fragments/load/load_imports.h"
#include "support/diagnostic.h"
#include "tools/load_input.h"
#include "tools/shaders_directory.h"

namespace weft::tools {
namespace {

namespace fs = std::filesystem;

constexpr std::uintmax_t most_bytes = std::uintmax_t{1} << 20;

enum class NameKind { Materials, Profiles, Values, Parameters, Documented };

/// The words before the one to complete, as far as they matter.
struct Line {
  std::string file;  ///< empty: none is given
  std::string material;
  ImportOptions imports;
};

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

Line line_of(const std::vector<std::string>& words) {
  Line line;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    const std::string& word = words[i];
    const std::string& before = words[i - 1];
    if (before == "-I") {
      line.imports.directories.push_back(word);
    } else if (is_one_of(before, {"-m", "--material"})) {
      line.material = word;
    } else if (line.file.empty() && word.ends_with(".weft") && !before.starts_with("-")) {
      line.file = word;
    }
  }
  return line;
}

/// What is asked for by the place of the last word.
std::optional<NameKind> kind_of(const std::vector<std::string>& words, const Line& line) {
  const std::string& command = words.front();
  const std::string& before = words[words.size() - 2];
  if (is_one_of(before, {"-m", "--material"})) {
    return NameKind::Materials;
  }
  if (is_one_of(before, {"-p", "--profile"})) {
    return NameKind::Profiles;
  }
  if (before == "-D") {
    return NameKind::Parameters;
  }
  if (before == "--node") {
    return NameKind::Values;
  }
  if (command == "doc" && words.size() == 2) {
    return NameKind::Documented;
  }
  const bool is_value_of_option =
      before.starts_with("-") && !is_one_of(before, {"--no-placement", "--Werror", "-Werror"});
  if (command == "explain" && !line.file.empty() && !is_value_of_option) {
    return NameKind::Values;
  }
  return std::nullopt;
}

/// Collects names from parsed files.
class Collector {
 public:
  Collector(const LoadState& state, NameKind kind, const Line& line)
      : state_(state), kind_(kind), line_(line) {}

  std::set<std::string> collect() {
    for (const syntax::Module& module : state_.modules) {
      for (const syntax::Declaration& declaration : module.declarations) {
        add(module, declaration);
      }
    }
    return std::move(names_);
  }

 private:
  void add(const syntax::Identifier& identifier, std::string_view after = "") {
    names_.insert(std::string(state_.text(identifier.name)) + std::string(after));
  }

  void add(const syntax::Module& module, const syntax::Declaration& declaration) {
    if (kind_ == NameKind::Documented) {
      add_documented(declaration);
    } else if (const auto* profile = std::get_if<syntax::ProfileDecl>(&declaration.kind)) {
      if (kind_ == NameKind::Profiles) {
        add(profile->name);
      }
    } else if (const auto* material = std::get_if<syntax::MaterialDecl>(&declaration.kind)) {
      add_of_material(module, *material);
    }
  }

  void add_of_material(const syntax::Module& module, const syntax::MaterialDecl& material) {
    if (kind_ == NameKind::Materials) {
      add(material.name);
      return;
    }
    const bool is_meant = line_.material.empty()
                              ? state_.library.sources[module.file].path() == line_.file
                              : state_.text(material.name.name) == line_.material;
    if (!is_meant) {
      return;
    }
    for (const auto& item : material.items) {
      if (const auto* parameter = std::get_if<syntax::ParameterDecl>(&item)) {
        if (kind_ == NameKind::Parameters) {
          add(parameter->name, "=");
        }
      } else if (kind_ == NameKind::Values) {
        const syntax::Binding& binding = module.bindings[std::get<syntax::BindingId>(item)];
        if (const auto* value = std::get_if<syntax::ValueBinding>(&binding.kind)) {
          add(value->name);
        }
      }
    }
  }

  void add_documented(const syntax::Declaration& declaration) {
    if (const auto* fragment = std::get_if<syntax::FragmentDecl>(&declaration.kind)) {
      add(fragment->signature.name);
    } else if (const auto* graph = std::get_if<syntax::GraphDecl>(&declaration.kind)) {
      add(graph->signature.name);
    } else if (const auto* conversion = std::get_if<syntax::ConversionDecl>(&declaration.kind)) {
      add(conversion->signature.name);
    } else if (const auto* trait = std::get_if<syntax::TraitDecl>(&declaration.kind)) {
      add(trait->name);
    } else if (const auto* bound = std::get_if<syntax::BoundDecl>(&declaration.kind)) {
      add(bound->name);
    } else if (const auto* structure = std::get_if<syntax::StructDecl>(&declaration.kind)) {
      add(structure->name);
    } else if (const auto* profile = std::get_if<syntax::ProfileDecl>(&declaration.kind)) {
      add(profile->name);
    } else if (const auto* feature = std::get_if<syntax::FeatureDecl>(&declaration.kind)) {
      names_.insert(path_text(state_, feature->path));
    }
  }

  const LoadState& state_;
  NameKind kind_;
  const Line& line_;
  std::set<std::string> names_;
};

bool is_small_file(const std::string& path) {
  std::error_code trouble;
  return fs::is_regular_file(path, trouble) && fs::file_size(path, trouble) <= most_bytes &&
         !trouble;
}

}  // namespace

std::vector<std::string> complete_names(const std::vector<std::string>& words) {
  if (words.size() < 2) {
    return {};
  }
  const Line line = line_of(words);
  const std::optional<NameKind> kind = kind_of(words, line);
  if (!kind) {
    return {};
  }
  std::vector<LoadRoot> roots;
  if (*kind == NameKind::Documented) {
    for (const std::string& path : shipped_files()) {
      roots.push_back({path});
    }
  } else if (is_small_file(line.file)) {
    roots.push_back({line.file});
  }
  if (*kind == NameKind::Profiles) {
    roots.push_back({shaders_directory() + "/profiles.weft"});
  }
  LoadState state;
  load_modules(state, roots, DiskReader(), load_options(line.imports));
  std::set<std::string> names = Collector(state, *kind, line).collect();
  if (*kind == NameKind::Documented) {
    for (const Code code : all_codes()) {
      names.emplace(slug(code));
    }
  }
  std::erase_if(names, [&](const std::string& name) { return !name.starts_with(words.back()); });
  return {names.begin(), names.end()};
}

}  // namespace weft::tools

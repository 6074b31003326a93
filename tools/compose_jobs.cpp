#include "tools/compose_jobs.h"

#include <algorithm>
#include <optional>
#include <set>
#include <string_view>
#include <unordered_map>

#include <fmt/format.h>

#include "codegen/host/c_names.h"
#include "fragments/model/lookups.h"
#include "support/spelling.h"
#include "tools/choice.h"
#include "tools/expression_value.h"
#include "tools/load_input.h"
#include "tools/materialx_input.h"
#include "tools/parallel.h"
#include "tools/shared_reader.h"

namespace weft::tools {
namespace {

std::vector<std::string> without_repetitions(const std::vector<std::string>& words) {
  std::vector<std::string> kept;
  std::set<std::string_view> seen;
  for (const std::string& word : words) {
    if (seen.insert(word).second) {
      kept.push_back(word);
    }
  }
  return kept;
}

/// A FILE, loaded alone for the profiles that it and its imports declare, and together with the
/// shipped profiles for the others. Either load is made only if a requested profile needs it.
struct LoadedFile {
  std::optional<LoadedLibrary> alone;
  std::optional<LoadedLibrary> with_shipped;
  std::vector<std::string> own_profiles;
  std::vector<std::string> other_profiles;
};

LoadedFile load_file(const std::string& file, const ImportOptions& imports,
                     std::vector<std::string> profiles,
                     const std::shared_ptr<const SharedReader>& reader) {
  const Input input({file, imports}, reader);
  LoadedFile loaded;
  if (profiles.empty() && !is_materialx(file)) {
    profiles.emplace_back(default_profile);
  }
  LoadedLibrary first = input.load_for(profiles);
  if (first.has_shipped_profiles && !has_errors(first.diagnostics)) {
    loaded.with_shipped = std::move(first);
    loaded.other_profiles = std::move(profiles);
    return loaded;
  }
  // The messages about a faulty FILE are those without the shipped profiles.
  loaded.alone = first.has_shipped_profiles ? input.load() : std::move(first);
  if (has_errors(loaded.alone->diagnostics)) {
    return loaded;
  }
  if (profiles.empty()) {
    profiles.push_back(default_profile_of(file, loaded.alone->library));
  }
  for (const std::string& profile : profiles) {
    const bool is_known = loaded.alone->library.find_profile(profile).has_value();
    (is_known ? loaded.own_profiles : loaded.other_profiles).push_back(profile);
  }
  if (!loaded.other_profiles.empty()) {
    loaded.with_shipped = input.load_with_shipped_profiles();
  }
  if (loaded.with_shipped && loaded.own_profiles.empty()) {
    loaded.alone.reset();
  }
  return loaded;
}

/// A source, with the profiles and materials requested of it.
struct Candidate {
  std::size_t file;    ///< index of the FILE
  std::size_t source;  ///< index of the source
  std::vector<std::string> profiles;
  std::vector<MaterialId> materials;
  std::vector<std::optional<ParameterValues>> values;  ///< of each material; nothing after an error
};

std::string_view name_of(const Library& library, MaterialId id) {
  return library.text(library.materials[id].name);
}

bool declares(const Library& library, MaterialId id) {
  return library.materials[id].span.file == library.root_file;
}

class JobFinder {
 public:
  JobFinder(const ComposeOptions& options, std::size_t threads, Report& report,
            const ReportWord& report_word)
      : options_(options),
        report_(report),
        report_word_(report_word),
        threads_(threads),
        files_(without_repetitions(options.files)),
        materials_(without_repetitions(options.materials)),
        profiles_(without_repetitions(options.profiles)) {}

  ComposeJobs find() {
    load();
    choose_materials();
    read_values();
    add_jobs();
    refuse_equal_names();
    if (options_.header) {
      refuse_equal_names_in_headers();
    }
    for (const auto& source : found_.sources) {
      source->composer = std::make_unique<const Composer>(source->library);
    }
    return std::move(found_);
  }

 private:
  const Library& library_of(const Candidate& candidate) const {
    return found_.sources[candidate.source]->library;
  }

  void complain(Diagnostic diagnostic, const std::string& word) {
    if (report_word_) {
      report_word_(std::move(diagnostic), word);
    } else {
      report_.add(diagnostic);
    }
  }

  void load() {
    const auto reader = std::make_shared<const SharedReader>(report_.files_read());
    std::vector<LoadedFile> loaded(files_.size());
    for_each_parallel(files_.size(), threads_, [&](std::size_t i) {
      loaded[i] = load_file(files_[i], options_.imports, profiles_, reader);
    });
    std::set<std::string> seen;
    const auto add = [&](std::optional<LoadedLibrary>& library, std::size_t file,
                         std::vector<std::string>& profiles) {
      if (!library) {
        return;
      }
      std::optional<Library> accepted = accept(std::move(*library), report_);
      if (!accepted) {
        are_all_loaded_ = false;
        return;
      }
      for (const std::string& read : accepted->files_read) {
        if (seen.insert(read).second) {
          found_.files_read.push_back(read);
        }
      }
      for (const std::string& profile : profiles) {
        if (!accepted->find_profile(profile)) {
          complain(unknown_profile(*accepted, profile), profile);
        }
      }
      candidates_.push_back({file, found_.sources.size(), std::move(profiles), {}, {}});
      found_.sources.push_back(std::make_unique<JobSource>(std::move(*accepted)));
    };
    for (std::size_t i = 0; i < loaded.size(); ++i) {
      // If no profiles are shipped, the FILE alone reports the unknown ones.
      if (loaded[i].alone && !loaded[i].with_shipped) {
        auto& others = loaded[i].other_profiles;
        loaded[i].own_profiles.insert(loaded[i].own_profiles.end(), others.begin(), others.end());
      }
      add(loaded[i].alone, i, loaded[i].own_profiles);
      add(loaded[i].with_shipped, i, loaded[i].other_profiles);
    }
  }

  void choose_materials() {
    // All elements of a document are composed unless some are named.
    const bool is_single = files_.size() == 1 && options_.profiles.size() <= 1 &&
                           (!materials_.empty() || !is_materialx(files_.front()));
    if (candidates_.empty()) {
      return;
    }
    if (is_single && materials_.size() <= 1 &&
        options_.materials != std::vector<std::string>{"*"}) {
      const Library& library = library_of(candidates_.front());
      const bool is_named = !materials_.empty();
      if (!is_named && needs_no_material(library)) {
        return;
      }
      const auto chosen = is_named ? library.find_material(materials_.front())
                                   : choose_material(library, {}, report_);
      if (chosen) {
        candidates_.front().materials.push_back(*chosen);
      } else if (is_named) {
        complain(unknown_material(library, materials_.front()), materials_.front());
      }
    } else if (materials_.empty() ||
               std::find(materials_.begin(), materials_.end(), "*") != materials_.end()) {
      for (Candidate& candidate : candidates_) {
        candidate.materials = own_materials(library_of(candidate));
        if (candidate.materials.empty() && !options_.profile_header) {
          Diagnostic none = no_own_material(library_of(candidate));
          if (is_materialx(files_[candidate.file])) {  // a rig of lights, a library, looks
            none.severity = Severity::Warning;
            none.message = fmt::format("'{}' has no element to draw", files_[candidate.file]);
          }
          report_.add(none);
        }
      }
    } else {
      for (const std::string& name : materials_) {
        choose_material_of_name(name);
      }
    }
  }

  /// Whether FILE only declares profiles, and only their headers are wanted.
  bool needs_no_material(const Library& library) const {
    return options_.profile_header && own_materials(library).empty();
  }

  void choose_material_of_name(const std::string& name) {
    bool is_declared = false;
    std::optional<std::size_t> importer;
    for (const Candidate& candidate : candidates_) {
      if (const auto id = library_of(candidate).find_material(name)) {
        is_declared = is_declared || declares(library_of(candidate), *id);
        importer = importer.value_or(candidate.file);
      }
    }
    if (!importer && are_all_loaded_) {
      complain(material_of_no_file(name), name);
    }
    for (Candidate& candidate : candidates_) {
      const std::optional<MaterialId> id = library_of(candidate).find_material(name);
      if (id && (is_declared ? declares(library_of(candidate), *id) : candidate.file == importer)) {
        candidate.materials.push_back(*id);
      }
    }
  }

  Diagnostic material_of_no_file(const std::string& name) const {
    std::vector<std::string_view> names;
    for (const Candidate& candidate : candidates_) {
      for (const Material& material : library_of(candidate).materials) {
        names.push_back(library_of(candidate).text(material.name));
      }
    }
    return error(Code::UnknownMaterial,
                 files_.size() == 1
                     ? fmt::format("'{}' has no material '{}'", files_.front(), name)
                     : fmt::format("none of the {} files has a material '{}'", files_.size(), name),
                 spelling_hint(name, names));
  }

  /// The words for a material: without those for parameters that only others have.
  std::vector<std::string> words_for(const Library& library, const Material& material) const {
    if (count_of_materials() == 1) {
      return options_.values;
    }
    std::vector<std::string> words;
    for (const std::string& word : options_.values) {
      const std::string_view name = std::string_view(word).substr(0, word.find('='));
      const bool is_taken = std::any_of(
          material.parameters.begin(), material.parameters.end(),
          [&](const MaterialParameter& parameter) { return library.text(parameter.name) == name; });
      if (is_taken) {
        words.push_back(word);
      }
    }
    return words;
  }

  std::size_t count_of_materials() const {
    std::size_t count = 0;
    for (const Candidate& candidate : candidates_) {
      count += candidate.materials.size();
    }
    return count;
  }

  /// Reports words for parameters that none of several materials has.
  void refuse_unknown_parameters() {
    std::vector<std::string_view> names;
    for (const Candidate& candidate : candidates_) {
      const Library& library = library_of(candidate);
      for (const MaterialId id : candidate.materials) {
        for (const MaterialParameter& parameter : library.materials[id].parameters) {
          names.push_back(library.text(parameter.name));
        }
      }
    }
    for (const std::string& word : options_.values) {
      const std::string_view name = std::string_view(word).substr(0, word.find('='));
      if (name.size() == word.size()) {
        report_.add(error(Code::BadParameterValue,
                          fmt::format("'{}' is not of the form name=value", word)));
      } else if (std::find(names.begin(), names.end(), name) == names.end()) {
        report_.add(error(Code::UnknownParameter,
                          fmt::format("none of the materials has a parameter '{}'", name),
                          spelling_hint(name, names)));
      }
    }
  }

  void read_values() {
    if (count_of_materials() > 1 && are_all_loaded_) {
      refuse_unknown_parameters();
    }
    for (Candidate& candidate : candidates_) {
      Library& library = found_.sources[candidate.source]->library;
      for (const MaterialId id : candidate.materials) {
        const Material& material = library.materials[id];
        auto read = read_parameter_values(library, material, words_for(library, material));
        candidate.values.emplace_back();
        if (read) {
          candidate.values.back() = std::move(*read);
        } else {
          report_.add(read.error(), library.sources);
        }
      }
    }
  }

  void add_jobs() {
    for (const Candidate& candidate : candidates_) {
      const Library& library = library_of(candidate);
      for (const std::string& name : candidate.profiles) {
        if (const std::optional<ProfileId> profile = library.find_profile(name)) {
          found_.profiles.push_back({candidate.source, *profile});
        }
      }
      for (std::size_t i = 0; i < candidate.materials.size(); ++i) {
        const MaterialId material = candidate.materials[i];
        for (const std::string& name : candidate.profiles) {
          const std::optional<ProfileId> profile = library.find_profile(name);
          if (profile && candidate.values[i]) {
            found_.jobs.push_back({candidate.source, material, *profile,
                                   fmt::format("{}.{}", name_of(library, material), name),
                                   *candidate.values[i]});
          }
        }
      }
    }
  }

  void refuse_equal_names() {
    std::unordered_map<std::string_view, const ComposeJob*> first;  // for lookups only
    for (const ComposeJob& job : found_.jobs) {
      const auto [known, is_new] = first.emplace(job.stem, &job);
      if (!is_new) {
        report_.add(
            error(Code::DuplicateName,
                  fmt::format("two materials would be written as '{}': from '{}' and from '{}'",
                              job.stem, root_of(*known->second), root_of(job)),
                  "compose them into different folders"));
      }
    }
  }

  /// A program includes the headers of a run, so their names may not collide: `a` for `b_lit` and
  /// `a_b` for `lit` both declare `a_b_lit`.
  void refuse_equal_names_in_headers() {
    std::unordered_map<std::string, const ComposeJob*> first;  // for lookups only
    for (const ComposeJob& job : found_.jobs) {
      std::string joined = job.stem;
      std::replace(joined.begin(), joined.end(), '.', '_');
      const std::string stem = CNames(joined).stem();
      const ComposeJob* known = first.emplace(stem, &job).first->second;
      if (known->stem != job.stem) {
        report_.add(error(Code::DuplicateName,
                          fmt::format("the headers of '{}' and '{}' would declare the same names, "
                                      "'{}'",
                                      known->stem, job.stem, stem),
                          "rename a material or a profile"));
      }
    }
  }

  const std::string& root_of(const ComposeJob& job) const {
    const Library& library = found_.sources[job.source]->library;
    return library.sources[library.root_file].path();
  }

  const ComposeOptions& options_;
  Report& report_;
  const ReportWord& report_word_;
  std::size_t threads_;
  std::vector<std::string> files_;
  std::vector<std::string> materials_;
  std::vector<std::string> profiles_;
  std::vector<Candidate> candidates_;
  bool are_all_loaded_ = true;
  ComposeJobs found_;
};

}  // namespace

ComposeJobs find_compose_jobs(const ComposeOptions& options, std::size_t threads, Report& report,
                              const ReportWord& report_word) {
  return JobFinder(options, threads, report, report_word).find();
}

}  // namespace weft::tools

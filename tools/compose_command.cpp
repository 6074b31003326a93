#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "codegen/host/profile_header.h"
#include "support/json.h"
#include "tools/choice.h"
#include "tools/commands.h"
#include "tools/compose_jobs.h"
#include "tools/compose_outputs.h"
#include "tools/module_progress.h"
#include "tools/parallel.h"
#include "tools/unused_warnings.h"

namespace weft::tools {
namespace {

bool reads_standard_input(const ComposeOptions& options) {
  return std::find(options.files.begin(), options.files.end(), "-") != options.files.end();
}

/// Whether the options can be combined.
bool are_consistent(const ComposeOptions& options, Report& report) {
  if (has_target(options, "spirv") && goes_to_standard_output(options)) {
    report.refuse("-t spirv writes several binary files: give a folder with -o DIR");
  }
  if (wants_dependencies(options) && goes_to_standard_output(options)) {
    report.refuse("-MD writes rules for output files: give a folder with -o DIR");
  }
  if (options.variants && options.profile_header) {
    report.refuse("--profile-header does not combine with --variants: run it separately");
  }
  if (options.shard && !options.variants) {
    report.refuse("--shard divides a table: give one with --variants TABLE");
  }
  if (options.check && goes_to_standard_output(options)) {
    report.refuse("--check compares with existing files: give their folder with -o DIR");
  }
  if (options.watch &&
      (goes_to_standard_output(options) || reads_standard_input(options) || options.check)) {
    report.refuse("--watch needs files to read and a folder to write to: give FILE and -o DIR");
  }
  return !report.has_errors();
}

/// The result of a job.
struct Made {
  std::vector<EmittedFile> files;
  Diagnostics diagnostics;
  /// With ImportOptions::only_named: compose() has diagnostics, so nothing was emitted.
  bool needs_everything = false;
};

Made make(const JobSource& source, const ComposeJob& job, const ComposeOptions& options,
          const ModuleWatch& watch) {
  Made made;
  const Result<PlacedPlan> placed = compose(
      *source.composer, {job.material, job.profile, job.values, placement_of(options.placement)});
  made.diagnostics = placed ? placed->plan.warnings : placed.error();
  made.needs_everything = options.imports.only_named && !made.diagnostics.empty();
  if (!placed || made.needs_everything) {
    return made;
  }
  Result<Emission> emission =
      emit(source.library, *placed, emit_options(options), watch, {.leaves = source.leaves.get()});
  if (emission) {
    made.files = std::move(emission->files);
  } else {
    made.diagnostics.insert(made.diagnostics.end(), emission.error().begin(),
                            emission.error().end());
  }
  return made;
}

/// The files of one stem: MATERIAL.PROFILE.*, or PROFILE.h.
struct Group {
  std::string stem;
  std::string_view material;  ///< empty for PROFILE.h
  std::string_view profile;
  std::vector<EmittedFile> files;
};

std::vector<Group> groups_of(const ComposeJobs& jobs, std::vector<Made>& made) {
  std::vector<Group> groups;
  groups.reserve(made.size());
  for (std::size_t i = 0; i < made.size(); ++i) {
    const ComposeJob& job = jobs.jobs[i];
    const Library& library = jobs.sources[job.source]->library;
    groups.push_back({job.stem, library.text(library.materials[job.material].name),
                      library.text(library.profiles[job.profile].name), std::move(made[i].files)});
  }
  return groups;
}

/// Adds the headers of the profiles, one per name. Reports files that declare different profiles of
/// one name (`duplicate-name`), and the errors of profile_header().
void add_profile_headers(const ComposeOptions& options, const ComposeJobs& jobs,
                         std::vector<Group>& groups, Report& report) {
  const std::size_t first = groups.size();
  for (const ProfileJob& job : jobs.profiles) {
    const Library& library = jobs.sources[job.source]->library;
    auto text =
        profile_header(library, job.profile,
                       options.self_contained_header ? HostFiles::Embedded : HostFiles::Included);
    if (!text) {
      report.add(text.error(), library.sources);
      continue;
    }
    const std::string_view name = library.text(library.profiles[job.profile].name);
    const auto known =
        std::find_if(groups.begin() + static_cast<std::ptrdiff_t>(first), groups.end(),
                     [name](const Group& group) { return group.profile == name; });
    if (known == groups.end()) {
      groups.push_back({std::string(name), {}, name, {{"h", std::move(*text)}}});
    } else if (known->files.front().content != *text) {
      report.add(error(Code::DuplicateName,
                       fmt::format("'{}.h' would be written for two different profiles '{}'; the "
                                   "second is of '{}'",
                                   name, name, library.sources[library.root_file].path()),
                       "compose them into different folders"));
    }
  }
}

/// Reports a source's diagnostics together, so that one common to several profiles appears once.
void report_diagnostics(const ComposeJobs& jobs, const std::vector<Made>& made, Report& report) {
  for (std::size_t source = 0; source < jobs.sources.size(); ++source) {
    Diagnostics diagnostics;
    for (std::size_t i = 0; i < made.size(); ++i) {
      if (jobs.jobs[i].source == source) {
        for (const Diagnostic& diagnostic : made[i].diagnostics) {
          append(diagnostics, diagnostic);
        }
      }
    }
    report.add(diagnostics, jobs.sources[source]->library.sources);
  }
}

void write_rule(const std::string& path, std::string text, Report& report) {
  if (path == "-") {
    report.print(text);
  } else {
    report.write({path, std::move(text)});
  }
}

void give(const ComposeOptions& options, const ComposeJobs& jobs, const std::vector<Group>& groups,
          Report& report) {
  Json& result = report.result();
  result["outputs"] = Json::array();
  const std::filesystem::path folder = options.output.value_or("-");
  std::vector<std::string> all_paths;
  DependencyRules dependencies(options, jobs.files_read, report);
  for (const Group& group : groups) {
    if (jobs.jobs.size() == 1 && !group.material.empty()) {
      result["material"] = group.material;
      result["profile"] = group.profile;
    }
    std::vector<std::string> paths;
    for (const EmittedFile& file : group.files) {
      const std::string name = fmt::format("{}.{}", group.stem, file.suffix);
      Json output = {{"name", name}};
      if (!group.material.empty()) {
        output["material"] = group.material;
      }
      output["profile"] = group.profile;
      if (goes_to_standard_output(options)) {
        report.print(fmt::format("// --- {} ---\n{}", name, file.content));
        output["text"] = file.content;
      } else {
        paths.push_back((folder / name).string());
        output["path"] = paths.back();
        report.write({paths.back(), file.content});
      }
      result["outputs"].push_back(std::move(output));
    }
    if (wants_dependencies(options) && !options.dependency_file) {
      const std::string path = (folder / (group.stem + ".d")).string();
      write_rule(path, dependencies.text(path, paths), report);
    }
    all_paths.insert(all_paths.end(), paths.begin(), paths.end());
  }
  if (options.dependency_file) {
    const std::string& path = *options.dependency_file;
    write_rule(path, dependencies.text(path, all_paths), report);
  }
  if (result.contains("dependencies") && result["dependencies"].size() == 1) {
    const Json only = result["dependencies"].front();
    result["dependencies"] = only;
  }
}

std::vector<Made> make_all(const ComposeJobs& jobs, const ComposeOptions& options,
                           std::size_t threads, const Report& report) {
  std::vector<Made> made(jobs.jobs.size());
  ModuleProgress progress(jobs.jobs.size(), report.is_text(), report.message_colors());
  for_each_parallel(jobs.jobs.size(), threads, [&](std::size_t i) {
    const ComposeJob& job = jobs.jobs[i];
    Diagnostics notes;
    ModuleWatch watch;
    if (has_target(options, "spirv")) {
      watch.before_modules = [&](const Diagnostics& slow) {
        progress.announce(i, slow);
        notes = report.is_text() ? Diagnostics() : slow;
      };
      watch.before_module = [&](std::string_view suffix) {
        progress.begin(fmt::format("{}.{}", job.stem, suffix));
      };
    }
    made[i] = make(*jobs.sources[job.source], job, options, watch);
    progress.announce(i, {});  // in case no module was compiled
    made[i].diagnostics.insert(made[i].diagnostics.end(), notes.begin(), notes.end());
  });
  return made;
}

struct ComposedJobs {
  ComposeJobs jobs;
  std::vector<Made> made;  ///< parallel to `jobs.jobs`
};

/// Loads only the shipped fragments that the FILEs name. If there are messages, whose hints may
/// mention others, loads and composes everything.
ComposedJobs compose_jobs(const ComposeOptions& options, Report& report) {
  const std::size_t threads = options.threads.value_or(machine_threads());
  ComposeOptions named = options;
  named.imports.only_named = !reads_standard_input(options);  // which can be read only once
  ComposedJobs composed;
  composed.jobs = find_compose_jobs(named, threads, report);
  composed.made = make_all(composed.jobs, named, threads, report);
  if (std::any_of(composed.made.begin(), composed.made.end(),
                  [](const Made& made) { return made.needs_everything; })) {
    composed.jobs = find_compose_jobs(options, threads, report);
    composed.made = make_all(composed.jobs, options, threads, report);
  }
  return composed;
}

}  // namespace

void run(const ComposeOptions& options, Report& report) {
  if (!are_consistent(options, report)) {
    return;
  }
  if (options.variants) {
    compose_variants(options, report);
    return;
  }
  if (options.check) {
    report.only_compare_files();
  }
  auto [jobs, made] = compose_jobs(options, report);
  report_diagnostics(jobs, made, report);
  if (!report.has_errors()) {
    report_unused(jobs, report);  // with -Werror these are errors
  }
  std::vector<Group> groups = groups_of(jobs, made);
  if (options.profile_header) {
    add_profile_headers(options, jobs, groups, report);
  }
  if (!report.has_errors()) {
    give(options, jobs, groups, report);
  }
}

}  // namespace weft::tools

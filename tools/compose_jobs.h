#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "codegen/leaf_memo.h"
#include "composer/compose.h"
#include "tools/options.h"

namespace weft::tools {

/// A loaded FILE with its composer, shared by compositions on many threads.
struct JobSource {
  explicit JobSource(Library loaded) : library(std::move(loaded)) {}

  Library library;
  std::unique_ptr<const Composer> composer;                         ///< for the library
  std::unique_ptr<LeafMemo> leaves = std::make_unique<LeafMemo>();  ///< of the library
};

using ParameterValues = std::vector<std::pair<std::string, Constant>>;

/// The composition of one material for one profile, written as MATERIAL.PROFILE.*.
struct ComposeJob {
  std::size_t source;  ///< index of the source
  MaterialId material;
  ProfileId profile;
  std::string stem;  ///< MATERIAL.PROFILE
  ParameterValues values;
};

/// A profile of a source, whose header is written as PROFILE.h.
struct ProfileJob {
  std::size_t source;  ///< index of the source
  ProfileId profile;
};

struct ComposeJobs {
  std::vector<std::unique_ptr<JobSource>> sources;  ///< in the order of the FILEs
  std::vector<ComposeJob> jobs;                     ///< grouped by source, then by material
  std::vector<ProfileJob> profiles;                 ///< all requested profiles of each source
  std::vector<std::string> files_read;              ///< by all sources, without duplicates
};

/// Reports an error in a word of the options: the name of a profile or of a material. The word may
/// come from a file.
using ReportWord = std::function<void(Diagnostic diagnostic, const std::string& word)>;

/// Loads every FILE, `threads` at a time, and lists the jobs. With one FILE, at most one profile
/// and no material name, that is the only material of the FILE. Otherwise it is all materials that
/// the FILEs themselves declare, or the named ones: in each FILE that declares the name, or else in
/// the first FILE that imports it. With --profile-header a FILE need not declare any. A parameter
/// value applies to the materials that have the parameter.
/// Profiles that a FILE and its imports lack are looked up among the shipped profiles, which are
/// loaded for these jobs only, as another source of the same FILE. Each FILE has its own library,
/// because the names and conversions of one must not affect the others; each file is read once.
///
/// Reports errors in the files, `unknown-material`, `unknown-profile`, `unknown-parameter`, and
/// `duplicate-name` if two jobs would write the same files or headers with the same names. Jobs are
/// returned even after errors, so that composing them can find more. `report_word` reports
/// `unknown-material` and `unknown-profile`; without it the report does.
ComposeJobs find_compose_jobs(const ComposeOptions& options, std::size_t threads, Report& report,
                              const ReportWord& report_word = {});

}  // namespace weft::tools

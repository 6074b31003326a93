#pragma once

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "composer/compose.h"
#include "tools/options.h"

namespace weft::tools {

/// A FILE as it was loaded, and what is made of it. Compositions on many threads share it.
struct JobSource {
  explicit JobSource(Library loaded) : library(std::move(loaded)) {}

  Library library;
  std::unique_ptr<const Composer> composer;  ///< of the library
};

using ParameterValues = std::vector<std::pair<std::string, Constant>>;

/// One material for one profile: what is written as MATERIAL.PROFILE.*.
struct ComposeJob {
  std::size_t source;  ///< its index
  MaterialId material;
  ProfileId profile;
  std::string stem;  ///< MATERIAL.PROFILE
  ParameterValues values;
};

/// A profile of a source, whose header is written as PROFILE.h.
struct ProfileJob {
  std::size_t source;  ///< its index
  ProfileId profile;
};

struct ComposeJobs {
  std::vector<std::unique_ptr<JobSource>> sources;  ///< in the order of the FILEs
  std::vector<ComposeJob> jobs;                     ///< of a source together, then by material
  std::vector<ProfileJob> profiles;                 ///< all that were asked for, of each source
  std::vector<std::string> files_read;              ///< by all sources, each once
};

/// Reports what is wrong with a word of the options, the name of a profile or of a material, which
/// may stand in a file.
using ReportWord = std::function<void(Diagnostic diagnostic, const std::string& word)>;

/// Loads every FILE, `threads` at a time, and finds what is to be made. One FILE for at most one
/// profile without a name of a material: its only material. Else all that the FILEs themselves
/// declare, or those that are named: where a FILE declares one, or else in the first that imports
/// one. With --profile-header a FILE need not declare any. A value of a parameter goes to the
/// materials that have it.
///
/// Profiles that a FILE and its imports lack are looked up among those that ship, which then take
/// part for these alone: that is another source of the same FILE. Each FILE has a library of its
/// own, since names and conversions of one are nothing to the others; files are read once.
///
/// Reports what is wrong: with the files, `unknown-material`, `unknown-profile`,
/// `unknown-parameter`, and `duplicate-name` where two jobs would write the same files. With errors
/// there are jobs still, in which more can be found. `report_word`: for the first two; the report
/// itself where there is none.
ComposeJobs find_compose_jobs(const ComposeOptions& options, std::size_t threads, Report& report,
                              const ReportWord& report_word = {});

}  // namespace weft::tools

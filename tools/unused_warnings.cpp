#include "tools/unused_warnings.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "composer/checks/unused_declarations.h"

namespace weft::tools {

void report_unused(const ComposeJobs& jobs, Report& report) {
  const auto file_of = [&jobs](std::size_t source) -> const std::string& {
    const Library& library = jobs.sources[source]->library;
    return library.sources[library.root_file].path();
  };
  // A FILE may be loaded twice: alone, and together with the shipped profiles.
  std::map<std::string, std::vector<std::string_view>> in_sight;
  for (std::size_t source = 0; source < jobs.sources.size(); ++source) {
    std::vector<std::string_view>& names = in_sight[file_of(source)];
    const std::vector<std::string_view> more = demanded_names(jobs.sources[source]->library);
    names.insert(names.end(), more.begin(), more.end());
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
  }
  std::set<std::pair<std::size_t, MaterialId>> seen;
  for (const ComposeJob& job : jobs.jobs) {
    if (seen.emplace(job.source, job.material).second) {
      const Library& library = jobs.sources[job.source]->library;
      report.add(find_unused(library, job.material, in_sight.at(file_of(job.source))),
                 library.sources);
    }
  }
}

}  // namespace weft::tools

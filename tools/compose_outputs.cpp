#include "tools/compose_outputs.h"

#include <algorithm>

#include <fmt/format.h>

#include "tools/depfile.h"

namespace weft::tools {

bool has_target(const ComposeOptions& options, const std::string& target) {
  return std::find(options.targets.begin(), options.targets.end(), target) != options.targets.end();
}

bool goes_to_standard_output(const ComposeOptions& options) {
  return !options.output || *options.output == "-";
}

bool wants_dependencies(const ComposeOptions& options) {
  return options.dependencies || options.dependency_file || !options.dependency_targets.empty() ||
         options.phony_dependencies;
}

EmitOptions emit_options(const ComposeOptions& options) {
  EmitOptions emit;
  emit.glsl = options.targets.empty() || has_target(options, "glsl");
  emit.hlsl = has_target(options, "hlsl");
  emit.spirv = has_target(options, "spirv");
  emit.reflection = options.reflect;
  emit.header = options.header;
  emit.self_contained_header = options.self_contained_header;
  emit.debug_lines = options.debug_lines;
  return emit;
}

DependencyRules::DependencyRules(const ComposeOptions& options,
                                 const std::vector<std::string>& files_read, Report& report)
    : options_(options), files_(files_read), report_(report) {
  files_.insert(files_.end(), options.response_files.begin(), options.response_files.end());
  if (std::string program = program_file(); !program.empty()) {
    files_.push_back(std::move(program));
  }
}

std::string DependencyRules::text(const std::string& path,
                                  const std::vector<std::string>& outputs) {
  const auto& targets = options_.dependency_targets;
  refuse(path, files_, false);
  refuse(path, targets.empty() ? outputs : targets, true);
  report_.result()["dependencies"].push_back({{"path", path}, {"files", files_}});
  return depfile_text(targets.empty() ? outputs : targets, files_, options_.phony_dependencies);
}

void DependencyRules::refuse(const std::string& path, const std::vector<std::string>& names,
                             bool are_targets) {
  for (const std::string& name : names) {
    if (const auto what = why_no_rule_names(name, are_targets)) {
      report_.add(error(Code::FileUnwritable,
                        fmt::format("cannot write '{}': no rule can name '{}', which holds {}",
                                    path, name, *what),
                        "rename it: the dependency would be lost silently"));
    }
  }
}

}  // namespace weft::tools

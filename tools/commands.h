#pragma once

#include <functional>

#include "tools/options.h"
#include "tools/report.h"

namespace weft::tools {

// The commands of `weft`. Each adds its diagnostics, text and output files to the report.

void run(const ComposeOptions& options, Report& report);
void run(const CheckOptions& options, Report& report);
void run(const ConvertOptions& options, Report& report);
void run(const EvalOptions& options, Report& report);
void run(const DumpOptions& options, Report& report);
void run(const ExplainOptions& options, Report& report);
void run(const FmtOptions& options, Report& report);
void run(const GraphOptions& options, Report& report);
void run(const ListOptions& options, Report& report);
void run(const DocOptions& options, Report& report);
void run(const NewOptions& options, Report& report);
void run(const MergeOptions& options, Report& report);
void run(const ImportCommandOptions& options, Report& report);
/// Answers messages until the client ends or its input does.
void run(const ServeOptions& options, Report& report);
/// The same in the Language Server Protocol.
void run(const LspOptions& options, Report& report);

/// A command that may run several times, and keeps in between what takes long to make: the
/// renderer. Refers to the options.
using RepeatableRun = std::function<void(Report& report)>;
RepeatableRun repeatable(const RenderOptions& options);
/// Any other command.
template <class Options>
RepeatableRun repeatable(const Options& options) {
  return [&options](Report& report) { run(options, report); };
}

}  // namespace weft::tools

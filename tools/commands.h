#pragma once

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
void run(const RenderOptions& options, Report& report);
void run(const DocOptions& options, Report& report);
void run(const NewOptions& options, Report& report);
void run(const MergeOptions& options, Report& report);
/// Answers messages until the client ends or its input does.
void run(const ServeOptions& options, Report& report);
/// The same in the Language Server Protocol.
void run(const LspOptions& options, Report& report);

}  // namespace weft::tools

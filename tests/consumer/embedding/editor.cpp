// usage: editor <edits.json
// The loop of a material editor: edits arrive as lines of JSON, changed shaders are written out.
// Prints the application's action for each answer, then the text to save.

#include <cstdio>
#include <iostream>
#include <string>

#include "fragments/load/disk_reader.h"
#include "live/session/edit_json.h"
#include "live/session/session.h"

namespace {

using namespace weft::live;

constexpr const char* source = R"(import "core";
import "profiles";

material plain {
    param tint: float3 {use: reflectance, encoding: srgb} = #b5651d;  //@ at 0 0
    output albedo = tint;  //@ at 200 0
}
)";

void show(const EditAnswer& answer, const Session& session) {
  for (const OutputAnswer& output : answer.outputs) {
    std::printf("%s\n",
                output.has_errors ? "kept" : std::string(answer_name(output.answer)).c_str());
    for (const StageAnswer& stage : output.stages) {
      if (stage.answer == Answer::Changed) {  // compile this one anew
        const std::string* text = session.output(output.output)->good->find(stage.suffix);
        std::printf("  %s: %zu bytes\n", stage.suffix.c_str(), text->size());
      }
    }
    std::fputs(diagnostics_text(output.diagnostics).c_str(), stdout);
  }
}

}  // namespace

int main() {
  const weft::DiskReader reader;
  weft::LoadOptions options;
  options.shipped_directories = {SHADERS_DIRECTORY};
  Session session("plain.weft", source, reader, options);
  OutputRequest request;
  request.material = "plain";
  request.profile = "unlit";
  request.options.glsl = true;
  session.watch(request);
  for (std::string line; std::getline(std::cin, line);) {
    const auto edits = parse_edits(line);
    if (!edits) {
      std::printf("not an edit: %s\n", edits.error().front().message.c_str());
    } else if (const auto answer = session.apply(*edits); !answer) {
      std::printf("refused: %s", diagnostics_text(answer.error()).c_str());
    } else {
      show(*answer, session);
    }
  }
  std::fputs(session.text().c_str(), stdout);
  return 0;
}

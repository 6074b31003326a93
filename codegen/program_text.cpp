#include <iterator>

#include <fmt/format.h>

#include "codegen/emit.h"
#include "codegen/ir/used_structs.h"
#include "codegen/print/stage_printer.h"
#include "codegen/raise/glsl/glsl_target.h"

namespace weft {
namespace {

class ProgramText {
 public:
  ProgramText(const Library& library, const Programs& programs)
      : library_(library), programs_(programs) {}

  std::string run() {
    const Interface& all = programs_.interface;
    for (const Block& block : all.blocks) {
      constexpr std::string_view kinds[] = {"uniform", "push constants", "storage buffer"};
      line("block {} ({}, {}) set {} binding {} size {}{}", block.name,
           kinds[static_cast<int>(block.kind)], rate_name(block.rate), block.set, block.binding,
           block.size, stages(block.used));
      for (const BlockMember& member : block.members) {
        line("  {:4} {}: {}{}", member.offset, member.name, type_name(member.type),
             member.stored == member.type ? std::string()
                                          : " stored as " + stored_name(programs_, member.stored));
      }
    }
    for (const VertexAttribute& attribute : all.attributes) {
      line("attribute {} {}: {}{}", attribute.location, attribute.name, type_name(attribute.type),
           attribute.per_instance ? " per instance" : "");
    }
    for (const Varying& varying : all.varyings) {
      line("varying {}{} {}: {}{}", varying.location,
           all.varying_slots[varying.slot].type == varying.stored
               ? std::string()
               : fmt::format(".{}", "xyzw"[varying.component]),
           varying.name, type_name(varying.stored), varying.is_flat ? " flat" : "");
    }
    for (const TextureBinding& texture : all.textures) {
      line("texture {}: {} set {} binding {} sampler {}{}{}", texture.name, type_name(texture.type),
           texture.set, texture.binding, all.samplers[texture.sampler].name,
           texture.srgb_view ? " srgb view" : "", stages(texture.used));
    }
    for (const SamplerBinding& sampler : all.samplers) {
      line("sampler {} set {} binding {}{}", sampler.name, sampler.set, sampler.binding,
           stages(sampler.used));
    }
    for (const SpecConstant& constant : all.spec_constants) {
      line("constant {} {}: {}", constant.constant_id, constant.name, type_name(constant.type));
    }
    for (const TargetOutput& target : all.targets) {
      line("target {} {}: {}", target.index, target.name, type_name(target.type));
    }
    for (const StorageOutput& storage : all.storage) {
      line("{} {}: {} set {} binding {}{}", storage.format ? "image" : "buffer", storage.name,
           type_name(storage.type), storage.set, storage.binding,
           storage.format ? fmt::format(" format {}", storage.format->name)
           : storage.stored == storage.type
               ? std::string()
               : fmt::format(" stored as {}", type_name(storage.stored)));
    }
    if (all.threads) {
      const auto& [dimensions, workgroup] = *all.threads;
      line("threads in {} dimensions, {} × {} × {} in a workgroup", dimensions, workgroup[0],
           workgroup[1], workgroup[2]);
    }
    return std::move(out_);
  }

 private:
  template <typename... Args>
  void line(fmt::format_string<Args...> format, Args&&... args) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Args>(args)...);
    out_ += '\n';
  }

  std::string type_name(DataType type) const { return programs_.types.text(type, library_.names); }

  static std::string stages(const StageUse& use) {
    const auto uses = [&use](Stage stage) { return use[static_cast<std::size_t>(stage)]; };
    return uses(Stage::Thread)                            ? " in thread"
           : uses(Stage::Vertex) && uses(Stage::Fragment) ? " in both stages"
           : uses(Stage::Vertex)                          ? " in vertex"
                                                          : " in fragment";
  }

  const Library& library_;
  const Programs& programs_;
  std::string out_;
};

// The bodies in GLSL's spelling. Declarations are omitted, since the interface lists them.
std::string stage_text(const Library& library, const Plan& plan, const Programs& programs,
                       const Program& program) {
  const StageText text = print_stage(library, plan, programs, program, glsl_target());
  std::string out = fmt::format("\n{} stage\n", stage_name(program.stage));
  const LineMarks& marks = text.marks;
  const std::size_t begin =
      marks.functions.empty() ? marks.main_begin : marks.functions.front().begin;
  out += std::string_view(text.text).substr(begin);
  return out;
}

}  // namespace

std::string program_text(const Library& library, const PlacedPlan& placed,
                         const Programs& programs) {
  std::string out = ProgramText(library, programs).run();
  for (const Program* program : programs.stages()) {
    out += stage_text(library, placed.plan, programs, *program);
  }
  return out;
}

}  // namespace weft

#include "codegen/lower.h"

#include "codegen/gather_interface.h"
#include "codegen/lower_main.h"
#include "codegen/stage_slice.h"

namespace weft {
namespace {

void name_structs(const Library& library, Programs& programs, Namer& names) {
  for (std::uint32_t i = 0; i < programs.types.struct_count(); ++i) {
    const StructType& type = programs.types.structure(DataType::structure(i));
    programs.struct_names.push_back(names.unique(library.text(type.name)));
    programs.struct_makers.push_back(names.unique("make_" + programs.struct_names.back()));
    Namer members;
    std::vector<std::string>& member_names = programs.member_names.emplace_back();
    for (const StructMember& member : type.members) {
      member_names.push_back(members.unique(library.text(member.name)));
    }
  }
}

}  // namespace

Result<Programs> lower_plan(const Library& library, const PlacedPlan& placed) {
  const StageSlices slices = slice_stages(library, placed.plan);
  Programs programs;
  programs.types = library.data_types;
  Namer names;
  auto gathered = gather_interface(library, placed, slices, names, programs.types);
  if (!gathered) {
    return failed(std::move(gathered.error()));
  }
  programs.interface = std::move(gathered->interface);
  name_structs(library, programs, names);
  const LoweringInput input = {library,        placed.plan, gathered->reads, programs.interface,
                               programs.types, names};
  auto vertex = lower_main(input, Stage::Vertex, slices.vertex);
  if (!vertex) {
    return failed(std::move(vertex.error()));
  }
  programs.vertex = std::move(*vertex);
  if (slices.has_fragment) {
    auto fragment = lower_main(input, Stage::Fragment, slices.fragment);
    if (!fragment) {
      return failed(std::move(fragment.error()));
    }
    programs.fragment = std::move(*fragment);
  }
  return programs;
}

}  // namespace weft

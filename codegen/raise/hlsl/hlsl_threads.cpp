#include "codegen/raise/hlsl/hlsl_threads.h"

#include <fmt/format.h>

#include "codegen/print/type_spelling.h"
#include "codegen/raise/helper_functions.h"
#include "codegen/raise/hlsl/hlsl_interface.h"
#include "codegen/raise/hlsl/hlsl_spelling.h"
#include "codegen/raise/thread_text.h"

namespace weft {
namespace {

// What the hardware gives are uints.
constexpr std::string_view dispatched_thread = "dispatched_thread";

std::string_view hlsl_type(DataType type) { return spelled(type, hlsl_spelling()); }

// DXC and glslang's front end name the format by attributes of their own, and leave the other's
// alone. Without one, glslang takes 32 bits per component.
void append_hlsl_storage(std::string& out, const StorageOutput& storage,
                         const ThreadGrid& threads) {
  out += fmt::format("[[vk::binding({}, {})]] ", storage.binding, storage.set);
  if (storage.format) {
    out += fmt::format("[[vk::image_format(\"{0}\")]] [[spv::format_{0}]] RWTexture{1}D",
                       storage.format->name, threads.dimensions);
  } else {
    out += "RWStructuredBuffer";
  }
  out += fmt::format("<{}> {} : register(u{}, space{});\n", hlsl_type(storage.stored),
                     storage.resource, storage.binding, storage.set);
}

void append_hlsl_state(std::string& out, const PreviousState& state, const ThreadGrid& threads) {
  const std::string kind =
      state.format ? fmt::format("Texture{}D", threads.dimensions) : "StructuredBuffer";
  out += fmt::format("[[vk::binding({}, {})]] {}<{}> {} : register(t{}, space{});\n", state.binding,
                     state.set, kind, hlsl_type(state.stored), state.resource, state.binding,
                     state.set);
}

/// The statements that give `size`, for profiles that provide none.
std::string hlsl_size_of_outputs(const Interface& all, const std::string& size) {
  const StorageOutput& measured = measured_output(all);
  std::string text = "    uint3 output_extent = uint3(1, 1, 1);\n";
  std::string arguments;
  for (const char axis : axes_of(*all.threads)) {
    arguments += fmt::format("{}output_extent.{}", arguments.empty() ? "" : ", ", axis);
  }
  if (!measured.format) {
    text += "    uint element_stride;\n";
    arguments += ", element_stride";
  }
  return text + fmt::format("    {}.GetDimensions({});\n    int3 {} = int3(output_extent);\n",
                            measured.resource, arguments, size);
}

std::string hlsl_write(const StorageOutput& storage, const ThreadGrid& threads,
                       const std::string& size) {
  const int stored = storage.stored.component_count();
  const std::string place = !storage.format ? element_index(threads, thread_id_name, size)
                                            : std::string(thread_id_name) + axes_swizzle(threads);
  return fmt::format("    {}[{}] = {};\n", storage.resource, place,
                     padded_value("out_" + storage.name, storage.type.component_count(), stored,
                                  storage.type.scalar_kind(), hlsl_type(storage.stored)));
}

}  // namespace

void append_hlsl_threads(std::string& out, const Programs& programs) {
  const Interface& all = programs.interface;
  out += '\n';
  for (const StorageOutput& storage : all.storage) {
    append_hlsl_storage(out, storage, *all.threads);
  }
  for (const PreviousState& state : all.states) {
    if (state.is_read) {
      append_hlsl_state(out, state, *all.threads);
    }
  }
}

Function hlsl_previous_state(const Programs& programs, std::uint32_t index) {
  const PreviousState& state = programs.interface.states[index];
  const ThreadGrid& threads = *programs.interface.threads;
  const std::string_view type = hlsl_type(state.stored);
  const std::string text =
      state.format
          ? fmt::format("{} {}(int3 at)\n{{\n    return {}.Load(int{}(at{}, 0));\n}}", type,
                        state.reader, state.resource, threads.dimensions + 1, axes_swizzle(threads))
          : fmt::format("{} {}(int3 at, int3 size)\n{{\n    return {}[{}];\n}}", type, state.reader,
                        state.resource, element_index(threads, "at", "size"));
  Function function = native_helper("hlsl", state.reader, state.stored, text);
  function.doc = previous_state_doc;
  return function;
}

MainFrame hlsl_thread_frame(const Programs& programs, const Program& program) {
  const Interface& all = programs.interface;
  const auto& workgroup = all.threads->workgroup;
  const std::string size = hlsl_symbol(programs, program, *programs.thread_size);
  MainFrame frame;
  frame.head = fmt::format("[numthreads({}, {}, {})]\nvoid main(uint3 {} : SV_DispatchThreadID)",
                           workgroup[0], workgroup[1], workgroup[2], dispatched_thread);
  frame.begin = fmt::format("    int3 {} = int3({});\n", thread_id_name, dispatched_thread);
  if (programs.thread_size->kind == SymbolKind::ThreadSize) {
    frame.begin += hlsl_size_of_outputs(all, size);
  }
  frame.begin +=
      fmt::format("    if (any({} >= {})) {{\n        return;\n    }}\n", thread_id_name, size);
  for (const StorageOutput& storage : all.storage) {
    frame.begin += fmt::format("    {} out_{};\n", hlsl_type(storage.type), storage.name);
    frame.end += hlsl_write(storage, *all.threads, size);
  }
  return frame;
}

}  // namespace weft

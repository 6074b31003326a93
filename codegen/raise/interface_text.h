#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "codegen/print/target_language.h"

// The parts of interface declarations and symbol texts that languages share. What a language writes
// around them is in its own folder.

namespace weft {

/// Appends the members of a block, one per line. Storage buffers get explicit padding, without
/// which std430 and D3D's packing disagree. std140 computes the same offsets without it.
void append_members(std::string& out, const Programs& programs, const Block& block,
                    const Spelling& spelling);

/// Appends the textures and samplers that the stage uses, each printed by a callback.
void append_textures(
    std::string& out, const Interface& all, std::size_t stage,
    const std::function<void(std::string&, const TextureBinding&)>& declare_texture,
    const std::function<void(std::string&, const SamplerBinding&)>& declare_sampler);

/// Appends the specialization constants that the stage uses: `BEFORE 3 AFTER float size = 1.0;`.
void append_spec_constants(std::string& out, const Interface& all, std::size_t stage,
                           const Spelling& spelling, std::string_view before,
                           std::string_view after);

/// Appends the input and output structs of a function to include, which replace attributes,
/// varyings and targets.
void append_function_structs(std::string& out, const Programs& programs, std::size_t stage,
                             const Spelling& spelling);

/// Whether a body of the program mentions a symbol of the kind.
bool reads(const Program& program, SymbolKind kind);

/// What of a row of four a scalar or vector at a byte offset is: `.yz`; empty if it is the row.
std::string row_components(DataType type, std::uint32_t offset);

/// A block member that is read from rows: `ROWS[4].xy`. A matrix is built from its columns by
/// `from_columns`, called with `ROWS[4].xyz, ROWS[5].xyz, …`.
std::string row_text(const BlockMember& member, std::string_view rows,
                     const std::function<std::string(DataType, const std::string&)>& from_columns);

/// A varying in the slot `PREFIX + name`.
std::string varying_text(const Interface& all, const Symbol& symbol, std::string_view prefix);

/// The head of a function to include; empty if the stage has a main function.
std::string function_head(const Programs& programs, const Program& program,
                          const Spelling& spelling);

/// A member of the structs that a function to include takes and writes; empty for other symbols.
std::string function_symbol(const Programs& programs, const Program& program, const Symbol& symbol);

}  // namespace weft

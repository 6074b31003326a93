// Random blocks: compares our reflection, SPIRV-Cross's reflection of the modules made from GLSL
// and HLSL, and the layout that std140, std430 and Direct3D's packing rules give the texts.

#include <algorithm>
#include <cctype>
#include <string>
#include <vector>

#include "codegen/spirv/spirv_reflection.h"
#include "tests/property/block_text.h"
#include "tests/support/catch.h"
#include "tests/support/emit_source.h"
#include "tests/support/seed.h"

namespace weft::testing::block_layout_test {

namespace {

using namespace weft;

struct Choice {
  std::string type;
  std::string sizes;   // `[2][3]`
  std::size_t of = 0;  // a struct: 1 + its index
};

struct Struct {
  std::vector<std::pair<Choice, std::string>> members;
};

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  std::string run() {
    const std::size_t count = random_.below(5);
    for (std::size_t i = 0; i < count; ++i) {
      Struct one;
      const std::size_t members = 1 + random_.below(5);
      for (std::size_t j = 0; j < members; ++j) {
        one.members.emplace_back(choose(), "m" + std::to_string(j));
      }
      structs_.push_back(std::move(one));
    }
    add_block("uniform_", "shared");
    add_block("buffer", "list");
    add_block("push", "pushed");
    const std::size_t parameters = 1 + random_.below(5);
    for (std::size_t i = 0; i < parameters; ++i) {
      const Choice choice = choose();
      const std::string name = "p" + std::to_string(i);
      parameters_ += "    param " + name + ": " + choice.type + choice.sizes + ";\n";
      // Use the value whole, or access a component of it in the graph.
      if (random_.chance(2)) {
        const std::string part = random_path(choice);
        leaves_ += "fragment read_" + name + "(value: " + choice.type + choice.sizes +
                   ") -> float { return " + as_float("value" + part) + "; }\n";
        add_term("read_" + name + "(" + name + ")");
      } else {
        const std::string part = random_path(choice);
        leaves_ += "fragment read_" + name + "(value: " + path_type_ + ") -> float { return " +
                   as_float("value") + "; }\n";
        add_term("read_" + name + "(" + name + part + ")");
      }
    }
    return text();
  }

 private:
  Choice choose() {
    constexpr const char* scalars[] = {"float", "int", "uint", "bool"};
    Choice choice;
    const std::size_t kind = random_.below(10);
    if (kind < 3) {
      choice.type = scalars[random_.below(4)];
    } else if (kind < 6) {
      choice.type = scalars[random_.below(4)] + std::to_string(2 + random_.below(3));
    } else if (kind < 8 || structs_.empty()) {
      choice.type = "float" + std::to_string(2 + random_.below(3)) + "x" +
                    std::to_string(2 + random_.below(3));
    } else {
      choice.of = 1 + random_.below(structs_.size());
      choice.type = "S" + std::to_string(choice.of - 1);
    }
    while (random_.chance(3)) {
      choice.sizes += "[" + std::to_string(1 + random_.below(6)) + "]";
    }
    return choice;
  }

  // Extends a path down to some scalar; leaves its type in path_type_.
  std::string random_path(Choice choice) {
    std::string path;
    while (true) {
      for (char c : choice.sizes) {
        path += c == '[' ? "[" : c == ']' ? "]" : "";
        if (c != '[' && c != ']') {
          path += std::to_string(random_.below(static_cast<std::size_t>(c - '0')));
        }
      }
      if (choice.of == 0) {
        break;
      }
      const auto& members = structs_[choice.of - 1].members;
      const auto& member = members[random_.below(members.size())];
      path += "." + member.second;
      choice = member.first;
    }
    const std::string& type = choice.type;
    const bool is_matrix = type.size() > 3 && type[type.size() - 2] == 'x';
    if (is_matrix) {
      path += "[" + std::to_string(random_.below(static_cast<std::size_t>(type.back() - '0'))) +
              "][" +
              std::to_string(random_.below(static_cast<std::size_t>(type[type.size() - 3] - '0'))) +
              "]";
      path_type_ = "float";
    } else if (type.back() >= '2' && type.back() <= '4') {
      path += std::string(".") + "xyzw"[random_.below(static_cast<std::size_t>(type.back() - '0'))];
      path_type_ = type.substr(0, type.size() - 1);
    } else {
      path_type_ = type;
    }
    return path;
  }

  std::string as_float(const std::string& path) const {
    return path_type_ == "bool" ? "(" + path + " ? 1.0 : 0.0)" : "float(" + path + ")";
  }

  // Features of a separate namespace; a leaf reads one part of each.
  void add_block(const std::string& kind, const std::string& space) {
    const std::string provision = kind == "uniform_" ? "uniform" : kind;
    const std::size_t count = 1 + random_.below(5);
    std::string sum = "0.0";
    for (std::size_t i = 0; i < count; ++i) {
      const Choice choice = choose();
      const std::string path = space + ".f" + std::to_string(i);
      features_ += "feature " + path + ": " + choice.type + choice.sizes + " at frame;\n";
      const std::string part = random_path(choice);
      sum += " + " + as_float(path + part);
    }
    leaves_ += "fragment read_" + space + "() -> float { return " + sum + "; }\n";
    provided_ += "    provide " + space + " as " + provision + ";\n";
    add_term("read_" + space + "()");
  }

  void add_term(const std::string& term) {
    terms_ += "    t" + std::to_string(term_ + 1) + " = plus(t" + std::to_string(term_) + ", " +
              term + ");\n";
    ++term_;
  }

  std::string text() const {
    std::string out;
    for (std::size_t i = 0; i < structs_.size(); ++i) {
      out += "struct S" + std::to_string(i) + " {\n";
      for (const auto& [choice, name] : structs_[i].members) {
        out += "    " + choice.type + choice.sizes + " " + name + ";\n";
      }
      out += "}\n";
    }
    return out + features_ + "feature surface.position: float3 at vertex;\n" + leaves_ +
           "fragment plus(a: float, b: float) -> float { return a + b; }\n"
           "fragment clip(p: float3) -> float4 { return float4(p, 1.0); }\n"
           "material m {\n" +
           parameters_ + "    t0 = 0.0;\n" + terms_ + "    color = float4(t" +
           std::to_string(term_) +
           ");\n    output color;\n}\n"
           "profile host {\n    provide surface.position as attribute 0;\n" +
           provided_ +
           "    vertex demand position: float4 as clip = clip(surface.position);\n"
           "    fragment demand color: float4 as target 0;\n}\n";
  }

  Random random_;
  std::vector<Struct> structs_;
  std::string features_;
  std::string leaves_;
  std::string parameters_;
  std::string provided_;
  std::string terms_;
  std::string path_type_;
  std::size_t term_ = 0;
};

// Flattens the members of a struct or block, in either description.
template <typename Member>
void flatten(std::vector<PlacedMember>& out, const std::vector<Member>& members,
             const std::string& prefix, std::uint32_t base,
             const std::vector<std::uint32_t>& strides) {
  std::size_t number = 0;
  for (const Member& member : members) {
    if (is_padding(member.name)) {
      continue;
    }
    const std::string path = prefix.empty() ? std::to_string(number++) : prefix + "." + member.name;
    std::vector<std::uint32_t> own = strides;
    if (member.array_stride != 0) {
      own.push_back(member.array_stride);
    }
    if (member.members.empty()) {
      out.push_back({path, base + member.offset, own, member.matrix_stride});
    } else {
      flatten(out, member.members, path, base + member.offset, own);
    }
  }
}

std::vector<PlacedBlock> blocks_of(const Reflection& reflection) {
  std::vector<PlacedBlock> blocks;
  for (const ReflectedBlock& block : reflection.blocks) {
    blocks.push_back({block.name, {}});
    flatten(blocks.back().members, block.members, "", 0, {});
  }
  return blocks;
}

std::vector<PlacedBlock> blocks_of(const std::string& module, ShadingLanguage language) {
  const auto reflection = reflect_spirv({words_of(module)}, language);
  REQUIRE(reflection);
  std::vector<PlacedBlock> blocks;
  for (const SpirvBlock& block : reflection->blocks) {
    // HLSL's structured buffer is an open array of structs.
    const bool is_wrapped = block.members.size() == 1 && !block.members[0].members.empty() &&
                            language == ShadingLanguage::Hlsl &&
                            block.kind == SpirvBlockKind::Storage;
    // Modules made from HLSL name a structured buffer after its instance.
    std::string name = block.name;
    name[0] = static_cast<char>(std::toupper(static_cast<unsigned char>(name[0])));
    blocks.push_back({name, {}});
    flatten(blocks.back().members, is_wrapped ? block.members[0].members : block.members, "", 0,
            {});
  }
  return blocks;
}

void check_same(std::vector<PlacedBlock> ours, std::vector<PlacedBlock> theirs,
                const std::string& whose) {
  const auto by_name = [](const PlacedBlock& a, const PlacedBlock& b) { return a.name < b.name; };
  std::sort(ours.begin(), ours.end(), by_name);
  std::sort(theirs.begin(), theirs.end(), by_name);
  REQUIRE(ours.size() == theirs.size());
  for (std::size_t i = 0; i < ours.size(); ++i) {
    if (!(ours[i] == theirs[i])) {
      FAIL(whose << " has\n" << to_text(theirs[i]) << "our reflection has\n" << to_text(ours[i]));
    }
  }
}

/// The blocks that are not named so.
std::vector<PlacedBlock> without(std::vector<PlacedBlock> blocks,
                                 const std::vector<std::string>& names) {
  std::erase_if(blocks, [&](const PlacedBlock& block) {
    return std::find(names.begin(), names.end(), block.name) != names.end();
  });
  return blocks;
}

/// The buffers that HLSL has as rows of 16 bytes, since they are larger than its elements may be.
std::vector<std::string> rows_of_hlsl(const Reflection& reflection) {
  std::vector<std::string> names;
  for (const ReflectedBlock& block : reflection.blocks) {
    const bool is_large = block.kind == BlockKind::Storage && block.size > 2048;
    CHECK(block.hlsl_stride == (is_large ? 16 : 0));
    if (is_large) {
      names.push_back(block.name);
    }
  }
  return names;
}

}  // namespace

TEST_CASE("blocks: random layouts match the modules and the packing rules") {
  constexpr EmitOptions everything = {true, true, true, true};
  const std::size_t count = by_scale(40, 300, 20'000);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string source = Generator(seed() + i).run();
    const Emitted emitted = emit_source(source, "m", "host", everything);
    INFO("seed " << seed() << " + " << i);
    INFO(source);
    INFO(emitted.messages);
    REQUIRE(emitted.fine);
    const std::string glsl = emitted.text("frag.glsl");
    const std::string hlsl = emitted.text("ps.hlsl");
    INFO(glsl);
    INFO(hlsl);
    const std::vector<PlacedBlock> ours = blocks_of(emitted.emission.reflection);
    if (ours.size() == 5) {
      continue;  // more parameters than a uniform block holds, see `render.any number of
                 // parameters…`
    }
    REQUIRE(ours.size() == 4);
    std::vector<std::string> mistakes;
    check_same(ours, blocks_of_glsl(glsl, mistakes), "GLSL's text");
    const std::vector<std::string> rows = rows_of_hlsl(emitted.emission.reflection);
    const std::vector<PlacedBlock> structs = without(ours, rows);
    const std::vector<PlacedBlock> hlsl_blocks = blocks_of_hlsl(hlsl, mistakes);
    CHECK(hlsl_blocks.size() == ours.size());
    check_same(structs, without(hlsl_blocks, {"uint4"}), "HLSL's text");
    check_same(ours, blocks_of(emitted.text("frag.glsl.spv"), ShadingLanguage::Glsl),
               "GLSL's module");
    check_same(structs,
               without(blocks_of(emitted.text("ps.hlsl.spv"), ShadingLanguage::Hlsl), rows),
               "HLSL's module");
    CHECK(mistakes == std::vector<std::string>{});
  }
}

}  // namespace weft::testing::block_layout_test

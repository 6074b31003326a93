#include "tests/support/generated_programs.h"

#include <cmath>
#include <map>
#include <sstream>

#include <fmt/format.h>

#include "codegen/host/generated_header.h"
#include "codegen/host/host_program.h"
#include "codegen/interface/layout.h"
#include "support/float_bits.h"
#include "tests/support/catch.h"
#include "tests/support/places.h"
#include "tests/support/subprocess.h"
#include "tests/support/temp_dir.h"

namespace weft::testing {
namespace {

const char* const program_head = R"text(
#include <stdio.h>
static void print(const char* name, const void* block, size_t size)
{
    size_t i;
    printf("%s", name);
    for (i = 0; i < size; i += 4) {
        unsigned word = 0;
        memcpy(&word, (const char*)block + i, 4);
        printf(" %08x", word);
    }
    printf("\n");
}
)text";

void append_random(Constant& value, DataType type, const DataTypeTable& types, Random& random) {
  if (type.is_array()) {
    for (std::uint32_t i = 0; i < types.array(type).size; ++i) {
      append_random(value, types.array(type).element, types, random);
    }
    return;
  }
  REQUIRE(type.is_plain());  // no inputs of struct type here
  for (int i = 0; i < type.component_count(); ++i) {
    switch (type.scalar_kind()) {
      case Scalar::Bool:
        value.bits.push_back(random.chance(2) ? 1U : 0U);
        break;
      case Scalar::Int:
      case Scalar::Uint:
        value.bits.push_back(static_cast<std::uint32_t>(random.below(6)));
        break;
      case Scalar::Float:
        value.bits.push_back(float_bits(static_cast<float>(random.between(-1.5, 1.5))));
        break;
    }
  }
}

bool is_nan(std::uint32_t bits) { return std::isnan(float_of_bits(bits)); }

}  // namespace

std::string host_include_directory() {
  return (repository_root() / "codegen" / "host" / "include").string();
}

bool GeneratedPrograms::add(const Library& library, const PlacedPlan& placed, Random& random) {
  EmitOptions options;
  options.header = true;
  const auto emission = emit(library, placed, options);
  REQUIRE(emission);
  const HostProgram host = lower_uniform_program(library, placed, emission->programs);
  if (host.functions.empty()) {
    return false;
  }
  const std::string number = std::to_string(headers_.size());
  std::string space = emission->stem;
  space[space.find('.')] = '_';
  headers_.emplace_back(emission->stem + ".h", *emission->find("h"));
  c_main_ +=
      fmt::format("    {{\n        {0}_UniformInputs in = {0}_UniformInputs_default();\n", space);
  cpp_main_ +=
      fmt::format("    {{\n        namespace c = {};\n        c::UniformInputs in;\n", space);
  std::map<FeatureId, Constant> features;
  std::map<std::uint32_t, Constant> parameters;
  for (std::size_t i = 0; i < host.inputs.size(); ++i) {
    const HostInput& input = host.inputs[i];
    Constant value{input.type, {}};
    append_random(value, input.type, host.types, random);
    std::string words;
    for (const std::uint32_t word : value.bits) {
      words += fmt::format("0x{:x}u, ", word);
    }
    add_input(input, host.types, i, words);
    if (input.source.feature) {
      features[*input.source.feature] = {library.features[*input.source.feature].type.data(),
                                         value.bits};
    } else {
      parameters[*input.source.parameter] = value;
    }
  }
  const auto values = emission->uniform_program.evaluate(
      {[&](FeatureId id) { return features.at(id); },
       [&](std::uint32_t parameter) { return parameters.at(parameter); }});
  REQUIRE(values);
  const std::vector<EvaluationId>& results = emission->uniform_program.results();
  for (const HostFunction& function : host.functions) {
    const Block& block = emission->programs.interface.blocks[function.block];
    const std::string line = number + "." + block.name;
    c_main_ += fmt::format(
        "        {3}_{0} b{1} = {3}_{0}_default();\n"
        "        {3}_{0}_update(&b{1}, &in);\n"
        "        print(\"{2}\", &b{1}, sizeof b{1});\n",
        block.name, function.block, line, space);
    cpp_main_ += fmt::format(
        "        c::{0} b{1};\n        update(in, b{1});\n"
        "        print(\"{2}\", &b{1}, sizeof b{1});\n",
        block.name, function.block, line);
    for (const BlockMember& member : block.members) {
      if (!member.source.result) {
        continue;
      }
      const auto at = std::lower_bound(results.begin(), results.end(), *member.source.result);
      const Constant& value = (*values)[static_cast<std::size_t>(at - results.begin())];
      const std::vector<std::uint32_t> offsets = scalar_offsets(
          member, emission->programs.types, emission->programs.interface.stored_structs);
      REQUIRE(offsets.size() == value.bits.size());
      for (std::size_t i = 0; i < offsets.size(); ++i) {
        expected_.push_back(
            {line, offsets[i] / 4, value.bits[i], fmt::format("{} {}[{}]", space, member.name, i)});
      }
      ++results_;
    }
  }
  c_main_ += "    }\n";
  cpp_main_ += "    }\n";
  return true;
}

void GeneratedPrograms::add_input(const HostInput& input, const DataTypeTable& types,
                                  std::size_t number, const std::string& words) {
  std::string text = fmt::format("        const unsigned w{}[] = {{{}}};\n", number, words);
  DataType element = input.type;
  while (element.is_array()) {
    element = types.array(element).element;
  }
  if (element.scalar_kind() != Scalar::Bool) {  // scalars are stored unchanged
    text += fmt::format(
        "        memcpy(&in.{0}, w{1}, sizeof in.{0} == sizeof w{1} ? sizeof w{1} : 0);\n",
        input.name, number);
  } else {
    REQUIRE_FALSE(input.type.is_array());
    for (int i = 0; i < input.type.rows(); ++i) {
      text +=
          fmt::format("        in.{}{} = w{}[{}] != 0u;\n", input.name,
                      input.type.is_vector() ? fmt::format(".v[{}]", i) : std::string(), number, i);
    }
  }
  c_main_ += text;
  cpp_main_ += text;
}

std::string GeneratedPrograms::run() const {
  using Words = std::vector<std::string>;
  const Words fused = {"-O3", "-march=native", "-ffp-contract=fast"};
  const auto with = [](Words words, const Words& more) {
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  std::string wrong;
  const auto add = [&wrong](const Words& compiler, const std::string& says) {
    wrong += says.empty() ? "" : fmt::format("{}: {}\n", fmt::join(compiler, " "), says);
  };
  for (const Words& compiler : {Words{"gcc", "-std=c99", "-O1"}, with({"gcc", "-std=gnu11"}, fused),
                                with({"clang", "-std=c99"}, fused)}) {
    add(compiler, run(compiler, "main.c", c_main_));
  }
  for (const Words& compiler :
       {Words{"g++", "-std=c++17", "-fno-exceptions", "-O1"}, with({"g++", "-std=c++17"}, fused),
        with({"clang++", "-std=c++17"}, fused)}) {
    add(compiler, run(compiler, "main.cpp", cpp_main_));
  }
  add({"g++ reads C"}, run({"g++", "-x", "c++", "-std=c++17", "-O0"}, "main.c", c_main_));
  return wrong;
}

std::string GeneratedPrograms::run(const std::vector<std::string>& compiler,
                                   const std::string& file, const std::string& body) const {
  const TempDir place;
  std::string source;
  for (const auto& [name, text] : headers_) {
    place.write(name, text);
    source += "#include \"" + name + "\"\n";
  }
  place.write(file, source + program_head + "int main(void)\n{\n" + body + "    return 0;\n}\n");
  Command compile{"/usr/bin/env"};
  compile.arguments = compiler;
  const std::string include = "-I" + host_include_directory();
  for (const char* const argument : {include.c_str(), "-Wall", "-Wextra", "-Werror", "-pedantic",
                                     file.c_str(), "-o", "program", "-lm"}) {
    compile.arguments.push_back(argument);
  }
  compile.working_directory = place.path();
  compile.timeout = std::chrono::seconds(300);
  const Finished compiled = weft::testing::run(compile);
  if (compiled.exit_code != 0) {
    return "the compiler refuses it: " + compiled.err.substr(0, 4000);
  }
  const Finished finished = weft::testing::run({place.path() / "program"});
  if (finished.exit_code != 0) {
    return "the program ended with " + std::to_string(finished.exit_code) + finished.err;
  }
  std::map<std::string, std::vector<std::uint32_t>> found;
  std::istringstream lines(finished.out);
  std::string line;
  while (std::getline(lines, line)) {
    std::istringstream words(line);
    std::string name;
    words >> name;
    std::uint32_t word = 0;
    while (words >> std::hex >> word) {
      found[name].push_back(word);
    }
  }
  std::string wrong;
  for (const Word& word : expected_) {
    const std::vector<std::uint32_t>& all = found[word.line];
    const bool is_there = word.position < all.size();
    // Processors differ in the sign of NaN.
    const bool is_same = is_there && (all[word.position] == word.bits ||
                                      (is_nan(all[word.position]) && is_nan(word.bits)));
    if (!is_same) {
      wrong += fmt::format("{}: {:08x}, not {:08x}\n", word.name,
                           is_there ? all[word.position] : 0U, word.bits);
    }
  }
  return wrong;
}

}  // namespace weft::testing

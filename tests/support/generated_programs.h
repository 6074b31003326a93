#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "codegen/host/host_program.h"
#include "composer/compose.h"
#include "tests/support/seed.h"

namespace weft::testing {

/// Where <weft/host_math.h> lies.
std::string host_include_directory();

/// Compares generated headers with the library: uniform programs get random inputs, are compiled as
/// one program with every warning an error, run, and must fill their blocks with the bits that
/// UniformProgram::evaluate gives. A program in C fills them by the functions of C, one in C++ by
/// `update`; GCC and Clang compile both, also where they may fuse multiplications with additions.
class GeneratedPrograms {
 public:
  /// Materials must have different names. False if there is nothing that a host computes.
  bool add(const Library& library, const PlacedPlan& placed, Random& random);
  std::size_t results() const { return results_; }

  /// What is wrong, with the compiler's messages; empty if nothing is.
  std::string run() const;

 private:
  struct Word {
    std::string line;  ///< which of the program's lines it is in
    std::size_t position = 0;
    std::uint32_t bits = 0;
    std::string name;
  };

  void add_input(const HostInput& input, const DataTypeTable& types, std::size_t number,
                 const std::string& words);
  std::string run(const std::vector<std::string>& compiler, const std::string& file,
                  const std::string& body) const;

  std::vector<std::pair<std::string, std::string>> headers_;
  std::string c_main_;
  std::string cpp_main_;
  std::vector<Word> expected_;
  std::size_t results_ = 0;
};

}  // namespace weft::testing

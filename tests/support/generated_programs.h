#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "codegen/emit.h"
#include "codegen/host/host_program.h"
#include "composer/compose.h"
#include "tests/support/seed.h"

namespace weft::testing {

/// The directory that contains weft/host_math.h.
std::string host_include_directory();

/// Compares generated headers with the library: uniform programs get random inputs, are compiled
/// into one program with -Werror, run, and must fill their blocks with the same bits as
/// UniformProgram::evaluate. A program in C fills them by the functions of C, one in C++ by
/// `update`; GCC and Clang compile both, also where they may fuse multiplications with additions.
class GeneratedPrograms {
 public:
  /// Materials must have different names. False if the host computes nothing.
  bool add(const Library& library, const PlacedPlan& placed, Random& random);
  std::size_t results() const { return results_; }

  /// The mismatches, with the compiler's messages; empty if there are none.
  std::string run() const;

 private:
  struct Word {
    std::string line;  ///< the key of the program's output line
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
